"""Things as people see them whose eyes take colours for one another, and how far such things stay apart.

Chromium itself simulates how they see; what is compared is what it then shows.
"""

import base64
from typing import NamedTuple

import numpy as np
from playwright.async_api import Page

from tablee.games import GameFolder
from tablee.games.scenery import HOUSE_STYLE

EYES = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
CELL = 120
"""Pixels from one thing to the next; each lies in the middle of its own."""
NOTICED, STRIKING = 12.0, 30.0
"""Differences of colours (CIE 1976) from which on they are seen at a glance, and from which on in a small spot."""
ENOUGH, SPOT = 0.08, 0.04
"""Things are told apart that differ noticeably in so much of their place, or strikingly in so much."""
PIXELS = """async png => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let letters = "";
  for (let at = 0; at < data.length; at += 8192) letters += String.fromCharCode(...data.subarray(at, at + 8192));
  return [image.width, image.height, btoa(letters)];
}"""


class Thing(NamedTuple):
    """What is to be told from others: a shape, in its classes, perhaps with a text on it."""

    shape: str
    kind: str
    text: str = ""


async def lay_out(page: Page, folder: GameFolder, things: list[Thing]) -> None:
    """Show things side by side, the last cell empty."""
    await page.set_viewport_size({"width": CELL * (len(things) + 1), "height": CELL})
    middle = CELL // 2
    drawn = "".join(
        f'<g class="node {thing.shape} {thing.kind}" transform="translate({middle + CELL * at} {middle})">'
        f'<use href="#{thing.shape}"/>{f"<text>{thing.text}</text>" if thing.text else ""}</g>'
        for at, thing in enumerate(things)
    )
    await page.set_content(
        f"<style>{HOUSE_STYLE.read_text('utf8')}{folder.style} body {{ margin: 0; background: var(--paper); }}</style>"
        f'<svg class="scene" width="{CELL * (len(things) + 1)}" height="{CELL}">{folder.shapes}{drawn}</svg>'
    )


async def seen(page: Page, eyes: str) -> "np.ndarray":
    """What such eyes see of a page, in the colours of CIELAB: one picture a thing."""
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
    png = base64.b64encode(await page.screenshot()).decode()
    await devtools.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
    width, height, letters = await page.evaluate(PIXELS, png)
    pixels = np.frombuffer(base64.b64decode(letters), np.uint8).reshape(height, width, 4)[:, :, :3]
    return np.stack(np.split(_lab(pixels / 255), width // CELL, axis=1))


def _lab(colours: "np.ndarray") -> "np.ndarray":
    """Colours of the screen as CIELAB, in which distances are about as large as they look."""
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    to_white = np.array([[0.4339, 0.3762, 0.1899], [0.2126, 0.7152, 0.0722], [0.0178, 0.1095, 0.8727]])
    x, y, z = np.moveaxis(np.cbrt(linear @ to_white.T), -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def told_apart(one: "np.ndarray", other: "np.ndarray", nothing: "np.ndarray") -> bool:
    """Are two things seen to differ in enough of the place that they take up?"""
    taken = (_differences(one, nothing) > NOTICED) | (_differences(other, nothing) > NOTICED)
    differences = _differences(one, other)[taken]
    return bool(np.mean(differences > NOTICED) >= ENOUGH or np.mean(differences > STRIKING) >= SPOT)


def _differences(one: "np.ndarray", other: "np.ndarray") -> "np.ndarray":
    return np.linalg.norm(one - other, axis=-1)
