"""The general search needs no more."""
