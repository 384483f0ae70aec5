"""Checks of pictures: valid SVG, stable keys, every legal action on offer, sound symbols, styles and cover."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from xml.etree import ElementTree

import msgspec

from tablee.games import GameDefinition
from tablee.games.canvas import Canvas, StrictCanvas, UndeclaredFieldError
from tablee.games.language import ENGLISH
from tablee.games.scenery import HOUSE_STYLE, NOTHING, UPRIGHT, WIDE, Lately, Node, Scene, to_svg
from tablee.kit.trial_tables import Bench
from tablee.server.table.table import AND_THEN, THROW, Table

SVG = "{http://www.w3.org/2000/svg}"
PICKS = "{picks}"
KEPT = 0.5  # the share of keys that must stay from one look to the next, so that nodes can move


def pictures(bench: Bench) -> Iterator[str]:
    """Faults of pictures in every shape, for every seat and for spectators."""
    definition, count, canvas = bench.definition, 0, Canvas()
    before: dict[str, Node] = {}
    for table in bench.tables(3 if bench.quick else 6, leaving=0.005):
        seats = [None, *range(definition.seats(table.state))]  # type: ignore[arg-type]
        for seat in seats:
            count += 1
            looker = "for a spectator" if seat is None else f"for seat {seat}"
            for fault in (*_faults_for(definition, table, seat), *canvas_faults(definition, table, seat, canvas)):
                yield f"after {len(table.steps)} steps, {looker}: {fault}"
        nodes = {node.key: node for node in paint(definition, table, None).nodes}
        if table.steps:
            yield from (f"after {len(table.steps)} steps: {fault}" for fault in key_faults(before, nodes))
        before = nodes if table.to_act is not None else {}
    bench.note = f"{count} pictures"


def key_faults(before: Mapping[str, Node], after: Mapping[str, Node]) -> Iterator[str]:
    """Nodes that stay the same but change their key: they would vanish and reappear."""
    if len(after.keys() & before.keys()) < KEPT * len(before):
        yield "most keys are others than before; a thing must keep its key"
    lain = {_without_key(node): key for key, node in before.items() if key not in after}
    for key, node in after.items():
        if key not in before and (old := lain.get(_without_key(node))):
            yield f"what is called {key!r} was called {old!r} before; a thing must keep its key"


def _without_key(node: Node) -> Node:
    return msgspec.structs.replace(node, key="", enter="")


def canvas_faults(definition: GameDefinition, table: Table, seat: int | None, canvas: Canvas) -> Iterator[str]:
    """Parts that read what they do not declare, or that a canvas with earlier pictures takes over wrongly."""
    for shape in definition.pictures.SHAPES:
        try:
            anew = paint(definition, table, seat, shape, StrictCanvas())
        except UndeclaredFieldError as error:
            yield f"the part {error}"
            return
        if anew.nodes != paint(definition, table, seat, shape, canvas).nodes:
            yield "a part that is taken over from the picture before is not as it would be painted now"


def paint(
    definition: GameDefinition,
    table: Table,
    seat: int | None,
    shape: str = UPRIGHT,
    canvas: Canvas | None = None,
) -> Scene:
    """The picture of a table for a seat."""
    view, actions, count = table.view(seat), table.actions(seat), definition.pictures.LOOK_BACK
    lately = Lately(None, table.latest_steps(seat, count)) if canvas and count else NOTHING
    return definition.paint(view, seat, actions, table.names, ENGLISH, lately, shape, canvas)


def _faults_for(definition: GameDefinition, table: Table, seat: int | None) -> Iterator[str]:
    upright = paint(definition, table, seat)
    yield from scene_faults(definition, upright)
    yield from offer_faults(definition, table, seat, upright)
    if upright.parts != paint(definition, table, seat).parts:
        yield "the same view is painted in two ways"
    if WIDE in definition.pictures.SHAPES:
        wide = paint(definition, table, seat, WIDE)
        yield from scene_faults(definition, wide)
        yield from wide_faults(upright, wide)


def scene_faults(definition: GameDefinition, scene: Scene) -> Iterator[str]:
    """Duplicate keys, missing shapes, nodes outside the picture, and invalid SVG."""
    keys = [node.key for node in scene.nodes]
    yield from (f"the key {key!r} comes twice" for key in {key for key in keys if keys.count(key) > 1})
    known = _shapes(definition.shapes)
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
    """Differences in content between the wide and the upright picture."""
    told = [{node.key: node.label for node in scene.nodes} for scene in (upright, wide)]
    if told[0] != told[1]:
        names = sorted({key for key, label in set(told[0].items()) ^ set(told[1].items())})
        yield f"wide and upright do not show the same: {', '.join(names[:3])}"
    if _offered(wide) != _offered(upright):
        yield "wide and upright do not offer the same"
    if wide.width <= wide.height:
        yield f"the wide picture is not wide: {wide.width} × {wide.height}"


def _offered(scene: Scene) -> tuple[object, ...]:
    return scene.offers, scene.moves, scene.bar, scene.picks


def offered_by(scene: Scene) -> Iterator[tuple[str, str]]:
    """Everything that is offered, and where."""
    for key, texts in scene.offers.items():
        yield from ((f"the node {key!r}", text) for text in texts)
    yield from ((f"a move over {', '.join(map(repr, keys))}", text) for text, keys in scene.moves.items())
    for row in scene.bar:
        yield from ((f"the button {button.text!r}", button.action) for button in row.buttons)


def offer_faults(definition: GameDefinition, table: Table, seat: int | None, scene: Scene) -> Iterator[str]:
    """Offers on missing nodes or of illegal actions, and legal actions that are not offered."""
    keys = {node.key for node in scene.nodes}
    pointed = dict.fromkeys(chain.from_iterable(scene.moves.values()))
    for what, named in (("offers", scene.offers), ("moves", pointed), ("picks", scene.picks)):
        yield from (f"{what} name {key!r}, which is not in the picture" for key in named if key not in keys)
    yield from _unclear(scene)
    actions, reached = table.actions(seat), set[str]()
    for where, text in offered_by(scene):
        found = _meant(definition, table, text, actions, scene.picks)
        if not found and not definition.words.why_not(table.view(seat), seat or 0, text, table.names, ENGLISH):
            yield f"{where} offers {text!r}, which is not legal, and words.why_not does not say why"
        reached |= found
    missing = [action for action in actions if action not in reached and action != scene.throw]
    for action in missing and _not_as_good(definition, table, missing, reached):
        yield f"{action!r} is legal, but nothing in the picture or below it offers it"


def _unclear(scene: Scene) -> Iterator[str]:
    """Moves that the page must ask about, without words to ask with."""
    ways = Counter(map(tuple, scene.moves.values()))
    for text, keys in scene.moves.items():
        if ways[tuple(keys)] > 1 and text not in scene.spoken:
            yield f"{text!r} is pointed at like another move; `spoken` must say how they differ"


def _meant(
    definition: GameDefinition, table: Table, text: str, actions: Sequence[str], picks: Mapping[str, str]
) -> set[str]:
    """The legal actions that an offered text can begin with, if its continuation is legal after one of them."""
    first, *then = text.split(AND_THEN)
    if first == THROW:
        return {THROW} & set(actions)
    pattern = re.escape(first).replace(re.escape(PICKS), "(?:-|.+)" if picks else "-")
    found = {action for action in actions if re.fullmatch(pattern, action)}
    if not then or THROW in then:
        return found
    assert table.state is not None
    follows = (definition.actions(definition.apply(table.state, action)) for action in found)
    return found if any(then[0] in actions for actions in follows) else set()


def _not_as_good(definition: GameDefinition, table: Table, missing: Sequence[str], reached: set[str]) -> list[str]:
    """The actions whose results no offered action reaches."""
    state = table.state
    assert state is not None
    ends = [definition.words.write(definition.apply(state, action)) for action in reached]
    return [action for action in missing if definition.words.write(definition.apply(state, action)) not in ends]


STATIC = HOUSE_STYLE.parent.parent
GIVEN = ("shared/colours.css", "board/board.css", "board/layout.css")  # of every page with a picture


def looks(bench: Bench) -> Iterator[str]:
    """Faults of symbols, styles and cover."""
    definition = bench.definition
    yield from shape_faults(definition)
    yield from (f"scene.css: {fault}" for fault in style_faults(definition.style))
    yield from (f"cover.svg: {fault}" for fault in cover_faults(definition))


def shape_faults(definition: GameDefinition) -> Iterator[str]:
    """Symbols that are invalid, duplicate or missing, or have looks of their own."""
    try:
        ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{definition.shapes}</svg>')
    except ElementTree.ParseError as error:
        yield f"scene.svg: no sound SVG: {error}"
    names = re.findall(r'<symbol id="([^"]+)"', definition.shapes)
    yield from (
        f"scene.svg: the shape {name!r} is there twice" for name in {one for one in names if names.count(one) > 1}
    )
    for used in set(re.findall(r'href="#([^"]+)"', definition.shapes)) - set(
        re.findall(r'id="([^"]+)"', definition.shapes)
    ):
        yield f"scene.svg: there is no {used!r} to use"
    if re.search(r'(fill|stroke|style)="', definition.shapes):
        yield "scene.svg: looks belong into scene.css, by class, so that they can be dark, too"


def style_faults(css: str, given: str = "") -> Iterator[str]:
    """Colours without a variable, and undefined variables; `given` is other text that defines some."""
    sheets = "".join((STATIC / name).read_text("utf8") for name in GIVEN)
    known = set(re.findall(r"(--[\w-]+):", sheets + css + given))
    for name in sorted(set(re.findall(r"var\((--[\w-]+)", css)) - known):
        yield f"nobody says what {name} is"
    without_names = re.sub(r"--[\w-]+:[^;}]*", "", css)
    for colour in re.findall(r"#[0-9a-f]{3,8}\b(?=[^{}]*\})", without_names):
        yield f"{colour} has no name: say --something: {colour}, for light and dark, or take a shared colour"


def cover_faults(definition: GameDefinition) -> Iterator[str]:
    """Faults of the cover, which must be self-contained."""
    cover = (definition.path / "cover.svg").read_text("utf8")
    try:
        if not ElementTree.fromstring(cover).get("viewBox"):
            yield "it has no viewBox"
    except ElementTree.ParseError as error:
        yield f"no sound SVG: {error}"
    if "style" in cover:
        yield "it needs styles, which an <img> has not: write fill and stroke into it"
