"""Persons and their sessions, pure."""
