"""Pictures: sound as SVG, with keys that can be relied on, and with everything legal within reach of a hand."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from xml.etree import ElementTree

import msgspec

from tablee.games import GameFolder
from tablee.games.scenery import UPRIGHT, WIDE, Node, Scene, to_svg
from tablee.kit.bench import Bench
from tablee.language import ENGLISH
from tablee.table.folded import THROW
from tablee.table.table import AND_THEN, Table

SVG = "{http://www.w3.org/2000/svg}"
PICKS = "{picks}"
KEPT = 0.5
"""As much of a picture must keep its names from one look to the next, or nothing would fly to its place."""


def pictures(bench: Bench) -> Iterator[str]:
    """What is wrong with the pictures of games, in every shape, for every seat and for onlookers."""
    folder, count = bench.folder, 0
    before: dict[str, Node] = {}
    for table in bench.tables(3 if bench.quick else 6, leaving=0.005):
        seats = [None, *range(folder.seats(table.state))]  # type: ignore[arg-type]
        for seat in seats:
            count += 1
            for fault in _faults_for(folder, table, seat):
                yield f"after {len(table.steps)} steps, {_looker(seat)}: {fault}"
        nodes = {node.key: node for node in paint(folder, table, None).nodes}
        if table.steps:
            yield from (f"after {len(table.steps)} steps: {fault}" for fault in key_faults(before, nodes))
        before = nodes if table.to_act is not None else {}
    bench.note = f"{count} pictures"


def key_faults(before: Mapping[str, Node], after: Mapping[str, Node]) -> Iterator[str]:
    """Things that lie where they lay, look as they looked, and are known by another key: they would vanish and come."""
    if len(after.keys() & before.keys()) < KEPT * len(before):
        yield "most keys are others than before; a thing must keep its key"
    lain = {_without_key(node): key for key, node in before.items() if key not in after}
    for key, node in after.items():
        if key not in before and (old := lain.get(_without_key(node))):
            yield f"what is called {key!r} was called {old!r} before; a thing must keep its key"


def _without_key(node: Node) -> Node:
    return msgspec.structs.replace(node, key="", enter="")


def _looker(seat: int | None) -> str:
    return "for an onlooker" if seat is None else f"for seat {seat}"


def paint(folder: GameFolder, table: Table, seat: int | None, shape: str = UPRIGHT) -> Scene:
    """What a seat sees of a table."""
    return folder.paint(table.view(seat), seat, table.actions(seat), table.names, ENGLISH, shape=shape)


def _faults_for(folder: GameFolder, table: Table, seat: int | None) -> Iterator[str]:
    upright = paint(folder, table, seat)
    yield from scene_faults(folder, upright)
    yield from offer_faults(folder, table, seat, upright)
    if upright.parts != paint(folder, table, seat).parts:
        yield "the same view is painted in two ways"
    if WIDE in folder.pictures.SHAPES:
        wide = paint(folder, table, seat, WIDE)
        yield from scene_faults(folder, wide)
        yield from wide_faults(upright, wide)


# ---- one picture -----------------------------------------------------------------------------------------------


def scene_faults(folder: GameFolder, scene: Scene) -> Iterator[str]:
    """Keys that come twice, shapes that are not there, nodes beside the picture, and what is no SVG."""
    keys = [node.key for node in scene.nodes]
    yield from (f"the key {key!r} comes twice" for key in {key for key in keys if keys.count(key) > 1})
    known = _shapes(folder.shapes)
    for shape in {node.shape for node in scene.nodes} - {*known, "text"}:
        yield f"there is no shape {shape!r} in scene.svg"
    for node in scene.nodes:
        if not (-1 <= node.x <= scene.width + 1 and -1 <= node.y <= scene.height + 1):
            yield f"{node.key!r} lies beside the picture, at {node.x:g}, {node.y:g}"
    try:
        ElementTree.fromstring(to_svg(scene, "", ""))
    except ElementTree.ParseError as error:
        yield f"the picture is no sound SVG: {error}"


@lru_cache(maxsize=64)
def _shapes(shapes: str) -> frozenset[str]:
    return frozenset(re.findall(r'<symbol id="([^"]+)"', shapes))


def wide_faults(upright: Scene, wide: Scene) -> Iterator[str]:
    """What a wide picture shows that the upright one does not, or the other way round."""
    told = [{node.key: node.label for node in scene.nodes} for scene in (upright, wide)]
    if told[0] != told[1]:
        names = sorted({key for key, label in set(told[0].items()) ^ set(told[1].items())})
        yield f"wide and upright do not show the same: {', '.join(names[:3])}"
    if (wide.offers, wide.bar, wide.picks) != (upright.offers, upright.bar, upright.picks):
        yield "wide and upright do not offer the same"
    if wide.width <= wide.height:
        yield f"the wide picture is not wide: {wide.width} × {wide.height}"


# ---- what is offered -------------------------------------------------------------------------------------------


def offered_by(scene: Scene) -> Iterator[tuple[str, str]]:
    """All that is offered, and by what."""
    for key, texts in scene.offers.items():
        yield from ((f"the node {key!r}", text) for text in texts)
    for row in scene.bar:
        yield from ((f"the button {button.text!r}", button.action) for button in row.buttons)


def offer_faults(folder: GameFolder, table: Table, seat: int | None, scene: Scene) -> Iterator[str]:
    """Offers of what is not there or not legal, and actions that no hand can reach."""
    keys = {node.key for node in scene.nodes}
    for what, named in (("offers", scene.offers), ("picks", scene.picks)):
        yield from (f"{what} name {key!r}, which is not in the picture" for key in named if key not in keys)
    actions, reached = table.actions(seat), set[str]()
    for where, text in offered_by(scene):
        found = _meant(folder, table, text, actions, scene.picks)
        if not found and not folder.words.why_not(table.view(seat), seat or 0, text, table.names, ENGLISH):
            yield f"{where} offers {text!r}, which is not legal, and words.why_not does not say why"
        reached |= found
    missing = [action for action in actions if action not in reached and action != scene.throw]
    for action in missing and _not_as_good(folder, table, missing, reached):
        yield f"{action!r} is legal, but nothing in the picture or below it offers it"


def _meant(folder: GameFolder, table: Table, text: str, actions: Sequence[str], picks: Mapping[str, str]) -> set[str]:
    """The legal actions that an offered text can begin with, if what follows is legal after one of them."""
    first, *then = text.split(AND_THEN)
    if first == THROW:
        return {THROW} & set(actions)
    pattern = re.escape(first).replace(re.escape(PICKS), "(?:-|.+)" if picks else "-")
    found = {action for action in actions if re.fullmatch(pattern, action)}
    if not then or THROW in then:
        return found
    follow = [action for action in found if then[0] in _after(folder, table, action)]
    return found if follow else set()


def _not_as_good(folder: GameFolder, table: Table, missing: Sequence[str], reached: set[str]) -> list[str]:
    """Those of some actions that lead where no action leads that is within reach."""
    state = table.state
    assert state is not None
    ends = [folder.words.write(folder.apply(state, action)) for action in reached]
    return [action for action in missing if folder.words.write(folder.apply(state, action)) not in ends]


def _after(folder: GameFolder, table: Table, action: str) -> list[str]:
    assert table.state is not None
    return folder.actions(folder.apply(table.state, action))
