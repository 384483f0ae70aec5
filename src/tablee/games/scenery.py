"""The nodes of a scene, and how a scene becomes SVG.

A game's `scene.py` turns a view into nodes. A node is a shape (a `<symbol>` of the game's `scene.svg`) at a place, with
a key that identifies it from one scene to the next. Browser, notebook, rulebook and tests draw the same nodes; looks
come from CSS classes alone. Keys and kinds are up to the game, except the few below.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from pathlib import Path

import msgspec

from tablee.games.document import Document

PLACE_KEYS = ("square", "hex", "point")
"""First words of the keys of places. The rest is the place's name. Places with the same label are read out together,
and so are pieces whose label begins with their place: `piece a1`, "a1, white man"."""
PANEL_KEY = "panel"  # the first word of the key of a seat's panel, `panel 2`, whose label is read out first
POINTS_KEYS = ("points", "score", PANEL_KEY)
"""First words of the keys of nodes to which counted points fly: the first that there is."""
SEAT_KIND = "seat-"
"""The kind of a node that belongs to a seat, `seat-2`: it sets the colour; shapes of a seat end in its number."""
SIGNED = "signed"  # the kind of a node whose shape bears a sign: marks in a figure leave its middle free
THROWN, PREVIEW = "thrown", "preview"  # kinds of dice that are falling, and of previews: neither is marked as new

THEN = " > "  # between the keys of nodes that are pointed at one after the other

UPRIGHT, WIDE, LOW = "upright", "wide", "low"
"""The shapes of a picture: every game has an upright one; `SHAPES` of its `scene.py` may add a wide one. Low is a wide
one for a phone held wide: the server makes its panels larger."""
HOUSE_STYLE = Path(__file__).parent.parent / "server" / "web" / "static" / "shared" / "colours.css"
"""The shared colours, as CSS variables."""


class Node(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One thing in the picture.

    `key` identifies it from scene to scene; a new node flies in from the node with the key `enter`. Layers are painted
    from 0 upwards. `label` is for screen readers.
    """

    key: str
    layer: int
    shape: str
    x: float
    y: float
    kind: str = ""
    text: str = ""
    label: str = ""
    size: float = 1.0
    turn: float = 0.0
    enter: str = ""


class Happened(msgspec.Struct, frozen=True, gc=False):
    """A recent step, as the seat that looks may know it."""

    seat: int  # who did it, or whose turn it was
    text: str
    look: int  # a random number, the same on every screen, for mere looks: how dice lie, what an opening throw shows


class Lately(msgspec.Struct, frozen=True):
    """What led to a view, for pictures that show more: dice that still lie there, who was just eaten."""

    before: Document | None = None  # the view before the latest step; None if there is none, and then nothing moves
    steps: Sequence[Happened] = ()  # at most `LOOK_BACK` steps, the latest last


NOTHING = Lately()


class Button(msgspec.Struct, frozen=True):
    """A button below the picture. `kind` is a CSS class: "main" for the main action."""

    text: str
    action: str
    kind: str = ""
    hint: str = ""


class ButtonRow(msgspec.Struct, frozen=True):
    """Buttons that belong together, with a word before them."""

    buttons: Sequence[Button]
    words: str = ""


class Scene(msgspec.Struct, frozen=True):
    """A picture of a view: its nodes in painting order, and the actions that they offer.

    Nodes come in parts. A part that is the same object as in the scene before is unchanged and is not compared, which
    keeps a scene cheap to send. A game may also put all its nodes into one part.

    An offered text may have several actions, separated by "; ", which are played together or not at all. "{picks}" in
    it stands for the texts of the picked nodes, or "-" if there are none.
    """

    width: int
    height: int
    parts: Sequence[Sequence[Node]]
    offers: Mapping[str, Sequence[str]] = {}
    hold: int = 0  # milliseconds for which this scene must stay, because something is shown only now
    bar: Sequence[ButtonRow] = ()  # buttons under the picture
    picks: Mapping[str, str] = {}  # the nodes that can be picked, like dice to keep, and the text of each
    throw: str = ""  # the action that throws dice if there is nothing else to decide; it can be played automatically
    spoken: Mapping[str, str] = {}  # actions in words, where one node offers several and the page asks which is meant
    depicted: Mapping[str, Sequence[str]] = {}  # the shapes shown beside the words of such actions
    window: int = 0  # nodes of layers below this number are in a window that can be zoomed and moved
    window_at: tuple[float, float, float, float] = (0, 0, 0, 0)  # where that window is: x, y, width and height
    moves: Mapping[str, Sequence[str]] = {}
    """The actions for which one points at several nodes, one after the other, with their keys: a piece, then its place.
    Of actions with the same keys the page asks which is meant, as `spoken` says it."""
    free: tuple[float, float, float, float] | None = None
    """The box of a wide picture for the page's own text: x, y, width, height."""

    @property
    def nodes(self) -> list[Node]:
        """All nodes."""
        return [node for part in self.parts for node in part]


NO_SCENE = Scene(0, 0, ())
"""In place of a picture that a game failed to paint, or does not have yet: a plain one is shown."""

