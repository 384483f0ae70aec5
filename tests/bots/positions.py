"""Positions of Isis & Osiris for bots to think about, and games between bots."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tablee.engine.contract import States
from tablee.games import find_game
from tablee.games.definition import Result
from tablee.games.document import Document
from tests.bots.asking import choose, choose_random

ISIS = find_game("isis")
OPENING = ISIS.knowledge(ISIS.new(2, {}, 0), 0)

ONLY_A1_WINS = {
    "game": "isis",
    "players": 2,
    "options": {"reserve": "own", "memory": "open"},
    "board": {
        "b1": "+3", "c1": "P1", "d1": "+1", "e1": "-2", "f1": "-2",
        "a2": "+4", "b2": "P1", "c2": "-2", "d2": "+2", "e2": "-3", "f2": "P0",
        "a3": "P1", "b3": "+2", "c3": "-2", "d3": "+2", "e3": "P0", "f3": "+1",
        "a4": "P0", "b4": "P0", "c4": "P1", "d4": "P0", "e4": "+2", "f4": "+3",
        "a5": "P1", "b5": "P1", "c5": "-1", "d5": "-2", "e5": "P1", "f5": "-4",
        "a6": "P1", "b6": "P0", "c6": "P0", "d6": "-1", "e6": "-3",
    },
    "tiles": [2, 1],
    "turn": 0,
}  # fmt: skip
"""Seat 0 is 4 points behind with one pawn in hand: a1 brings it 7 points, f6 costs it 7, a tile changes nothing."""

Player = Callable[[Document, int], str]
"""What plays a seat: knowledge and a seed in, an action out."""


def bot(level: int) -> Player:
    return lambda knowledge, seed: choose(ISIS, knowledge, level, seed)


def random_player(knowledge: Document, seed: int) -> str:
    return choose_random(ISIS, knowledge, seed)


def play(players: Sequence[Player], seed: int, options: dict[str, Any]) -> Result:
    """A whole game, the same for the same seed."""
    random = Random(seed)
    state = ISIS.new(len(players), options, 0)
    while (seat := ISIS.to_act(state)) is not None:
        if seat == "chance":
            text = random_outcome(state, random)
        else:
            text = players[seat](ISIS.knowledge(state, seat), random.getrandbits(32))
        state = ISIS.apply(state, text)
    return ISIS.result(state)


def random_outcome(state: States, random: Random) -> str:
    texts, weights = zip(*ISIS.outcomes(state), strict=True)
    return str(random.choices(texts, weights)[0])


def share_won(player: Player, others: Player, games: int, players: int = 2, **options: str) -> float:
    """The part of the games that a player wins, from every seat in turn; a tie is shared."""
    won = 0.0
    for game in range(games):
        seat = game % players
        result = play([player if other == seat else others for other in range(players)], game, options)
        won += (seat in result.winners) / len(result.winners)
    return won / games


def random_endgame(seed: int, free: int, players: int = 2) -> States:
    """A position with so many free squares and a seat to act, after random play that likes to draw tiles."""
    random = Random(seed)
    state = ISIS.new(players, {}, 0)
    while state[0].free > free or state[0].drawn:
        state = ISIS.apply(state, _random_step(state, random))
    return state


def _random_step(state: States, random: Random) -> str:
    if ISIS.to_act(state) == "chance":
        return random_outcome(state, random)
    actions = ISIS.actions(state)
    return "draw" if "draw" in actions and random.random() < 0.6 else random.choice(actions)
