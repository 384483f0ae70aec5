"""Holidays are told to those who play with somebody by days, and to nobody else."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from tablee.server.features.accounts.holidays import holidays_in
from tablee.server.table.clock import A_DAY
from tablee.server.table.events import Refused
from tests.cases import each
from tests.server.house import Guest

NOW = 1_795_000_000_000  # 18 November 2026


def day(days):
    return (datetime.now(UTC) + timedelta(days=days)).strftime("%Y-%m-%d")


@each(
    ("since", "until"),
    [
        ("", ""),
        ("2026-12-03", "2026-11-20"),
        ("2026-11-20", "2027-11-20"),
        ("2026-10-01", "2026-11-20"),
        ("tomorrow", "2026-12-03"),
    ],
)
def test_days_that_cannot_be_are_refused(since, until):
    with pytest.raises(Refused):
        holidays_in({"since": since, "until": until}, NOW)


def test_a_holiday_may_last_one_day():
    since, until = holidays_in({"since": "2026-11-20", "until": "2026-11-20"}, NOW)
    assert until - since == A_DAY


async def test_others_at_a_table_by_days_are_told_and_strangers_are_not(house):
    zoe, bo, cy = Guest(house), Guest(house), Guest(house, "fr")

    def away(guest, table):
        return json.loads(house.request("GET", f"/tables/{table}/away.json", None, guest.headers)[2])["away"]

    async def begun(**form):
        table = zoe.open(**form)
        async with zoe.at(table) as one, bo.at(table) as two:
            await two.sit()
            while len((await one.hear("table"))["sitters"]) < 2:
                pass
            await one.say(do="start")
            await two.hear("events")
        return table

    slow, quick = await begun(pace="days-2"), await begun()
    form = {"since": day(0), "until": day(9)}
    assert house.request("POST", "/me/holidays", form, bo.headers)[0] == 303
    [words] = away(zoe, slow).values()
    assert words.startswith("away until ")
    assert away(bo, slow) == away(cy, slow) == away(zoe, quick) == {}
    page = house.request("GET", "/me", None, bo.headers)[2]
    assert words in page
    assert json.loads(house.request("GET", "/me/everything.json", None, bo.headers)[2])["holidays"]
    assert house.request("POST", "/me/holidays", {"end": "yes"}, bo.headers)[0] == 303
    assert away(zoe, slow) == {}


def test_those_who_take_part_in_a_tournament_by_days_are_told_and_others_are_not(house):
    zoe, bo, cy = Guest(house), Guest(house), Guest(house)
    starts = (datetime.now(UTC) + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%S")
    form = {"name": "Cup", "game": "isis", "pace": "days-2", "starts": starts, "zone": "UTC"}
    cup = house.request("POST", "/tournaments", form, zoe.headers)[1]["location"]
    house.request("POST", f"{cup}/join", {"x": "1"}, bo.headers)
    house.request("POST", "/me/holidays", {"since": day(3), "until": day(9)}, bo.headers)
    assert "away from" in house.request("GET", cup, None, zoe.headers)[2]
    assert "away from" not in house.request("GET", cup, None, cy.headers)[2]
