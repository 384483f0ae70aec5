import asyncio
import json
import random
import sqlite3
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from websockets.exceptions import ConnectionClosed, ConnectionClosedError

from tablee.games import find_game
from tablee.server.table.export import read_export, verify
from tests.cases import each
from tests.server.house import Guest, House

VALUES = ("+1", "+2", "+3", "+4", "-1", "-2", "-3", "-4", "−1", "−2", "−3", "−4")


@asynccontextmanager
async def table_for_two(house, feed="events", **form):
    """A table at which two people have sat down and started: seats in the order of their turns, and the table's id."""
    first, second = Guest(house), Guest(house)
    table = first.open(**form)
    async with first.at(table, feed) as one, second.at(table, feed) as two:
        await two.sit()
        await two.hear("table", status="waiting", players=2)
        while len(two.received[-1]["sitters"]) < 2:
            await two.hear("table")
        await one.say(do="start")
        one.guest, two.guest = first, second
        news = [await seat.hear("frame" if feed == "scenes" else "events") for seat in (one, two)]
        begins = news[0]["yours"] if feed == "scenes" else bool(news[0]["actions"])
        yield ((one, two) if begins else (two, one)), table


async def play(seat, action, *others):
    """One action, until everybody has heard of it; returns what the one who acted heard."""
    await seat.act(action)
    heard = await seat.hear("events")
    for other in others:
        while other.number < heard["number"]:
            await other.hear("events")
    return heard


async def play_to_the_end(one, two, rng):
    """Random legal play by both over their sockets; returns the result."""
    seats, news = (one, two), one.received[-1]
    while news["result"] is None:
        to_act = seats[news["to_act"]]
        actions = to_act.received[-1]["actions"]
        news = await play(to_act, rng.choice(actions), *(seat for seat in seats if seat is not to_act))
    return news["result"]


# ---- a whole game -----------------------------------------------------------------------------------------


async def test_two_people_play_a_whole_game_and_a_third_watches(house):
    async with table_for_two(house) as ((one, two), table), AsyncExitStack() as stack:
        watcher = await stack.enter_async_context(Guest(house).at(table))
        result = await play_to_the_end(one, two, random.Random(5))
        while watcher.number < one.number:
            await watcher.hear("events")
    assert result["over"]
    assert result["reason"] == "points"
    assert watcher.received[-1]["result"] == result
    status, headers, body = house.request("GET", f"/tables/{table}/export.json")
    assert (status, "attachment" in headers["content-disposition"]) == (200, True)
    assert verify(read_export(body.encode()), find_game("isis")) >= 17


async def test_a_program_gets_texts_and_its_legal_actions(house):
    async with table_for_two(house) as ((one, two), _):
        heard = await play(one, "pawn c4", two)
        assert heard["events"] == [[heard["number"], 0, "pawn c4"]]
        assert heard["actions"] == []
        assert "pawn c4" not in two.received[-1]["actions"]
        assert "draw" in two.received[-1]["actions"]


async def test_a_value_is_sent_while_it_lies_open_and_never_again(house):
    async with table_for_two(house, feed="scenes") as ((one, two), table):
        await one.act("draw")
        await one.hear("frame")
        revealed = await one.hear("frame")
        value = next(node[6] for node in revealed["scene"]["set"] if node[0] == "drawn")
        assert value in VALUES
        await one.act("place d4")
        await one.hear("frame")
        for seat in (one, two):
            while seat.number < revealed["number"] + 1:
                await seat.hear("frame")
            assert value not in json.dumps(seat.received[-1], ensure_ascii=False)
        async with Guest(house).at(table, "scenes") as watcher:
            whole = json.dumps(await watcher.hear("frame"), ensure_ascii=False)
            assert not any(f'"{other}"' in whole or f" {other}" in whole for other in VALUES)


async def test_a_reveal_missed_while_away_is_shown_once_and_not_again(house):
    async with table_for_two(house, feed="scenes") as ((one, two), table):
        away = two.guest
        await two.say(do="seen", number=two.number)
        await two.socket.close()
        await one.act("draw")
        await one.hear("frame")
        revealed = await one.hear("frame")
        value = next(node[6] for node in revealed["scene"]["set"] if node[0] == "drawn")
        await one.act("place d4")
        last = (await one.hear("frame"))["number"]

        async with away.at(table, "scenes") as back:
            frames = [await back.hear("frame")]
            assert frames[0]["whole"]
            while frames[-1]["number"] < last:
                frames.append(await back.hear("frame"))
            texts = [json.dumps(frame, ensure_ascii=False) for frame in frames]
            assert [value in text for text in texts] == [False, True, False]
            assert frames[1]["scene"]["hold"] > 0
            assert [bool(frame["scene"]["offers"]) for frame in frames] == [False, False, True]
            await back.say(do="seen", number=last)
            await back.say(do="act", step=0, action="nonsense")
            await back.hear("refused")  # by now the server has taken note

        async with away.at(table, "scenes") as back:
            frame = await back.hear("frame")
            assert frame["number"] == last
            assert value not in json.dumps(frame, ensure_ascii=False)


