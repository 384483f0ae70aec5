"""Random games of Morfals, chosen by the reference alone, with players of different habits and luck."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

import tablee
from tests.games.morfals.reference import ROWS, SQUARES, Reference, throws, trapped_by

SETUPS = [
    (match, capture, last_man)
    for match in (1, 20)
    for capture in ("auto", "claim")
    for last_man in ("auto", "announce")
]
"""Every combination of options."""

MOST_STEPS = 400

LUCK = {
    "fair": "",
    "triples": "111 222 333",
    "the River": "222",
    "two columns": "122 223 133",
    "one column": "112",
    "bad": "123",
}
"""Throws that come much more often than they should: columns fill up, turns go on and on, or hardly begin."""


@dataclass(frozen=True)
class Player:
    """How a seat plays, each a probability: to trap as many as it can, to notice what it has trapped, to be silent."""

    luck: str = "fair"
    greed: float = 0.5
    notice: float = 0.7
    silence: float = 0.5


LEAVING = {"": 0.0, "start": 0.3, "roll": 0.02, "place": 0.03, "claim": 0.05, "announce": 0.5}
"""How often somebody leaves in the phase that such players leave in."""


@dataclass(frozen=True)
class Habits:
    """How the two seats play, and in which phase one of them may leave, if any."""

    players: tuple[Player, Player] = (Player(), Player())
    leaving: str = ""


STEADY = Habits()


def one_sided(winner: int) -> Habits:
    """Habits by which one seat wins most games and many points, so that a match is soon over."""
    lucky, unlucky = Player(greed=1.0, notice=0.9), Player(luck="bad", greed=0.0, notice=0.1)
    return Habits((lucky, unlucky) if winner == 0 else (unlucky, lucky))


def random_habits(random: Random) -> Habits:
    """Habits under which, in the long run, every corner of the rules is visited."""
    if random.random() < 0.3:
        return one_sided(random.randrange(2))
    leaving = random.choice(["", random.choice(list(LEAVING))])
    return Habits((_random_player(random), _random_player(random)), leaving)


def _random_player(random: Random) -> Player:
    often = [0.0, 0.3, 0.7, 1.0]
    return Player(random.choice(list(LUCK)), random.choice(often), random.choice(often), random.choice(often))


def habits() -> st.SearchStrategy[Habits]:
    return seeds().map(lambda seed: random_habits(Random(seed)))


def seeds() -> st.SearchStrategy[int]:
    return st.integers(0, 2**32 - 1)


def random_steps(reference: Reference, seed: int, habits: Habits = STEADY) -> Iterator[str]:
    """Play the reference on: each step is given first, and carried out when the next is asked for.

    A game comes to its end, a match that goes on and on does not.
    """
    random = Random(seed)
    for _ in range(MOST_STEPS):
        if reference.to_act() is None:
            break
        text = _random_step(reference, random, habits)
        yield text
        reference.step(text)


def _random_step(reference: Reference, random: Random, habits: Habits) -> str:
    if reference.phase == habits.leaving and random.random() < LEAVING[habits.leaving]:
        return f"leave {random.randrange(2)}"
    if reference.turn is None:
        return random.choice(sorted(reference.outcomes()))
    player = habits.players[reference.turn]
    if reference.phase == "roll":
        return f"roll {_throw(random, player)}"
    if reference.phase == "place":
        return _place(reference, random, player)
    if reference.phase == "claim":
        return _claim(reference, random, player)
    return "silent" if random.random() < player.silence else "announce"


def _throw(random: Random, player: Player) -> str:
    favourites = LUCK[player.luck].split()
    if favourites and random.random() < 0.6:
        return random.choice(favourites)
    return random.choices(list(throws()), list(throws().values()))[0]


def _place(reference: Reference, random: Random, player: Player) -> str:
    squares = reference.free_squares()
    if random.random() < player.greed:
        assert reference.turn is not None
        caught = {square: _caught(reference, square) for square in squares}
        squares = [square for square in squares if caught[square] == max(caught.values())]
    return f"place {random.choice(squares)}"


def _caught(reference: Reference, square: str) -> int:
    """How many a cannibal placed there would trap."""
    assert reference.turn is not None
    return len(trapped_by({**reference.board, square: reference.turn}, square))


def _claim(reference: Reference, random: Random, player: Player) -> str:
    if random.random() < player.notice:
        return f"eat {random.choice(reference.trapped)}" if reference.trapped else "done"
    return random.choice(["done", random.choice(sorted(reference.legal()))])


def random_log(match: int, capture: str, last_man: str, seed: int, habits: Habits = STEADY) -> list[str]:
    """The log of one random game, or of a match as far as it goes."""
    return list(random_steps(Reference(match, capture, last_man), seed, habits))


def options_of(match: int, capture: str, last_man: str) -> dict[str, Any]:
    return {"match": match, "capture": capture, "last_man": last_man}


def new_game(match: int = 1, capture: str = "auto", last_man: str = "auto") -> tablee.Game:
    return tablee.new("morfals", 2, options_of(match, capture, last_man))


def random_position(random: Random) -> dict[str, Any]:
    """A state with dice to be placed, crowded around their column: nearly every placing traps somebody."""
    reference = Reference(*random.choice(SETUPS))
    dice = random.choice([throw for throw in throws() if throw != "123"])
    reference.dice = [int(face) for face in dice]
    reference.board = _random_board(random, sum(reference.dice))
    reference.turn, reference.phase = random.randrange(2), "place"
    return reference.state()


def _random_board(random: Random, column: int) -> dict[str, int]:
    """Cannibals around a column, which has room, and at most 11 of each seat."""
    width = random.choice([1, 2, 3])
    around = [square for square in SQUARES if abs(int(square[0]) - column) <= width]
    around.remove(str(column) + random.choice(ROWS))
    squares = random.sample(around, random.randint(5, min(20, len(around))))
    first = random.randint(max(0, len(squares) - 11), min(11, len(squares)))
    return {square: 0 if index < first else 1 for index, square in enumerate(squares)}
