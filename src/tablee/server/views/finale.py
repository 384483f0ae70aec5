"""The end of a game as it is shown: what counts lights up, thing by thing, and the points are poured into the plates.

It follows the score sheet of a game. While points are counted a view has three words more: `counted`, the points of
every seat so far; `reached`, the least and the most that anybody will have had; and `counting`, the number of the line.
A scene may show them instead of the final points; and `uncounted(view, keys)` of a game's `scene.py` may hide what has
not been counted yet.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import msgspec

from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.games.scenery import POINTS_KEYS, Node, Scene
from tablee.games.sheets import Cell, Count, Sheet, cell_at, counts_of, named, reach_of, signed
from tablee.language import Language
from tablee.show.scenes import scene_of

BEGINNING, COUNTING, ENDING = 900, 5400, 1500
"""How long a finale takes, in milliseconds: before the first thing is counted, for all of them, and after the last."""
SHORTEST, LONGEST = 260, 2800
"""How long one of them takes, at least and at most."""
ABOVE = 30
"""The layer of points on their way: above everything."""


Places = Mapping[str, int]
"""In which part of a scene the node of each key is, in painting order."""


class Beat(NamedTuple):
    """A moment of a finale."""

    scene: Scene
    words: str
    stay: int
    """In milliseconds."""


class Finale(NamedTuple):
    """A finale, and how it is told to those who listen."""

    beats: Sequence[Beat]
    told: str


class Stage(NamedTuple):
    """What stays the same through a finale."""

    folder: GameFolder
    view: Document
    seat: int | None
    names: Sequence[str]
    say: Language
    shape: str
    sheet: Sheet
    counts: Sequence[Count]


def finale(
    folder: GameFolder, view: Document, seat: int | None, names: Sequence[str], say: Language, shape: str
) -> Finale | None:
    """How the points of a game that is over are counted; None for one without a score sheet."""
    sheet = folder.words.score_sheet(view, names, say)
    counts = counts_of(sheet)
    if not counts:
        return None
    stage = Stage(folder, view, seat, names, say, shape, sheet, counts)
    return Finale(list(_beats(stage)), _told(stage))


def _beats(stage: Stage) -> Iterator[Beat]:
    stay = min(max(COUNTING // len(stage.counts), SHORTEST), LONGEST)
    keys: set[str] = set()
    nothing = Count(0, (), (0,) * len(stage.names))
    yield Beat(_scene(stage, nothing, keys), stage.say("The game is over: let us count."), BEGINNING)
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
        yield Beat(_with(scene, poured), _words(stage, count), max(stay, moment) + ENDING * last)


def _scene(stage: Stage, count: Count, keys: AbstractSet[str]) -> Scene:
    folder = stage.folder
    view = folder.pictures.uncounted(stage.view, keys)
    counting = {"counted": count.totals, "reached": reach_of(stage.counts), "counting": count.line if keys else None}
    return scene_of(folder, stage.shape, {**view, **counting}, stage.seat, [], stage.names, stage.say)


def _lit(scene: Scene, places: Places, keys: AbstractSet[str]) -> Scene:
    """The same scene, with the nodes of some keys marked."""
    parts = list(scene.parts)
    for at in {places[key] for key in keys}:
        parts[at] = [_lit_node(node) if node.key in keys else node for node in parts[at]]
    return msgspec.structs.replace(scene, parts=parts)


def _lit_node(node: Node) -> Node:
    return msgspec.structs.replace(node, kind=f"{node.kind} counted".strip())


def _pour(scene: Scene, places: Places, number: int, seat: int, cell: Cell, points: int) -> Node | None:
    """The points on their way from what brings them to the plate of the seat."""
    sources = named(cell.keys, places)
    target = next((key for word in POINTS_KEYS if (key := f"{word} {seat}") in places), "")
    if not target or not sources or not points:
        return None
    source = next(key for key in places if key in sources)
    place = next(node for node in scene.parts[places[target]] if node.key == target)
    return Node(f"pour {number} {seat}", ABOVE, "text", place.x, place.y, "pour", signed(points), enter=source)


def _with(scene: Scene, nodes: Sequence[Node]) -> Scene:
    return msgspec.structs.replace(scene, parts=[*scene.parts, nodes])


def _words(stage: Stage, count: Count) -> str:
    """What is being counted, and for whom."""
    line = stage.sheet[count.line]
    earned = ", ".join(f"{stage.names[seat]} {_shown(cell_at(line, seat))}" for seat in count.seats)
    return earned if line.apart and not line.moment else stage.say("{thing}: {earned}", thing=line.words, earned=earned)


def _shown(cell: Cell) -> str:
    return cell.shown or signed(cell.points)


def _told(stage: Stage) -> str:
    """The whole in words: seat by seat, what it earned and what that makes."""
    return " ".join(_told_of(stage, seat, name) for seat, name in enumerate(stage.names))


def _told_of(stage: Stage, seat: int, name: str) -> str:
    cells = [(line, cell) for line in stage.sheet if (cell := line.cells[seat]) is not None]
    earned = ", ".join(
        _shown(cell) if line.apart and not line.moment else f"{line.words} {_shown(cell)}" for line, cell in cells
    )
    points, say = stage.counts[-1].totals[seat], stage.say
    if not earned:
        return say("{name}: nothing.", name=name)
    return say.plural(
        "{name}: {earned}; {count} point in all.", "{name}: {earned}; {count} points in all.", points,
        name=name, earned=earned,
    )  # fmt: skip
