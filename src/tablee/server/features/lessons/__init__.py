"""Lessons: scripted games that teach the rules."""
