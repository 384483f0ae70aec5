"""The online table as a log of events; pure, without I/O."""
