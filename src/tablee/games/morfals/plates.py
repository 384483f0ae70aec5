"""The plates of Morfals: who sits where, how many cannibals are in hand, and how a match stands."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from tablee.games.document import Document
from tablee.games.morfals.layout import BOARD, PIECES, PLATE, WORDS, Place
from tablee.games.morfals.rules import MATCH_POINTS
from tablee.games.morfals.speech import last_points, seat_name
from tablee.games.scenery import Node, fitting
from tablee.games.sheets import signed, with_minus
from tablee.language import Language

HAND_ROW = 40
IN_HAND = 0.52
"""The size of a cannibal in hand."""


Score = tuple[str, str] | None
"""How a seat stands, in figures and in words."""


class Plate(NamedTuple):
    """Where the things of one seat lie: the middle of its plate."""

    seat: int
    x: float
    y: float
    width: int = PLATE
    head: float = -22
    """How far below the middle the name stands."""
    a_row: int = 12
    """How many cannibals lie in a row."""
    pitch: int = 27
    """From one of them to the next."""

    @property
    def left(self) -> float:
        """The left edge."""
        return self.x - self.width / 2


def carried_home(view: Document) -> int:
    """How many cannibals the winner has carried home, of those that the loser had in hand: while they are counted one
    after the other, and all of them in the end.
    """
    won = last_points(view)
    points = max(won)
    if not points or "counted" not in view:
        return points
    winner = won.index(points)
    counted: int = view["counted"][winner]
    earlier = view["match_score"][winner] - points if view["options"]["match"] == MATCH_POINTS else 0
    return min(max(counted - earlier, 0), points)


def carried_part(view: Document, home: Plate) -> tuple[Node, ...]:
    """What lies on the winner's plate: the loser's last cannibals."""
    loser, carried = 1 - home.seat, carried_home(view)
    first = view["hands"][loser] - carried
    return tuple([_lying(loser, first + at, home, at) for at in range(carried)])


def seat_part(
    view: Document, plate: Plate, eaten: Mapping[int, tuple[str, ...]], winner: int | None, name: str, say: Language
) -> tuple[Node, ...]:
    """The plate with all that changes on it; `eaten` are the squares from which cannibals have just come back."""
    seat = plate.seat
    at_turn = seat == view["turn"] and view["phase"] != "over"
    score = _score_of(view, seat, say)
    if view["left"][seat]:
        return _left_nodes(plate, score, name, say)
    kind = "cheer" * (seat == winner)
    count = view["hands"][seat]
    if winner is None:
        return _seat_nodes(plate, at_turn, count, 0, eaten.get(seat, ()), kind, score, name, say)
    gone = 0 if seat == winner else carried_home(view)
    nodes = _seat_nodes(plate, at_turn, count, gone, (), kind, score, name, say)
    return (*nodes, *carried_part(view, plate)) if seat == winner else nodes


def _score_of(view: Document, seat: int, say: Language) -> Score:
    """How a match stands, or a single game has ended: as it stands on the plate, and as it is said."""
    if view["options"]["match"] == MATCH_POINTS:
        score = with_minus(view.get("counted", view["match_score"])[seat])
        return f"{score} / {MATCH_POINTS}", say("{score} of {goal} points", score=score, goal=MATCH_POINTS)
    if not any(last_points(view)):
        return None
    points = view.get("counted", last_points(view))[seat]
    return signed(points), say.plural("{count} point", "{count} points", points)


@lru_cache(maxsize=1024)
def _left_nodes(plate: Plate, score: Score, name: str, say: Language) -> tuple[Node, ...]:
    gone = say("has given up")
    says = [name, seat_name(plate.seat, say), *_spoken(score), gone]
    word = Node(f"left {plate.seat}", WORDS, "text", *_in_hand(plate, 0), "gone-word", gone)
    return _plate(plate, "left", says), *_score(plate, score), word


@lru_cache(maxsize=8192)
def _seat_nodes(
    plate: Plate,
    at_turn: bool,
    count: int,
    gone: int,
    caught: tuple[str, ...],
    kind: str,
    score: Score,
    name: str,
    say: Language,
) -> tuple[Node, ...]:
    in_hand = say.plural("{count} cannibal in hand", "{count} cannibals in hand", count)
    says = [name, seat_name(plate.seat, say), in_hand, *_spoken(score), *[say("to play")] * at_turn]
    stayed = count - gone - len(caught)
    return (
        _plate(plate, "turn" * at_turn, says),
        *_score(plate, score),
        *(_hand_node(plate, at, kind, "") for at in range(stayed)),
        *(_hand_node(plate, stayed + at, "caught", f"cannibal {name}") for at, name in enumerate(caught)),
    )


def _plate(plate: Plate, kind: str, says: list[str]) -> Node:
    kinds = f"seat-{plate.seat} {kind}".strip()
    return Node(f"plate {plate.seat}", BOARD, f"plate-{plate.width}", plate.x, plate.y, kinds, "", ", ".join(says))


def _spoken(score: Score) -> list[str]:
    return [] if score is None else [score[1]]


def _score(plate: Plate, score: Score) -> list[Node]:
    if score is None:
        return []
    right, y = plate.left + plate.width - 14, plate.y + plate.head
    return [Node(f"score {plate.seat}", WORDS, "text", right, y, "score", score[0])]


def _hand_node(plate: Plate, at: int, kind: str, enter: str) -> Node:
    return _lying(plate.seat, at, plate, at, kind, enter)


def _lying(seat: int, number: int, plate: Plate, at: int, kind: str = "", enter: str = "") -> Node:
    """A cannibal of a seat by its number, at a place on a plate."""
    key, kinds = f"hand {seat} {number + 1}", f"seat-{seat} in-hand {kind}".strip()
    return Node(key, PIECES, f"cannibal-{seat}", *_in_hand(plate, at), kinds, size=IN_HAND, enter=enter)


def _in_hand(plate: Plate, at: int) -> Place:
    row, place = divmod(at, plate.a_row)
    return plate.left + 28 + place * plate.pitch, plate.y + plate.head + 40 + row * HAND_ROW


def name_nodes(plate: Plate, name: str, match: int) -> list[Node]:
    """The seat's mark and the name beside it."""
    left, y = plate.left, plate.y + plate.head
    room = min(160, plate.width - 162) if match == MATCH_POINTS else plate.width - 109
    return [
        Node(f"mark {plate.seat}", WORDS, f"mark-{plate.seat}", left + 26, y, f"seat-{plate.seat}"),
        Node(f"name {plate.seat}", WORDS, "text", left + 48, y, "name", fitting(name, room)),
    ]
