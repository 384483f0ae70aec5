"""A finished game as a short animated picture, as a spectator saw it."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import Sequence
from html import escape

import msgspec

from tablee.games import GameDefinition
from tablee.games.language import Language
from tablee.games.scenery import HOUSE_STYLE, Scene, to_figure
from tablee.server.features.previews.link_pictures import SHEET
from tablee.server.features.replays.service import PastViewer
from tablee.server.table.events import Act, Over, Refused, Start
from tablee.server.table.past import Position
from tablee.server.table.table import Table
from tablee.server.views.bot_marks import spoken
from tablee.server.views.sentences import headline

MOST_PICTURES = 32
FIRST, EACH, LAST = 120, 60, 500
"""For how long pictures are shown, in hundredths of a second."""
WIDTH, MARGIN, FOOT = 440, 12, 52
"""The size of a film in pixels: its width, the rim, and the line below the picture."""
LONGEST = 30
"""Letters of that line in their usual size."""
PATIENCE = 300.0
"""Seconds for one film: a dozen of a processor that others need, too."""
STYLE = """
.foot text { fill: var(--ink); font: 600 19px/1 Georgia, serif; dominant-baseline: central; }
.foot .house { fill: var(--quiet); text-anchor: end; }
.foot .small { font-size: 15px; }
"""


class Film(msgspec.Struct):
    """What the process is sent that draws it: SVG texts, their style sheet, and for how long each is shown."""

    pictures: list[str]
    style: str
    delays: list[int]


async def film_of(table: Table, say: Language) -> bytes:
    """A finished game as GIF; raises `Refused`."""
    film = await asyncio.to_thread(prepared, table, say)
    program = ("-m", "tablee.server.features.previews.film_worker")
    drawing = await asyncio.create_subprocess_exec(sys.executable, *program, stdin=PIPE, stdout=PIPE)
    try:
        async with asyncio.timeout(PATIENCE):
            gif, _ = await drawing.communicate(msgspec.json.encode(film))
    finally:
        if drawing.returncode is None:
            drawing.kill()
    if drawing.returncode:
        raise RuntimeError(f"a film has failed with {drawing.returncode}")
    return gif


def prepared(table: Table, say: Language) -> Film:
    """The pictures of a film: the beginning, decisions at even distances, and the end with its result."""
    definition = table.definition
    if table.status != "over" or definition is None:
        raise Refused("not_now")
    viewer = PastViewer(table, None, say)
    scenes = [viewer.scene(Position(table, number)) for number in chosen(table)]
    height = max(scene.height for scene in scenes)
    words = [*[definition.title(say)] * (len(scenes) - 1), spoken(headline(table, say), say)]
    pictures = [_svg(definition, scene, height, text) for scene, text in zip(scenes, words, strict=True)]
    delays = [FIRST, *[EACH] * (len(scenes) - 2), LAST]
    return Film(pictures, HOUSE_STYLE.read_text("utf8") + definition.style + SHEET + STYLE, delays)


def chosen(table: Table) -> Sequence[int]:
    """The events after which the pictures are taken: at least two, at most `MOST_PICTURES`."""
    start, *_ = (event.number for event in table.events if isinstance(event, Start))
    acts = [event.number for event in table.events if isinstance(event, Act)]
    over = next(event.number for event in reversed(table.events) if isinstance(event, Over))
    most = MOST_PICTURES - 2
    if len(acts) > most:
        acts = [acts[place * len(acts) // most] for place in range(most)]
    return [start, *acts, over]


def _svg(definition: GameDefinition, scene: Scene, height: float, text: str) -> str:
    """A scene on paper, with a line below it."""
    size = (WIDTH - 2 * MARGIN) / scene.width
    tall = round(MARGIN + size * height + FOOT)
    is_long = len(text) > LONGEST
    small, house = (' class="small"', "") if is_long else ("", "Tablée")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {tall}" width="{WIDTH}" height="{tall}">'
        f'<rect class="sheet" width="{WIDTH}" height="{tall}"/><g transform="translate({MARGIN} {MARGIN}) '
        f'scale({size:g})">{to_figure(scene, definition.shapes)}</g><g class="foot" transform="translate({MARGIN} '
        f'{tall - FOOT / 2:g})"><text{small}>{escape(text)}</text>'
        f'<text class="house" x="{WIDTH - 2 * MARGIN}">{house}</text></g></svg>'
    )
