"""Two people in two browsers talk, each in their own language."""

import re

from playwright.async_api import expect

from tests.browser.laid import lay


async def two_at_a_table(visitors, house, name):
    """Zoé, who speaks French, and Maximilienne, wherever the lot has seated them."""
    laid = await lay(house, name, "isis")
    (zoe,) = [place for place, participant in enumerate(laid.table.seats) if participant.name == "Zoé"]
    one = await visitors.arrive(laid.path, language="fr", **laid.profile(zoe))
    two = await visitors.arrive(laid.path, language="en", **laid.profile(1 - zoe))
    for visitor in (one, two):
        await expect(visitor.page.locator("#chat-tab")).to_be_visible()
    return one, two


async def test_what_one_says_in_french_the_other_reads_in_english(visitors, house):
    one, two = await two_at_a_table(visitors, house, "talk")
    await one.page.locator("#chat-tab").click()
    await one.page.get_by_role("button", name="Bien joué").click()
    await expect(one.page.locator("#chat-lines")).to_contain_text("Bien joué")
    await expect(two.page.locator("#said")).to_contain_text("Well played!")
    await expect(two.page.locator("#announcer")).to_have_text("Zoé: Well played!")
    await expect(two.page.locator("#chat-unread")).to_have_text("1")
    await expect(one.page.locator("#chat-unread")).to_be_hidden()
    await two.page.locator("#chat-tab").click()
    await expect(two.page.locator("#chat-unread")).to_be_hidden()
    await expect(two.page.locator("#chat-lines li")).to_have_text(re.compile("Zoé\\s+Well played!"))
    await two.page.get_by_role("button", name="has a cup of tea").click()
    await expect(one.page.locator("#said use")).to_have_attribute("href", re.compile("#gesture-tea$"))
    await expect(one.page.locator("#announcer")).to_have_text("Maximilienne prend une tasse de thé.")


async def test_the_keyboard_comes_to_every_phrase_with_arrows(visitors, house):
    one, _ = await two_at_a_table(visitors, house, "talk keys")
    await one.page.locator("#chat-tab").press("Enter")
    await one.page.locator("#chat-phrases button").first.focus()
    await one.page.keyboard.press("ArrowRight")
    await one.page.keyboard.press("Enter")
    await expect(one.page.locator("#chat-lines li")).to_have_text(re.compile("Bonne chance"))
    await expect(one.page.locator("#chat-phrases button[tabindex='0']")).to_have_text(re.compile("Bonne chance"))


async def test_free_text_is_switched_on_by_both_and_a_refused_line_can_be_mended(visitors, house):
    one, two = await two_at_a_table(visitors, house, "talk freely")
    for visitor in (one, two):
        await visitor.page.locator("#chat-tab").click()
        await expect(visitor.page.locator("#chat-form")).to_be_hidden()
        await visitor.page.locator("#chat-writes").check()
        await expect(visitor.page.locator("#chat-form")).to_be_visible()
    field = one.page.locator("#chat-form input")
    await field.fill("spam.example")
    await field.press("Enter")
    await expect(one.page.locator("#toast")).to_contain_text("Pas de liens")
    await expect(field).to_have_value("spam.example")
    await field.fill("<b>" + "h" * 60)
    await field.press("Enter")
    await expect(field).to_have_value("")
    await expect(two.page.locator("#chat-lines li")).to_contain_text("<b>hhhhhhhhhhhhhhhhhhhhhhhhhhh")
    assert await two.no_sideways_scrolling()


async def test_somebody_is_muted_and_reported_from_the_list_of_who_is_here(visitors, house):
    one, two = await two_at_a_table(visitors, house, "talk about")
    await two.page.locator("#people-tab").click()
    await two.page.get_by_role("button", name="About Zoé").click()
    await two.page.locator("#about-person-mute").click()
    await expect(two.page.locator("#people")).to_contain_text("muted")
    await one.page.locator("#chat-tab").click()
    await one.page.get_by_role("button", name="Bien joué").click()
    await expect(one.page.locator("#chat-lines li")).to_have_count(1)
    await two.page.get_by_role("button", name="About Zoé").click()
    await two.page.get_by_text("the way they play").click()
    await two.page.locator("#about-person textarea").fill("Never comes back.")
    await two.page.get_by_role("button", name="Report", exact=True).click()
    await expect(two.page.locator("#toast")).to_contain_text("The host will look into it")
    await expect(two.page.locator("#chat-lines li")).to_have_count(0)
    await two.page.goto(f"http://localhost:{house.port}/me#chat")
    await expect(two.page.locator("main")).to_contain_text("No answer yet.")
    await two.page.get_by_role("button", name="Unmute").click()
    await expect(two.page.locator("#muted")).not_to_be_attached()


async def test_on_a_phone_it_lies_below_the_board_and_covers_nothing(visitors, house):
    laid = await lay(house, "talk narrow", "isis")
    phone = await visitors.arrive(laid.path, narrow=True, language="fr", **laid.profile(0))
    panel, scene = phone.page.locator("#chat-panel"), phone.page.locator("#scene")
    await phone.page.locator("#chat-tab").tap()
    await expect(phone.page.locator("#chat-phrases")).to_be_visible()
    below, board = await panel.bounding_box(), await scene.bounding_box()
    assert below["y"] >= board["y"] + board["height"]
    assert await phone.no_sideways_scrolling()
