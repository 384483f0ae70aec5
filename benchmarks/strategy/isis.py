"""Isis & Osiris."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from benchmarks.strategy.measures import Sample, course, mean_by, of_seats, part
from benchmarks.strategy.self_play import Played, Series, level_bot, states
from tablee.bots.bot import NO_LIMIT, Bot
from tablee.bots.level_bots import LevelBot
from tablee.games import GameDefinition
from tablee.games.brains.thoughts import Limit, Thought
from tablee.games.document import Document
from tablee.games.isis import rules
from tablee.games.isis.brain import BESIDE
from tablee.games.isis.words import SQUARE_NAMES

SERIES = (
    Series("two", 2, 150, ("4/1500",)),
    Series("three", 3, 47, ("3",)),
    Series("four", 4, 60, ("3",)),
    Series("forgets a fifth", 2, 100, ("3", "forgets 0.2")),
    Series("forgets all", 2, 100, ("3", "forgets 1")),
    Series("first pawn in the middle", 2, 100, ("3",), opening=("pawn c3",)),
    Series("first pawn in a corner", 2, 100, ("3",), opening=("pawn a1",)),
    Series("first a tile", 2, 100, ("3",), opening=("draw",)),
)


class Forgetful(LevelBot):
    """Level 3, but for tiles that it takes for one another."""

    def __init__(self, definition: GameDefinition, share: float) -> None:
        super().__init__(definition, 3, cores=1)
        self._share = share

    def choose(
        self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0, even_if_forced: bool = False
    ) -> Thought:
        """Choose by what it takes the tiles for, each time anew."""
        self.begin()
        return super().choose(mixed_up(knowledge, self._share, seed), limit, seed, even_if_forced)


def mixed_up(knowledge: Document, share: float, seed: int) -> Document:
    """The same tiles, but some have changed places."""
    random, board = Random(seed), knowledge["board"]
    tiles = [name for name, piece in board.items() if piece[0] != "P" and random.random() < share]
    others = random.sample(tiles, len(tiles))
    return {**knowledge, "board": board | {name: board[other] for name, other in zip(tiles, others, strict=True)}}


def bot(definition: GameDefinition, name: str) -> Bot:
    """A level, or level 3 that forgets a share."""
    verb, _, share = name.partition(" ")
    return Forgetful(definition, float(share)) if verb == "forgets" else level_bot(definition, name)


# ---- figures ---------------------------------------------------------------------------------------------------

TURNS = 19  # of a seat with two players
PLACES = {"corner": 2, "edge": 3, "middle": 4}
"""The squares by the number of their neighbours."""


HEART = {SQUARE_NAMES.index(name) for name in ("c3", "c4", "d3", "d4")}


class Look(NamedTuple):
    """What is noted of a game of two."""

    pawns: list["Pawn"]
    tiles: list["Tile"]
    turns: list[tuple[int, bool]]  # by turn: the seat's number of the turn, and whether it placed a pawn
    left: list[tuple[int, int]]  # by seat: pawns and tiles left in hand


class Pawn(NamedTuple):
    """A pawn, as it was placed and in the end."""

    seat: int
    square: int
    turn: int
    now: int
    after: int


class Tile(NamedTuple):
    """A tile, where it was laid."""

    square: int
    value: int
    own: int
    others: int


def look(game: Played, series: Series) -> Look:
    """Go through a game."""
    told, turns_of = Look([], [], [], []), Counter[int]()
    placed: list[tuple[int, int, int, int]] = []
    for state, text in states("isis", series, game):
        now, seat = state[0], int(state[0].turn)
        verb, _, where = text.partition(" ")
        if verb in ("pawn", "draw"):
            turns_of[seat] += 1
            told.turns.append((turns_of[seat], verb == "pawn"))
        if verb == "pawn":
            square = SQUARE_NAMES.index(where)
            placed.append((seat, square, turns_of[seat], int(rules.pawn_value(now, square))))
        elif verb == "place":
            square = SQUARE_NAMES.index(where)
            pieces = [int(now.board[other]) - rules.PAWN for other in BESIDE[square]]
            others = sum(piece >= 0 and piece != seat for piece in pieces)
            told.tiles.append(Tile(square, int(now.drawn), pieces.count(seat), others))
    told.pawns.extend(Pawn(*one, int(rules.pawn_value(now, one[1]))) for one in placed)
    told.left.extend((int(now.pawns[seat]), int(now.tiles[seat])) for seat in range(series.players))
    return told


def figures(samples: Mapping[str, Sample]) -> dict[str, Any]:
    """All that is said of the game."""
    two = samples["two"]
    looks = [look(one, two.series) for one in two.games]
    return {
        "figures": {
            **of_seats(samples),
            **_of_pawns(two, looks),
            **_of_tiles(two, looks),
            "forgets_some": samples["forgets a fifth"].won_by_bot("forgets 0.2"),
            "forgets_all": samples["forgets all"].won_by_bot("forgets 1"),
            "begins_middle": samples["first pawn in the middle"].won_by(0),
            "begins_corner": samples["first pawn in a corner"].won_by(0),
            "begins_tile": samples["first a tile"].won_by(0),
            "margin": two.mean((abs(one.scores[0] - one.scores[1]), 1) for one in two.games),
            "close": two.share((abs(one.scores[0] - one.scores[1]) <= 3, 1) for one in two.games),
            "left_tile": two.share((sum(tiles > 0 for _, tiles in one.left), 2) for one in looks),
        },
        "maps": {"pawns": _map(looks, lambda one: [(pawn.square, pawn.after) for pawn in one.pawns]),
                 "tiles": _map(looks, lambda one: [(tile.square, tile.value) for tile in one.tiles])},
        "curves": {"pawns": {"kind": "share", "lines": [course(two, range(1, TURNS), lambda turn: [
            (sum(is_pawn for at, is_pawn in one.turns if at == turn), sum(at == turn for at, _ in one.turns))
            for one in looks])]}},
    }  # fmt: skip


def _of_pawns(two: Sample, looks: Sequence[Look]) -> dict[str, Any]:
    def mean(value: Callable[[Pawn], float], which: Callable[[Pawn], bool] = lambda _: True) -> dict[str, Any]:
        return two.mean(part(one.pawns, value, which) for one in looks)

    def share(of: Callable[[Pawn], bool], which: Callable[[Pawn], bool] = lambda _: True) -> dict[str, Any]:
        return two.share(part(one.pawns, of, which) for one in looks)

    def at(place: str) -> Callable[[Pawn], bool]:
        return lambda pawn: len(BESIDE[pawn.square]) == PLACES[place]

    def pawns(turns: Callable[[int], bool]) -> dict[str, Any]:
        return two.share(part(one.turns, lambda turn: turn[1], lambda turn: turns(turn[0])) for one in looks)

    return {
        **{name: mean(lambda pawn: pawn.after, at(name)) for name in PLACES},
        **{f"to_{name}": share(at(name)) for name in PLACES},
        "heart": mean(lambda pawn: pawn.after, lambda pawn: pawn.square in HEART),
        "around": mean(lambda pawn: pawn.after, lambda pawn: pawn.square not in HEART),
        "now": mean(lambda pawn: pawn.now),
        "later": mean(lambda pawn: pawn.after - pawn.now),
        "early": mean(lambda pawn: pawn.after, lambda pawn: pawn.turn <= 6),
        "late": mean(lambda pawn: pawn.after, lambda pawn: pawn.turn > 12),
        "at_once": share(lambda pawn: pawn.now >= 2),
        "at_once_late": share(lambda pawn: pawn.now >= 2, lambda pawn: pawn.turn > 6),
        "worse": share(lambda pawn: pawn.after < pawn.now),
        "after_good": mean(lambda pawn: pawn.after - pawn.now, lambda pawn: pawn.now >= 2),
        "after_nothing": mean(lambda pawn: pawn.after - pawn.now, lambda pawn: pawn.now <= 0),
        "empty": share(lambda pawn: pawn.now <= 0),
        "turn_1": pawns(lambda turn: turn == 1),
        "third_1": pawns(lambda turn: turn <= 6),
        "third_3": pawns(lambda turn: turn > 12),
    }  # fmt: skip


def _of_tiles(two: Sample, looks: Sequence[Look]) -> dict[str, Any]:
    def share(of: Callable[[Tile], bool], which: Callable[[Tile], bool]) -> dict[str, Any]:
        return two.share(part(one.tiles, of, which) for one in looks)

    def good(tile: Tile) -> bool:
        return tile.value > 0

    def bad(tile: Tile) -> bool:
        return tile.value < 0

    return {
        "good_own": share(lambda tile: tile.own > tile.others, good),
        "good_nobody": share(lambda tile: not tile.own and not tile.others, good),
        "good_others": share(lambda tile: tile.own < tile.others, good),
        "bad_others": share(lambda tile: tile.others > tile.own, bad),
        "bad_nobody": share(lambda tile: not tile.own and not tile.others, bad),
        "bad_own": share(lambda tile: tile.own > tile.others, bad),
        "good_two": share(lambda tile: tile.own >= 2, good),
        "good_rim": share(lambda tile: len(BESIDE[tile.square]) < 4, good),
        "bad_rim": share(lambda tile: len(BESIDE[tile.square]) < 4, bad),
    }


def _map(looks: Sequence[Look], pairs: Callable[[Look], Iterable[tuple[int, int]]]) -> dict[str, Any]:
    """The mean by square, turned and mirrored squares together."""
    values: dict[int, list[float]] = {}
    for one in looks:
        for square, value in pairs(one):
            values.setdefault(min(alike(square)), []).append(value)
    found = {f"square {SQUARE_NAMES[at]}": values[min(alike(at))] for at in range(rules.SQUARES)}
    return {"position": {"players": 2}, "cut": ["board"], "kind": "number", "values": mean_by(found)}


def alike(square: int) -> set[int]:
    """The squares on which the board would look the same."""
    y, x = divmod(square, 6)
    pairs = [(a, b) for one, other in ((x, y), (y, x)) for a in (one, 5 - one) for b in (other, 5 - other)]
    return {6 * b + a for a, b in pairs}
