"""A table as messages: frames, texts, results. Pure: no sockets, disk or clock."""
