"""Every page, in every state that people see it in, keeps to WCAG 2.2 AA as far as axe can tell, and bears large text.

A page that needs nothing but its address is one line of `PAGES`; another state is one function of `STATES`.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.async_api import Page, expect

from tests.browser.laid import OF_EACH_KIND, Laid, lay, lay_near_the_end, lay_over, lay_told, route_with_a_question
from tests.browser.visitor import NARROW, WIDE, Visitor, Visitors, profile_of
from tests.cases import each
from tests.server.features.tournaments.whole import Course, named, send
from tests.server.house import Guest, House, play_together

PAGES = {
    "shelf": "/",
    "open against bots": "/games/isis/bots",
    "open with friends": "/games/morisi/friends",
    "rulebook": "/games/isis/rules",
    "lesson": "/games/isis/lesson",
    "lesson as text": "/games/isis/lesson/text",
    "no connection": "/offline/en",
    "practice": "/games/morfals/puzzles",
    "all lessons": "/learn",
    "how it is played well": "/games/netzwerk/strategy",
    "all puzzles": "/practise",
    "live games": "/watch",
    "analysis": "/games/isis/analysis?from=lesson+3",
    "a position brought along": "/games/isis/analysis",
    "oneself": "/me",
    "no more letters": "/notifications/unsubscribe/x",
    "sign in": "/sign-in",
    "ladder": "/games/isis/ladder",
    "deal of the day": "/day",
    "clubs": "/clubs",
    "tournaments": "/tournaments",
    "what is kept": "/privacy",
    "nothing here": "/nothing",
}

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CONTRAST = "color-contrast"
"""It takes ten times as long as all the rest if there are pictures."""
RUN = """([rules, without]) => axe.run({
  runOnly: rules,
  rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  resultTypes: ["violations"],
}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)))"""

TOO_WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [
  ...document.querySelectorAll("body *")
].filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest("svg, .unseen"))
  .map((element) => element.outerHTML.slice(0, 120))"""

CUT_OFF = """() => {
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [], range = new Range();
  while (words.nextNode()) {
    const element = words.currentNode.parentElement;
    if (!words.currentNode.data.trim() || element.closest("svg, .unseen, .skip, datalist")) continue;
    if (!element.checkVisibility()) continue;
    range.selectNodeContents(words.currentNode);
    const box = range.getBoundingClientRect();
    for (let around = element; around; around = around.parentElement) {
      const { overflow } = getComputedStyle(around), frame = around.getBoundingClientRect();
      if (/auto|scroll/.test(overflow) || frame.width <= 1) break;
      if (!/hidden|clip/.test(overflow)) continue;
      if (box.right > frame.right + 2 || box.bottom > frame.bottom + 2) found.push(words.currentNode.data.trim());
    }
  }
  return found;
}"""
"""The words that something around them hides in part, with no way to scroll there."""


# ---- the states of a table --------------------------------------------------------------------------------


async def sit_down(visitors: Visitors, laid: Laid, seat: int) -> Visitor:
    visitor = await visitors.arrive(laid.path, **laid.profile(seat))
    await expect(visitor.page.locator("#scene [data-key]").first).to_be_attached()
    return visitor


async def my_turn_with_everything_unfolded(visitors: Visitors, house: House, game: str) -> Visitor:
    laid, _ = await lay_near_the_end(house, "axe turn", game, left=6)
    visitor = await sit_down(visitors, laid, laid.seat)
    await visitor.page.locator("#more-open").click()
    await visitor.page.locator("#text-open").click()
    await expect(visitor.page.locator("#text-actions code").first).to_be_visible()
    return visitor


async def their_turn(visitors: Visitors, house: House, game: str, name: str = "axe wait") -> Visitor:
    laid, _ = await lay_near_the_end(house, name, game, left=6)
    return await sit_down(visitors, laid, 1 - laid.seat)


async def over(visitors: Visitors, house: House, game: str) -> Visitor:
    laid, _ = await lay_near_the_end(house, "axe over", game, left=0)
    visitor = await sit_down(visitors, laid, 0)
    await expect(visitor.page.locator("#result")).to_be_visible()
    return visitor


