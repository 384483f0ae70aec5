"""Bots have faces and words: one is chosen by it, seen to think, heard, and asked for a hint where nobody else sits."""

import re
import sys

import pytest
from playwright.async_api import expect

from tests.browser.visitor import Visitors
from tests.server.house import House

WAIT = 60_000
SLOW_BOT = """
import json, os, sys, time

print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    while not os.path.exists(SIGNAL):
        time.sleep(0.01)
    print(json.dumps({"id": json.loads(line)["id"], "error": "no idea"}), flush=True)
"""


def card(visitor, name):
    return visitor.page.locator(".card", has_text=name)


async def see_faces(place, *numbers):
    """Wait until just these faces are shown there."""
    faces = place.locator(".face use")
    await expect(faces).to_have_count(len(numbers))
    for at, number in enumerate(numbers):
        await expect(faces.nth(at)).to_have_attribute("href", re.compile(f"-{number}$"))


def advised(visitor):
    return visitor.page.locator("#scene .advised")


@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
async def test_a_bot_is_chosen_by_its_face(visitors, narrow):
    visitor = await visitors.arrive("/games/isis/bots", narrow=narrow)
    await (card(visitor, "Ada").tap() if narrow else card(visitor, "Ada").click())
    await expect(visitor.page.get_by_text("plans ahead")).to_be_in_viewport()
    assert await visitor.no_sideways_scrolling()
    await visitor.open_table()
    people = await visitor.people()
    await expect(people.locator(".bot")).to_contain_text("Ada")
    await see_faces(people, 3)


async def test_a_bot_is_chosen_by_keyboard_and_every_face_has_words(visitors):
    visitor = await visitors.arrive("/games/isis/bots")
    chosen = visitor.page.get_by_role("radio", name=re.compile("Puce"))
    await expect(chosen).to_be_checked()  # somebody who has never played
    await chosen.focus()
    await visitor.page.keyboard.press("ArrowRight")
    await visitor.page.keyboard.press("ArrowRight")
    await visitor.page.keyboard.press("ArrowRight")
    await expect(visitor.page.get_by_role("radio", name=re.compile("Basile.*strong.*misses"))).to_be_checked()
    await visitor.page.keyboard.press("Enter")
    await expect((await visitor.people()).locator(".bot")).to_contain_text("Basile")


async def test_in_the_waiting_room_bots_are_added_by_their_faces(visitors):
    visitor = await visitors.arrive("/games/isis/friends", narrow=True)
    await visitor.page.get_by_text("3", exact=True).tap()
    await visitor.open_table()
    await card(visitor, "Sibylle").tap()
    assert await visitor.no_sideways_scrolling()
    await visitor.page.locator("#add-bot button").tap()
    await expect(visitor.page.locator("#sitters .bot")).to_contain_text("Sibylle")
    await see_faces(visitor.page.locator("#sitters"), 5)
    await expect(card(visitor, "Célestin")).to_be_visible()  # who would come next
    await visitor.page.locator("#add-bot button").tap()
    await expect(visitor.page.locator("#sitters .bot")).to_have_count(2)
    await see_faces(visitor.page.locator("#sitters"), 5, 14)


async def test_three_opponents_are_three_people_each_chosen_without_a_script(visitors):
    visitor = await visitors.arrive("/games/isis/bots")
    page = visitor.page
    await page.locator(".each summary").click()
    await expect(page.locator(".opponent:visible")).to_have_count(1)
    await page.get_by_text("4", exact=True).click()
    await expect(page.locator(".opponent:visible")).to_have_count(3)
    await page.locator("[name=opponent_2]").select_option("Hermine")
    await visitor.open_table()
    people = await visitor.people()
    await expect(people.locator(".bot")).to_have_count(3)
    await see_faces(people, 1, 15, 6)
    await expect(people).to_contain_text("counts on her fingers")


async def test_a_bot_greets_and_nothing_jumps_unless_somebody_wants_silence(visitors):
    visitor = await visitors.arrive("/games/isis/bots", narrow=True)
    await visitor.open_table()
    page, remark = visitor.page, visitor.page.locator("#remark")
    await expect(remark).to_contain_text("I learned this yesterday")
    await see_faces(remark, 1)
    before = [await page.locator(part).bounding_box() for part in ("#scene", "#leave")]
    await expect(remark).to_be_hidden(timeout=WAIT)
    assert [await page.locator(part).bounding_box() for part in ("#scene", "#leave")] == before
    await page.evaluate("localStorage.settings = JSON.stringify({ talk: false })")
    await page.goto(f"{page.url.partition('/tables')[0]}/games/isis/bots")
    await visitor.open_table()
    assert await visitor.may_act()
    await expect(remark).to_be_hidden()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
