"""Asking for the story of a game once it is over, and its texts."""

import asyncio
import re

import msgspec

from tablee.games.language import ENGLISH
from tablee.kit import trial_tables
from tablee.server.features.review.model import Account, Story, StoryStep
from tablee.server.features.review.pages import story_context
from tests.browser.laid import lay, lay_given_up
from tests.server.house import House


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


def test_what_would_have_been_better_is_told_as_fully_as_what_was_played() -> None:
    """In Netzwerk everybody sets out: what matters is where."""
    table = trial_tables.finished(game="netzwerk", players=2)
    definition, first = table.definition, table.steps[0]
    assert definition is not None
    places = [text for text in definition.actions(first.before) if text != first.event.text]
    step = StoryStep(1, 0, first.event.text, (0.6, 0.4), (0.6, 0.4), (0.3, 0.7), places[0], 0.01)
    account = Account(0.6, 0.3, 0.0, 0.3, 0.0, 0.0)
    told = []
    for place in places[:2]:
        steps = (msgspec.structs.replace(step, best=place),)
        (moment,) = story_context(table, Story("netzwerk", 2, (account, account), steps), ENGLISH, whole=True)[
            "moments"
        ]
        told.append(moment["better"])
        assert moment["played"].split(" sets out.")[1] != ""
    assert all(" sets out. " in words for words in told)
    assert told[0] != told[1]
