"""Persons, and the browsers through which they come. Seats belong to persons; nobody needs an account to be one."""

import secrets

import msgspec


class Person(msgspec.Struct, frozen=True):
    """Somebody who plays, or has taken a name. Times are in milliseconds since 1970."""

    id: str
    name: str = ""
    since: int = 0


class Session(msgspec.Struct, frozen=True):
    """One browser of a person. Its id is the digest of the token in the browser's cookie."""

    id: str
    person: str
    since: int = 0
    seen: int = 0
    """When it was last there, to within an hour."""
    device: str = ""
    """What kind of browser it is, see `device_of`; an empty text if that is not known."""


def new_person_id() -> str:
    """An id for a person: by chance, so that nothing follows from it."""
    return secrets.token_hex(16)
