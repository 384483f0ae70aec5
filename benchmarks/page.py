"""What a frame costs a browser: the main thread's time from the message to the picture, by Chromium's own trace.

Two players without a browser play a table of each game, at which a third looks with a browser whose processor is
slowed down. Between two moves the page comes to rest. Printed for each game, in milliseconds of processor for a frame,
of which a move brings one or several:

- `script`: what the page itself does, without styles and layouts;
- `laid`: styles and layout, whether asked for by the script or by the browser for the next picture;
- `applied`: both, which is all that the page has a say in;
- `painted`: what the browser does then to paint it;
- `forced`: of `laid`, what the script asked for before it was done; with `--why`, by whom;
- `later`: what waits until the picture is there and the browser has nothing to do; it is no part of `applied`.

What other processes do on the machine makes a slowed processor seem slower still: `--throttle 1` measures without, and
multiplies by 4 instead. A move that flies is laid and painted again for each picture of its flight: `--motion` shows
what all of that costs.
"""

import argparse
import asyncio
import base64
import json
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from playwright.async_api import Browser, CDPSession, async_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tablee.games import game_ids
from tests.browser.conftest import ARGUMENTS
from tests.browser.laid import lay_near_the_end
from tests.install_programs import installed_browser
from tests.server.house import House, Seat

CATEGORIES = ("devtools.timeline", "disabled-by-default-devtools.timeline")
STACKS = "disabled-by-default-devtools.timeline.stack"
"""Who called what: it makes everything slower."""
SCRIPT = ("FunctionCall", "TimerFire", "FireAnimationFrame", "RunMicrotasks", "EventDispatch", "EvaluateScript")
IDLE = "FireIdleCallback"
STYLES = ("UpdateLayoutTree", "Layout")
PAINTING = ("PrePaint", "Paint", "Layerize", "Commit", "UpdateLayer", "CompositeLayers")
SLOW = 4
"""How many times slower than this machine a phone is thought to be."""
WITH_THE_PICTURE = "FireAnimationFrame"
"""What is laid out there would be laid out for the picture anyway."""
AT_REST = 1.6
"""Seconds after which a frame has been shown for as long as it must, and the page has nothing left to do."""


class Cost(NamedTuple):
    """Of a frame, in milliseconds of the main thread."""

    script: float
    laid: float
    painted: float
    forced: float
    later: float
    why: Counter[str]
    """How often a function forced styles or a layout."""


async def main() -> None:
    """Measure every game."""
    arguments = _arguments()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=installed_browser(), args=list(ARGUMENTS))
        with tempfile.TemporaryDirectory() as folder:
            house = House(Path(folder))
            try:
                heads = "  ".join(f"{head:>13}" for head in ("script", "laid", "applied", "painted", "forced", "later"))
                print(f"{'game':10}{'frames':>6}  {heads}   (median, 95 %)")
                for game in arguments.games:
                    costs = await _measure(browser, house, game, arguments)
                    _show(game, costs, SLOW / arguments.throttle, why=arguments.why)
            finally:
                house.stop()
        await browser.close()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=game_ids())
    parser.add_argument("--moves", type=int, default=15)
    parser.add_argument("--throttle", type=float, default=SLOW, help="how many times slower the processor is made")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=800)
    parser.add_argument("--motion", action="store_true", help="let things fly")
    parser.add_argument("--why", action="store_true", help="which functions force styles and layouts")
    return parser.parse_args()


