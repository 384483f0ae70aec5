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


class Pass(msgspec.Struct, frozen=True):
    """A link that makes another browser the same person, once; only the digest of its secret is kept."""

    digest: str
    person: str
    back: str
    """The path where the person goes on."""
    until: int = 0
    """When it ends, in milliseconds since 1970."""


def new_person_id() -> str:
    """An id for a person: by chance, so that nothing follows from it."""
    return secrets.token_hex(16)
