"""The plates of Morfals: who sits where, how many cannibals are in hand, and how a match stands."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from tablee.games.document import Document
from tablee.games.morfals.layout import BOARD, PIECES, PLATE, WORDS, Place
from tablee.games.morfals.rules import MATCH_POINTS
from tablee.games.morfals.speech import seat_name
from tablee.games.scenery import Node, fitting
from tablee.language import Language

HAND_ROW = 40
IN_HAND = 0.52
"""The size of a cannibal in hand."""


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


def seat_part(
    view: Document, plate: Plate, eaten: Mapping[int, tuple[str, ...]], winner: int | None, name: str, say: Language
) -> tuple[Node, ...]:
    """The plate with all that changes on it; `eaten` are the squares from which cannibals have just come back."""
    seat = plate.seat
    at_turn = seat == view["turn"] and view["phase"] != "over"
    score = view["match_score"][seat] if view["options"]["match"] == MATCH_POINTS else None
    if view["left"][seat]:
        return _left_nodes(plate, score, name, say)
    kind = "cheer" * (seat == winner)
    return _seat_nodes(plate, at_turn, view["hands"][seat], eaten.get(seat, ()), kind, score, name, say)


@lru_cache(maxsize=1024)
def _left_nodes(plate: Plate, score: int | None, name: str, say: Language) -> tuple[Node, ...]:
    gone = say("has given up")
    says = [name, seat_name(plate.seat, say), *_spoken_score(score, say), gone]
    word = Node(f"left {plate.seat}", WORDS, "text", *_in_hand(plate, 0), "gone-word", gone)
    return _plate(plate, "left", says), *_score(plate, score), word


@lru_cache(maxsize=8192)
def _seat_nodes(
    plate: Plate,
    at_turn: bool,
    count: int,
    caught: tuple[str, ...],
    kind: str,
    score: int | None,
    name: str,
    say: Language,
) -> tuple[Node, ...]:
    in_hand = say.plural("{count} cannibal in hand", "{count} cannibals in hand", count)
    says = [name, seat_name(plate.seat, say), in_hand, *_spoken_score(score, say), *[say("to play")] * at_turn]
    stayed = count - len(caught)
    return (
        _plate(plate, "turn" * at_turn, says),
        *_score(plate, score),
        *(_hand_node(plate, at, kind, "") for at in range(stayed)),
        *(_hand_node(plate, stayed + at, "caught", f"cannibal {name}") for at, name in enumerate(caught)),
    )


def _plate(plate: Plate, kind: str, says: list[str]) -> Node:
    kinds = f"seat-{plate.seat} {kind}".strip()
    return Node(f"plate {plate.seat}", BOARD, f"plate-{plate.width}", plate.x, plate.y, kinds, "", ", ".join(says))


def _spoken_score(score: int | None, say: Language) -> list[str]:
    if score is None:
        return []
    return [say("{score} of {goal} points", score=_with_minus(score), goal=MATCH_POINTS)]


def _score(plate: Plate, score: int | None) -> list[Node]:
    """How the match stands, and how far it goes."""
    if score is None:
        return []
    text = f"{_with_minus(score)} / {MATCH_POINTS}"
    right, y = plate.left + plate.width - 14, plate.y + plate.head
    return [Node(f"score {plate.seat}", WORDS, "text", right, y, "score", text)]


def _with_minus(score: int) -> str:
    return str(score).replace("-", "−")


def _hand_node(plate: Plate, at: int, kind: str, enter: str) -> Node:
    key, kinds = f"hand {plate.seat} {at + 1}", f"seat-{plate.seat} in-hand {kind}".strip()
    return Node(key, PIECES, f"cannibal-{plate.seat}", *_in_hand(plate, at), kinds, size=IN_HAND, enter=enter)


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
