"""Backups of a house that is open, tested by going back to them."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from tablee.cli import main
from tablee.server.hosting.backups import back_up, check, restore
from tablee.server.hosting.serve_settings import HostError
from tablee.server.storage import open_store
from tablee.server.storage.migrate import migrate_data
from tablee.server.storage.sqlite.sqlite_schema import MIGRATIONS
from tests.server.house import House
from tests.server.realtime.test_socket import play, table_for_two
from tests.server.storage.test_migrate import contents


def rows(path, name):
    with closing(sqlite3.connect(path)) as database:
        return database.execute(f"SELECT * FROM {name}").fetchall()


async def test_a_house_that_is_open_is_backed_up_and_goes_on_from_there(own_house, tmp_path, capsys):
    url, backup = f"sqlite:///{own_house.database}", tmp_path / "house.backup"
    async with table_for_two(own_house) as ((one, two), table):
        await play(one, "pawn a1", two)
        assert await asyncio.to_thread(main, ["backup", str(backup), "--database-url", url]) == 0
        await play(two, "pawn b1", one)  # the house has gone on meanwhile
    said = capsys.readouterr().out
    assert "1 tables" in said
    stored = rows(own_house.database, "events")
    own_house.stop()
    new = tmp_path / "elsewhere" / "tables.db"
    assert await asyncio.to_thread(main, ["restore", str(backup), "--database-url", f"sqlite:///{new}"]) == 0
    assert rows(new, "events") == stored[:-1]
    assert rows(new, "sessions") == rows(own_house.database, "sessions")
    house = House(new.parent)
    try:
        one.guest.house = two.guest.house = house
        async with one.guest.at(table) as first, two.guest.at(table) as second:
            assert [text for _, _, text in (await first.hear("events"))["events"]] == ["start", "pawn a1"]
            await second.hear("events")
            await play(second, "pawn c1", first)  # everybody is who they were, and plays on
    finally:
        house.kill()


@pytest.fixture
def url(own_house):
    """A house with one table, closed."""
    from tests.server.house import Guest

    Guest(own_house).open()
    own_house.stop()
    return f"sqlite:///{own_house.database}"


def test_its_owner_alone_reads_a_backup_and_what_is_restored(url, tmp_path):
    backup, new = tmp_path / "backup", tmp_path / "new.db"
    back_up(url, backup)
    restore(backup, f"sqlite:///{new}")
    assert [path.stat().st_mode & 0o777 for path in (backup, new)] == [0o600, 0o600]


def test_a_backup_says_what_it_is(url, tmp_path):
    header = back_up(url, tmp_path / "b")
    assert check(tmp_path / "b") == header
    assert (header.counts["tables"], header.counts["persons"], header.counts["sessions"]) == (1, 1, 1)
    assert header.made.endswith("Z")
    assert header.schema == len(MIGRATIONS)


def test_a_damaged_backup_is_not_restored(url, tmp_path):
    backup, target = tmp_path / "b", tmp_path / "t.db"
    back_up(url, backup)
    whole = backup.read_bytes()
    pages = len(whole) // 4096
    for harm in (whole[: len(whole) // 2], b"", whole[:4096] + b"\xff" * 4096 * (pages - 1), b"no database" * 500):
        backup.write_bytes(harm)
        with pytest.raises(HostError):
            restore(backup, f"sqlite:///{target}")
        assert not target.exists()


def test_a_backup_from_which_something_is_missing_is_not_restored(url, tmp_path):
    back_up(url, tmp_path / "b")
    with closing(sqlite3.connect(tmp_path / "b")) as database:
        database.execute("DELETE FROM sessions")
        database.commit()
    with pytest.raises(HostError, match="does not hold what it says"):
        restore(tmp_path / "b", f"sqlite:///{tmp_path}/t.db")


def test_foreign_tables_triggers_and_views_stay_behind(url, tmp_path):
    backup, target, fresh = tmp_path / "b", tmp_path / "t.db", tmp_path / "fresh.db"
    back_up(url, backup)
    with closing(sqlite3.connect(backup)) as database:
        database.executescript("""
            CREATE TABLE foreign_table (x);
            CREATE VIEW foreign_view AS SELECT 1;
            CREATE TRIGGER foreign_trigger AFTER INSERT ON sessions BEGIN
                INSERT INTO sessions VALUES ('theirs', new.person, 0, 0, '');
            END;
        """)
    restore(backup, f"sqlite:///{target}")
    asyncio.run(open_store(f"sqlite:///{fresh}").close())
    schema = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 1, 2"
    with closing(sqlite3.connect(target)) as restored, closing(sqlite3.connect(fresh)) as new:
        assert restored.execute(schema).fetchall() == new.execute(schema).fetchall()
    assert rows(target, "sessions") == rows(tmp_path / "tables.db", "sessions")


def test_another_database_is_no_backup(url, tmp_path):
    with pytest.raises(HostError, match="not a backup of a Tablée server"):
        restore(tmp_path / "tables.db", f"sqlite:///{tmp_path}/t.db")
    assert url


def test_what_is_there_is_replaced_on_wish_alone_and_kept(url, tmp_path):
    target = tmp_path / "t.db"
    back_up(url, tmp_path / "b")
    restore(tmp_path / "b", f"sqlite:///{target}")
    with closing(sqlite3.connect(target)) as database:
        database.execute("UPDATE persons SET name = 'later'")
        database.commit()
    with pytest.raises(HostError, match="holds 1 tables and 1 persons"):
        restore(tmp_path / "b", f"sqlite:///{target}")
    assert rows(target, "persons")[0][1] == "later"
    _, kept = restore(tmp_path / "b", f"sqlite:///{target}", replace=True)
    assert rows(target, "persons")[0][1] == ""
    assert rows(kept, "persons")[0][1] == "later"


def test_nothing_is_restored_into_a_house_that_is_open(own_house, tmp_path):
    back_up(f"sqlite:///{own_house.database}", tmp_path / "b")
    with pytest.raises(HostError, match="stop the server first"):
        restore(tmp_path / "b", f"sqlite:///{own_house.database}", replace=True)
    assert own_house.request("GET", "/ready")[0] == 200


def test_what_cannot_be_backed_up_is_said(url, tmp_path, capsys):
    assert main(["backup", str(tmp_path / "b"), "--database-url", f"sqlite:///{tmp_path}/none.db"]) == 2
    assert "there is no such file, and none was created" in capsys.readouterr().err
    assert main(["backup", str(tmp_path / "b"), "--database-url", url]) == 0
    assert main(["backup", str(tmp_path / "b"), "--database-url", url]) == 2
    assert "is there already" in capsys.readouterr().err
    assert main(["backup", str(tmp_path / "b"), "--database-url", url, "--replace"]) == 0
    assert main(["backup", str(tmp_path / "nowhere" / "b"), "--database-url", url]) == 2
    assert "no backup was made" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.part"))


# ---- on PostgreSQL -----------------------------------------------------------------------------------------


async def test_a_house_on_postgresql_is_backed_up_while_open_and_restored_into_an_empty_one(
    url, postgres_url, blank_postgres_url, tmp_path, capsys
):
    await migrate_data(url, postgres_url, lambda *_: None)
    store = open_store(postgres_url)  # it is open
    moderation = store.moderation
    await moderation.sanction("zoé", "silenced", "« plus tard »", 5)
    backup = tmp_path / "b"
    assert await asyncio.to_thread(main, ["backup", str(backup), "--database-url", postgres_url]) == 0
    await store.rename("zoé", "Zoé", 1)  # it goes on meanwhile
    assert await asyncio.to_thread(main, ["restore", str(backup), "--database-url", blank_postgres_url]) == 0
    assert "1 tables" in capsys.readouterr().out
    kept, former = await contents(blank_postgres_url), await contents(postgres_url)
    assert kept["persons"] == [row for row in former["persons"] if row[1] != b"Zo\xc3\xa9"]
    assert {**kept, "persons": former["persons"]} == former
    assert (len(kept["sanctions"]), len(kept["notices"])) == (1, 1)
    assert await asyncio.to_thread(main, ["restore", str(backup), "--database-url", blank_postgres_url]) == 2
    assert "is not empty" in capsys.readouterr().err
    assert not list(tmp_path.glob("b*[!b]"))  # no part of it is left beside
    await asyncio.to_thread(restore, backup, f"sqlite:///{tmp_path}/t.db")  # and it fits into a file as well
    assert await contents(f"sqlite:///{tmp_path}/t.db") == kept
    await store.close()


def test_what_cannot_be_poured_is_said_and_nothing_is_left(url, postgres_url, tmp_path, capsys):
    absent = "postgresql://zoe:secret@/x?host=/nowhere"
    back_up(url, tmp_path / "b")
    assert main(["backup", str(tmp_path / "c"), "--database-url", absent]) == 75
    assert main(["backup", str(tmp_path / "nowhere" / "c"), "--database-url", postgres_url]) == 2
    assert main(["restore", str(tmp_path / "b"), "--database-url", absent]) == 2
    assert main(["restore", str(tmp_path / "b"), "--database-url", postgres_url, "--replace"]) == 2
    told = capsys.readouterr().err
    assert all(words in told for words in ("no backup was made", "nowhere/c", "nothing was restored", "empty database"))
    assert "secret" not in told
    assert not list(tmp_path.glob("c*")) + list(tmp_path.glob("nowhere*"))
