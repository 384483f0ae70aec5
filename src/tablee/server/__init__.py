"""The server: pages, the live connection, and the bots' worker processes."""
