"""How the one who asks stands against the bots they have met."""

from collections.abc import Mapping

from starlette.requests import Request

from tablee.site.visit import visitor
from tablee.store import Store
from tablee.table.standing import Standing, standings

MOST_REMEMBERED = 500
"""Of one's own tables by which it is told."""


async def standings_of(request: Request, store: Store, game: str) -> Mapping[str, Standing]:
    """How a visitor stands in a game, by the names of bots; from rows of the directory, and no log."""
    person = await visitor(request, store)
    if person is None:
        return {}
    return standings(await store.entries_of(person.id, unfinished=False, most=MOST_REMEMBERED), game)
