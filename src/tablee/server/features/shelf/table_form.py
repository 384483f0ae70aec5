"""The choices for a new table: read from a form, and remembered in a cookie."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee.games import GameDefinition
from tablee.games.about import RuleKind
from tablee.games.brains.characters import BY_NAME, bot_name
from tablee.games.brains.levels import BOT_NAMES, DEFAULT_LEVEL
from tablee.games.errors import BadOptions
from tablee.server.table.clock import NO_PACE, STEADY, clock_of
from tablee.server.web.visit import keep_cookie

LAST = "last-"
"""How the cookies begin that hold somebody's last choices, one for each game."""


class TableForm(msgspec.Struct, frozen=True):
    """The choices for a new table."""

    players: int
    level: int
    options: dict[str, Any]
    company: tuple[str, ...] = ()
    """The bot chosen for each seat, by name; an empty text for any bot of the level."""

    colour: int | None = None
    """The player's colour against bots; None for the colour of the seat."""
    begins: bool = False
    """Whether the player begins against bots."""
    pace: str = NO_PACE
    """The time control: see `server/table/clock.py`."""
    rated: bool = False

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


def filled_in(definition: GameDefinition, fields: Mapping[str, str]) -> TableForm:
    """Read a form, with defaults for missing fields; raises `BadOptions`."""
    players = _number(fields.get("players", definition.players[0]))
    level = _number(fields.get("level", DEFAULT_LEVEL))
    if not 1 <= level <= len(BOT_NAMES):
        raise BadOptions("there is no such level")
    options = {}
    for name in definition.options:
        if f"option_{name}" in fields:
            values = {str(value): value for value in definition.options[name]}  # values may be numbers
            if fields[f"option_{name}"] not in values:
                raise BadOptions(f"no such value of {name}")
            options[name] = values[fields[f"option_{name}"]]
    company = tuple(fields.get(f"opponent_{place}", "") for place in range(1, max(definition.players)))
    if any(name and name not in BY_NAME for name in company):
        raise BadOptions("there is nobody of that name")
    colour = _number(fields["colour"]) if fields.get("colour") else None
    if colour is not None and not 0 <= colour < max(definition.players):
        raise BadOptions("there is no such colour")
    begins = fields.get("begins") == "yes" and not definition.throws_for_start
    pace = fields.get("pace", NO_PACE)
    clock_of(pace, definition.turns)
    full, rated = definition.full_options(players, options), fields.get("rated") == "yes"
    return TableForm(players, level, full, company if any(company) else (), colour, begins, pace, rated)


def as_rated(definition: GameDefinition, form: TableForm) -> TableForm:
    """The same choices as a rated game needs them: with a clock, and the standard value for every house rule."""
    options = {
        name: definition.options[name][0] if definition.option_kind(name, value) is RuleKind.HOUSE else value
        for name, value in form.options.items()
    }
    return msgspec.structs.replace(form, options=options, pace=form.pace or STEADY)


def as_last_time(request: Request, definition: GameDefinition) -> TableForm:
    """The visitor's last choices; the defaults if the cookie is invalid. The first game of all is a gentle one."""
    is_first = not any(name.startswith(LAST) for name in request.cookies)
    usual = {"level": "1"} if is_first else {}
    try:
        kept = dict(parse_qsl(request.cookies.get(_cookie(definition), ""), max_num_fields=40))
        return filled_in(definition, usual | kept)
    except (BadOptions, ValueError):
        return filled_in(definition, usual)


def keep_for_next_time(request: Request, response: Response, definition: GameDefinition, choices: TableForm) -> None:
    """Remember the choices for the next time."""
    keep_cookie(request, response, _cookie(definition), urlencode(choices.fields))


def _cookie(definition: GameDefinition) -> str:
    return f"{LAST}{definition.id}"


def _number(text: str | int) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadOptions("that is no number") from None
