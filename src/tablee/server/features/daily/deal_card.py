"""A deal's card as a picture: the game and how it went, but nothing of the position."""

import asyncio
from html import escape
from typing import Any
from xml.etree import ElementTree

from starlette.requests import Request

from tablee.games import GameDefinition
from tablee.games.language import Language
from tablee.games.scenery import HOUSE_STYLE
from tablee.server.features.daily.model import AHEAD, BEHIND
from tablee.server.features.previews.link_pictures import HEIGHT, ICON, WIDTH, drawn_by_resvg
from tablee.server.features.previews.plain_svg import plain_svg

STYLE = """
.sheet { fill: var(--paper); }
.card { fill: var(--sheet); stroke: var(--line); stroke-width: 3; }
text { fill: var(--ink); font: 600 64px/1 Georgia, serif; text-anchor: middle; }
.small { fill: var(--quiet); font: 400 34px/1 sans-serif; }
.ahead { fill: var(--good); }
.level { fill: var(--quiet); }
.behind { fill: none; stroke: var(--accent); stroke-width: 9; }
"""
APART = 130
"""Distance between the centres of two signs."""


def card_preview(request: Request, definition: GameDefinition, card: str, name: str, say: Language) -> dict[str, Any]:
    """The preview of a link to a card."""
    house = f"{request.url.scheme}://{request.headers.get('host', '')}"
    title = say("{game}: do better than {name} with the same dice", game=definition.name, name=name)
    image = f"{house}/cards/{card}/picture.png?language={say.code}"
    return {"title": title, "about": say("The same deal, the same bots, once."), "image": image, "width": WIDTH,
            "height": HEIGHT}  # fmt: skip


async def draw_card(definition: GameDefinition, title: str, signs: str, result: str) -> bytes:
    """A card as PNG."""
    return await drawn_by_resvg(await asyncio.to_thread(card_svg, definition, title, signs, result))


def card_svg(definition: GameDefinition, title: str, signs: str, result: str) -> bytes:
    """A card as SVG with resolved styles."""
    css = HOUSE_STYLE.read_text("utf8") + STYLE
    svg: bytes = ElementTree.tostring(plain_svg(_card(definition, title, signs, result), css), "utf8")
    return svg


def _card(definition: GameDefinition, title: str, signs: str, result: str) -> str:
    left = WIDTH / 2 - (len(signs) - 1) * APART / 2
    row = "".join(_sign(sign, left + place * APART) for place, sign in enumerate(signs))
    icon = ICON.read_text("utf8").replace("<svg ", f'<svg x="{WIDTH / 2 - 36:g}" y="70" width="72" height="72" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect class="sheet" width="{WIDTH}" height="{HEIGHT}"/>'
        f'<rect class="card" x="60" y="40" width="{WIDTH - 120}" height="{HEIGHT - 80}" rx="28"/>{icon}'
        f'<text class="small" x="{WIDTH / 2}" y="190">Tablée · {escape(title)}</text>'
        f'<text x="{WIDTH / 2}" y="275">{escape(definition.name)}</text>{row}'
        f'<text x="{WIDTH / 2}" y="535">{escape(result)}</text></svg>'
    )


def _sign(sign: str, x: float) -> str:
    """A sign as a shape: text would depend on the installed fonts."""
    y = 395
    if sign == AHEAD:
        return f'<path class="ahead" d="M{x - 44:g} {y + 38} L{x:g} {y - 42} L{x + 44:g} {y + 38} Z"/>'
    if sign == BEHIND:
        return f'<path class="behind" d="M{x - 40:g} {y - 34} L{x:g} {y + 36} L{x + 40:g} {y - 34} Z"/>'
    return f'<circle class="level" cx="{x:g}" cy="{y}" r="34"/>'
