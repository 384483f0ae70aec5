"""Puzzles: positions with one clearly best action; the pages call them practice."""
