"""Pictures of figures: the board of a game with numbers on it, and curves."""

from collections.abc import Sequence
from html import escape

from tablee.games import GameDefinition
from tablee.games.language import Language
from tablee.games.lessons.strategy_text import CourseLine, Curve, HeatMap, in_words
from tablee.games.scenery import Node, nodes_svg
from tablee.server.features.rulebooks.figure_marks import Extent, extent_of
from tablee.server.views.sentences import seat_colours

FAINTEST, STRONGEST, BEHIND = 0.1, 0.8, 0.5
"""How much a node is covered by its colour, for the least number and the greatest; less where it says something."""
LOWER = 0.31
"""How far below its middle the number of a node stands that says something itself, as a share of its height."""
WIDTH, HEIGHT, LEFT, RIGHT, ABOVE, BELOW = 640, 300, 72, 18, 16, 52
"""A curve, and the room around it."""
ROUND = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100)
MOST_TICKS = 6


# ---- the board with numbers on it ---------------------------------------------------------------------------------


def heat_map(definition: GameDefinition, heat: HeatMap, words: str, say: Language) -> str:
    """A position as its game draws it, with a number and a colour on each node that has one; as SVG."""
    scene_nodes = _nodes(definition, heat, say)
    boxes = {node.key: extent_of(node, definition.shapes) for node in scene_nodes}
    missing = set(heat.values) - set(boxes)
    if missing:
        raise ValueError(f"a map has a number for {min(missing)}, which the picture does not have")
    cut = _joined([boxes[key] for key in heat.cut or boxes])
    seen = [node for node in scene_nodes if cut.holds(*boxes[node.key].middle)]
    marks = "".join(_mark(boxes[key], value, _strength(value, heat), heat, say) for key, value in heat.values.items())
    return (
        f'<svg class="scene heat-map" role="img" aria-label="{escape(words)}" '
        f'viewBox="{cut.left:g} {cut.top:g} {cut.width:g} {cut.height:g}">{nodes_svg(seen)}{marks}</svg>'
    )


def _nodes(definition: GameDefinition, heat: HeatMap, say: Language) -> list[Node]:
    players = heat.position.players
    state = definition.new(players, {}, heat.position.seed)
    for text in heat.position.log:
        state = definition.apply(state, text)
    scene = definition.paint(definition.sight(state, None), None, [], seat_colours(definition, players, say), say)
    return sorted(scene.nodes, key=lambda node: node.layer)


def _joined(boxes: Sequence[Extent]) -> Extent:
    return boxes[0].joined(*boxes[1:])


def _strength(value: float, heat: HeatMap) -> float:
    """How much of its colour a number gets: all for the farthest from 0 or, of shares, from the least."""
    most, least = max(map(abs, heat.values.values())), min(heat.values.values()) if heat.kind == "share" else 0.0
    part = (abs(value) - least) / ((most - least) or 1)
    return FAINTEST + ((BEHIND if heat.below else STRONGEST) - FAINTEST) * part


def _mark(box: Extent, value: float, strength: float, heat: HeatMap, say: Language) -> str:
    """The colour of a node, and its number: the colour alone says nothing."""
    x, y = box.middle
    radius = min(box.width, box.height) / 2 - 3
    down = LOWER * box.height if heat.below else 0
    kind = "less" if value < 0 else "more"
    return (
        f'<g class="heat {kind}"><circle cx="{x:g}" cy="{y:g}" r="{radius:.1f}" fill-opacity="{strength:.2f}"/>'
        f'<text x="{x:g}" y="{y + down:g}">{escape(in_words(value, heat.kind, say))}</text></g>'
    )


# ---- curves --------------------------------------------------------------------------------------------------------


class _Plane:
    """Where numbers lie in the picture of a curve."""

    def __init__(self, lines: Sequence[CourseLine]) -> None:
        across = [number for line in lines for number in line.x]
        up = [number for line in lines for number in (*line.y, *line.low, *line.high)]
        self.left, self.right = min(across), max(across)
        self.ticks = ticks(min(0.0, *up), max(up))
        self.bottom, self.top = self.ticks[0], self.ticks[-1]

    def x(self, number: float) -> float:
        """From the left."""
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (number - self.left) / ((self.right - self.left) or 1), 1)

    def y(self, number: float) -> float:
        """From above."""
        return round(HEIGHT - BELOW - (HEIGHT - ABOVE - BELOW) * (number - self.bottom) / (self.top - self.bottom), 1)


def ticks(low: float, high: float) -> list[float]:
    """Round numbers at equal distances, from at most `low` to at least `high`.

    >>> ticks(0, 0.9), ticks(-3, 4)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [-4, -2, 0, 2, 4])
    """
    step = next((step for step in ROUND if (high - low) / step <= MOST_TICKS - 1), ROUND[-1])
    first, last = int(low // step), -int(-high // step)
    return [round(step * number, 6) for number in range(first, max(last, first + 1) + 1)]


def curve(told: Curve, words: str, axis: str, names: Sequence[str], say: Language) -> str:
    """Lines over an axis, with their intervals as bands; as SVG."""
    plane = _Plane(told.lines)
    numbers = "; ".join(
        _read_out(line, name, told.kind, say) for line, name in zip(told.lines, names or [""], strict=True)
    )
    grid = "".join(
        f'<line class="zero-line" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{plane.y(tick)}" y2="{plane.y(tick)}"/>'
        f'<text class="tick up" x="{LEFT - 8}" y="{plane.y(tick) + 5}">{escape(in_words(tick, told.kind, say))}</text>'
        for tick in plane.ticks
    )
    across = "".join(
        f'<text class="tick" x="{plane.x(number)}" y="{HEIGHT - BELOW + 20}">{say.tenths(number)}</text>'
        for number in _some(sorted({number for line in told.lines for number in line.x}))
    )
    drawn = "".join(_line(line, place, plane) for place, line in enumerate(told.lines))
    return (
        f'<svg class="curve" role="img" aria-label="{escape(words)} {escape(numbers)}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'{grid}{across}<text class="tick" x="{(LEFT + WIDTH - RIGHT) / 2:g}" y="{HEIGHT - 6}">{escape(axis)}</text>'
        f"{drawn}</svg>"
    )


def _some(numbers: Sequence[float]) -> Sequence[float]:
    """At most a dozen of them."""
    return numbers[:: -(-len(numbers) // 12)]


def _line(line: CourseLine, place: int, plane: _Plane) -> str:
    points = [f"{plane.x(x)} {plane.y(y)}" for x, y in zip(line.x, line.y, strict=True)]
    band = ""
    if line.low:
        above = [f"{plane.x(x)} {plane.y(y)}" for x, y in zip(line.x, line.high, strict=True)]
        under = [f"{plane.x(x)} {plane.y(y)}" for x, y in zip(line.x, line.low, strict=True)]
        band = f'<path class="band" d="M{"L".join([*above, *reversed(under)])}Z"/>'
    dots = "".join(f'<circle cx="{plane.x(x)}" cy="{plane.y(y)}" r="4"/>' for x, y in zip(line.x, line.y, strict=True))
    return f'<g class="line line-{place}">{band}<path class="course-line" d="M{"L".join(points)}"/>{dots}</g>'


def _read_out(line: CourseLine, name: str, kind: str, say: Language) -> str:
    """The points of a line, to be read out."""
    points = [f"{say.tenths(x)}: {in_words(y, kind, say)}" for x, y in zip(line.x, line.y, strict=True)]
    return f"{name} {', '.join(points)}".strip()
