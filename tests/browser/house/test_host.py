"""What people see of what a host does: a replaced server, a closed table, a door that is shut."""

import asyncio
import json
import re
import signal
from datetime import UTC, datetime, timedelta

import pytest
from playwright.async_api import expect

from tablee.cli import main
from tests.browser.everyone.test_axe import CONTRAST, check, violations
from tests.browser.table.test_together import open_for_two
from tests.browser.visitor import Visitors
from tests.server.hosting.served import Served


@pytest.fixture
async def served(tmp_path):
    served = Served(tmp_path, {})
    yield served
    served.end()


@pytest.fixture
async def visitors(browser, served):
    visitors = Visitors(browser, served)
    yield visitors
    await visitors.depart()
    assert [one for one in visitors.complaints if "WebSocket" not in one and "403" not in one] == []


async def test_pages_come_back_by_themselves_and_read_why_a_table_is_closed(served, visitors, capsys):
    def admin(*words):
        return asyncio.to_thread(main, ["admin", *words, "--database-url", f"sqlite:///{served.database}"])

    one, two = await open_for_two(visitors)
    await one.page.evaluate("window.stayed = true")
    await one.note("#connection:not([hidden])")
    served.send(signal.SIGHUP)
    await one.has_seen("#connection:not([hidden])")
    await expect(one.page.locator("#connection")).to_be_hidden()
    await one.point("square c4")
    await expect(two.prompt).to_contain_text("Your turn")
    assert await one.page.evaluate("window.stayed")

    table = await one.page.evaluate("location.pathname.split('/').pop()")
    assert await admin("close", table, "--why", "We close for the night.") == 0
    for visitor in (one, two):
        await expect(visitor.prompt).to_have_text("The host has closed this table. We close for the night.")
    await two.page.reload()
    await expect(two.prompt).to_have_text("The host has closed this table. We close for the night.")

    capsys.readouterr()
    await admin("table", table)
    person = re.findall(r"[0-9a-f]{32}(?=  Zoé)", capsys.readouterr().out)[0]
    await admin("remove", person)
    zoe, ali = sorted((one, two), key=lambda visitor: name_of(visitor) != "Zoé")
    await expect(zoe.page.locator("#connection")).to_contain_text("removed you from all tables")
    await expect(ali.page.locator("#connection")).to_be_hidden()


def name_of(visitor):
    """What somebody is called, by the latest word of the table."""
    told = [message for text in visitor.heard if (message := json.loads(text))["say"] == "table"][-1]
    return next(one["name"] for one in told["sitters"] if one["id"] == told["you"]["sitter"])


async def test_a_host_announces_something_from_a_page_for_everyone_and_people_put_it_away(served, visitors, capsys):
    one, _ = await open_for_two(visitors)
    await asyncio.to_thread(main, ["admin", "host-key", "--database-url", f"sqlite:///{served.database}"])
    link = re.search(r"/host/key/\S+", capsys.readouterr().out)[0]
    host = (await visitors.arrive(link, narrow=True)).page
    await host.keyboard.press("Tab")
    await host.locator("main button").focus()
    await host.keyboard.press("Enter")
    await host.get_by_label("English").fill("Tonight we upgrade.")
    for fold in await host.locator("summary").all():
        await fold.click()
    await check(host)
    await host.get_by_role("button", name="Announce").click()
    await expect(host.locator(".announcement")).to_have_text("Tonight we upgrade.")

    form = host.locator("form[action='/host/schedule']")
    await form.get_by_label("Name").fill("Every week at eight")
    day = datetime.now(UTC) + timedelta(days=2)
    await form.get_by_label("Day of the week").select_option(str(day.weekday()))
    await form.get_by_label("Your time zone").fill("Europe/Paris")
    await form.get_by_role("button", name="Schedule").click()
    await expect(host.locator("[aria-labelledby=scheduled] li")).to_contain_text("20:00 (Europe/Paris)")
    listed = (await visitors.arrive("/tournaments")).page
    while not await listed.get_by_text("Every week at eight").count():  # the server opens it by itself
        await listed.wait_for_timeout(500)
        await listed.reload()
    await host.get_by_role("button", name="Remove – Every week at eight").click()
    await expect(host.locator("[aria-labelledby=scheduled]")).to_have_count(0)

    told = one.page.locator(".announcement")
    await expect(told).to_have_text("Tonight we upgrade.")  # at the table, which was open before
    assert await violations(one.page, without=[CONTRAST]) == []
    await told.get_by_role("button", name="Got it").press("Enter")
    await expect(told).to_have_count(0)
    await one.page.reload()
    await expect(one.prompt).not_to_be_empty()
    await expect(told).to_have_count(0)
    await host.get_by_role("button", name="Withdraw").click()
    await expect(host.locator(".announcement")).to_have_count(0)
