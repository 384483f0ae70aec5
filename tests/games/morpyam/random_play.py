"""Random games of Morpyam, chosen by the reference alone, with players of different habits and dice with wishes."""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from random import Random

from hypothesis import strategies as st

import tablee
from tests.games.morpyam.reference import FIGURES, SEC, Dice, Reference, comes_out, fits, shows

Options = dict[str, str]
HOUSE: Options = {"five_alike": "any", "sure_call": "refused"}
OPTIONS: list[Options] = [{}, {"double_morpyam": "ko"}, HOUSE]
SETUPS = [(players, options) for players in (2, 3, 4) for options in OPTIONS]
"""Every number of players with every value of the options."""

Wish = Callable[[Dice], bool]


def _called(reference: Reference) -> Wish:
    return lambda dice: comes_out(dice, reference.call, reference.throws + 1)


def _missed(reference: Reference) -> Wish:
    return lambda dice: reference.call is not None and not comes_out(dice, reference.call, reference.throws + 1)


def _fitting(reference: Reference) -> Wish:
    figures = {figure for square, figure in FIGURES.items() if square not in reference.board}
    return lambda dice: any(fits(dice, figure, reference.throws + 1) for figure in figures)


def _any_of(figures: Sequence[str]) -> Callable[[Reference], Wish]:
    return lambda _reference: lambda dice: any(shows(dice, figure) for figure in figures)


def _none_of(figures: Sequence[str]) -> Callable[[Reference], Wish]:
    return lambda _reference: lambda dice: not any(shows(dice, figure) for figure in figures)


WISHES: dict[str, Callable[[Reference], Wish]] = {
    "fair": lambda _reference: lambda _dice: True,
    "called": _called,
    "missed": _missed,
    "fitting": _fitting,
    "alike": _any_of(["morpyam"]),
    "sec": _any_of(SEC),
    "nothing": _none_of([*SEC, "ps", *"123456"]),
}
"""What the dice may gladly come to."""


@dataclass(frozen=True)
class Habits:
    """How gladly the seats call, place at once, line up their tokens and leave; and what the dice wish for."""

    calling: float = 0.3
    placing: float = 0.7
    aligning: float = 0.3
    leaving: float = 0.0
    wishes: Sequence[str] = ("fair",)


STEADY = Habits()


def habits() -> st.SearchStrategy[Habits]:
    """Habits under which every corner of the rules is visited, however rare with honest players and dice.

    Now and then the dice fit a free square, so that every game comes to its end.
    """
    return st.builds(
        Habits,
        calling=st.sampled_from([0.0, 0.3, 0.9]),
        placing=st.sampled_from([0.3, 0.8, 1.0]),
        aligning=st.sampled_from([0.0, 0.5, 1.0]),
        leaving=st.sampled_from([0.0, 0.0, 0.02, 0.1]),
        wishes=st.lists(st.sampled_from(sorted(WISHES)), max_size=3).map(lambda wishes: ["fitting", *wishes]),
    )


def seeds() -> st.SearchStrategy[int]:
    return st.integers(0, 2**32 - 1)


def random_steps(reference: Reference, seed: int, habits: Habits = STEADY) -> Iterator[str]:
    """Play the reference to its end: each step is given first, and carried out when the next is asked for."""
    random = Random(seed)
    while reference.to_act() is not None:
        text = random_step(reference, random, habits)
        yield text
        reference.step(text)


def random_step(reference: Reference, random: Random, habits: Habits) -> str:
    if random.random() < habits.leaving:
        return f"leave {random.choice(reference.staying())}"
    if reference.to_act() == "chance":
        return _outcome(reference, random, habits)
    if reference.phase == "throw":
        calls = sorted(reference.legal() - {"roll"})
        return random.choice(calls) if calls and random.random() < habits.calling else "roll"
    return _choice(reference, random, habits)


def random_log(players: int, options: Options, seed: int, habits: Habits = STEADY) -> list[str]:
    """The log of one random game."""
    return list(random_steps(Reference(players, **options), seed, habits))


def new_game(players: int, **options: str) -> tablee.Game:
    return tablee.new("morpyam", players, options)


def _outcome(reference: Reference, random: Random, habits: Habits) -> str:
    """An outcome as the dice wish it, or a fair one if nothing is."""
    outcomes = reference.outcomes()
    if reference.phase == "start":
        return random.choice(sorted(outcomes))
    wish = WISHES[random.choice(habits.wishes)](reference)
    wished = [text for text in outcomes if wish(_dice(text))] or list(outcomes)
    return random.choices(wished, [float(outcomes[text]) for text in wished])[0]


def _choice(reference: Reference, random: Random, habits: Habits) -> str:
    places = sorted(text for text in reference.legal() if text.startswith("place"))
    keeps = sorted(reference.legal() - set(places))
    if not places or (keeps and random.random() > habits.placing):
        return random.choice(keeps)
    if random.random() < habits.aligning:
        runs = {text: _run_after(reference, text) for text in places}
        places = [text for text in places if runs[text] == max(runs.values())]
    return random.choice(places)


def _run_after(reference: Reference, text: str) -> int:
    """How long a run the seat to act has after placing a token so."""
    assert reference.turn is not None
    after = copy(reference)
    after.board = {**reference.board, text.removeprefix("place "): reference.turn}
    return len(after.longest_run(reference.turn))


@cache
def _dice(text: str) -> Dice:
    return tuple(map(int, text.removeprefix("dice ")))
