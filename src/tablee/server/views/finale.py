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


class CountedMoment(NamedTuple):
    """A moment of a finale, for whoever sees and reads the same."""

    view: Document
    keys: Sequence[str]
    """What is counted now."""
    cells: Sequence[tuple[int, Cell, int]]
    """The seats that earn something, from which cell, and how much."""
    words: str
    stay: int


class Counting(NamedTuple):
    """What a finale counts: worked out once for all who see and read the same."""

    moments: Sequence[CountedMoment]
    told: str


def counting_of(definition: GameDefinition, view: Document, names: Sequence[str], say: Language) -> Counting | None:
    """What is counted at the end of a game; None if the game has no score sheet."""
    sheet = definition.words.score_sheet(view, names, say)
    counts = counts_of(sheet)
    if not counts:
        return None
    told = " ".join(_told_of(sheet, counts[-1].totals[seat], seat, name, say) for seat, name in enumerate(names))
    return Counting(list(_moments(definition, view, names, say, sheet, counts)), told)


def _moments(
    definition: GameDefinition,
    view: Document,
    names: Sequence[str],
    say: Language,
    sheet: Sheet,
    counts: Sequence[CountStep],
) -> Iterator[CountedMoment]:
    stay = min(max(COUNTING // len(counts), SHORTEST), LONGEST)
    reached, shown, keys = reach_of(counts), definition.pictures.uncounted, set[str]()
    nothing = {"counted": (0,) * len(names), "reached": reached, "counting": None}
    yield CountedMoment({**shown(view, keys), **nothing}, (), (), say("The game is over. Let’s count!"), BEGINNING)
    for count in counts:
        cells = [(seat, cell_at(sheet[count.line], seat)) for seat in count.seats]
        now = [key for _, cell in cells for key in cell.keys]
        keys.update(now)
        counted = {"counted": count.totals, "reached": reached, "counting": count.line if keys else None}
        last, moment = count is counts[-1], sheet[count.line].moment
        yield CountedMoment(
            {**shown(view, keys), **counted},
            now,
            [(seat, cell, cell.points // count.shares) for seat, cell in cells],
            _words(sheet, count, names, say),
            max(stay, moment) + ENDING * last,
        )


def finale(
    counting: Counting,
    definition: GameDefinition,
    seat: int | None,
    names: Sequence[str],
    say: Language,
    shape: str,
    canvas: Canvas | None = None,
) -> Iterator[Beat]:
    """The finale of a game that is over, as a seat sees it."""
    canvas = canvas or Canvas()
    for number, moment in enumerate(counting.moments):
        scene = scene_of(definition, shape, moment.view, seat, [], names, say, NOTHING, canvas)
        if number:
            scene = _counted(scene, number - 1, moment)
        yield Beat(scene, moment.words, moment.stay)


def _counted(scene: Scene, number: int, moment: CountedMoment) -> Scene:
    """The scene with what is counted now marked, and with the points on their way."""
    places = {node.key: at for at, part in enumerate(scene.parts) for node in part}
    parts = _lit(scene, places, named(moment.keys, places))
    poured = [node for seat, cell, points in moment.cells if (node := _pour(parts, places, number, seat, cell, points))]
    return msgspec.structs.replace(scene, parts=[*parts, poured])


def _lit(scene: Scene, places: Places, keys: AbstractSet[str]) -> list[Sequence[Node]]:
    """The parts of a scene with the nodes of some keys marked."""
    parts = list(scene.parts)
    for at in {places[key] for key in keys}:
        parts[at] = [
            msgspec.structs.replace(node, kind=f"{node.kind} counted".strip()) if node.key in keys else node
            for node in parts[at]
        ]
    return parts


def _pour(
    parts: Sequence[Sequence[Node]], places: Places, number: int, seat: int, cell: Cell, points: int
) -> Node | None:
    """A node of points that moves from their source to the seat's panel."""
    sources = named(cell.keys, places)
    target = next((key for word in POINTS_KEYS if (key := f"{word} {seat}") in places), "")
    if not target or not sources or not points:
        return None
    source = next(key for key in places if key in sources)
    place = next(node for node in parts[places[target]] if node.key == target)
    return Node(f"pour {number} {seat}", ABOVE, "text", place.x, place.y, "pour", signed(points), enter=source)


def _words(sheet: Sheet, count: CountStep, names: Sequence[str], say: Language) -> str:
    """What is counted, and for whom."""
    line = sheet[count.line]
    earned = ", ".join(f"{names[seat]} {_shown(cell_at(line, seat))}" for seat in count.seats)
    return earned if line.apart and not line.moment else say("{thing}: {earned}", thing=line.words, earned=earned)


def _shown(cell: Cell) -> str:
    return cell.shown or signed(cell.points)


def _told_of(sheet: Sheet, points: int, seat: int, name: str, say: Language) -> str:
    cells = [(line, cell) for line in sheet if (cell := line.cells[seat]) is not None]
    earned = ", ".join(
        _shown(cell) if line.apart and not line.moment else f"{line.words} {_shown(cell)}" for line, cell in cells
    )
    if not earned:
        return say("{name}: nothing.", name=name)
    return say.plural(
        "{name}: {earned}; {count} point in total.", "{name}: {earned}; {count} points in total.", points,
        name=name, earned=earned,
    )  # fmt: skip
