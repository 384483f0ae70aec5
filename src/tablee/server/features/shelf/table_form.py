"""What somebody chose for a game: from a form, and the last time from a cookie of theirs."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee.games import GameFolder
from tablee.games.characters import BY_NAME, bot_name
from tablee.games.errors import BadOptions
from tablee.games.levels import BOT_NAMES, DEFAULT_LEVEL
from tablee.language import ENGLISH
from tablee.show.about import house_rules
from tablee.site.visit import keep_cookie
from tablee.table.events import Refused
from tablee.table.paces import NO_PACE, clock_of


class TableForm(msgspec.Struct, frozen=True):
    """How many play, against bots of which level, and how."""

    players: int
    level: int
    options: dict[str, Any]
    company: tuple[str, ...] = ()
    """Who was chosen for each bot's seat, by name; an empty text for anyone of the level."""

    colour: int | None = None
    """In which one plays against bots; None for whatever one's seat wears."""
    begins: bool = False
    """Does one begin oneself, against bots?"""
    pace: str = NO_PACE
    """How much time everybody has: see `table/paces.py`."""
    rated: bool = False
    """Does it count?"""

    @property
    def fields(self) -> dict[str, str]:
        """These choices as the fields of a form."""
        options = {f"option_{name}": str(value) for name, value in self.options.items()}
        company = {f"opponent_{place}": name for place, name in enumerate(self.company, start=1) if name}
        colour = "" if self.colour is None else str(self.colour)
        agreed = {"colour": colour, "begins": "yes" * self.begins, "pace": self.pace, "rated": "yes" * self.rated}
        kept = {name: value for name, value in agreed.items() if value}
        return {"players": str(self.players), "level": str(self.level), **company, **options, **kept}

    @property
    def bots(self) -> list[tuple[str, int]]:
        """The name and the level of each bot that plays, no two of the same name."""
        chosen = [*self.company, *[""] * self.players][: self.players - 1]
        taken = list(filter(None, chosen))
        names: list[str] = []
        for wish in chosen:
            others = [*names, *taken]
            names.append(wish if wish and wish not in names else bot_name("", self._level_of(wish), others))
        return [(name, self._level_of(wish)) for name, wish in zip(names, chosen, strict=True)]

    def _level_of(self, name: str) -> int:
        return BY_NAME[name].level if name else self.level


def filled_in(folder: GameFolder, fields: Mapping[str, str]) -> TableForm:
    """The choices in a form, with defaults for what it does not name; raises `BadOptions` for the impossible."""
    players = _number(fields.get("players", folder.players[0]))
    level = _number(fields.get("level", DEFAULT_LEVEL))
    if not 1 <= level <= len(BOT_NAMES):
        raise BadOptions("there is no such level")
    options = {
        name: _value(folder, name, fields[f"option_{name}"]) for name in folder.options if f"option_{name}" in fields
    }
    full, company = folder.full_options(players, options), _company(folder, fields)
    begins = fields.get("begins") == "yes" and not folder.throws_for_start
    pace = fields.get("pace", NO_PACE)
    clock_of(pace, folder.turns)
    return TableForm(players, level, full, company, _colour(folder, fields), begins, pace, fields.get("rated") == "yes")


def check_rated(folder: GameFolder, choices: TableForm, beside: Sequence[str]) -> None:
    """Raise `Refused` for a game that is to count and could not: docs/ratings.md says why."""
    hurries, shares = choices.pace != NO_PACE, bool(beside)
    if choices.rated and (not hurries or shares or house_rules(folder, choices.options, ENGLISH)):
        raise Refused("rated")


def _colour(folder: GameFolder, fields: Mapping[str, str]) -> int | None:
    """The colour in which somebody wishes to play."""
    if not fields.get("colour"):
        return None
    colour = _number(fields["colour"])
    if not 0 <= colour < max(folder.players):
        raise BadOptions("there is no such colour")
    return colour


def _company(folder: GameFolder, fields: Mapping[str, str]) -> tuple[str, ...]:
    """Who is to sit in each bot's seat; nothing if all are as the level says."""
    names = tuple(fields.get(f"opponent_{place}", "") for place in range(1, max(folder.players)))
    if any(name and name not in BY_NAME for name in names):
        raise BadOptions("there is nobody of that name")
    return names if any(names) else ()


def as_last_time(request: Request, folder: GameFolder) -> TableForm:
    """What the one who asks chose the last time; cookies come from outside, so nonsense is passed over."""
    try:
        return filled_in(folder, dict(parse_qsl(request.cookies.get(_cookie(folder), ""), max_num_fields=40)))
    except (BadOptions, ValueError):
        return filled_in(folder, {})


def keep_for_next_time(request: Request, response: Response, folder: GameFolder, choices: TableForm) -> None:
    """Remember the choices for the next time."""
    keep_cookie(request, response, _cookie(folder), urlencode(choices.fields))


def _cookie(folder: GameFolder) -> str:
    return f"last-{folder.id}"


def _number(text: str | int) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadOptions("that is no number") from None


def _value(folder: GameFolder, name: str, text: str) -> Any:
    """Forms know only texts; options may be numbers."""
    for value in folder.options[name]:
        if str(value) == text:
            return value
    raise BadOptions(f"no such value of {name}")
