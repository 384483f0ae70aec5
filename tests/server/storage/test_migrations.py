"""A database of the first version is brought up to date: everybody keeps seats and name, and every table is entered."""

import sqlite3
import subprocess
import sys

import pytest

from tablee.people.tokens import session_of
from tablee.store import open_store
from tablee.store.sqlite.migrations import MIGRATIONS, migrate
from tablee.table.directory import Seated
from tests.store.entries import lay_out

ALL = 23
DAMAGED = {"damaged-line", "damaged-opening", "illegal-action", "lost-line", "newer-event", "damaged-and-over"}


def session(name):
    """The session of the cookie that somebody has had in the first version."""
    return session_of((name + "-" * 43)[:43])


@pytest.fixture
async def store(tmp_path):
    lay_out(tmp_path / "tables.db")
    store = open_store(f"sqlite:///{tmp_path}/tables.db")
    yield store
    await store.close()


@pytest.mark.parametrize(
    ("who", "name", "tables"),
    [("zoe", "Zoé", ALL), ("otto", "Otto", 18), ("ada", "", 1), ("nobody-sits", "Solange", 0)],
)
async def test_everybody_is_known_by_their_cookie_and_keeps_name_and_seats(store, who, name, tables):
    person = await store.person_of(session(who))
    assert (person.id, person.name) == (session(who), name)
    assert [one.id for one in await store.sessions_of(person.id)] == [session(who)]
    assert len(await store.entries_of(person.id, unfinished=False, most=100)) == tables


async def test_who_sits_where_is_as_it_was(store):
    zoe, otto = session("zoe"), session("otto")
    assert (await store.load("playing")).people == {1: zoe, 3: otto}
    assert (await store.load("playing")).seen == {1: 9, 3: 0}
    assert (await store.load("shared-device")).people == {1: zoe, 3: zoe}
    assert (await store.load("risen")).people == {1: zoe}
    assert (await store.load("over")).events[-1].kind == "next"


@pytest.mark.parametrize(
    ("table", "status", "number", "turn", "sitters"),
    [
        ("waiting", "waiting", 4, None, [Seated(1, "Zoé"), Seated(3, "Otto")]),
        ("risen", "waiting", 5, None, [Seated(1, "Zoé")]),
        ("waiting-solo", "waiting", 2, None, [Seated(1, "Zoé"), Seated(2, "Malo", level=2)]),
        ("playing", "playing", 12, 3, [Seated(1, "Zoé", seat=0), Seated(3, "Otto", seat=1)]),
        ("nameless", "playing", 8, 1, [Seated(1, "", seat=0), Seated(3, "Zoé B.", seat=1)]),
        ("handed", "playing", 11, 3, [Seated(1, "Zoé", seat=0), Seated(3, "Otto", seat=1, stand_in=3)]),
        (
            "shared-device",
            "playing",
            9,
            1,
            [Seated(1, "Zoé", seat=1), Seated(3, "Ali", seat=2), Seated(4, "Basile", level=4, seat=0)],
        ),
        ("dice", "playing", 13, 2, [Seated(1, "Puce", level=1, seat=1), Seated(2, "Zoé", seat=0)]),
        ("taken-back", "playing", 7, 1, [Seated(1, "Zoé", seat=0), Seated(3, "Otto", seat=1)]),
        ("next", "waiting", 2, None, [Seated(1, "Otto"), Seated(2, "Zoé")]),
        ("closed-playing", "playing", 10, 1, [Seated(1, "Zoé", seat=0), Seated(3, "Otto", seat=1)]),
        ("closed-waiting", "waiting", 5, None, [Seated(1, "Zoé"), Seated(3, "Otto")]),
        ("closed-otherwise", "closed", 5, None, [Seated(1, "Zoé"), Seated(3, "Otto")]),
        ("other-rules", "playing", 7, None, [Seated(1, "Zoé", seat=1), Seated(3, "Otto", seat=0)]),
        ("unknown-game", "playing", 7, None, [Seated(1, "Zoé", seat=1), Seated(3, "Otto", seat=0)]),
    ],
)
async def test_every_table_is_entered(store, table, status, number, turn, sitters):
    entry = await store.entry(table)
    assert (entry.table, entry.status, entry.number, entry.turn, entry.sitters) == (
        table,
        status,
        number,
        turn,
        sitters,
    )


async def test_an_entry_has_what_was_fixed_at_the_opening_and_when_something_happened(store):
    entry = await store.entry("handed")
    assert (entry.game, entry.rules, entry.players, entry.solo) == ("isis", 1, 2, False)
    assert entry.options == {"reserve": "own", "memory": "hidden"}
    assert (entry.opened, entry.moved) == (1780002220000, 1780002880000)
    assert (await store.entry("dice")).solo


async def test_results_are_entered(store):
    over, left = await store.entry("over"), await store.entry("left")
    assert (over.status, over.scores, over.winners, over.reason, over.next_table) == (
        "over",
        [0, -1],
        [0],
        "points",
        "next",
    )
    assert (left.status, left.winners, left.reason) == ("over", [1], "left")


@pytest.mark.parametrize("table", sorted(DAMAGED))
async def test_a_damaged_log_is_entered_as_far_as_it_is_known(store, table):
    entry = await store.entry(table)
    assert (entry.status, entry.turn) == ("over" if "over" in table else "playing", None)
    assert entry.number == (82 if "over" in table else 10)
    assert {one.name for one in entry.sitters} == {"Zoé", "Otto"}


@pytest.mark.parametrize("table", sorted(DAMAGED - {"illegal-action", "damaged-opening"}))
async def test_a_damaged_log_is_loaded_as_far_as_it_can_be_read(store, table):
    stored = await store.load(table)
    assert (len(stored.events), stored.fault.partition(":")[0]) == (7, "event 8")


async def test_tables_that_were_closed_for_their_rules_are_unfinished_again(store):
    found = await store.entries_of(session("otto"), unfinished=True, most=100)
    tables = {entry.table for entry, _ in found}
    assert {"closed-playing", "closed-waiting", "other-rules"} <= tables
    assert not {"closed-otherwise", "over", "left", "damaged-and-over"} & tables


def test_every_step_can_be_the_last_before_a_power_cut(tmp_path):
    schemas = []
    for pause in range(1, len(MIGRATIONS) + 1):
        path = tmp_path / f"{pause}.db"
        lay_out(path)
        database = sqlite3.connect(path, isolation_level=None)
        migrate(database, MIGRATIONS[:pause])
        migrate(database)
        database.execute("UPDATE persons SET since = 0 WHERE name = 'Solange'")  # she is known from now on
        database.execute("UPDATE sessions SET since = 0, seen = 0 WHERE id = ?", (session("nobody-sits"),))
        schemas.append(list(database.iterdump()))
        database.close()
    assert schemas.count(schemas[0]) == len(schemas)


def test_programs_that_start_at_once_fill_the_directory_once(tmp_path):
    lay_out(tmp_path / "tables.db")
    program = "import sys; from tablee.store import open_store; open_store(sys.argv[1]); print('open')"
    command = [sys.executable, "-c", program, f"sqlite:///{tmp_path}/tables.db"]
    programs = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
    told = [one.communicate(timeout=120) for one in programs]
    assert [answer for answer, _ in told] == [b"open\n"] * 3
    assert sorted(errors.count(b"cannot be read") for _, errors in told) == [0, 0, len(DAMAGED)]
    with sqlite3.connect(tmp_path / "tables.db") as database:
        assert database.execute("SELECT count(*) FROM directory").fetchone() == (ALL,)
    database.close()
