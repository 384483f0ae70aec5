"""The Python API: games, batches, search, and the text protocol."""
