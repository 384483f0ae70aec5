"""Things as people see them whose eyes take colours for one another, and how far such things stay apart.

Chromium itself simulates how they see; what is compared is what it then shows.
"""

import base64

import numpy as np
from playwright.async_api import Page

from tablee.games import GameDefinition
from tablee.games.scenery import HOUSE_STYLE
from tablee.kit.check_colours import CELL, Thing, lab, linear, things_svg

EYES = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
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


async def lay_out(page: Page, definition: GameDefinition, things: list[Thing]) -> None:
    """Show things side by side, the last cell empty."""
    await page.set_viewport_size({"width": CELL * (len(things) + 1), "height": CELL})
    style = f"{HOUSE_STYLE.read_text('utf8')}{definition.style} body {{ margin: 0; background: var(--paper); }}"
    await page.set_content(f"<style>{style}</style>{things_svg(definition, things)}")


async def seen(page: Page, eyes: str) -> "np.ndarray":
    """What such eyes see of a page, in the colours of CIELAB: one picture a thing."""
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
    png = base64.b64encode(await page.screenshot()).decode()
    await devtools.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
    width, height, letters = await page.evaluate(PIXELS, png)
    pixels = np.frombuffer(base64.b64decode(letters), np.uint8).reshape(height, width, 4)[:, :, :3]
    return np.stack(np.split(lab(linear(pixels / 255)), width // CELL, axis=1))
