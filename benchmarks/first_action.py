"""How long a stranger needs from the shelf to the first action, and what each page weighs on the wire.

A real server and a real browser with an empty cache each time: `python benchmarks/first_action.py`.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.async_api import Browser, async_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.browser.conftest import ARGUMENTS
from tests.browser.laid import lay_near_the_end
from tests.browser.weight import weigh
from tests.install_programs import installed_browser
from tests.server.house import House

GAMES = ("isis", "morfals", "morisi", "morpyam", "netzwerk")
SCREENS = {"wide": (1440, 900), "phone": (390, 844)}


async def measure(runs: int) -> None:
    """Print both."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=installed_browser(), args=list(ARGUMENTS))
            for screen, (width, height) in SCREENS.items():
                times = [await _first_action(browser, house, width, height) for _ in range(runs)]
                print(f"first action, {screen}: median {statistics.median(times):.2f} s, worst {max(times):.2f} s")
            await _weigh_all(browser, house)
            await browser.close()
        house.stop()


async def _first_action(browser: Browser, house: House, width: int, height: int) -> float:
    """From the first byte of the shelf to a pawn on the board, by one click on "Play" and one on a square."""
    context = await browser.new_context(viewport={"width": width, "height": height}, service_workers="block")
    page = await context.new_page()
    begin = time.perf_counter()
    await page.goto(f"http://localhost:{house.port}/", wait_until="commit")
    await page.locator("main form button").first.click()
    await page.locator("#scene .offered").first.click()
    await page.locator('#scene [data-key^="pawn"], #scene [data-key="drawn"]').first.wait_for(state="attached")
    elapsed = time.perf_counter() - begin
    await context.close()
    return elapsed


async def _weigh_all(browser: Browser, house: House) -> None:
    at_home = f"http://localhost:{house.port}"
    for game in GAMES:
        laid, _ = await lay_near_the_end(house, "weighed", game, 4)
        over, _ = await lay_near_the_end(house, "weighed, over", game, 0)
        pages = {
            "open": f"/games/{game}/bots",
            "rules": f"/games/{game}/rules",
            "lesson": f"/games/{game}/lesson",
            "table": laid.path,
            "over": over.path,
            "replay": f"{over.path}/replay",
        }
        weights = {name: await weigh(browser, at_home + path, **laid.profile(0)) for name, path in pages.items()}
        told = ", ".join(f"{name} {weight.page / 1000:.0f} kB" for name, weight in weights.items())
        print(f"{game}: {told}; largest message {max(one.message for one in weights.values()) / 1000:.0f} kB")
    print(f"shelf: {(await weigh(browser, at_home)).page / 1000:.0f} kB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    asyncio.run(measure(parser.parse_args().runs))
