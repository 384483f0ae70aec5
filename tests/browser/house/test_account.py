"""The page about oneself, in a browser: a session is ended on one device, and the other one is told."""

import re

from playwright.async_api import expect


async def test_a_device_is_ended_from_another_which_is_told_and_stays_away(visitors):
    laptop = await visitors.arrive("/games/isis/friends")
    await laptop.open_table()
    await expect(laptop.page.locator("#sitters .here")).to_be_visible()
    table = laptop.page.url
    await laptop.page.goto(re.sub("/tables/.*", "/me#devices", table))
    await laptop.page.get_by_role("button", name="Continue on another device").click()
    link = await laptop.page.locator("#device-link-address").input_value()
    phone = await visitors.arrive(re.sub("^https?://[^/]*", "", link), narrow=True)
    await phone.page.get_by_role("button", name="Continue here").click()
    await expect(phone.page.locator(".devices li")).to_have_count(2)
    await phone.page.goto(table)
    await expect(phone.page.locator("#sitters .here")).to_be_visible()
    await laptop.page.get_by_role("link", name="Go back").click()
    await expect(laptop.page.locator(".devices li")).to_have_count(2)
    assert await laptop.no_sideways_scrolling()
    await laptop.page.get_by_role("button", name="Sign out").click()
    await expect(laptop.page.locator(".devices li")).to_have_count(1)
    await expect(phone.page.locator("#connection")).to_contain_text("was signed out from another")
    await phone.page.evaluate("dispatchEvent(new Event('online'))")
    await expect(phone.page.locator("#connection")).to_contain_text("was signed out from another")


async def test_the_settings_lead_there(visitors):
    visitor = await visitors.arrive("/", narrow=True)
    await visitor.page.locator("#gear").click()
    await visitor.page.locator("#settings").get_by_role("link", name="Account").click()
    await expect(visitor.page.locator("h1")).to_have_text("Account")
    await visitor.page.get_by_role("main").get_by_label("Your name").fill("Zoé")
    await visitor.page.get_by_role("button", name="Save name").click()
    await expect(visitor.page.get_by_role("main").get_by_label("Your name")).to_have_value("Zoé")
    await visitor.page.get_by_role("main").get_by_role("link", name="Devices").click()
    await expect(visitor.page.locator(".devices li")).to_be_visible()
    await expect(visitor.page.get_by_role("main").get_by_label("Your name")).to_be_hidden()
    assert await visitor.no_sideways_scrolling()
