"""The animated end of a game: what scores lights up, item by item, and the points move to the player panels.

The finale follows the game's score sheet. During the count a view has three more fields: `counted`, the points of every
seat so far; `reached`, the lowest and highest total that anybody will have had; and `counting`, the number of the line.
A scene may show them instead of the final points. `uncounted(view, keys)` in a game's `scene.py` may hide what has not
been counted yet.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import msgspec

from tablee.games import GameDefinition
from tablee.games.canvas import Canvas
from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import NOTHING, POINTS_KEYS, Node, Scene
from tablee.games.score_sheets import Cell, CountStep, Sheet, cell_at, counts_of, named, reach_of, signed
from tablee.server.views.scenes import scene_of

BEGINNING, COUNTING, ENDING = 900, 5400, 1500
"""Duration in milliseconds: before the first item, for all items, and after the last."""
SHORTEST, LONGEST = 260, 2800
"""Minimum and maximum duration of one item."""
ABOVE = 30
"""The layer of moving points: above everything."""


Places = Mapping[str, int]
"""The index of the scene part that holds each node, in painting order."""


class Beat(NamedTuple):
    """One step of a finale."""

    scene: Scene
    words: str
    stay: int
    """Duration in milliseconds."""


class Finale(NamedTuple):
    """A finale, and its text for screen readers."""

    beats: Sequence[Beat]
    told: str


class FinaleStage(NamedTuple):
    """What stays the same throughout a finale."""

    definition: GameDefinition
    view: Document
    seat: int | None
    names: Sequence[str]
    say: Language
    shape: str
    sheet: Sheet
    counts: Sequence[CountStep]
    canvas: Canvas


def finale(
    definition: GameDefinition,
    view: Document,
    seat: int | None,
    names: Sequence[str],
    say: Language,
    shape: str,
    canvas: Canvas | None = None,
) -> Finale | None:
    """The finale of a game that is over; None if the game has no score sheet."""
    sheet = definition.words.score_sheet(view, names, say)
    counts = counts_of(sheet)
    if not counts:
        return None
    stage = FinaleStage(definition, view, seat, names, say, shape, sheet, counts, canvas or Canvas())
    return Finale(list(_beats(stage)), " ".join(_told_of(stage, one, name) for one, name in enumerate(names)))


def _beats(stage: FinaleStage) -> Iterator[Beat]:
    stay = min(max(COUNTING // len(stage.counts), SHORTEST), LONGEST)
    keys: set[str] = set()
    nothing = CountStep(0, (), (0,) * len(stage.names))
    yield Beat(_scene(stage, nothing, keys), stage.say("The game is over. Let’s count!"), BEGINNING)
    for number, count in enumerate(stage.counts):
        cells = [(seat, cell_at(stage.sheet[count.line], seat)) for seat in count.seats]
        keys.update(key for _, cell in cells for key in cell.keys)
        scene = _scene(stage, count, keys)
        places = {node.key: at for at, part in enumerate(scene.parts) for node in part}
        scene = _lit(scene, places, named((key for _, cell in cells for key in cell.keys), places))
        poured = [
            node
            for seat, cell in cells
            if (node := _pour(scene, places, number, seat, cell, cell.points // count.shares))
        ]
        last, moment = count is stage.counts[-1], stage.sheet[count.line].moment
        scene = msgspec.structs.replace(scene, parts=[*scene.parts, poured])
        yield Beat(scene, _words(stage, count), max(stay, moment) + ENDING * last)


def _scene(stage: FinaleStage, count: CountStep, keys: AbstractSet[str]) -> Scene:
    definition = stage.definition
    view = definition.pictures.uncounted(stage.view, keys)
    counting = {"counted": count.totals, "reached": reach_of(stage.counts), "counting": count.line if keys else None}
    return scene_of(
        definition, stage.shape, {**view, **counting}, stage.seat, [], stage.names, stage.say, NOTHING,
        stage.canvas,
    )  # fmt: skip


def _lit(scene: Scene, places: Places, keys: AbstractSet[str]) -> Scene:
    """The scene with the nodes of some keys marked."""
    parts = list(scene.parts)
    for at in {places[key] for key in keys}:
        parts[at] = [
            msgspec.structs.replace(node, kind=f"{node.kind} counted".strip()) if node.key in keys else node
            for node in parts[at]
        ]
    return msgspec.structs.replace(scene, parts=parts)


def _pour(scene: Scene, places: Places, number: int, seat: int, cell: Cell, points: int) -> Node | None:
    """A node of points that moves from their source to the seat's panel."""
    sources = named(cell.keys, places)
    target = next((key for word in POINTS_KEYS if (key := f"{word} {seat}") in places), "")
    if not target or not sources or not points:
        return None
    source = next(key for key in places if key in sources)
    place = next(node for node in scene.parts[places[target]] if node.key == target)
    return Node(f"pour {number} {seat}", ABOVE, "text", place.x, place.y, "pour", signed(points), enter=source)


def _words(stage: FinaleStage, count: CountStep) -> str:
    """What is counted, and for whom."""
    line = stage.sheet[count.line]
    earned = ", ".join(f"{stage.names[seat]} {_shown(cell_at(line, seat))}" for seat in count.seats)
    return earned if line.apart and not line.moment else stage.say("{thing}: {earned}", thing=line.words, earned=earned)


def _shown(cell: Cell) -> str:
    return cell.shown or signed(cell.points)


def _told_of(stage: FinaleStage, seat: int, name: str) -> str:
    cells = [(line, cell) for line in stage.sheet if (cell := line.cells[seat]) is not None]
    earned = ", ".join(
        _shown(cell) if line.apart and not line.moment else f"{line.words} {_shown(cell)}" for line, cell in cells
    )
    points, say = stage.counts[-1].totals[seat], stage.say
    if not earned:
        return say("{name}: nothing.", name=name)
    return say.plural(
        "{name}: {earned}; {count} point in total.", "{name}: {earned}; {count} points in total.", points,
        name=name, earned=earned,
    )  # fmt: skip
