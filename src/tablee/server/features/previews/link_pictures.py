"""The picture of a shared link: a position as onlookers may see it, beside the name of its game, as PNG."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from html import escape
from xml.etree import ElementTree

from tablee.games import GameFolder
from tablee.games.scenery import HOUSE_STYLE, Scene, to_figure
from tablee.language import Language
from tablee.live.settings import WEB
from tablee.show.replay import Eyes
from tablee.show.sentences import seat_colours
from tablee.site.pictures.plain_svg import plain_svg
from tablee.table.events import Refused
from tablee.table.past import Position
from tablee.table.table import Table

DRAW = """import resvg_py, sys
svg = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=svg)))"""
PATIENCE = 30.0
"""Seconds for one picture."""
WIDTH, HEIGHT = 1200, 630
"""What those who show links ask for."""
MARGIN = 20
LINE = 66
"""From one line of the name to the next."""
ICON = WEB / "static" / "house" / "icon.svg"
STYLE = """
.sheet { fill: var(--paper); }
.names text { fill: var(--ink); font: 600 56px/1 Georgia, serif; text-anchor: middle; dominant-baseline: central; }
.names .house { fill: var(--quiet); font-size: 34px; }
"""


def table_scene(table: Table, number: int | None, say: Language) -> Scene:
    """What onlookers see of a table now, or may know now of how it was after an event; raises `Refused`."""
    if table.folder is None:
        raise Refused("not_now")
    if table.state is None:
        return game_scene(table.folder, table.opening.players, say)
    return Eyes(table, None, say).scene(Position(table, number or table.number))


def game_scene(folder: GameFolder, players: int, say: Language) -> Scene:
    """A game before anything has been played."""
    view = folder.sight(folder.new(players, {}, 1), None)
    return folder.paint(view, None, [], seat_colours(folder, players, say), say)


async def draw(folder: GameFolder, scene: Scene) -> bytes:
    """A scene as PNG, in the middle of a sheet of paper.

    A process of its own draws it: resvg lets nothing else happen in ours, for a fifth of a second.
    """
    return await drawn_by_resvg(await asyncio.to_thread(sheet_svg, folder, scene))


async def drawn_by_resvg(svg: bytes) -> bytes:
    """A picture as PNG."""
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


def sheet_svg(folder: GameFolder, scene: Scene) -> bytes:
    """A scene on a sheet of paper, with its styles worked out."""
    css = HOUSE_STYLE.read_text("utf8") + folder.style + STYLE
    svg: bytes = ElementTree.tostring(plain_svg(_sheet(folder, scene), css), "utf8")
    return svg


def _sheet(folder: GameFolder, scene: Scene) -> str:
    """The scene between the names of the game and of the house."""
    size = min((HEIGHT - 2 * MARGIN) / scene.height, WIDTH / 2 / scene.width)
    left, top = (WIDTH - size * scene.width) / 2, (HEIGHT - size * scene.height) / 2
    icon = ICON.read_text("utf8").replace("<svg ", f'<svg x="-48" y="{HEIGHT / 2 - 90:g}" width="96" height="96" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect class="sheet" width="{WIDTH}" height="{HEIGHT}"/>'
        f'<g transform="translate({left:g} {top:g}) scale({size:g})">{to_figure(scene, folder.shapes)}</g>'
        f'<g class="names" transform="translate({left / 2:g} 0)">{_name(folder.name)}</g>'
        f'<g class="names" transform="translate({WIDTH - left / 2:g} 0)">{icon}'
        f'<text class="house" y="{HEIGHT / 2 + 40:g}">Tablée</text></g></svg>'
    )


def _name(name: str) -> str:
    """The name of a game, a line for each long word."""
    lines = name.replace(" & ", " &\u00a0").split(" ")
    top = (HEIGHT - (len(lines) - 1) * LINE) / 2
    return "".join(f'<text y="{top + LINE * at:g}">{escape(line)}</text>' for at, line in enumerate(lines))
