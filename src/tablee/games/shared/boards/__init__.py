"""Boards for pieces: their symbols, and their looks in wood. A scene names it in `SHARED = ("boards",)`."""
