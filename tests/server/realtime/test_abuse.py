"""Attacks on the real server, from one address or several: others go on, nothing is held, and everybody is told why."""

import asyncio
import contextlib
import json
import socket
import time

import pytest
from websockets.exceptions import ConnectionClosed

from tablee.games import find_game
from tablee.server.features.puzzles.service import puzzles_of
from tablee.server.realtime.live_table import MOMENT
from tests.cases import each
from tests.server.house import PATIENCE, Guest
from tests.server.realtime.test_socket import play, table_for_two
from tests.server.web.strangers import WatchedHouse, linux

EVIL, OTHER, GOOD = "127.0.0.66", "127.0.0.67", "127.0.0.8"
"""Addresses of this machine: only Linux has them all."""
SOON = 1.0


@contextlib.contextmanager
def a_house(folder, **settings):
    house = WatchedHouse(folder, **settings)
    try:
        yield house
        assert house.request("GET", "/health")[0] == 200
        assert "Traceback" not in house.complaints()
    finally:
        house.kill()
        house.errors.close()


async def close_code(seat) -> int:
    """With which code somebody is hung up."""
    with pytest.raises(ConnectionClosed) as closed:
        await seat.hear("what never comes")
    return closed.value.rcvd.code


# ---- windows of one person ------------------------------------------------------------------------------------


@linux
async def test_a_crowd_of_windows_that_comes_and_goes_is_told_to_others_once_a_moment(tmp_path):
    with a_house(tmp_path) as house:
        async with table_for_two(house) as ((one, two), table), contextlib.AsyncExitStack() as stack:
            begun = time.monotonic()
            windows = await asyncio.gather(*(stack.enter_async_context(one.guest.at(table)) for _ in range(100)))
            for window in windows:
                window.socket.transport.abort()
            await two.say(do="ping")
            await two.hear("pong")
            while not any(participant["away"] is not None for participant in two.received[-1].get("sitters", ())):
                await two.hear("table")
            told = sum(message["say"] == "table" for message in two.received)
        assert told <= 10 + (time.monotonic() - begun) / MOMENT
        assert told < 150


async def test_of_many_windows_at_a_table_the_oldest_is_let_go(tmp_path):
    with a_house(tmp_path, most_at_one_table=3) as house:
        async with table_for_two(house) as ((one, two), table), contextlib.AsyncExitStack() as stack:
            for _ in range(2):
                later = await stack.enter_async_context(one.guest.at(table))
                await later.hear("events")
            assert await one.socket.ping()
            third = await stack.enter_async_context(one.guest.at(table))
            await third.hear("events")
            assert await close_code(one) == 4409
            await third.act("pawn a1")
            assert (await two.hear("events"))["events"][0][2] == "pawn a1"


async def test_of_many_windows_in_all_the_oldest_is_let_go(tmp_path):
    with a_house(tmp_path, most_of_one_person=3) as house:
        guest, other = Guest(house), Guest(house)
        tables = [guest.open() for _ in range(4)]
        async with contextlib.AsyncExitStack() as stack:
            await stack.enter_async_context(other.at(tables[0]))
            windows = [await stack.enter_async_context(guest.at(table)) for table in tables]
            await windows[-1].hear("table")
            assert await close_code(windows[0]) == 4409
            for window in windows[1:]:
                await window.say(do="ping")
                await window.hear("pong")


async def test_who_opens_window_after_window_has_to_wait(tmp_path):
    with a_house(tmp_path, arrival_rate=0.001, arrival_burst=3, people_per_address=2) as house:
        guest, other = Guest(house), Guest(house)
        table = guest.open()
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(3):
                await (await stack.enter_async_context(guest.at(table))).hear("table")
            assert await close_code(await stack.enter_async_context(guest.at(table))) == 4428
            await (await stack.enter_async_context(other.at(table))).hear("table")


# ---- who does not read ----------------------------------------------------------------------------------------


