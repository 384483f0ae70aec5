"""Random games of Isis & Osiris, chosen by the reference alone, with players of different habits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

import tablee
from tests.games.agreement import replay as replay
from tests.games.isis.reference import Reference

SETUPS = [
    (players, reserve, memory)
    for players in (2, 3, 4)
    for reserve in ("own", "common")
    for memory in ("hidden", "open")
]
"""Every number of players with every combination of options."""


@dataclass(frozen=True)
class Habits:
    """How the seats play: how gladly each draws a tile, and how often somebody leaves."""

    drawing: Sequence[float]
    leaving: float = 0.0


STEADY = Habits((0.5, 0.5, 0.5, 0.5))


def habits() -> st.SearchStrategy[Habits]:
    """Habits under which every corner of the rules is visited: reserves run empty, seats leave early, late or never."""
    drawing = st.tuples(*[st.sampled_from([0.0, 0.3, 0.6, 1.0])] * 4)
    return st.builds(Habits, drawing, st.sampled_from([0.0, 0.0, 0.01, 0.05, 0.2]))


def seeds() -> st.SearchStrategy[int]:
    return st.integers(0, 2**32 - 1)


def random_steps(reference: Reference, seed: int, habits: Habits = STEADY) -> Iterator[str]:
    """Play the reference to its end: each step is given first, and carried out when the next is asked for."""
    random = Random(seed)
    while reference.to_act() is not None:
        text = _random_step(reference, random, habits)
        yield text
        reference.step(text)


def _random_step(reference: Reference, random: Random, habits: Habits) -> str:
    if random.random() < habits.leaving:
        return f"leave {random.choice([seat for seat, left in enumerate(reference.left) if not left])}"
    if reference.to_act() == "chance":
        return f"reveal {random.choice(reference.unseen())}"
    actions = sorted(reference.legal() - {"draw"})
    if "draw" in reference.legal() and (not actions or random.random() < habits.drawing[reference.turn]):
        return "draw"
    return random.choice(actions)


def random_log(players: int, reserve: str, memory: str, seed: int, habits: Habits = STEADY) -> list[str]:
    """The log of one random game."""
    return list(random_steps(Reference(players, reserve, memory), seed, habits))


def new_game(players: int, reserve: str = "own", memory: str = "hidden") -> tablee.Game:
    return tablee.new("isis", players, {"reserve": reserve, "memory": memory})
