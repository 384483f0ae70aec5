"""Somebody reports another at an open house, the host answers by the real command, and it holds."""

import re

from tests.server.features.chat.test_service import company, heard
from tests.server.hosting.served import eventually
from tests.server.hosting.test_admin import admin

__all__ = ["admin"]


async def test_a_report_is_read_and_answered_and_the_one_who_made_it_reads_the_answer(served, admin):
    assert "Nothing is reported" in await admin("reports")
    async with company([served], languages=("en", "en")) as (one, two):
        await one.say(do="say", kind="phrase", body="oops")
        await heard(two)
        await two.say(do="report", why="talk", words="Rude all the time.", sitter=1)
        await two.hear("reported")
        listed = await admin("reports")
        report = re.findall(r"^([0-9a-f]{8})  .*  open  talk  Zoé  ", listed, re.M)[0]
        shown = await admin("report", report)
        assert "Rude all the time." in shown
        assert re.search(r"Zoé: Oops!$", shown, re.M)
        told = await admin("answer", report, "--silence", "--why", "You are right.")
        assert re.search(rf"^{report} is answered: Zoé \([0-9a-f]{{32}}\), silenced\.", told)
        assert "was answered on" in await admin("answer", report, code=2)
        eventually(lambda: served.said("the host: silenced"))
        await one.say(do="say", kind="phrase", body="sorry")
        assert (await one.hear("refused"))["code"] == "silenced"
        await one.say(do="ping")
        await one.hear("pong")  # and plays on
        page = served.request("GET", "/me", headers=two.guest.headers)[2]
        assert "The host has blocked this person from chatting. You are right." in page
        assert "You are right." not in served.request("GET", "/me", headers=one.guest.headers)[2]
    assert report not in await admin("reports")
    assert report in await admin("reports", "--all")
    assert "answered" in await admin("record")
    assert "You are right." not in served.log
    assert "there is no report x" in await admin("report", "x", code=2)


async def test_a_report_may_be_dismissed(served, admin):
    async with company([served], languages=("en", "en")) as (one, two):
        await one.say(do="report", why="name", sitter=2)
        await one.hear("reported")
        (report,) = re.findall(r"^([0-9a-f]{8})", await admin("reports"), re.M)
        assert "dismissed" in await admin("answer", report, "--dismiss", "--why", "A fine name.")
        await two.say(do="say", kind="phrase", body="hello")
        await heard(one)
    page = served.request("GET", "/me", headers=one.guest.headers)[2]
    assert "The host saw no reason to act. A fine name." in page
