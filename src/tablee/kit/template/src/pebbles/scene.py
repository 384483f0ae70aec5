"""The picture of Pebbles: a board between two panels, or beside them where there is room."""

from collections.abc import Sequence
from functools import lru_cache

from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import UPRIGHT, WIDE, Node, Scene
from tablee.games.shared.widgets.grids import Squares, on_squares, places, rows_of
from tablee.games.shared.widgets.layouts import SHAPES, SceneLayout, upright, wide
from tablee.games.shared.widgets.panels import USUAL, HandRows, Part, Place, PlayerPanel, colour_name, hand, panel_part

from .rules import LINE_NAMES, ROCK, SIZE, SQUARES

__all__ = ["PANELS", "SHAPES", "scene"]

PANELS = USUAL
BOARD = (600, 600)
FIRST, PITCH = (132, 84), 96
"""The middle of the top left square, and from one square to the next."""
GROUND, MARKS, PIECES = 0, 1, 2
"""The layers, from below."""
EACH = len(SQUARES) // 2
"""Stones for each player."""
IN_HAND = HandRows(pitch=27, size=0.44)
"""How they lie on a panel."""


def scene(
    view: Document, seat: int | None, actions: Sequence[str], names: Sequence[str], say: Language, shape: str = UPRIGHT
) -> Scene:
    """What a view looks like from a seat, and what may be done by pointing at which node."""
    lay = wide if shape == WIDE else upright
    stage = lay(len(names), seat or 0, BOARD)
    board, owners, over = view["board"], view["facts"]["owners"], view["facts"]["over"]
    parts = [_ground(stage, say), *_squares(stage, say).parts(board), _lines(stage, tuple(owners), say)]
    for panel in stage.panels:
        laid = sum(owner == panel.seat for owner in board.values())
        at_turn, left = not over and view["turn"] == panel.seat, view["left"][panel.seat]
        parts.append(_panel(panel, names[panel.seat], EACH - laid, at_turn, left, say))
    return Scene(stage.width, stage.height, parts, on_squares(actions), free=stage.free)


# What does not change is made once: a part that is the same object as before is not sent again.


@lru_cache(maxsize=256)
def _panel(panel: PlayerPanel, name: str, stones: int, at_turn: bool, left: bool, say: Language) -> Part:
    told = colour_name(panel.seat, say), say.plural("{count} stone in hand", "{count} stones in hand", stones)
    nodes = panel_part(panel, name, told, say, at_turn=at_turn, left=left)
    return nodes if left else (*nodes, *hand(panel, f"stone-{panel.seat}", stones, IN_HAND))


def _places(stage: SceneLayout) -> dict[str, Place]:
    return places(rows_of(SIZE, SIZE), (stage.board.x + FIRST[0], stage.board.y + FIRST[1]), PITCH)


@lru_cache(maxsize=64)
def _ground(stage: SceneLayout, say: Language) -> Part:
    rock = Node(f"rock {ROCK}", PIECES, "rock", *_places(stage)[ROCK], label=say("{square}, the rock", square=ROCK))
    return Node("board", GROUND, "board", *stage.board.middle), rock


@lru_cache(maxsize=64)
def _squares(stage: SceneLayout, say: Language) -> Squares:
    free = {name: place for name, place in _places(stage).items() if name != ROCK}
    return Squares(free, lambda name, owner, place: _square(name, owner, place, say))


def _square(name: str, owner: int | None, place: Place, say: Language) -> Part:
    """A square, with the stone on it."""
    if owner is None:
        return (Node(f"square {name}", GROUND, "square", *place, label=say("{square}, free", square=name)),)
    label = say("{square}, {colour} stone", square=name, colour=colour_name(owner, say))
    stone = Node(f"stone {name}", PIECES, f"stone-{owner}", *place, f"seat-{owner}", enter=f"hand {owner} 1")
    return Node(f"square {name}", GROUND, "square", *place, label=label), stone


@lru_cache(maxsize=1024)
def _lines(stage: SceneLayout, owners: tuple[int, ...], say: Language) -> Part:
    """At the edge of the board, whose each line is so far."""
    found = zip(LINE_NAMES, owners, strict=True)
    return tuple(_line(name, owner, stage, say) for name, owner in found if owner >= 0)


def _line(name: str, owner: int, stage: SceneLayout, say: Language) -> Node:
    number = LINE_NAMES.index(name)
    if name.isdecimal():
        x, y, what = FIRST[0] - 68, FIRST[1] + (SIZE - 1 - number) * PITCH, say("row {name}", name=name)
    else:
        x, y, what = FIRST[0] + (number - SIZE) * PITCH, BOARD[1] - 64, say("column {name}", name=name)
    label, place = f"{what}, {colour_name(owner, say)}", (stage.board.x + x, stage.board.y + y)
    return Node(f"line {name}", MARKS, f"mark-{owner}", *place, f"seat-{owner}", "", label)