async def test_a_bot_is_seen_to_think_and_it_is_nobody_elses_turn(browser, tmp_path, motion):
    script, signal = tmp_path / "bot.py", tmp_path / "signal"
    script.write_text(SLOW_BOT.replace("SIGNAL", repr(str(signal))))
    house = House(tmp_path, bot_command=[sys.executable, str(script)], bot_patience=60.0)
    try:
        visitors = Visitors(browser, house)
        visitor = await visitors.arrive("/games/isis/bots", reduced_motion=motion)
        await visitor.open_table()
        await expect(visitor.page.locator("#log li").first).to_be_attached()
        if re.match("Your turn", await visitor.prompt.text_content()):  # it stays so until somebody acts
            await visitor.point("square f6")
        await expect(visitor.prompt).to_contain_text("Puce is thinking…")
        await expect(visitor.prompt.locator(".dots i")).to_have_count(3)
        await expect((await visitor.people()).locator(".at-thought")).to_contain_text("Puce")
        moves = await visitor.prompt.locator(".face").evaluate("face => getComputedStyle(face).animationName")
        assert (moves == "none") == (motion == "reduce")
        await expect(visitor.offered).to_have_count(0)
        await expect(visitor.page.locator("#hint")).to_have_attribute("aria-disabled", "true")
        await expect(visitor.prompt).to_contain_text("The table is waiting for Puce, not for you.")
        signal.touch()
        await expect(visitor.prompt).to_contain_text(re.compile("^(Your turn|Lay)"), timeout=WAIT)
        await expect(visitor.page.locator(".dots, #people .at-thought")).to_have_count(0)
        assert visitors.complaints == []
    finally:
        await visitors.depart()
        house.kill()


async def test_a_hint_marks_a_square_and_can_be_followed(visitors):
    visitor = await visitors.play("isis", narrow=True)
    await visitor.page.locator("#hint").tap()
    await expect(advised(visitor)).to_have_count(1, timeout=WAIT)
    await expect(visitor.prompt).to_contain_text(re.compile("Hint: (Place a pawn|Turn up a tile)"))
    await expect(visitor.prompt).to_be_in_viewport()
    key = await advised(visitor).get_attribute("data-key")
    back, drawn = "#back:not([hidden])", "#scene [data-key=drawn]"
    await visitor.note(back, drawn)
    await visitor.point(key)
    await expect(visitor.page.locator(".advice-mark")).to_have_count(0)
    await expect(visitor.prompt).not_to_contain_text("Hint:")
    # What it advises is a matter of time to think; a pawn can be taken back until the bot has answered.
    await visitor.has_seen(back if key.startswith("square") else drawn)
    assert await visitor.no_sideways_scrolling()


async def test_a_hint_marks_the_dice_to_keep_and_what_to_press(visitors):
    visitor = await visitors.arrive("/games/morpyam/bots")
    await visitor.page.locator(".card", has_text="Puce").click()
    await visitor.open_table()
    page, dice = visitor.page, visitor.page.locator("#scene [aria-pressed]")
    while not await dice.count():
        await page.locator("#bar .main[aria-disabled=false]").click(timeout=WAIT)
        await expect(page.locator("#bar .button[aria-disabled=false]").first).to_be_attached(timeout=WAIT)
    await page.locator("#hint").click()
    await expect(page.locator(".advice")).to_be_visible(timeout=WAIT)
    order = re.search(r"Hint: (\w+)", await visitor.prompt.text_content())[1].lower()
    for die in await page.locator("#scene .advised[aria-pressed]").all():
        await die.click()
    await page.locator("#scene .advised.offered, #bar .advised").last.click()
    name = await (await visitor.people()).locator("li", has_text="you").locator(".who").text_content()
    await expect(page.locator("#log")).to_contain_text(f"{name} {order}s", timeout=WAIT)


async def test_by_keyboard_a_hint_is_asked_for_with_h_and_leads_to_what_it_names(visitors):
    visitor = await visitors.play("netzwerk")
    await visitor.page.locator("#scene [tabindex='0']").focus()
    await visitor.page.keyboard.press("h")
    await expect(advised(visitor)).to_have_count(1, timeout=WAIT)
    await expect(advised(visitor)).to_be_focused()
    await expect(visitor.page.locator("#announcer")).to_contain_text("Hint: Set out.")
    # It glows in the shape of its hex, and it is told why.
    await expect(visitor.page.locator("#scene use.advice-mark")).to_have_attribute("href", "#glow-hex")
    await expect(visitor.prompt.locator(".note")).to_have_text(re.compile(r"(need|route|reach|cube).*\.$"))
    await visitor.page.keyboard.press("Enter")
    await expect(advised(visitor)).to_have_count(0)


async def test_with_other_people_there_is_no_hint_to_ask_for(visitors):
    host = await visitors.arrive("/games/isis/friends")
    await host.open_table()
    friend = await visitors.arrive(await host.page.evaluate("location.pathname"))
    await expect(host.page.locator("#sitters .here")).to_have_count(2)
    await host.page.locator("#start").click()
    for visitor in (host, friend):
        await expect(visitor.page.locator("#leave")).to_be_visible()
        await expect(visitor.page.locator("#hint")).to_be_hidden()
