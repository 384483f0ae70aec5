"""Lessons and puzzles as files of a game."""
