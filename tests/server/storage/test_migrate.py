"""A house is moved whole, in every direction, or not at all."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from tablee.cli import main
from tablee.server.features.accounts.model import DeviceLink, SignInKey
from tablee.server.storage import open_store
from tablee.server.storage.migrate import CannotMigrate, migrate_data
from tablee.server.storage.schema import migrated_tables
from tablee.server.table.events import Act
from tests.server.conftest import Behind
from tests.server.storage.entries import entry, lay_out


@pytest.fixture(scope="module")
def old_house(tmp_path_factory):
    """The address of a house with a table of every kind, damaged ones among them, and rows that are damaged badly."""
    path = tmp_path_factory.mktemp("old") / "tables.db"
    lay_out(path)

    async def fill():
        store = open_store(f"sqlite:///{path}")
        await store.add_device_link(DeviceLink("digest", "zoé", "/", 2**50), 1)
        await store.keep_snapshot("over", 3, bytes(range(256)))
        await store.note_hours(1_000, 2_000)
        await store.take_lease("over", "server", 60)
        await store.rename("zoé", "Zoé 🎲", 1)
        await store.add_key(SignInKey("key", "zoé", "passkey", bytes(range(256)), 7, "Firefox on Linux", 1, 2), 1)
        await store.publish("zoé", "address")
        await store.moderation.sanction("zoé", "silenced", "« plus tard »", 5)
        await store.close()

    asyncio.run(fill())
    with sqlite3.connect(path) as database:
        for number, body in enumerate((b"\xff\xfe", b"", b"\x00", "é\x00".encode(), b"{" * 70_000), start=100):
            database.execute("INSERT INTO events VALUES ('playing', ?, ?)", (number, body))
        database.execute("INSERT INTO former_participants VALUES ('playing', 2, 'zoé')")
        database.execute("INSERT INTO chat_messages VALUES ('1', 'playing', 'zoé', 1, 5, 'text', 'Hé !', 'table')")
        database.execute("INSERT INTO chat_writers VALUES ('zoé', 5)")
        database.execute("INSERT INTO muted VALUES ('zoé', 'otto', 5)")
        database.execute("INSERT INTO reports VALUES ('r', 5, 'playing', 'zoé', 'otto', 'Otto', 'play', '', 0, '', '')")
        database.execute("INSERT INTO evidence VALUES ('r', '1', 'zoé', 5, 'text', 'Hé !', 'table')")
        database.execute("INSERT INTO host_keys VALUES ('k', 'digest', 'Zoé', 5, 6, 7, 5, 'zoé')")
        database.execute("INSERT INTO announcements VALUES ('a', 5, 6, '{\"fr\": \"Bonsoir\"}')")
        database.execute("INSERT INTO lobby_tables VALUES ('waiting', 1, 0, 5)")
        database.execute("INSERT INTO match_requests VALUES ('zoé', '', '{}', 5, 5)")
        database.execute("INSERT INTO invitations VALUES ('zoé', 'waiting', 'otto', 'match', '{}', 5, 6)")
        database.execute("INSERT INTO refusals VALUES ('zoé', 'otto', 5)")
        database.execute("INSERT INTO bot_accounts VALUES ('program-1', 'zoé', 5)")
        database.execute("INSERT INTO rated_tables VALUES ('waiting', 1, '', 'isis', 'days', 5)")
        database.execute("INSERT INTO rated_seats VALUES ('waiting', 1, 'zoé', 1, 2, 3, 4)")
        database.execute("INSERT INTO ratings VALUES ('zoé', 'isis', 'days', 3, 4, 1, 5)")
        database.execute("INSERT INTO server_keys VALUES ('push', X'00ff')")
        database.execute(
            "INSERT INTO push_subscriptions VALUES ('s', 'zoé', 'https://push', 'key', 'auth', 'fr', 'https://h', 5)"
        )
        database.execute("INSERT INTO mailboxes VALUES ('zoé', 'zoé@h', 'fr', 'https://h', 5, 6, 'leave', '', 0)")
        database.execute("INSERT INTO webhooks VALUES ('zoé', 'https://hook', 'fr', 'https://h', 5)")
        database.execute("INSERT INTO notification_preferences VALUES ('zoé', '{}')")
        database.execute("INSERT INTO sent_notifications VALUES ('zoé', 'turn', 'playing', 3, 5)")
        database.execute("INSERT INTO tournaments VALUES ('t', 'running', 5, 1, 'zoé', '', X'00ff', '{}', '[1]')")
        database.execute("INSERT INTO tournament_players VALUES ('t', 1, 'zoé', 5, 0)")
        database.execute("INSERT INTO clubs VALUES ('c', 'link', 'The eight', 5)")
        database.execute("INSERT INTO club_members VALUES ('c', 'zoé', 5, 1)")
        database.execute("INSERT INTO club_tables VALUES ('t', 'c', 5)")
        database.execute("INSERT INTO holidays VALUES ('zoé', 5, 9)")
        database.execute("INSERT INTO plans VALUES ('t', 1, '{}', '[]', 5, 1, 2)")
        database.execute("INSERT INTO tournament_schedules VALUES ('s', X'00ff', '{}')")
        database.execute("INSERT INTO stories VALUES ('over', 'half', 1, 'isis', 5, 5, X'00ff', 'server', 6)")
        database.execute("INSERT INTO daily_deals VALUES ('2026-11-17', 'isis', 2, 3, X'00ff', 5, '[]', X'', 'table')")
        database.execute("INSERT INTO deal_plays VALUES ('2026-11-17', 'zoé', 'over', 'card', 5)")
        database.execute("UPDATE directory SET body = X'ff' WHERE table_id = 'left'")
    database.close()
    return f"sqlite:///{path}"


@pytest.fixture(params=["sqlite", "postgres"])
def target(request, tmp_path):
    return request.getfixturevalue("postgres_url") if request.param == "postgres" else f"sqlite:///{tmp_path}/new/t.db"


async def contents(url):
    """All rows that a house has, texts as bytes."""
    behind = Behind(url)

    def read(name, what):
        if behind.is_postgres:
            return f"convert_to({name}, 'UTF8')" if what == "TEXT" else name
        return f"CAST({name} AS BLOB)" if what == "TEXT" else name

    found = {}
    for table in migrated_tables():
        columns = ", ".join(read(*column) for column in table.columns.items())
        found[table.name] = await behind(f"SELECT {columns} FROM {table.name} ORDER BY {table.key}")
    return found


async def test_every_row_arrives_byte_for_byte_and_comes_back_so(old_house, target, tmp_path):
    told = []
    moved = await migrate_data(old_house, target, lambda done, work: told.append((done, work)))
    there = await contents(target)
    assert there == await contents(old_house)
    assert {one.table: one.left[0] for one in moved} == {name: len(rows) for name, rows in there.items()}
    assert all(one.is_whole for one in moved)
    assert all(there.values())
    assert told[-1] == (2 * sum(map(len, there.values())),) * 2
    back = f"sqlite:///{tmp_path}/back.db"
    assert all(one.is_whole for one in await migrate_data(target, back, lambda *_: None))
    assert await contents(back) == there
    with sqlite3.connect(tmp_path / "back.db") as database:
        kinds = {row[0] for row in database.execute("SELECT typeof(body) FROM events")}
    database.close()
    assert kinds == {"blob"}


async def test_a_house_goes_from_one_postgresql_to_another(old_house, postgres_url, blank_postgres_url):
    await migrate_data(old_house, postgres_url, lambda *_: None)
    await migrate_data(postgres_url, blank_postgres_url, lambda *_: None)
    assert await contents(blank_postgres_url) == await contents(old_house)


async def test_a_house_that_was_moved_goes_on_where_it_was(old_house, target):
    await migrate_data(old_house, target, lambda *_: None)
    here, there = open_store(old_house), open_store(target)
    for table in ("waiting", "playing", "dice", "over", "damaged-line", "damaged-opening", "lost-line"):
        assert await there.load(table) == await here.load(table)
        assert await there.entry(table) == await here.entry(table)
    number = (await there.entry("dice")).number + 1
    await there.append("dice", [Act(number, 0, 0, "roll")], entry("dice", number))
    lease = await there.take_lease("dice", "server", 60)
    assert lease.token > 0
    await there.moderation.lift("zoé", "silenced", "", 6)
    assert [one.id for one in await there.moderation.notices()] == [1, 2]
    await here.close()
    await there.close()


async def test_what_happens_meanwhile_is_not_moved(old_house, target, tmp_path):
    source = f"sqlite:///{tmp_path}/house.db"
    await migrate_data(old_house, source, lambda *_: None)
    before = await contents(source)
    store = open_store(source)
    appended = False

    def meanwhile(done, work):
        nonlocal appended
        if done < work and not appended:
            appended = True
            with sqlite3.connect(tmp_path / "house.db") as database:
                database.execute("INSERT INTO events VALUES ('zz', 1, '{}')")
            database.close()

    moved = await migrate_data(source, target, meanwhile)
    await store.close()
    assert appended
    assert all(one.is_whole for one in moved)
    assert await contents(target) == before


async def test_a_house_that_is_open_is_not_moved_but_for_a_trial(old_house, database_url, tmp_path, capsys):
    await migrate_data(old_house, database_url, lambda *_: None)
    server, target = open_store(database_url), f"sqlite:///{tmp_path}/new/t.db"
    assert await server.name_of("zoé") == "Zoé 🎲"
    assert await asyncio.to_thread(main, ["migrate", database_url, target]) == 2
    assert "a server has it open" in capsys.readouterr().err
    assert await asyncio.to_thread(main, ["migrate", database_url, target, "--while-open"]) == 0
    await server.close()
    again = f"sqlite:///{tmp_path}/again.db"
    assert await asyncio.to_thread(main, ["migrate", database_url, again]) == 0
    assert await contents(again) == await contents(database_url)


async def test_nobody_opens_a_file_that_is_being_moved(old_house, tmp_path):
    refused = []

    def meanwhile(*_):
        with closing(sqlite3.connect(old_house.removeprefix("sqlite:///"), timeout=0)) as other:
            try:
                other.execute("SELECT count(*) FROM tables")
            except sqlite3.OperationalError as error:
                refused.append(str(error))

    moved = await migrate_data(old_house, f"sqlite:///{tmp_path}/new.db", meanwhile, closed=True)
    assert set(refused) == {"database is locked"}
    assert len(refused) >= len(moved)


async def test_a_server_that_comes_meanwhile_stops_the_move(old_house, postgres_url, tmp_path):
    await migrate_data(old_house, postgres_url, lambda *_: None)
    target, came = f"sqlite:///{tmp_path}/new.db", []

    def meanwhile(*_):
        if not came:
            came.append(subprocess.Popen([sys.executable, "-c", _SERVER, postgres_url], stdout=subprocess.PIPE))
            assert came[0].stdout.readline() == b"here\n"

    with pytest.raises(CannotMigrate, match="a server has it open"):
        await migrate_data(postgres_url, target, meanwhile, closed=True)
    with came[0]:
        came[0].kill()
    assert not any((await contents(target)).values())


_SERVER = """
import asyncio, sys
from tablee.server.storage import open_store
async def come():
    store = open_store(sys.argv[1])
    await store.name_of("")
    print("here", flush=True)
    await asyncio.sleep(60)
