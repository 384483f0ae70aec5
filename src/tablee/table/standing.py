"""How a person stands against each bot they have met, from what the directory says of finished tables."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tablee.games.characters import character
from tablee.table.directory import Entry


class Standing(NamedTuple):
    """How often a person has won where a bot has not, and the other way round."""

    won: int = 0
    lost: int = 0


def standings(tables: Iterable[tuple[Entry, Sequence[int]]], game: str) -> Mapping[str, Standing]:
    """By the names of the bots, in one game; `tables` come with the sitters that the person was at each."""
    found: dict[str, Standing] = {}
    for entry, own in tables:
        if entry.status == "over" and entry.game == game:
            _count(entry, own, found)
    return found


def _count(entry: Entry, own: Sequence[int], found: dict[str, Standing]) -> None:
    """Where both have won, or somebody else has, neither has beaten the other."""
    mine = any(one.sitter in own and one.seat in entry.winners for one in entry.sitters)
    for bot in entry.sitters:
        theirs = bot.seat in entry.winners
        if bot.level and mine != theirs:
            name = character(bot.name, bot.level).name
            won, lost = found.get(name, Standing())
            found[name] = Standing(won + mine, lost + theirs)