async def looked_back_on(visitors: Visitors, house: House, game: str, name: str = "axe past") -> Visitor:
    laid, _ = await lay_near_the_end(house, name, game, left=0)
    visitor = await visitors.arrive(f"{laid.path}/replay")
    await expect(visitor.page.locator("#scene [data-key]").first).to_be_attached()
    return visitor


async def with_the_result_hidden(visitors: Visitors, house: House, game: str) -> Visitor:
    visitor = await looked_back_on(visitors, house, game, "axe hidden")
    await expect(visitor.page.locator("#secret")).to_be_visible()
    return visitor


async def told(visitors: Visitors, house: House, game: str) -> Visitor:
    laid = await lay_told(house, "axe told", game)
    visitor = await visitors.arrive(f"{laid.path}/replay")
    await expect(visitor.page.locator(".turning li").first).to_be_attached()
    return visitor


async def a_story_alone(visitors: Visitors, house: House, game: str) -> Visitor:
    laid = await lay_told(house, "axe told alone", game)
    return await visitors.arrive(f"{laid.path}/story")


async def looking_back(visitors: Visitors, house: House, game: str) -> Visitor:
    visitor = await their_turn(visitors, house, game, "axe looks back")
    await visitor.page.locator("#log .line").first.click()
    await expect(visitor.page.locator("#looking-back")).to_be_visible()
    return visitor


async def waiting(visitors: Visitors, house: House, game: str) -> Visitor:  # noqa: ARG001
    visitor = await visitors.arrive(f"/games/{game}/friends")
    await visitor.open_table()
    await expect(visitor.page.locator("#sitters .here")).to_be_visible()
    return visitor


async def behind_the_curtain(visitors: Visitors, house: House, game: str) -> Visitor:
    visitor = await waiting(visitors, house, game)
    await visitor.page.locator("#add-beside input").fill("Ali")
    await visitor.page.locator("#add-beside button").click()
    await expect(visitor.page.locator("#sitters .here")).to_have_count(2)
    await visitor.page.locator("#start").click()
    await expect(visitor.page.locator("#curtain")).to_be_visible()
    return visitor


async def given_a_pass(visitors: Visitors, house: House, game: str) -> Visitor:
    visitor = await waiting(visitors, house, game)
    await visitor.page.locator("#go-on").evaluate("form => form.submit()")
    await expect(visitor.page.locator("#device-link-address")).to_be_visible()
    return visitor


async def asked_to_go_on(visitors: Visitors, house: House, game: str) -> Visitor:
    visitor = await given_a_pass(visitors, house, game)
    await visitor.page.goto(await visitor.page.locator("#device-link-address").input_value())
    return visitor


async def asked_which(visitors: Visitors, house: House, game: str) -> Visitor:
    laid = await lay(house, "axe asks", game, route_with_a_question)
    visitor = await sit_down(visitors, laid, laid.seat)
    for stick in route_with_a_question(laid.table):
        await visitor.point(stick.key)
        if len(stick.ways) > 1:
            break
        await expect(visitor.page.locator(".pending")).to_have_count(0)
    await expect(visitor.page.locator("#choice")).to_be_visible()
    return visitor


async def asked_whether_to_leave(visitors: Visitors, house: House, game: str) -> Visitor:
    visitor = await their_turn(visitors, house, game, "axe leave")
    await visitor.page.locator("#leave").click()
    return visitor


async def at_home(visitors: Visitors, house: House, game: str, path: str) -> Visitor:
    """A page of somebody who has played, has a page for others and a program; in the hall there is a table."""
    laid = await lay_over(house, f"axe {path} {game}", game)
    guest, other = laid.guest(house, 0), Guest(house)
    house.request("POST", "/me/public", {"public": "yes", "part_results": "yes"}, guest.headers)
    house.request("POST", "/me/bot-accounts", {"name": "Zorro"}, guest.headers)
    other.open(open="yes", pace="normal", rated="yes")
    if path == "/people":
        path = re.search(r"/people/[\w-]+", house.request("GET", "/me/profile", headers=guest.headers)[2])[0]  # type: ignore[index]
    visitor = await visitors.arrive(path, **laid.profile(0))
    await visitor.page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
    return visitor


async def at_my_page(visitors: Visitors, house: House, game: str) -> Visitor:
    visitor = await at_home(visitors, house, game, "/me")
    await visitor.page.evaluate(
        "document.querySelectorAll('.groups > *').forEach(one => (one.style.display = 'block'))"
    )
    return visitor


