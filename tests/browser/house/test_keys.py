"""Passkeys in a real browser, with the authenticator that Chromium has for tests."""

import re

from playwright.async_api import expect

ONE_OF_THE_MACHINE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


async def plug_in(visitor):
    """Give a page an authenticator; returns the way to speak to it, and its id."""
    session = await visitor.page.context.new_cdp_session(visitor.page)
    await session.send("WebAuthn.enable")
    added = await session.send("WebAuthn.addVirtualAuthenticator", {"options": ONE_OF_THE_MACHINE})
    return session, added["authenticatorId"]


async def test_a_passkey_is_made_forgotten_cookies_and_all_and_brings_one_back(visitors):
    visitor = await visitors.arrive("/games/isis/friends", narrow=True)
    await visitor.open_table()
    page, table = visitor.page, visitor.page.url
    session, device = await plug_in(visitor)
    await page.goto(re.sub("/tables/.*", "/me#keys", table))
    await page.get_by_role("button", name="Create a passkey").click()
    await expect(page.get_by_text("never used")).to_be_visible()
    assert await visitor.no_sideways_scrolling()
    known = await session.send("WebAuthn.getCredentials", {"authenticatorId": device})
    assert [one["isResidentCredential"] for one in known["credentials"]] == [True]

    await page.context.clear_cookies()
    await page.goto(re.sub("/tables/.*", "/sign-in", table))
    assert await visitor.no_sideways_scrolling()
    await page.get_by_role("button", name="Use a passkey").click()
    await expect(page.get_by_role("heading", name="Account")).to_be_visible()
    await page.get_by_role("link", name="Sign-in keys").click()
    await expect(page.get_by_text("last used")).to_be_visible()
    await page.goto(table)
    await expect(page.locator("#sitters .here")).to_be_visible()


async def test_who_has_none_is_told_so_and_can_type_words(visitors):
    visitor = await visitors.arrive("/me#keys")
    page = visitor.page
    await page.get_by_role("button", name="Create a word key").click()
    await expect(page.locator(".words li")).to_have_count(8)
    words = await page.locator(".words li").all_inner_texts()
    await page.get_by_role("link", name="I have written them down").click()
    await expect(page.locator("#keys + p + .devices li")).to_have_count(1)
    await page.context.clear_cookies()
    await plug_in(visitor)
    await page.goto(re.sub("/me.*", "/sign-in", page.url))
    await page.get_by_role("button", name="Use a passkey").click()
    await expect(page.locator("#key-problem")).to_have_text("No passkey was used. Nothing has changed.")
    await page.get_by_label("Your 8 words").fill(" ".join(words).upper())
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("link", name="Sign-in keys").click()
    await expect(page.get_by_text("last used")).to_be_visible()
