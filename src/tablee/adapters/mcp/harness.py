"""A language model plays a seat: prompts go out, actions come back, and what is refused is told to it and counted."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from tablee.adapters.mcp.books import forms_of, rulebook_of
from tablee.adapters.mcp.chair import Chair, Opponent
from tablee.games.errors import IllegalAction

Model = Callable[[str], str]
"""Anything that answers a text with a text; it is told all that it needs each time."""
MARK = "ACTION:"
LONGEST_ACTION = 200


class Refusal(msgspec.Struct, frozen=True):
    """What a model answered that could not be played, and why."""

    step: int
    action: str
    why: str


class Report(msgspec.Struct, frozen=True):
    """How a model has played."""

    game: str
    seat: int
    seed: int
    scores: list[int]
    returns: list[float]
    """What each seat got, as `Game.returns`."""
    decisions: int
    """That the model had to make."""
    refusals: list[Refusal]
    given_up: int
    """Decisions in which it was refused too often, and any legal action was played in its place."""
    log: list[str]


def play_seat(
    model: Model,
    game: str,
    players: int = 2,
    options: Mapping[str, Any] | None = None,
    seat: int = 0,
    opponents: Opponent | Sequence[Opponent] = 1,
    seed: int | None = None,
    *,
    legal: bool = True,
    rulebook: str | None = "en",
    most_refusals: int = 3,
) -> Report:
    """Let a model play one game to its end.

    `legal` is whether it is told its legal actions; if not, it is shown only how actions are written. `rulebook` is
    the language of the rulebook in every prompt, None for none. After `most_refusals` in one decision any legal action
    is played in its place.
    """
    chair = Chair(game, players, options, seat, opponents, seed)
    chooser = random.Random(chair.game.seed)
    book = "" if rulebook is None else f"{rulebook_of(game, rulebook)}\n\n"
    refusals, decisions, given_up = list[Refusal](), 0, 0
    while not chair.is_over:
        decisions += 1
        here: list[Refusal] = []
        while len(here) < most_refusals:
            action = read_action(model(book + prompt_of(chair, legal, here)))
            try:
                chair.act(action)
                break
            except IllegalAction as refusal:
                here.append(Refusal(len(chair.game.log), action[:LONGEST_ACTION], str(refusal)))
        else:
            given_up += 1
            chair.act(chooser.choice(chair.legal()))
        refusals += here
    result = chair.game.result()
    returns, log = chair.game.returns(), chair.game.log
    return Report(game, seat, chair.game.seed, result.scores, returns, decisions, refusals, given_up, log)


def prompt_of(chair: Chair, legal: bool, refused: Sequence[Refusal]) -> str:
    """What a model is asked: its view, its legal actions or how actions are written, and what was refused just now."""
    parts = [chair.view(), ""]
    if legal:
        parts.append("Your legal actions:\n" + "\n".join(chair.legal()))
    else:
        parts.append(f"Actions are written like these: {'; '.join(forms_of(chair.game.id))}.")
    parts += [f"You answered {one.action!r}, which was refused: {one.why}." for one in refused]
    parts.append(f"Answer with one line: {MARK} and one action, written exactly so.")
    return "\n".join(parts)


def read_action(answer: str) -> str:
    """The action in an answer: after the last `ACTION:`, or else its last line.

    >>> read_action("Tiles are risky.\\nACTION: `pawn c4`"), read_action("draw")
    ('pawn c4', 'draw')
    """
    lines = [line.strip() for line in str(answer).splitlines() if line.strip()]
    marked = [line.rpartition(MARK)[2] for line in lines if MARK in line]
    return (marked or lines or [""])[-1].strip(" \t`*\"'.")
