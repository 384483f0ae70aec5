import re

import pytest
from playwright.async_api import expect

from tablee.server.web.portraits import portrait_number


@pytest.fixture
async def host(visitors):
    """Somebody who has opened a table for friends."""
    host = await visitors.arrive("/games/isis/friends")
    await host.open_table()
    await expect(host.page.locator("#sitters .here")).to_have_count(1)
    return host


async def has_focus(visitor, name):
    """Wait until the keyboard's focus is on something of that id, or in it."""
    await visitor.page.wait_for_function("(id) => document.activeElement.closest('[id]')?.id === id", arg=name)


async def test_the_name_one_takes_is_shown_to_the_others(visitors, host):
    friend = await visitors.arrive(await host.page.evaluate("location.pathname"))
    await friend.page.locator("#name-form input").fill("Zoé <b>")
    await friend.page.locator("#name-form button").click()
    await expect(host.page.locator("#sitters")).to_contain_text("Zoé <b>")


async def test_the_invitation_comes_first_and_starting_with_bots_is_not_what_is_proposed(visitors, host):
    places = [await host.page.locator(part).bounding_box() for part in ("#invite", "#sitters", "#add-bot", "#start")]
    assert [box["y"] for box in places[:3]] == sorted(box["y"] for box in places[:3])
    await expect(host.page.locator("#start")).not_to_have_class(re.compile("main"))
    await visitors.arrive(await host.page.evaluate("location.pathname"))
    await expect(host.page.locator("#start")).to_have_class(re.compile("main"))
    await expect(host.page.locator("#invite")).to_be_hidden()


async def test_who_is_here_is_shown_without_a_colour_and_who_is_away_is_greyed(visitors, host):
    friend = await visitors.arrive(await host.page.evaluate("location.pathname"))
    line = host.page.locator("#sitters li").nth(1)
    await expect(line).to_have_class("here")
    face = line.locator("img.face")
    name = await line.locator(".who").text_content()
    await expect(face).to_have_attribute("src", f"/faces/{portrait_number(name)}.svg")
    await expect(face).to_have_js_property("naturalWidth", 150)  # it has come
    await friend.page.close()
    await expect(line).to_have_class("away")
    await expect(line).to_contain_text("away")


async def test_whoever_comes_is_announced_and_takes_no_focus_away(visitors, host):
    own_button = host.page.locator("#sitters button:visible")
    await own_button.focus()
    friend = await visitors.arrive(await host.page.evaluate("location.pathname"))
    await expect(host.page.locator("#sitters .here")).to_have_count(2)
    await expect(own_button).to_be_focused()
    await expect(host.page.locator("#announcer")).to_have_text(re.compile(r"\w+ sits down\.$"))
    await friend.page.locator("#sitters button:visible").click()
    await expect(host.page.locator("#announcer")).to_have_text(re.compile(r"\w+ leaves the table\.$"))
    await expect(own_button).to_be_focused()
    await expect(friend.page.locator("#sit")).to_be_visible()


async def test_by_keyboard_one_sends_a_bot_away_and_starts_and_is_never_lost(host):
    page = host.page
    await page.locator("#add-bot button").focus()
    await page.keyboard.press("Enter")
    bot_button = page.locator("#sitters button", has_text="×")
    await bot_button.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("#sitters .free")).to_have_count(1)
    await has_focus(host, "waiting-title")
    await page.locator("#start").focus()
    await page.keyboard.press("Enter")
    assert await host.may_act()
    await has_focus(host, "scene")


async def test_the_one_who_is_named_begins_and_everybody_wears_the_colour_they_chose(visitors, host):
    friend = await visitors.arrive(await host.page.evaluate("location.pathname"))
    await expect(host.page.locator("#sitters .here")).to_have_count(2)
    name = await friend.page.locator("#sitters .who").nth(1).text_content()
    await host.page.locator("#first").select_option(label=name)
    await host.page.get_by_role("radio", name="violet").check(force=True)
    await expect(friend.page.locator("#first")).to_have_value(await host.page.locator("#first").input_value())
    await expect(friend.page.get_by_role("radio", name="violet")).to_be_disabled()
    await expect(friend.page.locator("#sitters li").first).to_have_class("here seat-3")
    await host.page.locator("#start").click()
    await expect(friend.page.locator("#table")).to_have_attribute("data-state", "playing")
    await expect(friend.page.locator("#log")).to_contain_text(f"{name} goes first")
    await expect(host.node("panel 1")).to_have_class(re.compile(r"\bseat-3\b"))
    await expect(host.page.locator("#people .seat-3 .who")).to_have_count(1)


async def test_the_chat_is_open_until_there_are_moves_to_read(visitors, host):
    chat, moves = host.page.locator("#chat-tab"), host.page.locator("#log-tab")
    await expect(chat).to_be_hidden()
    await visitors.arrive(await host.page.evaluate("location.pathname"))
    await expect(chat).to_have_attribute("aria-selected", "true")
    await host.page.locator("#start").click()
    await expect(moves).to_have_attribute("aria-selected", "true")
