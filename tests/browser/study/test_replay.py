"""Looking back in a real browser: the replay of a finished game, and earlier positions of one that goes on."""

import asyncio
import re

import pytest
from playwright.async_api import Route, expect

from tablee.server.features.previews.film import PATIENCE
from tests.browser.laid import lay, lay_given_up, lay_over
from tests.browser.visitor import Visitor
from tests.server.house import House


def line(visitor: Visitor, number: int):
    """The line of the log for an event."""
    return visitor.page.locator(f'#log [data-number="{number}"]')


async def pieces(visitor: Visitor) -> list[str]:
    """The keys of the pieces on the board."""
    keys = await visitor.page.locator("#scene [data-key]").evaluate_all("nodes => nodes.map(node => node.dataset.key)")
    return sorted(key for key in keys if re.match(r"(pawn|tile) [a-f]\d", key))


async def test_a_replay_is_gone_through_by_keys_buttons_slider_and_log(visitors, house: House) -> None:
    laid = await lay_over(house, "gone through")
    numbers = [event.number for event in laid.table.events if event.kind in ("start", "act", "chance", "back", "over")]
    visitor = await visitors.arrive(f"{laid.path}/replay")
    page = visitor.page
    await expect(page.locator("#step")).to_have_text(f"Step 1 of {len(numbers)}")
    assert await pieces(visitor) == []
    await page.keyboard.press("End")
    await expect(line(visitor, numbers[-1])).to_have_attribute("aria-current", "step")
    everything = await pieces(visitor)
    assert len(everything) > 20
    await page.keyboard.press("ArrowLeft")
    await page.locator("#later").click()
    await expect(page.locator("#step")).to_have_text(f"Step {len(numbers)} of {len(numbers)}")
    assert await pieces(visitor) == everything
    await page.locator("#slider").fill("10")
    await expect(page).to_have_url(re.compile(rf"at={numbers[10]}\b"))
    await line(visitor, numbers[12]).click()
    await expect(visitor.prompt).to_have_text(await line(visitor, numbers[12]).inner_text())
    await page.keyboard.press("Home")
    await expect(page.locator("#step")).to_have_text(f"Step 1 of {len(numbers)}")
    assert await pieces(visitor) == []


async def test_a_link_leads_to_its_position_through_the_same_eyes(visitors, house: House) -> None:
    laid = await lay_over(house, "through eyes")
    laying = next(event for event in laid.table.events if event.kind == "act" and event.text.startswith("place"))
    visitor = await visitors.arrive(f"{laid.path}/replay?at={laying.number}&eyes=1", narrow=True, language="fr")
    key = f"tile {laying.text.partition(' ')[2]}"
    await expect(visitor.node(key)).to_have_class(re.compile("tile-back"))
    await expect(line(visitor, laying.number)).to_have_attribute("aria-current", "step")
    await visitor.page.locator("#eyes").select_option("all")
    await expect(visitor.node(key)).to_have_class(re.compile("tile-face"))
    await expect(visitor.page).to_have_url(re.compile(rf"at={laying.number}&eyes=all$"))
    await expect(visitor.page.locator("#share-link")).to_have_value(visitor.page.url)
    assert await visitor.no_sideways_scrolling()


@pytest.mark.parametrize("narrow", [False, True])
async def test_picture_words_and_buttons_are_all_in_sight_and_wide_where_there_is_room(visitors, house, narrow) -> None:
    laid = await lay_over(house, f"in sight {narrow}", "netzwerk")
    visitor = await visitors.arrive(f"{laid.path}/replay", narrow=narrow)
    page = visitor.page
    await expect(page.locator("#step")).to_contain_text("Step 1 of")
    for part in ("#scene", "#prompt", "#slider", "#play"):
        await expect(page.locator(part)).to_be_in_viewport(ratio=1)
    box = await page.locator("#scene").bounding_box()
    assert box is not None
    assert (box["width"] > box["height"]) is not narrow


async def test_a_replay_runs_by_itself_to_its_end(visitors, house: House) -> None:
    laid = await lay_over(house, "by itself")
    visitor = await visitors.arrive(f"{laid.path}/replay?at={laid.table.number - 3}")
    page = visitor.page
    await visitor.note("#play[aria-label=Pause]")
    await expect(page.locator("#step")).to_contain_text("Step")
    await page.locator("#speed").select_option("4")
    await page.locator("body").press(" ")
    await visitor.has_seen("#play[aria-label=Pause]")
    await expect(line(visitor, laid.table.number)).to_have_attribute("aria-current", "step")
    await expect(page.locator("#play")).to_have_accessible_name("Autoplay")