def silent_line(house, path, cookie=""):
    """A live connection of somebody who reads nothing after the handshake, and has little room for it."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65536)
    line.settimeout(PATIENCE)
    line.connect(("127.0.0.1", house.port))
    line.sendall(
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{cookie}Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += line.recv(1)
    assert b" 101 " in heard
    return line


def frame(opcode, data, last=True):
    """A frame as clients send it, masked with nothing."""
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([0x80 * last | opcode]) + size + bytes(4) + data


def send_until_it_stops(line, data, most):
    """Send the same again and again; returns how many bytes were taken before nobody listened any more."""
    line.settimeout(0.3)
    sent = 0
    with contextlib.suppress(OSError):
        while sent < most:
            sent += line.send(data)
    return sent


def is_cut_off(line, seconds=PATIENCE):
    """Does the server let go, though nothing is read? The system says so when one sends."""
    line.settimeout(0.1)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        time.sleep(0.05)
        try:
            line.send(frame(9, b"?"))
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


@linux
def test_pings_whose_pongs_are_never_read_are_not_listened_to(tmp_path):
    with a_house(tmp_path, read_patience=SOON, frame_rate=1e9, frame_burst=1e9) as house:
        table = Guest(house).open()
        before = house.memory()
        with contextlib.closing(silent_line(house, f"/tables/{table}/live?as=events")) as line:
            sent = send_until_it_stops(line, frame(9, b"p" * 125) * 500, 64 * 2**20)
            assert sent < 16 * 2**20
            assert house.memory() - before < 16
            assert is_cut_off(line)


@linux
async def test_onlookers_who_look_and_never_read_hold_nothing(tmp_path):
    with a_house(tmp_path, read_patience=SOON) as house:
        guest = Guest(house)
        table = guest.open(game="netzwerk", players=2, beside_1="Ali")
        number = await start(guest, table)
        async with guest.at(table, "scenes") as seat:
            await looks([seat], number, 100)  # what is made once is made by now
        before = house.memory()
        look = frame(1, json.dumps({"do": "look", "number": number}).encode())
        with contextlib.ExitStack() as stack:
            lines = [
                stack.enter_context(contextlib.closing(silent_line(house, f"/tables/{table}/live"))) for _ in range(20)
            ]
            for line in lines:
                send_until_it_stops(line, look * 100, 400 * len(look))
            assert house.memory() - before < 25  # of 80 that were asked for
            assert all(map(is_cut_off, lines))


async def start(guest, table):
    """Let the game begin; returns the number of its last event so far."""
    async with guest.at(table) as seat:
        await seat.sit()
        await seat.say(do="start")
        return (await seat.hear("events"))["number"]


@linux
def test_half_a_message_is_not_waited_for(tmp_path):
    with a_house(tmp_path, body_patience=SOON) as house:
        table = Guest(house).open()
        for half in (frame(1, b'{"do":', last=False), frame(1, b"x" * 2000)[:1000]):
            with contextlib.closing(silent_line(house, f"/tables/{table}/live?as=events")) as line:
                begun = time.monotonic()
                line.sendall(half)
                with contextlib.suppress(ConnectionResetError):
                    while line.recv(65536):
                        pass
                assert time.monotonic() - begun < PATIENCE / 2


# ---- addresses --------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def crowd(house, count, source):
    """Connections that do nothing; those that are refused are none."""
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            with contextlib.suppress(OSError):
                line = socket.create_connection(("127.0.0.1", house.port), PATIENCE, (source, 0))
                stack.enter_context(contextlib.closing(line))
        yield


@linux
async def test_one_address_keeps_nobody_else_out(tmp_path):
    room = {"most_connections": 100, "most_of_one_address": 40, "head_patience": 600}
    with a_house(tmp_path, **room) as house, crowd(house, 300, EVIL):
        guest = Guest(house, source=GOOD)
        async with guest.at(guest.open()) as seat:
            assert (await seat.hear("table"))["you"]["sitter"]


@linux
async def test_a_full_house_serves_those_who_play_and_tells_newcomers_so(tmp_path):
    with a_house(tmp_path, most_connections=50, most_of_one_address=20, head_patience=600) as house:
        player = Guest(house, source=GOOD)
        table = player.open()
        newcomer = Guest(house, "fr", source=GOOD)
        with crowd(house, 20, EVIL), crowd(house, 20, OTHER), crowd(house, 4, "127.0.0.68"):
            status, headers, page = house.request("GET", "/", headers=newcomer.headers, source=GOOD)
            assert (status, "Le serveur est complet" in page) == (503, True)
            assert int(headers["retry-after"]) > 0
            async with newcomer.at(table) as seat:
                assert await close_code(seat) == 4429
            assert house.request("GET", f"/tables/{table}", headers=player.headers, source=GOOD)[0] == 200
            async with player.at(table) as seat:
                assert (await seat.hear("table"))["you"]["sitter"]


@linux
async def test_one_address_has_half_of_the_onlookers_places_at_most(tmp_path):
    with a_house(tmp_path, most_watchers=4) as house:
        table = Guest(house).open()
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(2):
                seat = await stack.enter_async_context(Guest(house, source=EVIL).at(table))
                await seat.hear("table")
            assert await close_code(await stack.enter_async_context(Guest(house, source=EVIL).at(table))) == 4429
            seat = await stack.enter_async_context(Guest(house, source=GOOD).at(table))
            await seat.hear("table")


# ---- tables -----------------------------------------------------------------------------------------------------


async def test_leaving_and_asking_again_opens_no_more_tables_than_a_form_does(tmp_path):
    with a_house(tmp_path, opening_rate=0.001, opening_burst=2) as house:
        guest = Guest(house)
        table = guest.open(mode="bots", level=1)
        for expected in ("next", "refused"):
            async with guest.at(table) as seat:
                await seat.sit()
                await seat.hear("events")
                await seat.say(do="leave")
                while (await seat.hear("events"))["result"] is None:
                    pass
                await seat.say(do="again")
                if expected == "refused":
                    refused = await seat.hear("refused")
                    assert refused["code"] == "too_many_tables"
                    assert "tables" in refused["message"]
                else:
                    while not (about := await seat.hear("table"))["next"]:
                        pass
                    table = about["next"].removeprefix("/tables/")
        form = {"game": "isis", "mode": "bots", "players": 2}
        status, headers, page = house.request("POST", "/tables", form, guest.headers)
        assert (status, "a lot of tables" in page) == (429, True)
        assert int(headers["retry-after"]) > 900


@linux
def test_another_cookie_opens_no_more_tables_and_another_address_does(tmp_path):
    with a_house(tmp_path, opening_rate=0.001, opening_burst=1, people_per_address=3) as house:
        form = {"game": "isis", "mode": "friends", "players": 2}

        def ask(guest):
            return house.request("POST", "/tables", form, guest.headers, guest.source)[0]

        assert [ask(Guest(house, source=EVIL)) for _ in range(4)] == [303, 303, 303, 429]
        guest = Guest(house, source=GOOD)
        assert [ask(guest), ask(guest)] == [303, 429]


# ---- looks ------------------------------------------------------------------------------------------------------


@linux
async def test_looks_are_counted_by_person_and_by_address_and_not_by_socket(tmp_path):
    with a_house(tmp_path, look_rate=0.001, look_burst=4, people_per_address=2) as house:
        guest = Guest(house, source=GOOD)
        table = guest.open(beside_1="Ali")
        number = await start(guest, table)
        spectators = [Guest(house, source=EVIL) for _ in range(3)]
        async with contextlib.AsyncExitStack() as stack:
            sockets = [await stack.enter_async_context(one.at(table)) for one in spectators for _ in range(2)]
            assert await looks(sockets[:2], number) == 4  # of one person
            assert await looks(sockets[2:], number) == 4  # of all others there
            assert await looks([await stack.enter_async_context(guest.at(table))], number, 3) == 3


def test_boards_puzzles_and_lessons_are_looks_and_many_steps_cost_more(tmp_path):
    with a_house(tmp_path, look_rate=0.001, look_burst=4, people_per_address=9) as house:
        puzzle = puzzles_of(find_game("isis"))[0].id
        asked = [
            [(f"puzzles/{puzzle}", {})] * 2 + [("lesson/1", {})] * 2,
            [("analysis/try", {"source": "lesson 1", "tried": ["nothing"]})] * 4,
            [("analysis/try", {"source": "lesson 1", "tried": ["nothing"] * 400})],
        ]
        for wishes in asked:
            guest = Guest(house)
            statuses = [
                house.post(f"/games/isis/{where}", json.dumps(said), guest.headers)[0] for where, said in wishes
            ]
            assert 429 not in statuses
            assert house.post("/games/isis/lesson/1", "{}", guest.headers)[0] == 429


async def looks(sockets, number, each=4):
    """Look some times through each; returns how many positions were shown."""
    shown = 0
    for seat in sockets:
        for _ in range(each):
            await seat.say(do="look", number=number)
            while (answer := await seat.hear())["say"] not in ("past", "refused"):
                pass
            assert answer["say"] == "past" or answer["code"] == "too_fast"
            shown += answer["say"] == "past"
    return shown


async def test_onlookers_take_nothing_from_those_who_play_beside_them(tmp_path):
    with a_house(tmp_path, message_rate=0.001, message_burst=20, people_per_address=1) as house:
        async with table_for_two(house) as ((one, two), table), Guest(house).at(table) as onlooker:
            for _ in range(25):
                await onlooker.say(do="ping")
            assert (await onlooker.hear("refused"))["code"] == "too_fast"
            await play(one, "pawn a1", two)


# ---- hints ------------------------------------------------------------------------------------------------------


async def test_hints_are_counted(tmp_path):
    with a_house(tmp_path, hint_rate=0.001, hint_burst=1) as house:
        guest = Guest(house)
        async with guest.at(guest.open(mode="bots", level=1)) as seat:
            await seat.sit()
            while not (await seat.hear("events"))["actions"]:
                pass
            await seat.say(do="hint", step=seat.step)
            await seat.hear("hint")
            await seat.say(do="hint", step=seat.step)
            assert (await seat.hear("refused"))["code"] == "too_fast"


# ---- pages ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "words"), [("en", "Please wait a moment"), ("fr", "Patientez un peu")])
def test_who_asks_for_page_after_page_is_told_when_to_come_back(tmp_path, language, words):
    with a_house(tmp_path, request_rate=0.01, request_burst=5) as house:
        guest = Guest(house, language)
        asked = [house.request("GET", "/me", headers=guest.headers) for _ in range(6)]
        assert [status for status, _, _ in asked] == [200] * 5 + [429]
        assert words in asked[-1][2]
        assert 30 < int(asked[-1][1]["retry-after"]) <= 100
        assert house.request("GET", "/static/x/house.css", headers=guest.headers)[0] != 429
        assert house.request("GET", "/me", headers=Guest(house).headers)[0] == 200


# ---- names ------------------------------------------------------------------------------------------------------


@each(
    ("wish", "code"),
    [
        ({"do": "name", "name": "\u3164"}, "name_unseen"),
        ({"do": "name", "name": "Ѕibylle"}, "name_of_bot"),
        ({"do": "name", "name": "Μalo"}, "name_of_bot"),
        ({"do": "name", "name": "⚙ Zorro"}, "name_marked"),
        ({"do": "beside", "name": "⚙ Zorro"}, "name_marked"),
        ({"do": "beside", "name": "Ηost"}, "name_of_house"),
        ({"do": "beside", "name": "x" * 60}, "name_long"),
        ({"do": "beside", "name": "Puce"}, "name_of_bot"),
    ],
)
async def test_a_name_that_cannot_be_is_refused_in_words_and_changes_nothing(house, wish, code):
    guest = Guest(house, "fr")
    async with guest.at(guest.open(name="Zoé")) as seat:
        await seat.hear("table")
        await seat.say(**wish)
        refused = await seat.hear("refused")
        assert (refused["code"], "nom" in refused["message"] or "robot" in refused["message"]) == (code, True)
        await seat.say(do="name", name="Zoé B.")
        while (about := await seat.hear("table"))["number"] < 2:
            pass
        assert [participant["name"] for participant in about["sitters"]] == ["Zoé B."]
