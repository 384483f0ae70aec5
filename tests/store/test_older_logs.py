"""Logs as they lie in databases: what was stored once must be read for ever, so these are texts, made by no code."""

import sqlite3

from tablee.games import find_game
from tablee.store import open_store
from tablee.store.sqlite.migrations import MIGRATIONS, migrate
from tablee.table.table import fold
from tests.table.tables import NOW

SEED = bytes(range(32))
OPENING = """{"table":"t1","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},
 "commitment":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd","solo":false}"""
BEFORE_SEATS_WERE_HANDED = """
{"number":1,"kind":"sit","text":"Zoé","at":1}
{"number":2,"kind":"nonce","sitter":1,"text":"00000000000000000000000000000000","at":1}
{"number":3,"kind":"sit","text":"Eve","at":1}
{"number":4,"kind":"start","order":[3,1],"at":1}
{"number":5,"kind":"act","seat":0,"text":"pawn a1","at":1}
{"number":6,"kind":"act","seat":1,"text":"draw","at":1}
{"number":7,"kind":"chance","seat":1,"text":"reveal +2","at":1}
{"number":8,"kind":"act","seat":1,"text":"place b2","at":1}
"""
SINCE_SEATS_ARE_HANDED = """
{"number":9,"kind":"hand","seat":0,"level":3,"at":1}
{"number":10,"kind":"act","seat":0,"text":"pawn c3","at":1}
{"number":11,"kind":"return","seat":0,"at":1}
{"number":12,"kind":"hand","seat":1,"level":3,"at":1}
"""


async def table_of(folder, opening, log):
    """The table that these texts add up to, in a database."""
    path = folder / "tables.db"
    with sqlite3.connect(path, isolation_level=None) as database:
        migrate(database, MIGRATIONS[:1])
        database.execute("INSERT INTO tables VALUES ('t1', ?, ?, 1, 0)", (opening, SEED))
        lines = enumerate(log.strip().splitlines(), start=1)
        database.executemany("INSERT INTO events VALUES ('t1', ?, ?)", lines)
    store = open_store(f"sqlite:///{path}")
    stored = await store.load("t1")
    await store.close()
    return fold(stored.opening, stored.seed, find_game(stored.opening.game), stored.events)


async def test_a_log_from_before_seats_were_handed_goes_on(tmp_path):
    table = await table_of(tmp_path, OPENING, BEFORE_SEATS_WERE_HANDED)
    assert (table.status, table.to_act, table.names) == ("playing", 0, ["Eve", "Zoé"])
    assert not table.opening.in_order
    assert [sitter.played_by for sitter in table.seats] == [0, 0]
    assert table.act(0, table.step, "pawn c3", NOW)


async def test_a_log_in_which_seats_are_handed_goes_on_as_well(tmp_path):
    opening = OPENING.replace('"solo":false', '"solo":false,"in_order":true')
    table = await table_of(tmp_path, opening, BEFORE_SEATS_WERE_HANDED.strip() + SINCE_SEATS_ARE_HANDED)
    assert table.opening.in_order
    assert [sitter.played_by for sitter in table.seats] == [0, 3]
    assert [event.kind for event in table.come_back(1, table.step, "pawn d4", NOW)] == ["return", "act"]
