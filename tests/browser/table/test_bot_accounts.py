"""A program at the table: its sign stands before its name, and who listens hears the word for it."""

import re

from playwright.async_api import expect

from tests.server.features.bot_accounts.test_bot_accounts import Program
from tests.server.house import Guest


async def test_the_sign_of_a_program_is_spoken_at_the_table_and_in_the_replay(visitors, house):
    host = await visitors.arrive("/games/isis/friends", language="fr")
    await host.page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
    await host.page.locator('input[name="open"][value="yes"]').check(force=True)
    await host.open_table()
    await host.page.wait_for_url(re.compile("/tables/"))
    table = host.page.url.rpartition("/")[2]
    zorro = Program(Guest(house))
    async with zorro.at(table) as seat:
        await seat.sit()
        await expect(host.page.locator("#sitters .here")).to_have_count(2)
        await host.page.locator("#start").click()
        await seat.hear("events")
        await seat.say(do="leave")
        await host.see_result()
    sign = {"name": "robot", "exact": True}
    await expect(host.page.locator("#log").get_by_role("img", **sign).first).to_have_text("⚙\ufe0e")
    await expect(host.page.locator("#scores").get_by_role("img", **sign)).to_have_count(1)
    await expect(host.page.locator("#log")).to_contain_text("⚙\ufe0e\u00a0Zorro abandonne")
    await host.page.goto(f"{host.page.url}/replay")
    await host.page.locator("#log-fold").evaluate("fold => { fold.open = true; }")
    await expect(host.page.locator("#log").get_by_role("img", **sign).first).to_be_attached()
    await expect(host.page.locator("#eyes")).to_contain_text("robot Zorro")
