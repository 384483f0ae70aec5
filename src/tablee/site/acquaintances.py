"""Whom the one who asks has met: how they stand against bots, and people with whom they have played."""

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from starlette.requests import Request

from tablee.language import Language
from tablee.people.seeking import INVITATION, INVITATION_HOLDS, Call
from tablee.show.friendly_names import friendly_name
from tablee.site.visit import visitor
from tablee.store import Store
from tablee.table.standing import Standing, standings

MOST_MET = 12
"""People who are offered to be invited."""
MOST_REMEMBERED = 500
"""Of one's own tables by which it is told."""


async def standings_of(request: Request, store: Store, game: str) -> Mapping[str, Standing]:
    """How a visitor stands in a game, by the names of bots; from rows of the directory, and no log."""
    person = await visitor(request, store)
    if person is None:
        return {}
    return standings(await store.entries_of(person.id, unfinished=False, most=MOST_REMEMBERED), game)


class Met(NamedTuple):
    """Somebody with whom one has played. Who they are the page does not say: the key is of use to nobody else."""

    key: str
    name: str
    person: str


async def people_met(person: str, store: Store, say: Language) -> list[Met]:
    """Those with whom a person has played, the latest first."""
    found = await store.hall.acquaintances(person, MOST_MET)
    return [Met(key_of(person, other), name or friendly_name(other, say), other) for other, name in found]


def key_of(person: str, other: str) -> str:
    """What somebody is called in the forms of a person.

    >>> key_of("a", "b") == key_of("a", "b") != key_of("b", "a")
    True
    """
    return hashlib.sha256(f"{person} {other}".encode()).hexdigest()[:16]


def invitations(form: Mapping[str, str], met: list[Met], call: Call) -> list[Call]:
    """The calls to those among the people met whom a form names; `call` says to what."""
    until = call.at + INVITATION_HOLDS
    return [
        Call(one.person, call.table, call.host, INVITATION, call.game, call.players, call.at, until)
        for one in met
        if form.get(f"invite_{one.key}") == "yes"
    ]