async def test_who_comes_back_gets_what_happened_since(house):
    async with table_for_two(house) as ((one, two), table):
        await play(one, "pawn a1", two)
        known = one.number
        await play(two, "pawn b1", one)
        await play(one, "pawn c1", two)
        async with one.guest.at(table, after=known) as back:
            heard = await back.hear("events")
            assert [text for _, _, text in heard["events"]] == ["pawn b1", "pawn c1"]


async def test_a_take_back_is_shown_to_all(house):
    async with table_for_two(house) as ((one, two), _):
        heard = await play(one, "pawn a1", two)
        assert heard["back"]
        await one.say(do="back", step=one.step)
        heard = await two.hear("events")
        assert heard["events"][0][2] == f"back {heard['number'] - 1}"
        assert heard["to_act"] == 0


async def test_giving_up_ends_a_game_of_two(house):
    async with table_for_two(house) as ((one, two), _):
        await two.say(do="leave")
        heard = await one.hear("events")
        assert heard["result"] == {"over": True, "scores": [0, 0], "winners": [0], "reason": "left"}


# ---- refusals ---------------------------------------------------------------------------------------------


@each(
    ("message", "code"),
    [
        ({"do": "act", "step": 0, "action": "pawn a1"}, "stale"),
        ({"do": "act", "step": "last", "action": "pawn a1"}, "bad_message"),
        ({"do": "act", "action": "pawn a1"}, "bad_message"),
        ({"do": "fly"}, "bad_message"),
        ([], "bad_message"),
        ({"do": "back", "step": 0}, "stale"),
        ({"do": "start"}, "not_now"),
        ({"do": "bot", "level": 3}, "not_now"),
        ({"do": "bot", "level": 99}, "bad_message"),
        ({"do": "unseat", "sitter": 1}, "not_now"),
        ({"do": "again"}, "not_now"),
        ({"do": "name", "name": "\u200b "}, "name_unseen"),
        ({"do": "name", "name": "  "}, "bad_message"),
    ],
)
async def test_a_wish_that_cannot_be_granted_is_refused_with_a_word_and_changes_nothing(house, message, code):
    async with table_for_two(house) as ((one, two), _):
        await one.socket.send(json.dumps(message))
        refused = await one.hear("refused")
        assert refused["code"] == code
        assert refused["message"].endswith((".", "?"))
        await play(one, "pawn a1", two)  # the table stands where it stood


async def test_playing_out_of_turn_or_against_the_rules_is_refused(house):
    async with table_for_two(house) as ((one, two), _):
        await two.act("pawn a1")
        assert (await two.hear("refused"))["code"] == "not_your_turn"
        await one.act("pawn g9")
        assert (await one.hear("refused"))["code"] == "illegal_action"
        await play(one, "pawn a1", two)


async def test_of_two_actions_on_the_same_number_one_counts(house):
    async with table_for_two(house) as ((one, two), _):
        await one.act("pawn a1")
        await one.act("pawn a2")
        assert (await one.hear("events"))["events"][0][2] == "pawn a1"
        assert (await one.hear("refused"))["code"] == "stale"
        assert two.number < one.number
        assert (await two.hear("events"))["events"][0][2] == "pawn a1"


async def test_a_stranger_can_watch_and_nothing_else(house):
    async with table_for_two(house) as ((one, _), table), Guest(house).at(table) as stranger:
        await stranger.hear("events")
        for message in ({"do": "act", "step": one.step, "action": "pawn a1"}, {"do": "leave"}, {"do": "again"}):
            await stranger.say(**message)
            assert (await stranger.hear("refused"))["code"] == "not_seated"
        await stranger.sit()
        assert (await stranger.hear("refused"))["code"] == "not_now"


