"""The picture of Nine Men's Morris: the board with its men, those in hand, and in the middle those that were taken."""

from collections.abc import Sequence
from functools import lru_cache

from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import NOTHING, UPRIGHT, WIDE, Lately, Node, Scene
from tablee.games.shared.boards.board_symbols import centred, point_board
from tablee.games.shared.widgets.grids import places
from tablee.games.shared.widgets.layouts import SHAPES as SHAPES
from tablee.games.shared.widgets.layouts import SceneLayout, upright, wide
from tablee.games.shared.widgets.panels import USUAL, HandRows, Part, hand, panel_part, points_node
from tablee.games.shared.widgets.pieces import arrival, pointing

from .rules import LINES, MEN, POINTS, ROWS
from .words import MOVES, man_label, seat_name

PANELS, SHARED, LOOK_BACK = USUAL, ("boards",), 1
BOARD, FIRST, PITCH = (600, 600), 66, 78
PLACES = places(ROWS, (FIRST, FIRST), PITCH)
SYMBOLS = point_board("board", centred(PLACES), LINES, margin=62)
KEYS = {"from": "piece {}", "to": "point {}", "takes": "piece {}"}
IN_HAND = HandRows(pitch=26, size=0.42)
GROUND, LYING, PIECES = 0, 1, 2
TAKEN = 900
"""How long a man that was taken stays to be seen, in milliseconds."""


def scene(view: Document, seat: int | None, actions: Sequence[str], names: Sequence[str], say: Language,
          lately: Lately = NOTHING, shape: str = UPRIGHT) -> Scene:  # fmt: skip
    """The picture of a view from a seat, with what may be done by pointing."""
    stage = wide(2, seat or 0, BOARD) if shape == WIDE else upright(2, seat or 0, BOARD)
    text = lately.steps[-1].text if lately.before else ""
    offers, moves = pointing(actions, MOVES, KEYS)
    parts = [_ground(stage), _points(view, stage, say), _men(view, stage, text, say)]
    parts += [part for owner in range(2) for part in _panel(view, owner, stage, names[owner], say)]
    parts.append(_taken(view, stage, text))
    hold = TAKEN if text.startswith("take") else 0
    return Scene(stage.width, stage.height, parts, offers, hold, moves=moves, free=stage.free)


@lru_cache(maxsize=16)
def _ground(stage: SceneLayout) -> Part:
    x, y = stage.board.x, stage.board.y
    nodes = [Node("board", GROUND, "board", *stage.board.middle), Node("grain", GROUND, "grain", *stage.board.middle)]
    for at, (letter, number) in enumerate(zip("abcdefg", "7654321", strict=True)):
        for text, place in ((letter, (FIRST + PITCH * at, 580)), (number, (20, FIRST + PITCH * at))):
            nodes.append(Node(f"letter {text}", LYING, "text", x + place[0], y + place[1], "board-letter", text))
    return tuple(nodes)


def _points(view: Document, stage: SceneLayout, say: Language) -> Part:
    """The points; those that are free have a label."""
    return tuple([
        Node(f"point {name}", LYING, "spot", stage.board.x + x, stage.board.y + y, "",
             "", "" if name in view["board"] else say("{point}, free", point=name))
        for name, (x, y) in PLACES.items()
    ])  # fmt: skip


def _men(view: Document, stage: SceneLayout, text: str, say: Language) -> Part:
    """The men on the board; the latest comes from where it was, or from its owner's hand."""
    came, nodes = arrival(text, MOVES), []
    for name in POINTS:
        if (seat := view["board"].get(name)) is None:
            continue
        x, y = PLACES[name]
        key, kind = f"piece {name}", f"seat-{seat}" + " milled" * view["facts"]["mill"][POINTS.index(name)]
        enter = f"hand {seat} {view['hand'][seat] + 1}" if text == f"place {name}" else came.get(key, "")
        label = man_label(view, name, seat, say)
        nodes.append(
            Node(key, PIECES, f"man-{seat}", stage.board.x + x, stage.board.y + y, kind, "", label, enter=enter)
        )
    return tuple(nodes)


def _panel(view: Document, seat: int, stage: SceneLayout, name: str, say: Language) -> tuple[Part, Part]:
    """The panel of a seat, with the men in its hand."""
    panel, in_hand, facts = stage.panels[seat], view["hand"][seat], view["facts"]
    told = seat_name(seat, say), *[say.plural("{count} man in hand", "{count} men in hand", in_hand)] * (in_hand > 0)
    total = say.plural("{count} man", "{count} men", facts["scores"][seat])
    at_turn, left = view["turn"] == seat and not facts["over"], view["left"][seat]
    part = panel_part(panel, name, (*told, total), say, at_turn=at_turn, left=left)
    return (*part, points_node(panel, total)), () if left else hand(panel, f"man-{seat}", in_hand, IN_HAND)


def _taken(view: Document, stage: SceneLayout, text: str) -> Part:
    """The men that were taken, in the middle of the board: a row for each side."""
    (x, y), nodes = stage.board.middle, []
    for seat in range(2):
        count = MEN - view["hand"][seat] - list(view["board"].values()).count(seat)
        down = 16 if stage.panels[seat].own else -16
        for at in range(count):
            new = at == count - 1 and text.startswith("take") and seat == view["turn"]
            kind, enter = f"seat-{seat} gone" + " caught" * new, f"piece {text[5:]}" * new
            nodes.append(
                Node(
                    f"taken {seat} {at}", LYING, f"man-{seat}", x - 36 + 12 * at, y + down, kind, size=0.36, enter=enter
                )
            )
    return tuple(nodes)