async def at_my_profile(visitors: Visitors, house: House, game: str) -> Visitor:
    return await at_home(visitors, house, game, "/me/profile")


async def at_my_games(visitors: Visitors, house: House, game: str) -> Visitor:
    return await at_home(visitors, house, game, "/me/games")


async def at_the_page_of_somebody(visitors: Visitors, house: House, game: str) -> Visitor:
    return await at_home(visitors, house, game, "/people")


async def in_the_hall(visitors: Visitors, house: House, game: str) -> Visitor:
    visitor = await at_home(visitors, house, game, "/")
    await expect(visitor.page.locator(".found form").first).to_be_visible()
    return visitor


async def in_a_club(visitors: Visitors, house: House, game: str) -> Visitor:
    """A club with two members, an open table and a finished game, for whoever organises it."""
    laid = await lay_over(house, f"axe club {game}", game)
    guest, other = laid.guest(house, 0), Guest(house)
    club = house.request("POST", "/clubs", {"name": "The eight"}, guest.headers)[1]["location"]
    link = re.search(r"/clubs/join/[\w-]+", house.request("GET", club, headers=guest.headers)[2])[0]  # type: ignore[index]
    house.request("POST", link, {"x": "1"}, other.headers)
    other.open(club=club.rpartition("/")[2])
    visitor = await visitors.arrive(club, **laid.profile(0))
    await visitor.page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
    return visitor


async def asked_to_join_a_club(visitors: Visitors, house: House, game: str) -> Visitor:  # noqa: ARG001
    guest = Guest(house)
    club = house.request("POST", "/clubs", {"name": "The eight"}, guest.headers)[1]["location"]
    link = re.search(r"/clubs/join/[\w-]+", house.request("GET", club, headers=guest.headers)[2])[0]  # type: ignore[index]
    return await visitors.arrive(link)


async def in_a_tournament(visitors: Visitors, house: House, game: str) -> Visitor:
    """A tournament by days that goes on, for somebody who takes part and is to play."""
    guests = await asyncio.to_thread(named, house, "Zoé", "Bo", "Maximilienne-Alexandrine")
    starts = (datetime.now(UTC) + timedelta(seconds=3)).strftime("%Y-%m-%dT%H:%M:%S")
    form = {"name": "The month’s league", "game": game, "pace": "days-2", "starts": starts}
    path = await asyncio.to_thread(send, guests["Zoé"], "/tournaments", **form)
    for name in ("Bo", "Maximilienne-Alexandrine"):
        await asyncio.to_thread(send, guests[name], f"{path}/join")
    await Course(path, guests).games(6)
    visitor = await visitors.arrive(path, **profile_of(guests["Zoé"]))
    await visitor.page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
    return visitor


async def on_a_plan(visitors: Visitors, house: House, game: str) -> Visitor:
    """The plan board, with a line of two moves."""
    async with play_together(Guest(house), Guest(house), pace="days-2", game=game) as (_, waits):
        visitor = await visitors.arrive(f"/tables/{waits.table}/plan", **profile_of(waits.guest))
        for _ in range(2):
            await visitor.offered.first.click()
        await visitor.page.locator("#add").click()
        await expect(visitor.page.locator("#lines > li")).to_have_count(1)
    return visitor


State = Callable[[Visitors, House, str], Awaitable[Visitor]]
ALL_STATES: list[tuple[State, str]] = [
    *((my_turn_with_everything_unfolded, game) for game in OF_EACH_KIND),
    *((over, game) for game in ("morpyam", "morisi")),  # the result of every game is made by the same script
    (their_turn, "morpyam"),
    (waiting, "isis"),
    (looked_back_on, "isis"),
    (with_the_result_hidden, "isis"),
    (told, "isis"),
    (a_story_alone, "isis"),
    (behind_the_curtain, "morisi"),
    (given_a_pass, "isis"),
    (asked_to_go_on, "isis"),
    (looking_back, "netzwerk"),
    (asked_which, "netzwerk"),
    (asked_whether_to_leave, "isis"),
    (at_my_page, "isis"),
    (at_my_games, "isis"),
    (at_my_profile, "isis"),
    (at_the_page_of_somebody, "isis"),
    (in_the_hall, "isis"),
    (in_a_club, "isis"),
    (asked_to_join_a_club, "isis"),
    (in_a_tournament, "isis"),
    (on_a_plan, "isis"),
]
STATES = {f"{state.__name__}-{game}": (state, game) for state, game in ALL_STATES}
SAMPLE_OF_PAGES = ("shelf", "lesson", "oneself")
SAMPLE_OF_STATES = ("my_turn_with_everything_unfolded-isis", "over-morisi", "waiting-isis", "in_the_hall-isis")