async def _measure(browser: Browser, house: House, game: str, arguments: argparse.Namespace) -> list[Cost]:
    laid, actions = await lay_near_the_end(house, "traced", game, 2 * arguments.moves)
    motion = "no-preference" if arguments.motion else "reduce"
    size: Any = {"width": arguments.width, "height": arguments.height}
    context = await browser.new_context(
        viewport=size, reduced_motion=motion, service_workers="block", **laid.profile(0)
    )
    page = await context.new_page()
    frames = 0

    def hear(payload: str | bytes) -> None:
        nonlocal frames
        frames += json.loads(payload)["say"] == "frame"

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    await page.goto(f"http://localhost:{house.port}{laid.path}", wait_until="networkidle")
    await page.locator("#scene [data-key]").first.wait_for(state="attached")
    session = await context.new_cdp_session(page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": arguments.throttle})
    costs = []
    async with laid.guest(house, 0).at(laid.table.id) as one, laid.guest(house, 1).at(laid.table.id) as two:
        seats = [one, two]
        for seat in seats:
            await seat.hear("events")
        for number, action in enumerate(actions[: arguments.moves + 3]):
            categories = [*CATEGORIES, *([STACKS] if arguments.why else [])]
            before = frames
            trace = await _traced(session, categories, _act(seats, action))
            # The first moves run what the browser has not compiled yet.
            if number >= 3:
                costs += [_cost(trace, frames - before)] * (frames - before)
    await context.close()
    return costs


async def _act(seats: Sequence[Seat], action: str) -> None:
    mover = next(seat for seat in seats if _latest(seat)["actions"])
    await mover.act(action)
    for seat in seats:
        await seat.hear("events")
    await asyncio.sleep(AT_REST)


def _latest(seat: Seat) -> dict[str, Any]:
    return next(message for message in reversed(seat.received) if message["say"] == "events")


async def _traced(session: CDPSession, categories: Sequence[str], doing: Awaitable[None]) -> list[dict[str, Any]]:
    """What the trace says of the page's main thread while something is done."""
    done: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
    session.once("Tracing.tracingComplete", lambda event: done.set_result(event))
    config = {"includedCategories": list(categories), "excludedCategories": ["*"]}
    await session.send("Tracing.start", {"transferMode": "ReturnAsStream", "traceConfig": config})
    await doing
    await session.send("Tracing.end")
    stream, parts = (await done)["stream"], []
    while True:
        part = await session.send("IO.read", {"handle": stream})
        parts.append(base64.b64decode(part["data"]).decode() if part.get("base64Encoded") else part["data"])
        if part["eof"]:
            break
    events = json.loads("".join(parts))["traceEvents"]
    mains = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    return [one for one in events if one["ph"] == "X" and (one["pid"], one["tid"]) in mains]


def _cost(trace: Sequence[dict[str, Any]], frames: int) -> Cost:
    later = _outermost(one for one in trace if one["name"] == IDLE)
    trace = [one for one in trace if not any(_within(one, other) for other in later)]
    script = _outermost(one for one in trace if one["name"] in SCRIPT)
    laid = _outermost(one for one in trace if one["name"] in STYLES)
    asked = [one for one in laid if any(_within(one, other) for other in script)]
    forced = [
        one for one in asked if not any(_within(one, other) for other in script if other["name"] == WITH_THE_PICTURE)
    ]
    painted = _outermost(one for one in trace if one["name"] in PAINTING)
    times = (_sum(script) - _sum(asked), _sum(laid), _sum(painted), _sum(forced), _sum(later))
    return Cost(*(time / frames for time in times), Counter(_caller(one) for one in forced))


def _outermost(events: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for one in sorted(events, key=lambda event: (event["ts"], -event.get("dur", 0))):
        if not found or not _within(one, found[-1]):
            found.append(one)
    return found


def _within(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return bool(other["ts"] <= one["ts"] < other["ts"] + other.get("dur", 0))


def _sum(events: Iterable[dict[str, Any]]) -> float:
    """The time of the processor: others may use it meanwhile."""
    return sum(one.get("tdur", 0) for one in events) / 1000


def _caller(event: dict[str, Any]) -> str:
    """The function that asked for a layout, and who called it."""
    stack = event["args"].get("beginData", {}).get("stackTrace", [])[:3]
    calls = ((one["functionName"] or "?", one["url"].rpartition("/")[2], one["lineNumber"]) for one in stack)
    return " < ".join(f"{name} ({script}:{line})" for name, script, line in calls)


def _show(game: str, costs: Sequence[Cost], times: float, *, why: bool) -> None:
    columns = [
        [cost.script for cost in costs],
        [cost.laid for cost in costs],
        [cost.script + cost.laid for cost in costs],
        [cost.painted for cost in costs],
        [cost.forced for cost in costs],
        [cost.later for cost in costs],
    ]
    cells = (f"{times * statistics.median(one):6.2f} {times * _most(one):6.2f}" for one in columns)
    print(f"{game:10}{len(costs):6}  " + "  ".join(cells))
    for words, count in sum((cost.why for cost in costs), Counter[str]()).most_common(8) if why else ():
        print(f"  {count:5}  {words}")


def _most(values: Sequence[float]) -> float:
    return sorted(values)[int(0.95 * (len(values) - 1))]


if __name__ == "__main__":
    asyncio.run(main())
