"""Every game can be played to its end without a mouse, and without the picture."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.keys import PATIENCE, play_by_keys, tab_to
from tests.browser.laid import OF_EACH_KIND, Laid, lay_near_the_end
from tests.browser.visitor import Visitor, Visitors
from tests.server.house import House
from tests.server.table.tables import NOW, happen

LEFT = 3
"""So many decisions before its end a game is taken up."""


async def both_players(visitors: Visitors, laid: Laid) -> list[Visitor]:
    return [await visitors.arrive(laid.path, **laid.profile(seat)) for seat in range(2)]


def play(laid: Laid, action: str) -> None:
    """Let our own copy of the table follow: its dice fall as they do in the house."""
    happen(laid.table, laid.table.act(laid.seat, laid.table.step, action, NOW))


@pytest.mark.parametrize("game", OF_EACH_KIND)
async def test_a_game_is_played_to_its_end_by_keyboard_alone(visitors: Visitors, house: House, game: str) -> None:
    laid, actions = await lay_near_the_end(house, "keys", game, LEFT)
    players = await both_players(visitors, laid)
    while actions:
        done = await play_by_keys(players[laid.seat], actions, laid.table.number)
        for action in actions[:done]:
            play(laid, action)
        actions = actions[done:]
    for player in players:
        await expect(player.page.locator("#result")).to_be_visible(timeout=PATIENCE)
    await tab_to(players[0], players[0].page.get_by_role("button", name="Play again"))


@pytest.mark.parametrize("game", OF_EACH_KIND)
async def test_a_game_is_played_to_its_end_by_text_alone(visitors: Visitors, house: House, game: str) -> None:
    laid, actions = await lay_near_the_end(house, "text", game, LEFT)
    players = await both_players(visitors, laid)
    for player in players:
        await player.page.get_by_role("link", name="Play by text").press("Enter")
        await expect(player.page.locator("#typed")).to_be_focused()
        await expect(player.page.locator("#text-places li").first).not_to_be_empty()
    await type_action(players[laid.seat], "fly to the moon")
    await expect(players[laid.seat].page.locator("#typed-answer")).not_to_be_empty()
    for action in actions:
        await expect(players[laid.seat].page.locator(f'#typed-actions option[value="{action}"]')).to_be_attached(
            timeout=PATIENCE
        )
        await expect(players[1 - laid.seat].page.locator("#typed-actions option")).to_have_count(0)
        await type_action(players[laid.seat], action)
        play(laid, action)
    for player in players:
        await expect(player.page.locator("#result")).to_be_visible(timeout=PATIENCE)
        headline = await player.page.locator("#headline").text_content() or ""
        await expect(player.page.locator("#announcer")).to_contain_text(headline)
        await expect(player.page.locator("#text-actions")).to_contain_text("Nothing")


async def type_action(player: Visitor, action: str) -> None:
    await player.page.locator("#typed").fill(action)
    await player.page.keyboard.press("Enter")


async def test_an_action_is_typed_as_it_is_said_and_the_tab_stays_open(visitors: Visitors) -> None:
    visitor = await visitors.play("isis", language="fr")
    name = await (await visitor.people()).locator("li", has_text="vous").locator(".who").text_content() or ""
    await visitor.page.locator("#more-open").press("Enter")
    await visitor.page.locator("#text-open").press("Enter")
    square = (await visitor.page.locator("#typed-actions option").first.get_attribute("value") or "").split()[1]
    await type_action(visitor, f"{name.lower()}  POSE un pion en {square}.")
    await expect(visitor.node(f"pawn {square}")).to_be_attached()
    await expect(visitor.page.locator("#typed")).to_have_value("")
    await visitor.page.reload()
    await expect(visitor.page.locator("#text-places")).to_contain_text("libre")


async def test_a_square_that_is_taken_is_answered_beside_the_field(visitors: Visitors, house: House) -> None:
    laid, _ = await lay_near_the_end(house, "taken", "isis", LEFT)
    (square, *_) = laid.view["board"]
    visitor = (await both_players(visitors, laid))[laid.seat]
    await visitor.page.get_by_role("link", name="Play by text").press("Enter")
    await type_action(visitor, f"pawn {square}")
    await expect(visitor.page.locator("#typed-answer")).to_have_text(f"{square} is taken: choose a free square.")
    await expect(visitor.page.locator("#typed")).to_have_attribute("aria-invalid", "true")
    await expect(visitor.page.locator("#toast")).to_be_hidden()


async def test_arrows_lead_into_the_picture_at_once_and_a_hint_is_played_with_the_next_key(visitors: Visitors) -> None:
    visitor = await visitors.play("isis")
    await visitor.page.evaluate("document.activeElement.blur()")
    await visitor.page.keyboard.press("ArrowRight")
    await expect(visitor.page.locator("#scene .offered:focus")).to_have_count(1)
    await visitor.page.keyboard.press("h")
    hinted = visitor.page.locator("#scene .advised:focus")
    await expect(hinted).to_have_count(1)
    key = await hinted.get_attribute("data-key") or ""
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.node(key)).not_to_have_class(re.compile("offered"))
