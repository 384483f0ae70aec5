import json
import os
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

from tablee.cli import main
from tablee.games import find_game
from tablee.server.realtime.socket import is_own_origin
from tests.cases import each
from tests.server.house import Guest
from tests.server.realtime.test_socket import play, table_for_two
from tests.server.web.strangers import HOST, POST, UPGRADE, WatchedHouse, call, first_line


def run_tablee(*arguments, **environment):
    command = [sys.executable, "-m", "tablee.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env={**os.environ, **environment})


def first_lines(count, *arguments):
    """The first lines that a server prints; it is ended then."""
    command = [sys.executable, "-m", "tablee.cli", "play", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(count)]
        process.terminate()
        process.wait(60)
    return lines


def test_a_taken_port_is_named(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run_tablee("play", "--port", str(port), "--database", f"sqlite:///{tmp_path}/t.db")
    assert done.returncode == 2
    assert f"port {port}" in done.stderr
    assert "--port" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_proxy_that_cannot_be_is_named_before_the_house_opens(tmp_path):
    database = f"sqlite:///{tmp_path}/t.db"
    done = run_tablee("play", "--trust-proxy", "next door", "--port", "0", "--no-open", "--database", database)
    assert done.returncode == 2
    assert "next door" in done.stderr
    assert "Traceback" not in done.stderr
    assert "is open" not in done.stdout


def test_for_the_whole_house_the_address_in_the_house_is_printed(tmp_path):
    arguments = ["--host", "0.0.0.0", "--port", "0", "--database", f"sqlite:///{tmp_path}/t.db", "--no-open"]
    here, house = first_lines(2, *arguments)
    assert "http://localhost:" in here
    assert "From other devices at home: http://" in house
    assert here.rpartition(":")[2] == house.rpartition(":")[2]


def test_a_database_that_cannot_be_is_named_without_a_traceback():
    done = run_tablee("play", "--port", "0", DATABASE_URL="postgresql://nowhere/x")
    assert done.returncode == 2
    assert "PostgreSQL cannot be reached" in done.stderr
    assert "Traceback" not in done.stderr


@each(
    ("origin", "host", "own"),
    [
        ("http://192.168.1.7:8470", "192.168.1.7:8470", True),
        ("http://localhost:8470", "localhost:8470", True),
        ("https://games.example", "games.example", True),
        ("http://localhost:9999", "localhost:8470", False),
        ("http://evil.example", "localhost:8470", False),
        ("null", "localhost:8470", False),
        ("http://[", "localhost:8470", False),
        ("http://localhost:8470@evil.example", "localhost:8470", False),
        (None, "localhost:8470", True),
    ],
)
def test_a_page_is_ours_if_it_comes_from_the_address_it_connects_to(origin, host, own):
    headers = {"host": host} if origin is None else {"host": host, "origin": origin}
    assert is_own_origin(headers) is own


def test_other_origins_can_be_let_in():
    headers = {"host": "internal:8470", "origin": "https://games.example"}
    assert is_own_origin(headers, ["https://games.example"])


async def finished_table(house):
    async with table_for_two(house) as ((one, two), table):
        await one.act("draw")
        await one.hear("events")
        await one.act("place d4")
        await one.hear("events")
        await two.say(do="leave")
        await one.hear("events", to_act=None)
    return table


async def test_a_downloaded_game_is_verified_on_the_command_line(own_house, tmp_path, capsys):
    table = await finished_table(own_house)
    file = tmp_path / "game.json"
    file.write_text(own_house.request("GET", f"/tables/{table}/export.json")[2])
    assert main(["verify", str(file)]) == 0
    assert "Honest" in capsys.readouterr().out

    document = json.loads(file.read_text())
    reveal = next(event for event in document["events"] if event["event"] == "chance")
    reveal["text"] = "reveal +4" if reveal["text"] != "reveal +4" else "reveal -4"
    file.write_text(json.dumps(document))
    assert main(["verify", str(file)]) == 1
    assert "NOT honest" in capsys.readouterr().out


def test_a_file_that_cannot_be_verified_is_said_so(tmp_path: Path, capsys):
    (tmp_path / "x.json").write_text("{}")
    assert main(["verify", str(tmp_path / "x.json")]) == 2
    assert main(["verify", str(tmp_path / "missing.json")]) == 2
    assert "not an exported game" in capsys.readouterr().err


def restart_with_rules(house, version):
    """Stop the server, change the version of the rules in all stored tables, and start it again."""
    house.stop()
    with sqlite3.connect(house.database) as database:
        database.execute(
            "UPDATE tables SET opening = CAST(json_set(CAST(opening AS TEXT), '$.rules', ?) AS BLOB)", (version,)
        )
    database.close()
    house.start()


def everything_stored(house):
    with sqlite3.connect(house.database) as database:
        stored = [
            database.execute(f"SELECT * FROM {table}").fetchall() for table in ("tables", "events", "participants")
        ]
    database.close()
    return stored


OTHER_RULES = 99
REFUSED_UNSERVED = (
    {"do": "act", "step": 4, "action": "pawn a1"},
    {"do": "leave"},
    {"do": "name", "name": "Zoé"},
    {"do": "seen", "number": 1},
    {"do": "look", "number": 3},
    {"do": "again"},
    {"do": "sit", "nonce": "0" * 32},
)


async def test_an_unfinished_table_of_other_rules_waits_with_a_clear_word_until_they_are_back(own_house):
    async with table_for_two(own_house) as ((one, two), table):
        guest = one.guest
        await play(one, "pawn a1", two)
    restart_with_rules(own_house, OTHER_RULES)
    stored = everything_stored(own_house)
    for _ in range(2):
        async with guest.at(table, "scenes") as seat:
            about = await seat.hear("table")
            assert about["status"] == "closed"
            assert "rules" in about["message"]
            for wish in REFUSED_UNSERVED:
                await seat.say(**wish)
                assert (await seat.hear("refused"))["code"] == "not_served"
            await seat.say(do="ping")
            await seat.hear("pong")
    assert own_house.request("GET", f"/tables/{table}", headers=guest.headers)[0] == 200
    assert f"/tables/{table}" in own_house.request("GET", "/", headers=guest.headers)[2]  # nothing is lost
    assert everything_stored(own_house) == stored
    restart_with_rules(own_house, find_game("isis").version)
    async with one.guest.at(table) as first, two.guest.at(table) as second:
        assert [text for _, _, text in (await first.hear("events"))["events"]] == ["start", "pawn a1"]
        await second.hear("events")
        await play(second, "pawn b1", first)


async def test_a_finished_table_of_other_rules_keeps_its_result(own_house):
    table = await finished_table(own_house)
    restart_with_rules(own_house, OTHER_RULES)
    async with Guest(own_house).at(table, "scenes") as seat:
        about = await seat.hear("table")
    assert about["status"] == "closed"
    assert "wins" in about["message"]


def test_a_house_that_is_stopped_amid_a_request_says_so_and_logs_no_error(tmp_path):
    house = WatchedHouse(tmp_path)
    guest = Guest(house)
    table = f"GET /tables/{guest.open()}/live HTTP/1.1\r\n".encode() + HOST + f"Cookie: {guest.cookie}\r\n".encode()
    with call(house, POST + b"Content-Length: 100\r\n\r\nhalf a form") as line, call(house, table + UPGRADE + b"\r\n"):
        assert house.request("GET", "/health")[0] == 200  # both have been read by now
        house.stop()
        assert b" 503 " in first_line(line)
    assert "Traceback" not in house.complaints()
    assert "CancelledError" not in house.complaints()
    house.errors.close()
