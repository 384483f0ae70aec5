"""Ratings at a table that counts: beside the name of whom they are known of, and what the game did to them."""

import re
import sqlite3

from playwright.async_api import expect

from tests.server.house import PATIENCE


def know(house, table):
    """Let the rating of whoever sat down first at a table be known."""
    with sqlite3.connect(house.database, timeout=PATIENCE) as database:
        [person] = database.execute(
            "SELECT person FROM participants WHERE table_id = ? AND participant = 1", [table]
        ).fetchone()
        database.execute("INSERT INTO ratings VALUES (?, 'isis', 'sitting', 25400000, 3000000, 20, 1)", [person])


async def opened(visitors, **how):
    """Somebody opens a table that counts by its form; returns them and where it is."""
    host = await visitors.arrive("/games/isis/friends", **how)
    await host.page.locator("form.open-form input[name=name]").fill("Zoé")  # beside a long name there is no room
    await host.page.locator('input[name="rated"][value="yes"]').check(force=True)
    await expect(host.page.locator(".if-rated")).to_be_visible()
    await expect(host.page.locator("#beside-fold")).to_be_hidden()
    await host.open_table()
    await host.page.wait_for_url(re.compile("/tables/"))
    return host, "/tables/" + host.page.url.rpartition("/")[2]


async def test_a_known_rating_stands_on_the_panel_and_the_result_says_what_the_game_did_to_it(visitors, house):
    host, path = await opened(visitors, narrow=True, language="fr")
    guest = await visitors.arrive(path)
    await expect(host.page.locator("#sitters .here")).to_have_count(2)
    know(house, path.rpartition("/")[2])
    await host.page.locator("#first").select_option(label="Zoé")
    await host.page.locator("#start").click()
    for one, words in ((host, "1\u202f512"), (guest, "1,512")):
        await expect(one.page.locator(".plate-rating")).to_have_text(words)  # and none beside the other's name
        await one.page.locator("#people-tab").click()
        await expect(one.page.locator("#people")).to_contain_text(f"{words} ± 90")
    await host.point("square a1")  # a game that is left before does not count
    await expect(guest.page.locator("#log")).to_contain_text("a1")
    await guest.page.locator("#leave").click()
    await guest.page.locator("#confirm-leave button[value=yes]").click()
    for one, words in ((host, "1\u202f512 → 1\u202f5"), (guest, "1,512 → 1,5")):
        courses = one.page.locator("#scores .rating-course")
        await expect(courses.first).to_contain_text(words)
        await expect(courses.first.locator("b")).to_have_text(re.compile(r"^\+\d+$"))
        await expect(courses.last).to_have_text(re.compile(r"^1.500\s?\? → 1.\d\d\d\s?\? [-−]\d+$"))  # provisional
        assert await one.no_sideways_scrolling()
    await expect(host.page.locator("#announcer")).to_contain_text("Votre cote")
