"""Persons and their sessions, pure."""

from tablee.people.persons import Pass, Person, Session

__all__ = ["Pass", "Person", "Session"]
