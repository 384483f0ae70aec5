"""Clubs: people who gathered by one link, their tables, ladder and tournaments."""
