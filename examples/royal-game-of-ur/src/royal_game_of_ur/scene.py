"""The picture of the Royal Game of Ur: the board between two trays, in which pieces wait, come home, and dice fall."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from tablee.games.document import Document
from tablee.games.scenery import NOTHING, UPRIGHT, WIDE, Button, Happened, Lately, Node, Row, Scene
from tablee.games.ware.layouts import SHAPES, Stage, upright, wide
from tablee.games.ware.plates import USUAL, Part, Place, plate_part
from tablee.language import Language

from .rules import FIRST_SHARED, HOME, LAST_SHARED, ROSETTES, WAITING
from .words import seat_name, source

__all__ = ["LOOK_BACK", "PLATES", "SHAPES", "scene"]

PLATES = USUAL
LOOK_BACK = 2
"""A move, and the throw before it, which still lies there."""

BOARD, MIDDLE, BESIDE, PITCH, BOTTOM = (600, 600), 300, 207, 72, 552
"""The board with the trays, its middle column, how far from it trays lie, and its squares from the lowest one up."""
ROWS = (4, 3, 2, 1, *range(1, 9), 8, 7)
"""The rows of the squares of a course, counted from below."""
TILES = ("eyes", "dots", "eyes", "rosette", "twelve", "dots", "quarters", "rosette", "dots", "quarters", "twelve",
         "dots", "steps", "rosette")  # fmt: skip
"""What is inlaid in them."""
HOMES, WAITS, DICE = 102, 300, 498
"""The middles of what a tray is divided into."""
FLOWER = ((0, 0), (-23, -40), (23, -40), (46, 0), (23, 40), (-23, 40), (-46, 0))
"""Where seven pieces lie together: one in the middle, six around it."""
FALLEN = ((-36, -48), (32, -52), (-30, 12), (36, 8))
GROUND, LYING, PIECES = 0, 1, 2
THROW, PASSED, TAKEN = 1100, 2000, 1300
"""How long things stay to be seen, in milliseconds."""


def scene(
    view: Document,
    seat: int | None,
    actions: Sequence[str],
    names: Sequence[str],
    say: Language,
    lately: Lately = NOTHING,
    shape: str = UPRIGHT,
) -> Scene:
    """The picture of a view from a seat, with what may be done by pointing at which node."""
    stage = (wide if shape == WIDE else upright)(2, seat or 0, BOARD)
    flights = _flights(lately)
    throws = "throw" in actions
    parts = [_ground(stage, say)]
    for owner in range(2):
        parts.append(_plate(view, owner, stage, names[owner], say))
        parts.append(_pieces(view, owner, stage, flights, actions if owner == seat else (), say))
    parts.append(_dice(view, lately, stage, throws, say))
    offers = {_offering(action, view, seat or 0): (action,) for action in actions}
    bar = [Row([Button(say("Throw"), "throw", "main")])] if throws else []
    hold = _hold(view, lately, flights)
    return Scene(stage.width, stage.height, parts, offers, hold, bar, throw="throw" * throws, free=stage.free)


def _offering(action: str, view: Document, seat: int) -> str:
    """The node that stands for an action."""
    if action == "enter":
        return f"waiting {seat} {view['pieces'][seat].count(WAITING)}"
    return "cup" if action == "throw" else f"piece {seat} {source(action)}"


def _hold(view: Document, lately: Lately, flights: dict[str, str]) -> int:
    if lately.before is None:
        return 0
    if lately.steps and lately.steps[-1].text.startswith("throw"):
        return THROW if view["thrown"] else PASSED
    return TAKEN if any(view["pieces"][seat].count(WAITING) > lately.before["pieces"][seat].count(WAITING)
                        for seat in range(2)) else 0  # fmt: skip


def _flights(lately: Lately) -> dict[str, str]:
    """Of the pieces that the latest move has brought somewhere: where they come from."""
    if lately.before is None or not lately.steps or lately.steps[-1].text.startswith("throw"):
        return {}
    seat, other, start = lately.steps[-1].seat, 1 - lately.steps[-1].seat, source(lately.steps[-1].text)
    to, before = start + lately.before["thrown"], lately.before["pieces"]
    left = f"piece {seat} {start}" if start else f"waiting {seat} {before[seat].count(WAITING)}"
    reached = f"piece {seat} {to}" if to < HOME else f"home {seat} {before[seat].count(HOME) + 1}"
    return {reached: left, f"waiting {other} {before[other].count(WAITING) + 1}": f"piece {other} {to}"}


# ---- where things are ------------------------------------------------------------------------------------------


def _side(stage: Stage, seat: int) -> int:
    """Who looks has the right side of the board, the other the left one."""
    return 1 if stage.plates[seat].own else -1


def _on_board(stage: Stage, seat: int, step: int) -> Place:
    aside = 0 if FIRST_SHARED <= step <= LAST_SHARED else PITCH * _side(stage, seat)
    return stage.board.x + MIDDLE + aside, stage.board.y + BOTTOM - PITCH * (ROWS[step - 1] - 1)


def _in_tray(stage: Stage, seat: int, down: int, at: Place = (0, 0)) -> Place:
    return stage.board.x + MIDDLE + BESIDE * _side(stage, seat) + at[0], stage.board.y + down + at[1]


@lru_cache(maxsize=64)
def _ground(stage: Stage, say: Language) -> Part:
    """The board with its squares, and the trays."""
    nodes = [Node("board", GROUND, "board", *stage.board.middle)]
    for seat in range(2):
        nodes.append(Node(f"tray {seat}", GROUND, "tray", *_in_tray(stage, seat, 300)))
        for words, down in ((say("home"), 25), (say("waiting"), 223)):
            nodes.append(Node(f"{words} {seat}", LYING, "text", *_in_tray(stage, seat, down), "tray-word", words))
        for step, tile in enumerate(TILES, start=1):
            shared = FIRST_SHARED <= step <= LAST_SHARED
            if not (seat and shared):
                owner = "" if shared else seat_name(seat, say)
                label = f"{owner} {step}, {say('rosette')}" if step in ROSETTES else f"{owner} {step}"
                key = f"square {step}" if shared else f"square {seat} {step}"
                nodes.append(Node(key, GROUND, f"tile-{tile}", *_on_board(stage, seat, step), label=label.strip()))
    return tuple(nodes)


def _plate(view: Document, seat: int, stage: Stage, name: str, say: Language) -> Part:
    facts, home = view["facts"], view["pieces"][seat].count(HOME)
    told = seat_name(seat, say), say.plural("{count} piece home", "{count} pieces home", home)
    plate, points = stage.plates[seat], view.get("counted", facts["scores"])[seat]
    at_turn = view["turn"] == seat and not facts["over"]
    steps = say.plural("{count} step", "{count} steps", points)
    place = plate.at(-20, plate.form.head)
    node = Node(f"points {seat}", LYING, "text", *place, "points", steps)
    return (*plate_part(plate, name, told, say, at_turn=at_turn, left=view["left"][seat]), node)


def _pieces(
    view: Document, seat: int, stage: Stage, flights: dict[str, str], actions: Sequence[str], say: Language
) -> Part:
    nodes, counts = [], {WAITING: 0, HOME: 0}
    for step in view["pieces"][seat]:
        label = say("{colour} piece on {step}", colour=seat_name(seat, say), step=step)
        key, place, size = f"piece {seat} {step}", (0.0, 0.0), 1.0
        if step in counts:
            counts[step] += 1
            key = f"{'home' if step else 'waiting'} {seat} {counts[step]}"
            place, size = _in_tray(stage, seat, (HOMES if step else WAITS) + 12, FLOWER[counts[step] - 1]), 0.7
            label = ""
        else:
            place = _on_board(stage, seat, step)
        if (f"move {step}" if step else "enter") in actions:
            label = _told(view, seat, step, say)
        enter = flights.get(key, "")
        kind = f"seat-{seat}" + " caught" * (enter != "" and step == WAITING)
        nodes.append(Node(key, PIECES, f"piece-{seat}", *place, kind, "", label, size, enter=enter))
    return tuple(nodes)


def _told(view: Document, seat: int, step: int, say: Language) -> str:
    """What it is called to move a piece."""
    to = view["facts"]["landing"][step]
    if to == HOME:
        return say("Bring the piece on {step} home", step=step)
    if FIRST_SHARED <= to <= LAST_SHARED and to in view["pieces"][1 - seat]:
        return say("Move from {step} to {to} and take", step=step, to=to)
    return say("Move from {step} to {to}", step=step, to=to) if step else say("Enter a piece on {to}", to=to)


def _dice(view: Document, lately: Lately, stage: Stage, throws: bool, say: Language) -> Part:
    """The latest throw where it fell, and the cup with whom it is to throw."""
    nodes = []
    if not view["thrown"] and not view["facts"]["over"]:
        label = say("Throw the dice") if throws else ""
        nodes.append(Node("cup", LYING, "cup", *_in_tray(stage, view["turn"], DICE, (0, 62)), label=label))
    steps = [*lately.steps, *([Happened(view["turn"], f"throw {view['thrown']}", 0)] if view["thrown"] else ())]
    thrown = next((step for step in reversed(lately.steps or steps) if step.text.startswith("throw")), None)
    if thrown is None:
        return tuple(nodes)
    just_now = lately.before is not None and lately.steps[-1] is thrown
    chance, count = Random(thrown.look), int(thrown.text[-1])
    marked = chance.sample(range(4), count)
    kind = "thrown" * just_now + " spent" * (not view["thrown"])
    for at, place in enumerate(FALLEN):
        where, turn = _in_tray(stage, thrown.seat, DICE, place), chance.randint(-40, 40)
        nodes.append(Node(f"die {at}", LYING, f"tetra-{int(at in marked)}", *where, kind, turn=turn, enter="cup"))
    if just_now or view["thrown"]:
        words = say("{count} thrown", count=count)
        nodes.append(Node("sum", LYING, "text", *_in_tray(stage, thrown.seat, DICE, (0, 68)), "sum", str(count), words))
    return tuple(nodes)
