"""The plan board: for who sits at a table by days, and for nobody else."""

import contextlib
import http.client
import json
import random

import pytest

from tablee.games.language import ENGLISH
from tablee.server.features.analysis.plan_pages import PlanAttempt, tried_position
from tablee.server.table.events import Act
from tablee.server.table.past import table_at
from tests.server.house import Guest, play_together
from tests.server.table.clocked import DAYS, clocked, play
from tests.server.table.tables import NOW


def ask(guest, path, wish=None):
    """A request of the plan board; returns status and answer."""
    with contextlib.closing(http.client.HTTPConnection("localhost", guest.house.port, timeout=60)) as connection:
        method, body = ("GET", None) if wish is None else ("POST", json.dumps(wish))
        connection.request(method, path, body, guest.headers)
        response = connection.getresponse()
        text = response.read().decode()
        return response.status, json.loads(text) if wish is not None and text.startswith("{") else text


def latest(seat):
    """What the table looks like to somebody."""
    return [one for one in seat.received if one["say"] == "events"][-1]


@pytest.fixture
def two(house):
    return Guest(house), Guest(house)


async def test_a_plan_is_made_shown_changed_and_deleted_and_nobody_else_reads_it(two, house):
    async with play_together(*two, pace="days-1") as (first, second):
        path = f"/tables/{first.table}/plan"
        news = latest(first)
        step = news["step"]
        a, b, c = [text for text in news["actions"] if text.startswith("pawn")][:3]
        planner, other = second.guest, first.guest
        status, shown = ask(planner, f"{path}/try", {"step": step, "tried": [a], "action": b})
        assert status == 200
        assert shown["tried"] == [a, b]
        assert shown["answers"]
        assert shown["frames"][0]["seat"] != news["seat"]
        status, plan = ask(planner, path, {"step": step, "lines": [[a, b]]})
        assert status == 200
        assert [line["tried"] for line in plan["lines"]] == [[a, b]]
        assert b.split()[1] in ask(planner, path)[1]
        status, plan = ask(planner, path, {"step": step, "lines": [[a, c]], "forced": True})
        assert [line["tried"] for line in plan["lines"]] == [[a, c]]
        assert plan["forced"]
        own = ask(other, path)[1]
        assert '"lines": []' in own  # their own plan is empty
        assert ask(Guest(house), path)[0] == 404
        assert ask(Guest(house), f"{path}/try", {"step": step})[0] == 404
        assert ask(planner, path, {"step": step, "lines": []})[1]["lines"] == []
        await first.act(a)
        while (news := await second.hear("events"))["to_act"] != news["seat"]:
            pass
        assert news["actions"]  # nothing was played


async def test_people_who_share_a_device_are_told_why_they_cannot_plan(two):
    guest, third = two
    table = guest.open(name="Zoé", pace="days-1", players=2)
    async with guest.at(table, "scenes") as seat:
        await seat.hear("table")
        await seat.say(do="beside", name="Ali")
        while len((await seat.hear("table"))["sitters"]) < 2:
            pass
        await seat.say(do="start")
        assert (await seat.hear("plan"))["link"] == f"/tables/{table}/plan"
    status, page = ask(guest, f"/tables/{table}/plan")
    assert status == 400
    assert "Plans need a device of your own." in page
    assert ask(third, f"/tables/{table}/plan")[0] == 404


async def test_what_is_wrong_is_said_and_changes_nothing(two):
    async with play_together(*two, pace="days-1") as (first, second):
        path = f"/tables/{first.table}/plan"
        news = latest(first)
        step, a = news["step"], next(text for text in news["actions"] if text.startswith("pawn"))
        guest = second.guest
        for wish, code in (
            ({"step": step + 1, "lines": []}, "stale"),
            ({"step": step, "lines": [[a, a]]}, "illegal_action"),
            ({"step": step, "lines": [["draw", a]]}, "plan_ends"),
            ({"step": step, "lines": [[a] * 61]}, "plan_long"),
            ({"step": step, "lines": "x"}, "bad_message"),
            ({"step": step, "lines": [[a, "\0"]]}, "illegal_action"),
        ):
            status, answer = ask(guest, path, wish)
            assert (status, answer["code"]) == (400, code)
        assert '"lines": []' in ask(guest, path)[1]


async def test_there_are_no_plans_without_a_clock_by_days(two):
    async with play_together(*two, pace="quick") as (first, second):
        assert ask(second.guest, f"/tables/{first.table}/plan")[0] == 404


def one_before_the_end(game, **options):
    """A table by days before its last action, and that action."""
    table, rng = clocked(DAYS, game=game, **options), random.Random(1)
    while table.going_on:
        play(table, NOW, rng)
    last = next(event for event in reversed(table.events) if isinstance(event, Act))
    return table_at(table, last.number - 1), last


def pieces(frame):
    return {(node.key, node.shape, node.text, node.x, node.y) for node in frame["scene"]["set"]}


@pytest.mark.parametrize(
    ("game", "options"), [("isis", {"memory": "hidden"}), ("isis", {}), ("netzwerk", {}), ("morfals", {})]
)
def test_what_the_end_of_a_game_would_reveal_is_not_shown_while_planning(game, options):
    table, last = one_before_the_end(game, **options)
    for seat in (0, 1):
        told = tried_position(table, seat, PlanAttempt(table.step, [], last.text), ENGLISH)
        assert told["turn"] == "The game would be over. How it would end is not shown."
        assert (told["tried"], told["open"], len(told["steps"])) == ([last.text], False, 1)
        [frame] = told["frames"]
        assert (frame["result"], frame["finale"]) == (None, None)
        before = tried_position(table, seat, PlanAttempt(table.step), ENGLISH)["frames"][0]
        assert pieces(frame) <= pieces(before), "the picture stays as it was, without what was offered"
