"""Persons and their sessions, pure."""

from tablee.people.persons import Person, Session

__all__ = ["Person", "Session"]
