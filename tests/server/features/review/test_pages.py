"""Asking for the story of a game: once it is over, from our own pages, by whoever may see its replay."""

import asyncio
import re

from tests.browser.laid import lay, lay_given_up
from tests.live.house import House


async def test_there_is_no_story_while_a_game_goes_on(house: House) -> None:
    laid = await lay(house, "not over yet", "isis", lambda table: table.number > 8)
    status, headers, _ = house.request("GET", f"{laid.path}/story")
    assert (status, headers["location"]) == (303, laid.path)
    assert house.post(f"{laid.path}/story", "")[0] == 409


async def test_a_story_is_asked_for_from_our_own_pages_alone(house: House) -> None:
    laid = await lay_given_up(house, "asked elsewhere", "morpyam", 2)
    assert house.post(f"{laid.path}/story", "", {"origin": "https://elsewhere.example"})[0] == 403
    assert house.request("GET", "/tables/nowhere/story")[0] == 404
    _, _, page = house.request("GET", f"{laid.path}/story?part=")
    assert 'data-told="not"' in page
    assert "<html" not in page


async def test_who_asks_is_told_how_far_it_is_until_it_is_told(house: House) -> None:
    laid = await lay_given_up(house, "asked for", "morpyam", 4)
    status, headers, _ = house.post(f"{laid.path}/story", "")
    assert (status, headers["location"]) == (303, f"{laid.path}/story")
    seen = set()
    async with asyncio.timeout(120):
        while "whole" not in seen:
            _, _, page = house.request("GET", f"{laid.path}/story")
            told = re.search('data-told="(\\w+)"', page)
            assert told is not None
            seen.add(told[1])
            assert ('http-equiv="refresh"' in page) is (told[1] == "going")
            await asyncio.sleep(0.2)
    assert "not" not in seen
