"""The picture of the Royal Game of Ur: the board between two trays, in which pieces wait, come home, and dice fall."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import NOTHING, UPRIGHT, WIDE, Button, ButtonRow, Happened, Lately, Node, Scene
from tablee.games.shared.widgets.layouts import SHAPES as SHAPES
from tablee.games.shared.widgets.layouts import SceneLayout, upright, wide
from tablee.games.shared.widgets.panels import WHOLE, Form, Part, Place, panel_part

from .rules import FIRST_SHARED, HOME, LAST_SHARED, WAITING
from .words import move_label, piece_label, seat_name, source, square_label

BESIDE = Form(372, 60)
PANELS = (WHOLE, BESIDE)
LOOK_BACK = 2
"""A move, and the throw before it, which still lies there."""

BOARD, MIDDLE, ASIDE, PITCH, BOTTOM = (600, 600), 300, 209, 72, 552
"""The board with the trays, its middle column, how far from it trays lie, and its squares from the lowest one up."""
ROWS = (4, 3, 2, 1, *range(1, 9), 8, 7)
"""The rows of the squares of a course, counted from below."""
TILES = [*("eyes", "dots", "eyes", "rosette", "twelve", "dots", "quarters", "rosette", "dots", "quarters", "twelve"),
         *("dots", "steps", "rosette")]  # fmt: skip
"""What is inlaid in them."""
HOMES, WAITS, DICE = 114, 312, 498
"""How far down things lie in a tray."""
FLOWER = ((0, 0), (-23, -40), (23, -40), (46, 0), (23, 40), (-23, 40), (-46, 0))
"""Where seven pieces lie together: one in the middle, six around it."""
FALLEN, BELOW = ((-36, -50), (32, -54), (-31, 10), (36, 6)), (0, 60)
"""Where dice lie, and below them the bowl or the sum."""
GROUND, LYING, PIECES = 0, 1, 2
THROWN, PASSED, TAKEN = 1100, 2000, 1300
"""How long things stay to be seen, in milliseconds."""


def scene(view: Document, seat: int | None, actions: Sequence[str], names: Sequence[str], say: Language,
          lately: Lately = NOTHING, shape: str = UPRIGHT) -> Scene:  # fmt: skip
    """The picture of a view from a seat, with what may be done by pointing at which node."""
    stage = wide(2, seat or 0, BOARD, BESIDE, BESIDE) if shape == WIDE else upright(2, seat or 0, BOARD)
    parts = [_ground(stage, say), _dice(view, lately, stage, "throw" in actions, say)]
    for owner in range(2):
        parts.append(_panel(view, owner, stage, names[owner], say))
        parts.append(_pieces(view, owner, stage, lately, actions if owner == seat else (), say))
    throw, own = "throw" if "throw" in actions else "", seat or 0
    offers = {"cup" if throw else _key(own, view["pieces"][own], source(action)): (action,) for action in actions}
    bar = [ButtonRow([Button(say("Throw"), throw, "main")])] if throw else []
    return Scene(stage.width, stage.height, parts, offers, _hold(view, lately), bar, throw=throw, free=stage.free)


def _key(seat: int, steps: Sequence[int], step: int) -> str:
    """What the last of the pieces at a step is called."""
    if step in (WAITING, HOME):
        return f"{'home' if step else 'waiting'} {seat} {steps.count(step)}"
    return f"piece {seat} {step}"


def _hold(view: Document, lately: Lately) -> int:
    if lately.before is None:
        return 0
    if lately.steps[-1].text.startswith("throw"):
        return THROWN if view["thrown"] else PASSED
    return TAKEN if len(_flights(view, lately)) > 1 else 0


def _flights(view: Document, lately: Lately) -> dict[str, str]:
    """Of the pieces that the latest move has brought somewhere: where they come from."""
    if lately.before is None or lately.steps[-1].text.startswith("throw"):
        return {}
    seat, start, before = lately.steps[-1].seat, source(lately.steps[-1].text), lately.before["pieces"]
    other, to = 1 - seat, start + lately.before["thrown"]
    moved = {_key(seat, view["pieces"][seat], to): _key(seat, before[seat], start)}
    taken = {_key(other, view["pieces"][other], WAITING): f"piece {other} {to}"}
    return moved | taken if before[other] != view["pieces"][other] else moved


def _on_board(stage: SceneLayout, seat: int, step: int) -> Place:
    aside = 0 if FIRST_SHARED <= step <= LAST_SHARED else PITCH * _side(stage, seat)
    return stage.board.x + MIDDLE + aside, stage.board.y + BOTTOM - PITCH * (ROWS[step - 1] - 1)


def _in_tray(stage: SceneLayout, seat: int, down: int, at: Place = (0, 0)) -> Place:
    return stage.board.x + MIDDLE + ASIDE * _side(stage, seat) + at[0], stage.board.y + down + at[1]


def _side(stage: SceneLayout, seat: int) -> int:
    """Who looks has the right side of the board, the other the left one."""
    return 1 if stage.panels[seat].own else -1


@lru_cache(maxsize=64)
def _ground(stage: SceneLayout, say: Language) -> Part:
    """The board with its squares, and the trays."""
    nodes = {"board": Node("board", GROUND, "board", *stage.board.middle)}
    for seat in range(2):
        nodes[f"tray {seat}"] = Node(f"tray {seat}", GROUND, "tray", *_in_tray(stage, seat, 300))
        for word, down in ((say("home"), 25), (say("waiting"), 223)):
            key, place = f"word {seat} {down}", _in_tray(stage, seat, down)
            nodes[key] = Node(key, LYING, "text", *place, "tray-word", word)
        for step, tile in enumerate(TILES, start=1):
            key = f"square {step}" if FIRST_SHARED <= step <= LAST_SHARED else f"square {seat} {step}"
            label, place = square_label(seat, step, say), _on_board(stage, seat, step)
            nodes[key] = Node(key, GROUND, f"tile-{tile}", *place, label=label)
    return tuple(nodes.values())


def _panel(view: Document, seat: int, stage: SceneLayout, name: str, say: Language) -> Part:
    facts, home = view["facts"], view["pieces"][seat].count(HOME)
    told = seat_name(seat, say), say.plural("{count} piece home", "{count} pieces home", home)
    panel, at_turn = stage.panels[seat], view["turn"] == seat and not facts["over"]
    steps = say.plural("{count} step", "{count} steps", view.get("counted", facts["scores"])[seat])
    points = Node(f"points {seat}", LYING, "text", *panel.at(-20, 0), "points", steps)
    return (*panel_part(panel, name, told, say, at_turn=at_turn, left=view["left"][seat]), points)


def _pieces(
    view: Document, seat: int, stage: SceneLayout, lately: Lately, actions: Sequence[str], say: Language
) -> Part:
    steps, flights = view["pieces"][seat], _flights(view, lately)
    nodes = []
    for at, step in enumerate(steps):
        key, size = _key(seat, steps[: at + 1], step), 1.0
        label = move_label(view, seat, step, say) if (f"move {step}" if step else "enter") in actions else ""
        if step in (WAITING, HOME):
            place, size = _in_tray(stage, seat, HOMES if step else WAITS, FLOWER[int(key[-1]) - 1]), 0.7
        else:
            place = _on_board(stage, seat, step)
            label = label or piece_label(view, seat, step, say)
        kind, enter = f"seat-{seat}", flights.get(key, "")
        kind += " caught" * (enter != "" and step == WAITING)
        nodes.append(Node(key, PIECES, f"piece-{seat}", *place, kind, "", label, size, enter=enter))
    return tuple(nodes)


def _dice(view: Document, lately: Lately, stage: SceneLayout, throws: bool, say: Language) -> Part:
    """The latest throw where it fell, and the bowl with whom it is to throw."""
    nodes, turn = [], view["turn"]
    if not view["thrown"] and not view["facts"]["over"]:
        label = say("Throw the dice") if throws else ""
        nodes.append(Node("cup", LYING, "cup", *_in_tray(stage, turn, DICE, BELOW), label=label, size=0.9))
    steps = lately.steps or [Happened(turn, f"throw {view['thrown']}", 0)] * bool(view["thrown"])
    for step in [step for step in steps if step.text.startswith("throw")][-1:]:
        just_now = lately.before is not None and lately.steps[-1] is step
        chance, count = Random(step.look), int(step.text[-1])
        marked = chance.sample(range(4), count)
        kind = ("thrown" * just_now + " spent" * (not view["thrown"])).strip()
        for at, place in enumerate(FALLEN):
            where, shape = _in_tray(stage, step.seat, DICE, place), f"tetra-{int(at in marked)}"
            turn, key = chance.randint(-40, 40), f"die {at}"
            nodes.append(Node(key, LYING, shape, *where, kind, size=0.9, turn=turn, enter="cup"))
        if just_now or view["thrown"]:
            where, words = _in_tray(stage, step.seat, DICE, BELOW), say("{count} thrown", count=count)
            nodes.append(Node("sum", LYING, "text", *where, "sum" + " soon" * just_now, str(count), words))
    return tuple(nodes)