async def test_who_presses_play_before_anything_is_fetched_sees_it_run_all_the_same(visitors, house: House) -> None:
    laid = await lay_over(house, "not fetched yet")
    visitor = await visitors.arrive("/")
    page, may_come = visitor.page, asyncio.Event()

    async def hold(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    await page.route("**/replay.json*", hold)
    await page.clock.install()
    await page.goto(f"{page.url.rstrip('/')}{laid.path}/replay?at={laid.table.number - 1}")
    await page.locator("body").press(" ")
    await page.clock.run_for(10_000)
    await expect(page.locator("#play")).to_have_accessible_name("Pause")
    may_come.set()
    await expect(page.locator("#step")).to_contain_text("Step")
    await page.clock.run_for(10_000)
    await expect(line(visitor, laid.table.number)).to_have_attribute("aria-current", "step")


async def test_who_looks_back_sees_then_can_do_nothing_and_hears_of_news(visitors, house: House) -> None:
    laid = await lay(house, "looks back in a browser", "netzwerk", lambda table: table.number > 24)
    seat = laid.seat
    visitor = await visitors.arrive(laid.path, **laid.profile(1 - seat))
    page, banner = visitor.page, visitor.page.locator("#looking-back")
    latest = max(event.number for event in laid.table.events)
    await expect(line(visitor, latest)).to_be_visible()
    first = next(event for event in laid.table.events if event.kind == "act")
    early, later_pawn = first.number, visitor.node(f"pawn {1 - first.seat}")
    await expect(later_pawn).to_have_count(1)
    await line(visitor, early).click()
    await expect(banner).to_contain_text("You are looking at an earlier position")
    await expect(visitor.prompt).to_be_hidden()
    await expect(visitor.offered).to_have_count(0)
    await expect(later_pawn).to_have_count(0)
    async with laid.guest(house, seat).at(laid.table.id) as other:
        await other.hear("events")
        await other.act_somewhere()
        await expect(page.locator("#look-news")).to_be_visible()
    await expect(later_pawn).to_have_count(0)
    await expect(line(visitor, latest + 1)).to_have_count(0)
    await page.keyboard.press("Escape")
    await expect(banner).to_be_hidden()
    await expect(line(visitor, latest + 1)).to_be_visible()
    await expect(later_pawn).to_have_count(1)
    await expect(line(visitor, early)).not_to_have_attribute("aria-current", "step")


async def test_the_log_is_gone_through_by_keyboard(visitors, house: House) -> None:
    laid = await lay(house, "by keyboard", "netzwerk", lambda table: table.number > 24)
    visitor = await visitors.arrive(laid.path, **laid.profile(laid.seat))
    page = visitor.page
    assert await visitor.may_act()
    latest = laid.table.number
    await line(visitor, latest).focus()
    for _ in range(3):
        await page.keyboard.press("ArrowUp")
    await expect(page.locator("#look-words")).to_have_text(await line(visitor, latest - 3).inner_text())
    await expect(visitor.offered).to_have_count(0)
    await page.locator("#look-now").press("Enter")
    await expect(page.locator("#looking-back")).to_be_hidden()
    assert await visitor.may_act()


async def test_a_table_whose_game_is_over_leads_to_its_replay(visitors, house: House) -> None:
    laid = await lay_over(house, "leads there")
    visitor = await visitors.arrive(laid.path)
    await visitor.page.get_by_role("link", name="Replay").click()
    await expect(visitor.page.locator("#step")).to_contain_text("Step 1 of")


# ---- how it ended, for who has not played -----------------------------------------------------------------


async def test_who_has_not_played_sees_no_result_before_the_end(visitors, house: House) -> None:
    laid = await lay_over(house, "kept secret")
    visitor = await visitors.arrive(f"{laid.path}/replay")
    page, headline = visitor.page, visitor.page.locator("#headline")
    await expect(page.locator("#step")).to_contain_text("Step 1 of")
    await expect(page.locator("#secret")).to_contain_text("The result is hidden")
    for told in ("#headline", "#story", "#told"):
        await expect(page.locator(told)).to_be_hidden()
    await expect(page.locator("#log li:visible")).to_have_count(1)
    await page.keyboard.press("ArrowRight")
    await expect(headline).to_be_hidden()
    await page.keyboard.press("End")
    await expect(headline).to_be_visible()
    await expect(page.locator("#story")).to_be_visible()
    await expect(page.locator("#secret")).to_be_hidden()


async def test_who_wants_the_result_is_shown_it_and_may_want_it_always(visitors, house: House) -> None:
    laid = await lay_over(house, "wanted at once")
    page = (await visitors.arrive(f"{laid.path}/replay", narrow=True, language="fr")).page
    await page.get_by_role("button", name="Voir le résultat").click()
    await expect(page.locator("#headline")).to_be_visible()
    await page.reload()
    await expect(page.locator("#headline")).to_be_hidden()
    await page.locator("#at-once").check()
    await page.reload()
    await expect(page.locator("#headline")).to_be_visible()


async def test_who_has_played_knows_how_it_ended(visitors, house: House) -> None:
    laid = await lay_over(house, "played myself")
    page = (await visitors.arrive(f"{laid.path}/replay", **laid.profile(0))).page
    await expect(page.locator("#headline")).to_be_visible()
    await expect(page.locator("#secret")).to_be_hidden()


async def test_the_speed_is_changed_by_keys_and_remembered(visitors, house: House) -> None:
    laid = await lay_over(house, "at this speed")
    page = (await visitors.arrive(f"{laid.path}/replay")).page
    await expect(page.locator("#step")).to_contain_text("Step")
    await page.keyboard.press("+")
    await expect(page.locator("#speed")).to_have_value("2")
    await page.reload()
    await expect(page.locator("#speed")).to_have_value("2")
    await page.locator("body").press("-")
    await page.locator("body").press("-")
    await expect(page.locator("#speed")).to_have_value("0.5")


async def test_a_game_is_shared_as_an_animated_picture(visitors, house: House) -> None:
    laid = await lay_given_up(house, "shared as a film", "isis", 12)
    page = (await visitors.arrive(f"{laid.path}/replay")).page
    # A film is drawn when nobody else needs the processor.
    async with page.expect_download(timeout=PATIENCE * 1000) as coming:
        await page.get_by_role("link", name="Share as an animated picture").click()
    assert (await coming.value).suggested_filename == "isis.gif"
    frames = await page.evaluate(
        """async (address) => {
      const decoder = new ImageDecoder({ data: (await fetch(address)).body, type: "image/gif" });
      await decoder.completed;
      return decoder.tracks.selectedTrack.frameCount;
    }""",
        f"{laid.path}/film.gif?language=en",
    )
    assert frames > 8
