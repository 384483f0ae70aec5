"""Positions that are tried out and played on: of finished games and of one's own, and of no game that goes on."""

import contextlib
import http.client
import json
import random
import urllib.parse

import pytest

import tablee
from tests.server.house import Guest
from tests.server.realtime.test_socket import table_for_two


def ask(guest, game="isis", **wish):
    """One wish of the analysis board; returns status and answer."""
    where = (guest.source, 0) if guest.source else None
    opened = http.client.HTTPConnection("localhost", guest.house.port, timeout=60, source_address=where)
    with contextlib.closing(opened) as connection:
        connection.request("POST", f"/games/{game}/analysis/try", json.dumps(wish), guest.headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())


def go_on(guest, game="isis", **form):
    """Open a table that begins where a page has come to."""
    fields = {name: value if isinstance(value, str) else json.dumps(value) for name, value in form.items()}
    return guest.house.request("POST", f"/games/{game}/analysis/table", fields, guest.headers, guest.source)


def position(game="isis", steps=9, seed=5, **options):
    """Some position, as Python writes it."""
    played = tablee.new(game, players=2, options=options, seed=seed)
    lots = random.Random(seed)
    while len(played.log) < steps or played.to_act == "chance":
        played.chance() if played.to_act == "chance" else played.play(lots.choice(played.legal()))
    return played


@pytest.fixture
def guest(house):
    return Guest(house)


async def finished_alone(guest):
    """A game against a bot that is over, as one has given up in its middle."""
    table = guest.open(mode="bots", level=1)
    async with guest.at(table) as seat:
        await seat.sit()
        while not (news := await seat.hear("events"))["actions"]:
            pass
        await seat.act(news["actions"][0])
        while not (news := await seat.hear("events"))["actions"]:
            pass
        await seat.say(do="leave")
        await seat.hear("table", status="over")
    return table


def test_a_position_brought_along_is_shown_and_tried_out(guest):
    played = position(memory="open")
    status, reply = ask(guest, state=played.state())
    assert status == 200
    assert reply["tried"] == []
    assert reply["turn"]
    action = played.legal()[0]
    status, reply = ask(guest, state=played.state(), action=action)
    assert status == 200
    assert reply["tried"][0] == action
    status, further = ask(guest, state=played.state(), tried=reply["tried"])
    assert further["frames"][0]["scene"]["set"] == reply["frames"][0]["scene"]["set"]


def test_nonsense_is_refused_in_words(guest):
    for wish in ({"state": {}}, {"state": {"game": "isis", "players": 9}}, {"source": "table x 1"}, {"source": "?"}):
        assert ask(guest, **wish)[0] == 400
    assert ask(guest, state=position().state(), action="pawn z9")[1]["code"] == "illegal_action"
    assert ask(guest, state={"game": "isis", "players": 2, "board": {"a1": "P7"}})[1]["code"] == "bad_position"


def test_the_engine_says_what_actions_are_worth(guest):
    status, reply = ask(guest, state=position(steps=30).state(), opinion=True)
    assert status == 200, reply
    assert reply["actions"][0]["worth"].endswith("of 100")
    assert {one["action"] for one in reply["actions"]} <= set(position(steps=30).legal())


def test_a_table_begins_there_against_bots_and_says_so(guest):
    played = position(memory="open")
    status, headers, _ = go_on(guest, state=played.state(), mode="bots", level="1", source="text")
    assert status == 303
    _, _, page = guest.house.request("GET", headers["location"], headers=guest.headers)
    assert "From a pasted position" in page


async def test_it_goes_on_there_and_never_counts(guest):
    played = position(memory="open")
    action = played.legal()[3]
    _, headers, _ = go_on(guest, state=played.state(), tried=[action], mode="bots", level="1", rated="yes")
    async with guest.at(headers["location"].removeprefix("/tables/")) as seat:
        about = await seat.hear("table")
        assert not about["rated"]
        await seat.sit()
        news = await seat.hear("events")
        while not news["actions"]:
            news = await seat.hear("events")


async def test_a_finished_game_can_be_gone_on_with_and_one_that_goes_on_cannot(guest):
    table = await finished_alone(guest)
    assert ask(guest, source=f"table {table} 6")[0] == 200
    status, _, page = guest.house.request("GET", f"/games/isis/analysis?from=table+{table}+6", headers=guest.headers)
    assert status == 200
    assert f"/tables/{table}/replay?at=6" in page
    going = guest.open(mode="bots", level=1)
    async with guest.at(going) as seat:
        await seat.sit()
        await seat.hear("events")
        assert ask(guest, source=f"table {going} 4")[1]["code"] == "not_now"


def test_lessons_and_figures_lead_here(guest):
    assert ask(guest, source="lesson 2")[0] == 200
    assert ask(guest, source="figure en 1")[0] == 200
    assert ask(guest, source="figure xx 1")[0] == 400
    assert ask(guest, source="lesson 99")[0] == 400
    _, _, rules = guest.house.request("GET", "/games/isis/rules", headers=guest.headers)
    assert urllib.parse.quote("figure en 1", safe="").replace("%20", "+") in rules


# ---- nothing of this while a game with others goes on ----------------------------------------------------------------


async def test_who_plays_with_others_gets_no_opinion_however_it_is_asked_for(house):
    wish = {"state": position().state(), "opinion": True}
    async with table_for_two(house) as ((one, two), _):
        fresh_browser_beside = Guest(house)
        for asker in (one.guest, two.guest, fresh_browser_beside):
            assert ask(asker, **wish)[1]["code"] == "game_goes_on"
            assert go_on(asker, state=wish["state"], mode="bots")[0] == 400
        # Another game is another matter.
        assert ask(one.guest, "morfals", state=position("morfals", 8).state(), opinion=True)[0] == 200
        ann = one.guest
    # Who has closed the page still plays, by days perhaps.
    assert ask(ann, **wish)[1]["code"] == "game_goes_on"
    assert ask(fresh_browser_beside, **wish)[0] == 200


async def test_nobody_is_told_of_a_position_that_lies_on_a_table_now(house):
    async with table_for_two(house) as ((one, _), table):
        await one.act("pawn c4")
        await one.hear("events")
        elsewhere = Guest(house, source="127.0.0.2")
        copied = tablee.new("isis", players=2, options={"memory": "open"})  # with other options than at the table
        copied.play("pawn c4")
        brought = copied.state()
        assert ask(elsewhere, state=brought, opinion=True)[1]["code"] == "game_goes_on"
        assert go_on(elsewhere, state=brought, mode="friends")[0] == 400
        assert ask(elsewhere, source=f"table {table} 5", opinion=True)[1]["code"] == "not_now"
        assert ask(elsewhere, state=position(steps=12).state(), opinion=True)[0] == 200
