"""A tournament of three people and a bot, in real browsers, from its link to the last standings."""

import asyncio
import re

import pytest
from playwright.async_api import expect

from tablee.server.features.tournaments.model import PAUSE
from tablee.server.table.clock import AN_HOUR
from tests.browser.everyone.test_axe import check
from tests.browser.visitor import Visitors, profile_of
from tests.server.features.tournaments.whole import Course, look, named, send
from tests.server.house import TimedHouse

SQUARE = re.compile("^square ")


@pytest.fixture
def cup_house(tmp_path):
    house = TimedHouse(tmp_path / "cup")
    yield house
    house.kill()


@pytest.fixture
async def players(browser, cup_house):
    visitors = Visitors(browser, cup_house)
    yield visitors
    await visitors.depart()
    assert visitors.complaints == []


async def opened(zoe):
    """Open a tournament by its form; returns its address."""
    await zoe.page.get_by_label("Name", exact=True).fill("Thursday cup")
    form = zoe.page.locator(".new-tournament")
    await form.locator("[name=game]").select_option("isis")
    await form.locator("[name=pace]").select_option("quick")
    await zoe.page.get_by_role("button", name="Open the tournament").click()
    await expect(zoe.page.get_by_role("heading", level=1)).to_have_text("Thursday cup")
    return await zoe.page.locator(".copy-link input").input_value()


@pytest.mark.long
async def test_three_people_play_a_tournament_from_its_link_to_the_last_standings(players, cup_house):
    guests = await asyncio.to_thread(named, cup_house, "Zoé", "Bo", "Cy")
    zoe = await players.arrive("/tournaments", **profile_of(guests["Zoé"]))
    link = await opened(zoe)
    bo = await players.arrive(link, narrow=True, language="fr", **profile_of(guests["Bo"]))
    await bo.page.get_by_role("button", name="Rejoindre").tap()
    await expect(bo.page.locator(".tournament-players li")).to_have_text(["Zoé", "Bo"])
    path = "/" + link.split("/", 3)[3]
    await asyncio.to_thread(send, guests["Cy"], f"{path}/join")
    assert await bo.no_sideways_scrolling()
    await expect(zoe.page.locator(".tournament-players li")).to_have_text(["Zoé", "Bo", "Cy"])
    assert "DTSTART" in await asyncio.to_thread(look, guests["Bo"], f"{path}/calendar.ics")
    course, browsers = Course(path, guests), {"Zoé": zoe, "Bo": bo}
    cup_house.pass_time(AN_HOUR)
    for round_number in range(3):
        games = await course.games(2)
        own = [(game, name) for game in games for name in game["people"] if name in guests]
        ends = {"resigns": round_number > 0}  # the first round is played to its end
        await asyncio.gather(*(play(course, game, name, browsers.get(name), **ends) for game, name in own))
        for one in browsers.values():
            await one.see_result()
            assert await one.no_sideways_scrolling()
            await one.page.locator("#result a[href^='/tournaments/']").click()
            await one.page.wait_for_url(re.compile(path))
        cup_house.pass_time(PAUSE + 1)
    told = await course.status("over")
    assert sum(row["points"] for row in told["standings"][0]["table"]) + bots_points(told) == 2 * 6
    for one in browsers.values():
        await expect(one.page.locator("#tournament")).to_have_attribute("data-status", "over")
        await expect(one.page.locator(".standings tbody tr")).to_have_count(3)
        shown = await one.page.locator(".standings tbody th").all_inner_texts()
        names = {player["number"]: player["name"] for player in told["players"]}
        assert shown == [names[row["number"]] for row in told["standings"][0]["table"]]
        await check(one.page)
    await expect(bo.page.locator(".pairings li")).to_have_count(6)
    await expect(bo.page.locator(".pairings a", has_text="Revoir")).to_have_count(6)


async def play(course, game, name, visitor, **ends):
    """Whoever has a browser is led to their table; all else goes over sockets, but the first move of a whole game."""
    if visitor is not None:
        await visitor.page.wait_for_url(re.compile(game["table"]))
        if not ends["resigns"]:
            await visitor.point(await visitor.first_offered(SQUARE))
    await course.play(game, name, sits=visitor is None, **ends)


def bots_points(told):
    """The points of the bot, in halves."""
    with_bot = [one for one in told["games"] if 0 in (one["first"], one["second"])]
    return round(sum(2 * one["points"][0 if one["first"] == 0 else 1] for one in with_bot))
