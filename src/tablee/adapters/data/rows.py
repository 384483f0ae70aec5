"""What a row is, and how a game that is over becomes rows."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from tablee.games.folder import GameFolder
from tablee.kernel.contract import States

CHANCE = -1
"""The seat of outcomes."""

Include = Literal["observation", "state"]
"""What makes a row large, and is in it only if it is asked for."""


class Row(msgspec.Struct, frozen=True):
    """One step of a game, and what became of the game in the end. Names stand nowhere."""

    source: str
    """Where it was played: `self-play`, `arena` or `tables`."""
    play: int
    """The number of the game in this data set, from 0."""
    game: str
    rules: int
    players: int
    options: str
    """As JSON."""
    step: int
    seat: int
    """Whose step it is; -1 for an outcome of chance."""
    by: str
    """Who played that seat just then: `level 3`, `random`, `person`, `program`, `outside`; `chance`."""
    text: str
    """The action or outcome, or `leave`."""
    id: int | None
    """Its id, by which outcomes are numbered apart; none if the seat left."""
    legal: list[int]
    """All ids that were legal, or could fall."""
    probability: float | None
    """Of an outcome."""
    scores: list[int]
    """By seat, at the end."""
    returns: list[float]
    """By seat, at the end: as `Game.returns`."""
    reason: str
    """Why the game was over."""
    observation: list[float] | None = None
    """What the seat had been shown before this step; none of chance."""
    state: str | None = None
    """The whole truth before this step, as JSON."""


class Made(NamedTuple):
    """One step that was made."""

    who: int  # a seat, or CHANCE
    text: str  # of what was played, or LEAVE
    before: States
    by: str


LEAVE = "leave"


class Ended(NamedTuple):
    """A game that is over, with all its steps."""

    folder: GameFolder
    made: Sequence[Made]
    last: States


def rows_of(ended: Ended, source: str, play: int, include: Collection[Include] = ()) -> Iterator[Row]:
    """The rows of one game."""
    folder = ended.folder
    result, document = folder.result(ended.last), folder.words.write(ended.last)
    same: dict[str, Any] = {
        "source": source,
        "play": play,
        "game": folder.id,
        "rules": folder.version,
        "players": folder.seats(ended.last),
        "options": _json(document["options"]),
        "scores": result.scores,
        "returns": returns_of(folder, ended.last),
        "reason": result.reason or "",
    }
    for number, one in enumerate(ended.made):
        yield Row(step=number, seat=one.who, by=one.by, text=one.text, **same, **_before(folder, one, include))


def _before(folder: GameFolder, made: Made, include: Collection[Include]) -> dict[str, Any]:
    """What lay before a step."""
    choices = folder.ids.choices(made.before)
    place = None if made.text == LEAVE else choices.codes.index(folder.codes(made.before)[made.text])
    falls = made.who == CHANCE and place is not None
    sees = "observation" in include and made.who != CHANCE
    return {
        "id": None if place is None else choices.ids[place],
        "legal": choices.ids,
        "probability": choices.weights[place] / sum(choices.weights) if falls and place is not None else None,
        "observation": folder.observation(made.before, made.who).tolist() if sees else None,
        "state": _json(folder.words.write(made.before)) if "state" in include else None,
    }


def returns_of(folder: GameFolder, state: States) -> list[float]:
    """As `Game.returns`."""
    winners, seats = folder.result(state).winners, folder.seats(state)
    shares = [(seat in winners) / max(len(winners), 1) for seat in range(seats)]
    return [(seats * share - 1) / (seats - 1) if winners else 0.0 for share in shares]


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