asyncio.run(come())
"""


async def test_a_database_with_anything_in_it_is_refused_and_stays_as_it_is(old_house, target):
    store = open_store(target)
    await store.rename("otto", "Otto", 1)
    await store.close()
    with pytest.raises(CannotMigrate, match="is not empty: it has 1 rows of persons"):
        await migrate_data(old_house, target, lambda *_: None)
    assert [name for name, rows in (await contents(target)).items() if rows] == ["persons"]


async def test_what_does_not_arrive_as_it_was_is_told_and_nothing_is_stored(old_house, target, capsys):
    await open_store(target).close()
    behind = Behind(target)
    if behind.is_postgres:
        await behind(
            "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN new.seen = 7; RETURN new; END$$"
        )
        await behind("CREATE TRIGGER spoil BEFORE INSERT ON participants FOR EACH ROW EXECUTE FUNCTION spoil()")
    else:
        await behind("CREATE TRIGGER spoil AFTER INSERT ON participants BEGIN UPDATE participants SET seen = 7; END")
    code = await asyncio.to_thread(main, ["migrate", old_house, target])
    told = capsys.readouterr().out
    if behind.is_postgres:
        await behind("DROP FUNCTION spoil CASCADE")
    assert code == 1
    assert "DIFFERENT" in next(line for line in told.splitlines() if line.startswith("participants"))
    assert "NOT everything has arrived" in told
    assert not any((await contents(target)).values())


def test_the_command_says_what_has_arrived(old_house, tmp_path, capsys):
    assert main(["migrate", old_house, f"sqlite:///{tmp_path}/new.db"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in told[:-1]] == [table.name for table in migrated_tables()]
    assert told[-1].endswith("rows have arrived, and are what they were.")


@pytest.mark.parametrize(
    ("source", "target", "why"),
    [
        ("sqlite:///{}/nothing.db", "sqlite:///{}/new.db", "there is no such file"),
        ("sqlite:///{}/list.txt", "sqlite:///{}/new.db", "cannot be used as a database"),
        ("mysql://x", "sqlite:///{}/new.db", "use sqlite"),
        ("{house}", "postgresql://zoe:secret@/x?host=/nowhere", "cannot be reached"),
        ("{house}", "sqlite:///{}/list.txt", "cannot be used as a database"),
        ("{house}", "{house}", "one and the same database"),
    ],
)
def test_what_cannot_be_moved_is_said_in_words(old_house, tmp_path, capsys, monkeypatch, source, target, why):
    monkeypatch.setattr("tablee.server.storage.postgres.pg_migrate.PATIENCE", 0.2)
    (tmp_path / "list.txt").write_text("milk, " * 100)
    source, target = (url.format(tmp_path, house=old_house) for url in (source, target))
    assert main(["migrate", source, target]) == 2
    told = capsys.readouterr().err
    assert why in told
    assert "secret" not in told
    assert not (tmp_path / "nothing.db").exists()


async def test_a_text_that_postgresql_does_not_take_is_named_and_nothing_is_stored(old_house, postgres_url, tmp_path):
    source = f"sqlite:///{tmp_path}/house.db"
    await migrate_data(old_house, source, lambda *_: None)
    await Behind(source)("UPDATE persons SET name = CAST(X'ff41' AS TEXT) WHERE id = 'zoé'")
    with pytest.raises(CannotMigrate, match="persons: name"):
        await migrate_data(source, postgres_url, lambda *_: None)
    assert not any((await contents(postgres_url)).values())
