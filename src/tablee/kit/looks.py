"""How a game looks: shapes without styles, colours of the house or named, a cover that stands alone."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from tablee.games import GameFolder
from tablee.games.scenery import HOUSE_STYLE
from tablee.kit.bench import Bench

STATIC = HOUSE_STYLE.parent.parent
GIVEN = ("house/colours.css", "board/board.css", "board/layout.css")
"""The style sheets that are there wherever a picture is."""


def looks(bench: Bench) -> Iterator[str]:
    """What is wrong with shapes, styles and cover."""
    folder = bench.folder
    yield from shape_faults(folder)
    yield from (f"scene.css: {fault}" for fault in style_faults(folder.style))
    yield from (f"cover.svg: {fault}" for fault in cover_faults(folder))


def shape_faults(folder: GameFolder) -> Iterator[str]:
    """Looks come from the style sheet alone, and every shape is there once."""
    try:
        ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{folder.shapes}</svg>')
    except ElementTree.ParseError as error:
        yield f"scene.svg: no sound SVG: {error}"
    names = re.findall(r'<symbol id="([^"]+)"', folder.shapes)
    yield from (
        f"scene.svg: the shape {name!r} is there twice" for name in {one for one in names if names.count(one) > 1}
    )
    for used in set(re.findall(r'href="#([^"]+)"', folder.shapes)) - set(re.findall(r'id="([^"]+)"', folder.shapes)):
        yield f"scene.svg: there is no {used!r} to use"
    if re.search(r'(fill|stroke|style)="', folder.shapes):
        yield "scene.svg: looks belong into scene.css, by class, so that they can be dark, too"


def style_faults(css: str, given: str = "") -> Iterator[str]:
    """Colours that nobody has named, and names that nobody has said; `given` are names that come from elsewhere."""
    sheets = "".join((STATIC / name).read_text("utf8") for name in GIVEN)
    known = set(re.findall(r"(--[\w-]+):", sheets + css + given))
    for name in sorted(set(re.findall(r"var\((--[\w-]+)", css)) - known):
        yield f"nobody says what {name} is"
    without_names = re.sub(r"--[\w-]+:[^;}]*", "", css)
    for colour in re.findall(r"#[0-9a-f]{3,8}\b(?=[^{}]*\})", without_names):
        yield f"{colour} has no name: say --something: {colour}, for light and dark, or take a colour of the house"


def cover_faults(folder: GameFolder) -> Iterator[str]:
    """A cover is a picture by itself."""
    cover = (folder.path / "cover.svg").read_text("utf8")
    try:
        if not ElementTree.fromstring(cover).get("viewBox"):
            yield "it has no viewBox"
    except ElementTree.ParseError as error:
        yield f"no sound SVG: {error}"
    if "style" in cover:
        yield "it needs styles, which an <img> has not: write fill and stroke into it"
