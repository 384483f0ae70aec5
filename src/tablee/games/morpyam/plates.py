"""The plates: who sits where, with how many tokens and points, what was called, and the throw for the start."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tablee.games.dice.scene import lying
from tablee.games.dice.throws import opening_throws
from tablee.games.morpyam.words import seat_name
from tablee.games.scenery import Lately, Node
from tablee.games.ware.plates import Form, Part, Place, Plate, plate_part
from tablee.language import Language

TILES, RIBBONS, PIECES, BADGES, TOP = 0, 1, 2, 3, 4
"""The layers of the picture, from below."""

LOW = Form(600, 48, room=250, things=(300, 0), mark=28)
"""Below the board, and above it with two players: all in one row."""
HALF = Form(296, 76, -17, 212, (16, 16), mark=27)
THIRD = Form(196, 76, -17, 112, (16, 16), "narrow", mark=27)
FLAT = Form(372, 44, room=130, things=(188, 0), kind="flat narrow")
"""Beside the board, where words must have room between plates."""
PLATES = (LOW, HALF, THIRD, FLAT)


class Lies(NamedTuple):
    """Where the things of a seat lie on a plate."""

    pile: Place
    pile_size: float
    points: Place
    die: Place
    """Thrown for the start."""
    bubble: Place
    """What the seat has called."""


_TWO_ROWS = Lies((27, 15), 0.44, (-14, 16), (-27, -13), (-75, -17))
LIES = {
    LOW: Lies((386, -3), 0.48, (-18, 0), (336, 0), (288, 0)),
    HALF: _TWO_ROWS,
    THIRD: _TWO_ROWS,
    FLAT: Lies((194, -2), 0.42, (-14, 0), (158, 0), (212, 0)),
}

Opening = tuple[int, int, bool]
"""A seat's die in the throw for the start: its value, or 0 for none; its look; was it just thrown?"""


@lru_cache(maxsize=8192)
def seat_part(
    plate: Plate, at_turn: bool, name: str, tokens: int, points: int, left: bool, opening: Opening, say: Language
) -> Part:
    """All that lies before a seat."""
    lies, seat, kind = LIES[plate.form], plate.seat, plate.form.kind
    scored = say.plural("{count} point", "{count} points", points)
    told = seat_name(seat, say), say.plural("{count} token in hand", "{count} tokens in hand", tokens), scored
    room = plate.form.room - 38 * bool(opening[0])
    nodes = [*plate_part(plate, name, told, say, at_turn=at_turn, left=left, room=room)]
    if not left:
        shape = f"pile-{seat}" if tokens > 1 else f"token-{seat}" if tokens else "no-pile"
        kinds = f"seat-{seat} in-hand {kind}".rstrip()
        place = plate.at(*lies.pile)
        nodes.append(Node(f"pile {seat}", PIECES, shape, *place, kinds, f"× {tokens}", size=lies.pile_size))
    shown = str(points) if left and kind else scored  # a narrow plate has no room for many words
    nodes.append(Node(f"points {seat}", PIECES, "text", *plate.at(*lies.points), f"points {kind}".rstrip(), shown))
    if opening[0]:
        nodes.append(_opening_die(plate, name, *opening, say))
    return tuple(nodes)


@lru_cache(maxsize=1024)
def bubble_part(plate: Plate, kind: str, words: str) -> Part:
    """What a seat has called, as long as it stands."""
    place, size = plate.at(*LIES[plate.form].bubble), 0.8 if plate.form is FLAT else 1
    return (Node(f"bubble {plate.seat}", TOP, "bubble", *place, f"seat-{plate.seat} {kind}", words, size=size),)


# ---- the throw for the start -------------------------------------------------------------------------------


def opening_dice(lately: Lately, left: Sequence[bool]) -> list[Opening]:
    """The die of each seat in the throw for the start, as long as nothing has happened since."""
    latest = lately.steps[-1] if lately.steps else None
    if latest is None or not latest.text.startswith("start"):
        return [(0, 0, False)] * len(left)
    starter = int(latest.text.removeprefix("start "))
    thrown = opening_throws(starter, tuple(left), latest.look)
    return [(sum(dice), latest.look + seat, lately.before is not None) for seat, dice in enumerate(thrown)]


def _opening_die(plate: Plate, name: str, value: int, look: int, thrown: bool, say: Language) -> Node:
    label = say("{name} throws {value} for the start", name=name, value=value)
    kind, place = "thrown" if thrown else "", plate.at(*LIES[plate.form].die)
    return lying(f"opening {plate.seat}", value, *place, look, kind=kind, label=label, enter="cup", size=0.6, layer=TOP)
