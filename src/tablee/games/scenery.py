"""What a scene is made of, and how it becomes an SVG text.

A game's `scene.py` turns a view into nodes. A node is a shape (a `<symbol>` of the game's `scene.svg`) at a place, with
a key by which it is known from one scene to the next. The browser, the notebook, the rulebook's figures and the tests
all draw these same nodes; looks come from CSS classes alone.
"""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

import msgspec

HOUSE_STYLE = Path(__file__).parent.parent / "web" / "static" / "colours.css"
"""The colours of the house as CSS variables: the one place where they are said."""


class Node(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One thing in the picture.

    `key` names it from scene to scene; a node that is new flies in from the node named `enter`. Layers are painted from
    0 upwards. `label` is what a screen reader says.
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


class Scene(msgspec.Struct, frozen=True):
    """A picture of a view: its nodes in painting order, and what may be done by pointing at which of them.

    Nodes come in parts. A part that is the very same object as in the scene before has not changed, and is not looked
    at again: that is what keeps a scene cheap to send. A game may as well put all its nodes into one part.
    """

    width: int
    height: int
    parts: Sequence[Sequence[Node]]
    offers: Mapping[str, Sequence[str]] = {}
    hold: int = 0
    """Milliseconds for which this scene must stay before the next one may follow: something is shown only now."""

    @property
    def nodes(self) -> list[Node]:
        """All nodes."""
        return [node for part in self.parts for node in part]


def to_svg(scene: Scene, folder: Path) -> str:
    """The scene as one self-contained SVG text, with the shapes and styles of the game's folder."""
    shapes = (folder / "scene.svg").read_text("utf8")
    style = HOUSE_STYLE.read_text("utf8") + (folder / "scene.css").read_text("utf8")
    return to_figure(scene, f"<style><![CDATA[{style}]]></style>{shapes}")


def to_figure(scene: Scene, before: str = "") -> str:
    """The scene as an SVG text for a page that has its shapes and styles already."""
    body = "".join(_node_svg(node) for node in sorted(scene.nodes, key=lambda node: node.layer))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scene" viewBox="0 0 {scene.width} {scene.height}" '
        f'width="{scene.width}" height="{scene.height}">{before}{body}</svg>'
    )


def _node_svg(node: Node) -> str:
    place = f"translate({node.x:g} {node.y:g})"
    if node.turn:
        place += f" rotate({node.turn:g})"
    if node.size != 1:
        place += f" scale({node.size:g})"
    classes = f"node {node.shape} {node.kind}".strip()
    inside = f'<use href="#{node.shape}"/>' if node.shape != "text" else ""
    if node.text:
        inside += f"<text>{escape(node.text)}</text>"
    title = f"<title>{escape(node.label)}</title>" if node.label else ""
    return f'<g class="{classes}" transform="{place}">{title}{inside}</g>'
