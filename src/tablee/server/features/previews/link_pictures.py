"""Pictures of shared links as PNG, and QR codes of links."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable
from functools import lru_cache
from html import escape
from xml.etree import ElementTree

import segno

from tablee.games import GameDefinition
from tablee.games.language import Language
from tablee.games.scenery import HOUSE_STYLE, Scene, to_figure
from tablee.server.features.previews.plain_svg import plain_svg
from tablee.server.features.replays.service import PastViewer
from tablee.server.realtime.settings import WEB
from tablee.server.table.events import Refused
from tablee.server.table.past import Position
from tablee.server.table.table import Table
from tablee.server.views.sentences import seat_colours

DRAW = """import resvg_py, sys
svg = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=svg)))"""
PATIENCE = 30.0
"""Seconds for one picture."""
WIDTH, HEIGHT = 1200, 630
"""The size that sites ask for when they show links."""
MARGIN = 20
LINE = 66
"""Line height of the name."""
ICON = WEB / "static" / "shared" / "icon.svg"
SHEET = ".sheet { fill: var(--paper); }"
STYLE = """
.names text { fill: var(--ink); font: 600 56px/1 Georgia, serif; text-anchor: middle; dominant-baseline: central; }
.names .house { fill: var(--quiet); font-size: 34px; }
"""


def table_scene(table: Table, number: int | None, say: Language) -> Scene:
    """A spectator's view of a table, now or after an event, without what is still secret; raises `Refused`."""
    if table.definition is None:
        raise Refused("not_now")
    if table.state is None:
        return game_scene(table.definition, table.opening.players, say)
    return PastViewer(table, None, say).scene(Position(table, number or table.number))


def game_scene(definition: GameDefinition, players: int, say: Language) -> Scene:
    """A game before the first move."""
    view = definition.sight(definition.new(players, {}, 1), None)
    return definition.paint(view, None, [], seat_colours(definition, players, say), say)


async def draw(definition: GameDefinition, scene: Scene) -> bytes:
    """A scene as PNG, centred on a sheet of paper."""
    return await drawn_by_resvg(lambda: sheet_svg(definition, scene))


async def drawn_by_resvg(make_svg: Callable[[], bytes]) -> bytes:
    """Make an SVG in a thread, and render it as PNG in a subprocess: either would block this process for too long."""
    svg = await asyncio.to_thread(make_svg)
    drawing = await asyncio.create_subprocess_exec(sys.executable, "-c", DRAW, stdin=PIPE, stdout=PIPE)
    try:
        async with asyncio.timeout(PATIENCE):
            png, _ = await drawing.communicate(svg)
    except TimeoutError:
        drawing.kill()
        raise
    if drawing.returncode:
        raise RuntimeError(f"resvg has failed with {drawing.returncode}")
    return png


def sheet_svg(definition: GameDefinition, scene: Scene) -> bytes:
    """A scene on a sheet of paper, between the name of the game and that of the site."""
    size = min((HEIGHT - 2 * MARGIN) / scene.height, WIDTH / 2 / scene.width)
    left, top = (WIDTH - size * scene.width) / 2, (HEIGHT - size * scene.height) / 2
    words = definition.name.replace(" & ", " &\u00a0").split(" ")
    first = (HEIGHT - (len(words) - 1) * LINE) / 2
    name = "".join(f'<text y="{first + LINE * at:g}">{escape(word)}</text>' for at, word in enumerate(words))
    return resolved_sheet(
        f'<g transform="translate({left:g} {top:g}) scale({size:g})">{to_figure(scene, definition.shapes)}</g>'
        f'<g class="names" transform="translate({left / 2:g} 0)">{name}</g>'
        f'<g class="names" transform="translate({WIDTH - left / 2:g} 0)">{icon(-48, HEIGHT / 2 - 90, 96)}'
        f'<text class="house" y="{HEIGHT / 2 + 40:g}">Tablée</text></g>',
        definition.style + STYLE,
    )


def icon(x: float, y: float, size: int) -> str:
    """The icon of the site as a part of an SVG."""
    return ICON.read_text("utf8").replace("<svg ", f'<svg x="{x:g}" y="{y:g}" width="{size}" height="{size}" ', 1)


def resolved_sheet(content: str, css: str) -> bytes:
    """A sheet of paper with something on it, as SVG with resolved styles."""
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect class="sheet" width="{WIDTH}" height="{HEIGHT}"/>{content}</svg>'
    )
    svg: bytes = ElementTree.tostring(plain_svg(text, HOUSE_STYLE.read_text("utf8") + css + SHEET), "utf8")
    return svg


@lru_cache(256)
def code(link: str) -> str:
    """A QR code. The style sheet colours it dark on white, also in dark mode."""
    try:
        made = segno.make(link, micro=False, error="m")
    except segno.DataOverflowError:  # the address is too long for a QR code
        return ""
    picture: str = made.svg_inline(omitsize=True, svgclass="code", lineclass="code-lines")
    return picture.replace("<svg ", '<svg aria-hidden="true" ', 1)
