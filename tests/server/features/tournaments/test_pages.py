"""People open, join and follow tournaments by forms; programs read them as data."""

import asyncio
import json
import re
from datetime import UTC, datetime, timedelta

from tablee.server.table.clock import A_DAY, AN_HOUR
from tests.server.features.tournaments.whole import Course, look, named, send
from tests.server.house import PATIENCE, Guest, TimedHouse


def later(seconds):
    return (datetime.now(UTC) + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S")


def form(**more):
    return {"name": "Cup", "game": "isis", "pace": "days-2", "starts": later(3600), "zone": "UTC"} | more


def post(guest, path, fields):
    return guest.house.request("POST", path, fields, guest.headers)


def opened(guest, **more):
    status, headers, _ = post(guest, "/tournaments", form(**more))
    assert status == 303
    return headers["location"]


def test_a_tournament_is_joined_by_its_link_and_listed_only_if_it_says_so(house):
    zoe, bo = Guest(house), Guest(house)
    hidden, listed = opened(zoe, name="Hidden cup"), opened(zoe, name="<b>Listed cup</b>", listed="yes")
    seen = look(bo, "/tournaments")
    assert "Hidden cup" not in seen
    assert "&lt;b&gt;Listed cup" in seen
    assert "Hidden cup" in look(zoe, "/tournaments")
    assert post(bo, f"{hidden}/join", {"x": "1"})[0] == 303
    assert post(bo, f"{hidden}/join", {"x": "1"})[0] == 303
    assert len(json.loads(look(bo, f"{hidden}/results.json"))["players"]) == 2
    assert "You are taking part" in look(bo, hidden)
    post(bo, f"{hidden}/leave", {"x": "1"})
    assert len(json.loads(look(bo, f"{hidden}/results.json"))["players"]) == 1
    feed = look(bo, "/tournaments/calendar.ics")
    assert feed.startswith("BEGIN:VCALENDAR\r\n")
    assert feed.count("BEGIN:VEVENT") == 1
    assert listed in feed
    assert look(bo, f"{hidden}/calendar.ics").count("BEGIN:VEVENT") == 1
    assert house.request("GET", "/tournaments/nothing", None, bo.headers)[0] == 404


def test_only_who_opened_a_tournament_can_call_it_off(house):
    zoe, bo = Guest(house), Guest(house)
    cup = opened(zoe, name="Cup to be", listed="yes")
    assert post(bo, f"{cup}/join", {"name": "Bo"})[0] == 303
    assert "Call off" not in look(bo, cup)
    assert post(bo, f"{cup}/cancel", {"sure": "yes"})[0] == 403
    assert "Call off" in look(zoe, cup)
    assert post(zoe, f"{cup}/cancel", {"sure": "yes"})[0] == 303
    assert "called off" in look(bo, cup)
    assert post(Guest(house), f"{cup}/join", {"name": "Al"})[0] == 400
    assert "Cup to be" not in look(bo, "/tournaments")


def test_nonsense_opens_no_tournament(house):
    zoe = Guest(house)
    wrong = (
        {"name": ""}, {"name": "x" * 61}, {"game": "nothing"}, {"pace": ""}, {"pace": "never"}, {"starts": "soon"},
        {"starts": later(-90_000)}, {"starts": later(91 * 86_400)}, {"group_size": "7"},
    )  # fmt: skip
    for fields in wrong:
        assert post(zoe, "/tournaments", form(**fields))[0] in (400, 404), fields
    assert "Cup" not in look(zoe, "/tournaments")


async def test_a_tournament_at_one_sitting_begins_by_itself_and_calls_its_players(timed_house):
    guests = [await asyncio.to_thread(Guest, timed_house) for _ in range(3)]
    path = await asyncio.to_thread(opened, guests[0], pace="quick")
    for guest in guests[1:]:
        assert (await asyncio.to_thread(post, guest, f"{path}/join", {"x": "1"}))[0] == 303
    timed_house.pass_time(AN_HOUR)
    async with asyncio.timeout(PATIENCE):
        while not (games := [one for one in await _games(guests[0], path) if one["table"]]):  # noqa: ASYNC110
            await asyncio.sleep(0.2)
    assert {one["round"] for one in games} == {0}
    with_bot = next(one for one in games if 0 in (one["first"], one["second"]))
    for guest in guests:
        async with asyncio.timeout(PATIENCE):
            while "Your game of the tournament begins" not in await asyncio.to_thread(look, guest, "/"):  # noqa: ASYNC110
                await asyncio.sleep(0.2)
    for guest in guests:
        async with guest.at(with_bot["table"]) as seat:
            told = await seat.hear("table")
            if told["you"]["sitter"]:
                await seat.sit()  # the browser adds its nonce, and the bot need not
                await seat.hear("table", status="playing")
                break
    else:
        raise AssertionError("nobody sits at the table")
    page = await asyncio.to_thread(look, guests[0], path)
    assert re.search(r"Round 1.*in progress", page, re.DOTALL)


async def test_a_tournament_by_days_goes_on_for_weeks_and_after_a_crash_to_its_last_standings(tmp_path):
    house = TimedHouse(tmp_path / "weeks")
    try:
        guests = await asyncio.to_thread(named, house, "Zoé", "Bo", "Cy")
        path = await asyncio.to_thread(opened, guests["Zoé"], rated="yes")
        for name in ("Bo", "Cy"):
            await asyncio.to_thread(send, guests[name], f"{path}/join")
        house.pass_time(AN_HOUR)
        course = Course(path, guests)
        games = await course.games(6)
        without = [(game, name) for game in games if "Cy" not in game["people"] for name in game["people"]]
        await asyncio.gather(*(course.play(game, name) for game, name in without if name))
        house.pass_time(A_DAY)
        await asyncio.to_thread(house.kill)
        await asyncio.to_thread(house.start)
        missed = [(game, name) for game in await course.games(3) for name in game["people"]]
        await asyncio.gather(*(course.play_turn(game, name) for game, name in missed if name not in (None, "Cy")))
        page = await asyncio.to_thread(look, guests["Bo"], path)
        assert len(re.findall(r"Cy to play <small>until\s+<time", page)) >= 2, "the bot may think still"
        house.pass_time(30 * A_DAY)  # and Cy never comes
        told = await course.status("over")
        page = await asyncio.to_thread(look, guests["Cy"], path)
    finally:
        house.kill()
    [table] = [one["table"] for one in told["standings"]]
    names = {one["number"]: one["name"] for one in told["players"]}
    by_name = {names[row["number"]]: row for row in table}
    assert [one["points"] for one in told["games"]].count(None) == 0
    assert by_name["Cy"]["lost"] == by_name["Cy"]["played"] == 3
    assert {row["played"] for row in table} == {3}
    assert names[table[-1]["number"]] == "Cy"
    assert re.findall(r'<th scope="row">(\w+)</th>', page) == [names[row["number"]] for row in table]


async def _games(guest, path):
    return json.loads(await asyncio.to_thread(look, guest, f"{path}/results.json"))["games"]


async def test_by_days_a_page_says_whose_turn_it_is_and_lights_only_ones_own(timed_house):
    guests = [await asyncio.to_thread(Guest, timed_house) for _ in range(3)]
    starts = later(2 * 3600)  # an hour may have passed at this house
    path = await asyncio.to_thread(opened, guests[0], pace="days-2", starts=starts)
    for guest in guests[1:]:
        await asyncio.to_thread(post, guest, f"{path}/join", {"x": "1"})
    timed_house.pass_time(2 * AN_HOUR)
    async with asyncio.timeout(PATIENCE):
        while [one["status"] for one in await _games(guests[0], path)] != ["playing"] * 6:  # noqa: ASYNC110
            await asyncio.sleep(0.2)
    pages = [await asyncio.to_thread(look, guest, path) for guest in guests]
    own_turns = [re.findall(r"Your turn <small>.*?class=\"button main\"", page, re.DOTALL) for page in pages]
    assert [len(found) for found in own_turns] == [page.count("Your turn") for page in pages]
    assert sum(len(found) for found in own_turns) > 0
    assert all(" to play <small>until" in page for page in pages)