PAPER_WIDTH, PAPER_HEIGHT = 600, 760  # the most units of a picture on paper: 190 mm wide, so that A4 and Letter hold it


class PrintSheet(msgspec.Struct, frozen=True):
    """Something to print for those who own the box."""

    key: str
    title: str
    about: str  # what it is good for
    dealt: bool = False  # is it made for a new set-up, like a random land?


def moved(part: Sequence[Node], down: float) -> Sequence[Node]:
    """The nodes moved down. Equal parts give the same object, so that it counts as unchanged."""
    return _moved(tuple(part), down) if down else part


@lru_cache(maxsize=8192)
def _moved(part: tuple[Node, ...], down: float) -> tuple[Node, ...]:
    return tuple([msgspec.structs.replace(node, y=node.y + down) for node in part])


def fitting(text: str, room: float) -> str:
    """A text of 24 units' height, cut to fit the room in a rather wide typeface.

    >>> fitting("Maximilienne", 120), fitting("Zoé", 120)
    ('Maximili…', 'Zoé')
    """
    if text_width(text) <= room:
        return text
    kept, used = "", _letter_width("…")
    for letter in text:
        used += _letter_width(letter)
        if used > room:
            break
        kept += letter
    return kept.rstrip() + "…"


SMALLER, TWO_LINES, SMALLEST = 18 / 24, 16 / 24, 14 / 24
"""The sizes of a name that does not fit in one line of 24 units: in one smaller line, and in two."""


def whole_name(name: str, room: float) -> tuple[str, str]:
    r"""A name that fits the room whole, in two lines if need be, and the kind of its text.

    >>> whole_name("Zoé", 140), whole_name("Maximilienne", 140)
    (('Zoé', ''), ('Maximilienne', 'long'))
    >>> whole_name("Maximilienne", 90)
    ('Maximi-\nlienne', 'longest')
    >>> whole_name("Maximilienne-Alexandrine", 140)
    ('Maximilienne-\nAlexandrine', 'longest')
    """
    if text_width(name) <= room:
        return name, ""
    if SMALLER * text_width(name) <= room:
        return name, "long"
    breaks = [at + 1 for at, letter in enumerate(name[:-1]) if letter in " -"]
    halves = [(name[:at].rstrip(), name[at:]) for at in breaks] + [_halved(name)]
    # Between two words, where the lines are of nearly the same length, if both fit, else in the middle.
    halves[:-1] = sorted(halves[:-1], key=lambda lines: max(map(text_width, lines)))
    for size, kind in ((TWO_LINES, "longest"), (SMALLEST, "longest tiny")):
        for lines in halves:
            if size * max(map(text_width, lines)) <= room:
                return "\n".join(lines), kind
    return "\n".join(fitting(line, room / SMALLEST) for line in halves[-1]), "longest tiny"


def _halved(name: str) -> tuple[str, str]:
    """Two lines of a name without a word's end to break at; a hyphen says that a word goes on."""
    first, second = name[: len(name) // 2].rstrip(), name[len(name) // 2 :]
    goes_on = all(letter.isalpha() and ord(letter) < 0x2E80 for letter in first[-1:] + second[:1])
    return first + "-" * goes_on, second.lstrip()


def text_width(text: str) -> int:
    """How wide a text of 24 units' height is in a rather wide typeface."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> int:
    if letter in "iljft.,' ":
        return 8
    if letter in "MWmw@%&<>=+~#" or ord(letter) > 0x2E7F:
        return 23
    return 17 if letter.isupper() else 14


def to_svg(scene: Scene, shapes: str, style: str) -> str:
    """The scene as self-contained SVG, with the shapes and styles of its game."""
    return to_figure(scene, f"<style><![CDATA[{HOUSE_STYLE.read_text('utf8')}{style}]]></style>{shapes}")


def to_figure(scene: Scene, before: str = "") -> str:
    """The scene as SVG for a page that already has its shapes and styles."""
    body = nodes_svg(sorted(scene.nodes, key=lambda node: node.layer))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scene" viewBox="0 0 {scene.width} {scene.height}" '
        f'width="{scene.width}" height="{scene.height}">{before}{body}</svg>'
    )


def nodes_svg(nodes: Sequence[Node]) -> str:
    """Nodes as SVG, in their order."""
    return "".join(map(_node_svg, nodes))


def _lines(text: str) -> str:
    """A text; two lines stand above and below its place."""
    first, _, second = map(escape, text.partition("\n"))
    return f'<tspan x="0" dy="-.52em">{first}</tspan><tspan x="0" dy="1.04em">{second}</tspan>' if second else first


def _node_svg(node: Node) -> str:
    place = f"translate({node.x:g} {node.y:g})"
    if node.turn:
        place += f" rotate({node.turn:g})"
    if node.size != 1:
        place += f" scale({node.size:g})"
    classes = f"node {node.shape} {node.kind}".strip()
    inside = f'<use href="#{node.shape}"/>' if node.shape != "text" else ""
    if node.text:
        inside += f"<text>{_lines(node.text)}</text>"
    title = f"<title>{escape(node.label)}</title>" if node.label else ""
    return f'<g class="{classes}" transform="{place}">{title}{inside}</g>'