# ---- what is asked of all of them -------------------------------------------------------------------------


async def violations(page: Page, rules: Sequence[str] = RULES, without: Sequence[str] = ()) -> list[str]:
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE_SCRIPT)
    found: list[str] = await page.evaluate(RUN, [rules, without])
    return found


async def check(page: Page) -> None:
    """Wide and narrow, light and dark; pictures once, as they are the same in all, and take most of the time."""
    assert await violations(page, without=[CONTRAST]) == []
    await page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    assert await page.evaluate(TOO_WIDE) == []
    await page.evaluate("document.querySelectorAll('svg').forEach(picture => picture.replaceChildren())")
    await page.emulate_media(color_scheme="light", reduced_motion="reduce")
    assert await violations(page) == []
    await page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert await violations(page, [CONTRAST]) == []


async def check_large_text(page: Page) -> None:
    """Letters of twice the size, and then everything: nothing is cut off, nothing leaves the screen sideways."""
    await page.evaluate("document.documentElement.style.fontSize = '200%'")
    await check_room(page)
    await page.evaluate("document.documentElement.style.fontSize = ''")
    await page.set_viewport_size({"width": WIDE["width"] // 2, "height": WIDE["height"] // 2})
    await check_room(page)


async def check_room(page: Page) -> None:
    assert await page.evaluate(TOO_WIDE) == []
    assert await page.evaluate(CUT_OFF) == []


def sampled(names: Iterable[str], sample: Sequence[str]) -> list[Any]:
    """All of them, of which `make test` looks at some."""
    return [name if name in sample else pytest.param(name, marks=pytest.mark.long) for name in names]


@pytest.fixture
async def page(visitors: Visitors) -> Page:
    """One page for all addresses: to open a browser's profile takes longer than to go elsewhere."""
    return (await visitors.arrive()).page


@each("name", SAMPLE_OF_PAGES)
async def test_a_page_is_for_everyone(visitors: Visitors, page: Page, name: str) -> None:
    await check_address(visitors, page, name)


@pytest.mark.long
@each("name", [name for name in PAGES if name not in SAMPLE_OF_PAGES])
async def test_every_other_page_is_for_everyone(visitors: Visitors, page: Page, name: str) -> None:
    await check_address(visitors, page, name)


async def check_address(visitors: Visitors, page: Page, name: str) -> None:
    await page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    await page.emulate_media(color_scheme="light", reduced_motion="reduce")
    await page.goto(PAGES[name])
    visitors.complaints.clear()  # the browser itself complains of a page that is not there
    await check_large_text(page)
    await page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    await check(page)


@pytest.fixture
async def page_without_scripts(visitors: Visitors) -> Page:
    return (await visitors.arrive(narrow=True, language="fr", java_script_enabled=False)).page


@each("name", [name for name in PAGES if name not in ("lesson", "practice", "nothing here")])
async def test_a_page_needs_no_script_and_fits_a_small_phone(page_without_scripts: Page, name: str) -> None:
    """What only scripts can do is not there, or says so; all else stands on the page, in French as well."""
    await page_without_scripts.goto(PAGES[name])
    await expect(page_without_scripts.locator("h1:visible")).to_have_count(1)
    assert await page_without_scripts.locator("html").evaluate("page => page.scrollWidth") <= NARROW["width"]


@pytest.mark.parametrize("name", sampled(STATES, SAMPLE_OF_STATES))
async def test_a_table_is_for_everyone(visitors: Visitors, house: House, name: str) -> None:
    state, game = STATES[name]
    visitor = await state(visitors, house, game)
    await check_large_text(visitor.page)
    await visitor.page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    await check(visitor.page)