async def test_a_third_person_finds_all_seats_taken(house):
    host = Guest(house)
    table = host.open()
    async with Guest(house).at(table) as two, Guest(house).at(table) as three:
        await two.sit()
        while len((await two.hear("table"))["sitters"]) < 2:
            pass
        await three.sit()
        assert (await three.hear("refused"))["code"] == "full"


async def test_a_guessed_token_is_nobody(house):
    async with table_for_two(house) as ((one, _), table):
        thief = Guest(house)
        thief.cookie = one.guest.cookie[:-1] + ("A" if one.guest.cookie[-1] != "A" else "B")
        async with thief.at(table) as stranger:
            await stranger.say(do="act", step=one.step, action="pawn a1")
            assert (await stranger.hear("refused"))["code"] == "not_seated"


async def test_a_page_from_elsewhere_cannot_connect(house):
    guest = Guest(house)
    table = guest.open()
    async with guest.at(table, origin="http://evil.example") as seat:
        with pytest.raises(ConnectionClosed) as closed:
            await seat.hear()
    assert closed.value.rcvd.code == 4403


async def test_a_page_of_ours_can_connect(house):
    guest = Guest(house)
    table = guest.open()
    async with guest.at(table, origin=f"http://localhost:{house.port}") as seat:
        assert (await seat.hear("table"))["id"] == table


async def test_there_is_no_connection_to_a_table_that_does_not_exist(house):
    async with Guest(house).at("nowhere") as seat:
        with pytest.raises(ConnectionClosed) as closed:
            await seat.hear()
    assert closed.value.rcvd.code == 4404


async def test_a_huge_message_ends_the_connection_and_harms_nobody(house):
    async with table_for_two(house) as ((one, two), _):
        await one.socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosedError):
            await one.hear("what never comes")
        assert (await two.hear("table"))["sitters"]


async def test_who_sends_too_fast_is_told_so(tmp_path):
    house = House(tmp_path, message_rate=0.01, message_burst=5.0)
    try:
        guest = Guest(house)
        async with guest.at(guest.open()) as seat:
            for _ in range(8):
                await seat.say(do="seen", number=0)
            assert (await seat.hear("refused"))["code"] == "too_fast"
    finally:
        house.kill()


async def test_refusals_speak_the_language_of_the_person(house):
    guest = Guest(house, "fr")
    async with guest.at(guest.open()) as seat:
        await seat.say(do="leave")
        refused = await seat.hear("refused")
    assert "vous" in refused["message"].lower()


# ---- nothing is shown before it is stored ------------------------------------------------------------------


async def test_while_the_commit_is_held_back_nothing_goes_out(own_house):
    async with table_for_two(own_house) as ((one, two), _):
        other = sqlite3.connect(own_house.database, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        await one.act("pawn a1")
        assert all(await asyncio.gather(*(seat.hears_no("events", 0.7) for seat in (one, two))))
        other.execute("COMMIT")
        other.close()
        for seat in (one, two):
            assert (await seat.hear("events"))["events"][0][2] == "pawn a1"


async def test_killing_the_server_loses_no_acknowledged_event(own_house):
    rng = random.Random(3)
    async with table_for_two(own_house) as ((one, two), table):
        guests = one.guest, two.guest
        acknowledged = one.received[-1]["events"]
    for killing in range(6):
        async with guests[0].at(table) as one, guests[1].at(table) as two:
            stored = (await one.hear("events"))["events"]
            await two.hear("events")
            assert masked(stored[: len(acknowledged)]) == masked(acknowledged)
            acknowledged = stored + await play_until_killed(own_house, one, two, rng, 3 + killing)
        own_house.start()


async def play_until_killed(house, one, two, rng, actions):
    """Both play; then the server is killed with an action on its way. Returns the events that were acknowledged."""
    acknowledged = []
    for _ in range(actions):
        actor, other = (one, two) if one.received[-1]["actions"] else (two, one)
        heard = await play(actor, rng.choice(actor.received[-1]["actions"]), other)
        acknowledged += heard["events"]
    actor = one if one.received[-1]["actions"] else two
    await actor.act(rng.choice(actor.received[-1]["actions"]))
    house.kill()
    return acknowledged


def masked(events):
    """Events without the values of tiles, which are known only while they lie open."""
    return [[number, seat, text[:6] if text.startswith("reveal") else text] for number, seat, text in events]


async def test_after_a_restart_the_shelf_knows_my_unfinished_tables(own_house):
    guest = Guest(own_house)
    table = guest.open()
    own_house.kill()
    own_house.start()
    _, _, page = own_house.request("GET", "/", headers=guest.headers)
    assert f"/tables/{table}" in page
