"""The online table, pure and without I/O: a log of events, and everything as a fold over it."""
