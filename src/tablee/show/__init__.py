"""A table as messages: frames, replays, words, lessons. Pure: nothing here touches a socket, a disk or a clock."""
