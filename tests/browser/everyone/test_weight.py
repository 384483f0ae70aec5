"""Every page and every state of a table stays within eighty kilobytes: a stranger on a phone plays at once."""

import pytest
from playwright.async_api import Browser

from tablee.games import game_ids
from tests.browser.laid import lay_near_the_end
from tests.browser.weight import weigh
from tests.server.house import House

MOST = 80_000


@pytest.mark.parametrize("game", game_ids())
async def test_a_table_weighs_less_than_eighty_kilobytes(browser: Browser, house: House, game: str) -> None:
    """Played by people one of whom is away, and over with its result."""
    for left in (6, 0):
        laid, _ = await lay_near_the_end(house, f"weighed {left}", game, left)
        page, message = await weigh(browser, f"http://localhost:{house.port}{laid.path}", **laid.profile(0))
        assert 20_000 < page < MOST
        assert 2_000 < message < MOST


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/games/morpyam/bots",
        "/games/morisi/lesson",
        "/games/morisi/strategy",
        "/games/morfals/puzzles",
        "/games/morisi/analysis?from=lesson+3",
        "/me",
        "/day",
    ],
)
async def test_other_pages_weigh_less_too(browser: Browser, house: House, path: str) -> None:
    page, _ = await weigh(browser, f"http://localhost:{house.port}{path}")
    assert 5_000 < page < MOST
