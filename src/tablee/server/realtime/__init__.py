"""Live tables: sockets, commands, decisions, broadcasting, presence, bots at the table, other servers."""
