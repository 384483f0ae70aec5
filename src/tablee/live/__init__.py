"""Tables in memory and those connected to them: wishes, presence, the audience, bots at work, the socket."""
