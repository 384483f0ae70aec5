"""A person is forgotten: nothing of theirs is left, and everything else is as it was."""

import pytest

from tablee.games import find_game
from tablee.server.features.accounts.model import DeviceLink
from tablee.server.storage import Conflict, open_store
from tablee.server.table.dice import commitment
from tablee.server.table.directory import entry_of
from tablee.server.table.events import Name, Opening, Sit
from tablee.server.table.export import export, verify
from tablee.server.table.stored import stored_table
from tablee.server.table.table import Table
from tests.server.storage.entries import lay_out
from tests.server.storage.test_migrations import session

ISIS = find_game("isis")
SEED = bytes(32)
LATER = 10**12


class Kept:
    """A table in a store, played at here."""

    def __init__(self, store, table_id):
        opening = Opening(table_id, "isis", ISIS.version, 2, ISIS.full_options(2, {}), commitment(SEED))
        self.store, self.table = store, Table(opening, SEED, ISIS)

    async def open(self):
        await self.store.open_table(self.table.opening, SEED, entry_of(self.table))
        return self

    async def do(self, events, person=""):
        self.table = self.table.ahead(*events)
        people = {event.number: person for event in events if isinstance(event, Sit) and person}
        await self.store.append(self.table.id, events, entry_of(self.table), people)
        return events[0].number


async def person_called(store, name):
    """Somebody with a session and a name."""
    person = await store.begin_session(f"session of {name}", None, 1, "Firefox on Linux")
    await store.rename(person.id, name, 1)
    return person.id


@pytest.fixture
async def people(store):
    return [await person_called(store, name) for name in ("Zoé Martin", "Otto")]


async def finished(store, people, table_id="over"):
    """A table that is over, at which Zoé has had three names, and had stood up once."""
    kept = await Kept(store, table_id).open()
    zoe, otto = people
    risen = await kept.do(kept.table.sit("Zoé M.", 1), zoe)
    await kept.do(kept.table.rise(risen, 2))
    first = await kept.do(kept.table.sit("Zoé Martin", 3, nonce="ab" * 16), zoe)
    await kept.do(kept.table.sit("Otto", 4, nonce="cd" * 16), otto)
    await kept.do(kept.table.rename(first, "Zoé la Grande", 5))
    await kept.do(kept.table.start(6))
    await kept.do(kept.table.act(0, kept.table.step, "pawn a1", 7))
    await kept.do(kept.table.leave(1, 8))
    assert kept.table.status == "over"
    return kept


async def read_back(store, table_id):
    stored = await store.load(table_id)
    assert stored.fault == ""
    return stored_table(stored.opening, stored.seed, ISIS, stored.events), stored


async def everything(behind):
    """All that a database holds, as one text."""
    tables = (
        "events",
        "directory",
        "participants",
        "former_participants",
        "persons",
        "sessions",
        "device_links",
        "snapshots",
    )
    rows = [row for table in tables for row in await behind(f"SELECT * FROM {table}")]
    return "\n".join(str([one.decode() if isinstance(one, bytes) else one for one in row]) for row in rows)


async def test_nothing_of_them_is_left_anywhere(store, behind, people):
    await finished(store, people)
    await store.add_device_link(DeviceLink("digest", people[0], "/", 2**50), 1)
    before = await everything(behind)
    assert before.count(people[0]) == 5  # a person, a session, a pass, a participant, one who has risen
    assert await store.forget_person(people[0], LATER) == ["over"]
    after = await everything(behind)
    assert people[0] not in after
    assert "Zoé" not in after
    assert await store.person_of("session of Zoé Martin") is None


async def test_everybody_else_is_as_they_were(store, people):
    kept = await finished(store, people)
    other = await Kept(store, "elsewhere").open()
    await other.do(other.table.sit("Otto", 1), people[1])
    before = await store.load("elsewhere"), await store.entry("elsewhere")
    moved = (await store.entry("over")).moved
    await store.forget_person(people[0], LATER)
    assert (await store.load("elsewhere"), await store.entry("elsewhere")) == before
    entry = await store.entry("over")
    assert [one.name for one in entry.participants] == ["", "Otto"]
    assert (entry.moved, entry.winners, entry.number) == (moved, kept.table.result.winners, kept.table.number + 2)
    assert [(one.table, own) for one, own in await store.entries_of(people[1], unfinished=False, most=9)] == [
        ("over", [5]),
        ("elsewhere", [1]),
    ]
    assert await store.name_of(people[1]) == "Otto"
    assert (await store.person_of("session of Otto")).id == people[1]


async def test_the_game_is_what_it_was_and_still_found_honest(store, people):
    kept = await finished(store, people)
    draws = verify(export(kept.table), ISIS)
    await store.forget_person(people[0], LATER)
    table, stored = await read_back(store, "over")
    assert verify(export(table), ISIS) == draws
    assert [one.nonce for one in table.seats] == [one.nonce for one in kept.table.seats]
    assert [one.kind for one in table.events[:-2]] == [one.kind for one in kept.table.events]
    assert [(one.participant, one.name) for one in table.events[-2:]] == [(1, ""), (3, "")]
    assert stored.people == {5: people[1]}


async def test_who_has_the_table_in_memory_comes_to_the_same_by_the_events_that_are_new(store, people):
    kept = await finished(store, people)
    await store.forget_person(people[0], LATER)
    later = await store.events_after("over", kept.table.number)
    table, _ = await read_back(store, "over")
    assert kept.table.ahead(*later.events).events == table.events
    assert later.people == {5: people[1]}
    assert any(isinstance(event, Sit) and event.name == "Zoé Martin" for event in kept.table.events)  # it stays


async def test_a_server_that_knows_nothing_of_it_cannot_bring_the_name_back(store, people):
    kept = await finished(store, people)
    await store.forget_person(people[0], LATER)
    with pytest.raises(Conflict):
        await kept.do(kept.table.follow("next", 9))
    assert "Zoé" not in str(await store.entry("over"))


async def test_whoever_is_at_many_tables_is_forgotten_at_all_of_them_at_once(store, behind, people):
    for number in range(30):
        await finished(store, people, f"table {number:02}")
    assert sorted(await store.forget_person(people[0], LATER)) == [f"table {number:02}" for number in range(30)]
    assert "Zoé" not in await everything(behind)


async def test_forgetting_somebody_who_is_not_there_changes_nothing(store, behind, people):
    await finished(store, people)
    before = await everything(behind)
    assert await store.forget_person("nobody", LATER) == []
    assert await everything(behind) == before


async def test_those_are_found_who_have_not_come_since(store, people):
    zoe, otto = people
    await store.begin_session("phone", await store.person_of("session of Otto"), 5000, "")
    await store.rename("without a session", "Ada", 10)
    assert set(await store.unseen_since(2, 10)) == {zoe}
    assert set(await store.unseen_since(5000, 10)) == {zoe, "without a session"}
    assert len(await store.unseen_since(5001, 2)) == 2
    assert otto in await store.unseen_since(5001, 10)


async def test_damaged_logs_lose_the_name_as_well(tmp_path):
    lay_out(tmp_path / "tables.db")
    store = open_store(f"sqlite:///{tmp_path}/tables.db")
    tables = await store.forget_person(session("zoe"), LATER)
    assert len(tables) == 23
    for table in tables:
        stored, entry = await store.load(table), await store.entry(table)
        names = [event.name for event in stored.events if isinstance(event, Sit | Name)]
        assert not any(name.startswith("Zoé") and not name.startswith("Zoé B.") for name in names), table
        assert "Zoé" not in {one.name for one in entry.participants} - {"Zoé B."}
    await store.close()
