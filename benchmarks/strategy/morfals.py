"""Morfals."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from benchmarks.strategy.measures import Part, Sample, course, exact, mean_by, part
from benchmarks.strategy.self_play import Played, Series, states
from tablee.games.morfals import rules
from tablee.games.morfals.outlook import CHANCES
from tablee.games.morfals.words import SQUARE_NAMES

SERIES = (
    Series("two", 2, 500, ("4",)),
    Series("four against three", 2, 600, ("4", "3")),
)
SIDE, RIVER = rules.SIDE, rules.RIVER
LEADS = range(-5, 6)


class Cannibal(NamedTuple):
    """A cannibal as it was placed, and whether it was eaten later."""

    seat: int
    square: int
    turn: int
    eats: int
    could_eat: int  # the most that it could have eaten elsewhere in the column
    eaten: bool


class Look(NamedTuple):
    """What is noted of a game."""

    placed: list[Cannibal]
    first: int
    leads: list[tuple[int, float]]  # before each throw: fewer in hand than the enemy, and what the thrower won
    worst: int  # how far the winner was behind at worst
    throws: int


def look(game: Played, series: Series) -> Look:
    """Go through a game."""
    placed: list[list[Any]] = []
    standing: dict[int, int] = {}  # by square: the number of the cannibal that stands there
    leads: list[tuple[int, float]] = []
    first, throws, worst = 0, 0, 0
    winner = game.winners[0]
    for state, text in states("morfals", series, game):
        now, seat = state[0], int(state[0].turn)
        verb, _, what = text.partition(" ")
        if verb == "start":
            first = int(what)
        elif verb == "roll":
            throws += 1
            lead = int(now.hands[1 - seat] - now.hands[seat])
            leads.append((lead, game.share(seat)))
            worst = max(worst, lead if seat != winner else -lead)
        elif verb == "place":
            square = SQUARE_NAMES.index(what)
            column = range(square // SIDE * SIDE, square // SIDE * SIDE + SIDE)
            could = {other: eaten_by(state, other) for other in column if not now.board[other]}
            for gone in could[square]:
                placed[standing.pop(gone)][-1] = True
            standing[square] = len(placed)
            placed.append([seat, square, throws, len(could[square]), max(map(len, could.values())), False])
    return Look([Cannibal(*one) for one in placed], first, leads, worst, throws)


def eaten_by(state: Any, square: int) -> list[int]:
    """The squares of the cannibals that a cannibal there would eat."""
    after = state.copy()
    rules.apply(after[0], square)
    before, board = state[0].board.tolist(), after[0].board.tolist()
    return [other for other in range(rules.SQUARES) if before[other] and not board[other]]


def figures(samples: Mapping[str, Sample]) -> dict[str, Any]:
    """All that is said of the game."""
    two = samples["two"]
    looks = [look(one, two.series) for one in two.games]
    by_seat = list(zip(looks, two.games, strict=True))

    def share(of: Callable[[Cannibal], bool], which: Callable[[Cannibal], bool]) -> dict[str, Any]:
        return two.share(part(one.placed, of, which) for one in looks)

    def in_columns(*columns: int) -> Callable[[Cannibal], bool]:
        return lambda one: one.square // SIDE + 3 in columns

    def lead_of(lead: int) -> Iterable[Part]:
        return [part(one.leads, lambda each: each[1], lambda each: each[0] == lead) for one in looks]

    return {
        "figures": {
            "begins": two.share((game.share(one.first), 1) for one, game in by_seat),
            "often": exact(float(CHANCES[2])),
            "some": exact(float(CHANCES[1])),
            "rare": exact(float(CHANCES[0])),
            "pass": exact(6 / 27),
            "eaten": share(lambda one: one.eaten, lambda _: True),
            "eaten_often": share(lambda one: one.eaten, in_columns(5, 7)),
            "eaten_some": share(lambda one: one.eaten, in_columns(4, 8)),
            "eaten_rare": share(lambda one: one.eaten, in_columns(3, 9)),
            "eats": share(lambda one: one.eats > 0, lambda one: one.could_eat > 0),
            "eats_most": share(lambda one: one.eats == one.could_eat, lambda one: one.could_eat > 0),
            "could": share(lambda one: one.could_eat > 0, lambda _: True),
            "meals": two.mean((sum(each.eats for each in one.placed), 1) for one in looks),
            "by_winner": two.mean((eaten(one)[game.winners[0]], 1) for one, game in by_seat),
            "by_loser": two.mean((eaten(one)[1 - game.winners[0]], 1) for one, game in by_seat),
            "more_eaten_won": two.share(more_eaten(one, game) for one, game in by_seat),
            "from_behind": two.share((one.worst >= 3, 1) for one in looks),
            "points": two.mean((max(game.scores), 1) for game in two.games),
            "throws": two.mean((one.throws, 1) for one in looks),
            "fast_eaten": share(lambda one: one.eaten, lambda one: one.turn <= 12),
            "late_eaten": share(lambda one: one.eaten, lambda one: one.turn > 30),
            "lead_1": two.share(lead_of(1)), "lead_2": two.share(lead_of(2)), "lead_3": two.share(lead_of(3)),
            "lead_0": two.share(lead_of(0)), "behind_1": two.share(lead_of(-1)),
            "against_three": samples["four against three"].won_by_bot("4"),
            "with_meal": share(lambda one: one.eaten, lambda one: one.eats > 0),
            "without_meal": share(lambda one: one.eaten, lambda one: one.eats == 0),
        },
        "maps": {"eaten": {**_map(looks, lambda one: float(one.eaten)), "kind": "share"}},
        "curves": {"leads": {"kind": "share", "lines": [course(two, LEADS, lead_of)]}},
    }  # fmt: skip


def eaten(one: Look) -> list[int]:
    """How many each seat has eaten."""
    return [sum(each.eats for each in one.placed if each.seat == seat) for seat in range(2)]


def more_eaten(one: Look, game: Played) -> Part:
    """What the seat won that has eaten more."""
    first, second = eaten(one)
    return (game.share(0 if first > second else 1), 1) if first != second else (0, 0)


def _map(looks: Sequence[Look], value: Callable[[Cannibal], float]) -> dict[str, Any]:
    """The mean by square, mirrored squares together."""
    values: dict[int, list[float]] = {}
    for one in looks:
        for each in one.placed:
            values.setdefault(min(alike(each.square)), []).append(value(each))
    found = {f"square {SQUARE_NAMES[at]}": values.get(min(alike(at)), []) for at in range(rules.SQUARES)}
    return {"position": {"players": 2}, "cut": ["board"], "values": mean_by(found)}


def alike(square: int) -> set[int]:
    """The squares on which the board would look the same."""
    column, row = divmod(square, SIDE)
    return {SIDE * a + b for a in (column, SIDE - 1 - column) for b in (row, SIDE - 1 - row)}


def begins(game: Played) -> int:
    """Who begins, as the dice decided."""
    return int(game.log[0].partition(" ")[2])
