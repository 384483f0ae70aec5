"""What is said is kept apart, for a while, and goes with who said it; on both databases."""

import pytest

from tablee.server.features.chat.model import ChatMessage, ChatPreferences
from tablee.server.features.moderation.model import PlayerReport
from tablee.server.features.moderation.store import REMOVED, SILENCED
from tests.server.storage.test_forgetting import person_called


def saying(number, person="zoé", *, table="t", at=None, kind="text", room="table"):
    return ChatMessage(f"{number:04}", table, person, 1, at or number, kind, f"word {number}", room)


def report(name, reporter="otto", person="zoé", at=5):
    return PlayerReport(name, at, "t", reporter, person, "Zoé", "talk", "She is rude.")


async def test_the_latest_is_told_in_order_and_of_one_table_alone(store):
    for number in (3, 1, 2, 4):
        await store.chat.keep(saying(number))
    await store.chat.keep(saying(9, table="other"))
    await store.chat.keep(saying(4))  # once more, as after a lost connection
    assert [one.body for one in await store.chat.latest("t", 3)] == ["word 2", "word 3", "word 4"]
    assert await store.chat.latest("t") == [saying(number) for number in (1, 2, 3, 4)]
    assert await store.chat.one("0002", "t") == saying(2)
    assert await store.chat.one("0009", "t") is None


async def test_it_comes_with_the_name_that_somebody_has_now(store):
    await store.rename("zoé", "Zoé", 1)
    await store.chat.keep(saying(1))
    await store.rename("zoé", "Zoé la Grande", 2)
    assert (await store.chat.latest("t"))[0].name == "Zoé la Grande"


async def test_manners_hold_until_they_are_changed(store):
    assert await store.chat.manners_of("zoé") == await store.chat.manners_of("") == ChatPreferences()
    for _ in range(2):
        await store.chat.let_write("zoé", 1, on=True)
        await store.chat.mute("zoé", "otto", 1, on=True)
    assert await store.chat.manners_of("zoé") == ChatPreferences(writes=True, muted=frozenset({"otto"}))
    assert await store.chat.manners_of("otto") == ChatPreferences()
    await store.rename("otto", "Otto", 1)
    assert await store.chat.muted_by("zoé") == {"otto": "Otto"}
    await store.chat.let_write("zoé", 2, on=False)
    await store.chat.mute("zoé", "otto", 2, on=False)
    assert await store.chat.manners_of("zoé") == ChatPreferences()


async def test_what_is_old_is_forgotten_and_what_a_report_needs_stays_with_it(store):
    for number in (1, 2, 3):
        await store.chat.keep(saying(number))
    await store.reports.keep(report("r1"), await store.chat.latest("t"))
    await store.chat.forget(3)
    await store.reports.forget(100)
    assert [one.id for one in await store.chat.latest("t")] == ["0003"]
    (found,) = await store.reports.all(answered=False)
    assert found == report("r1")
    assert [one.body for one in await store.reports.evidence(found)] == ["word 1", "word 2", "word 3"]


async def test_a_report_is_answered_once_for_all_and_forgotten_later(store, behind):
    moderation = store.moderation
    await store.reports.keep(report("r1"), [saying(1)])
    await store.reports.keep(report("r2", at=6), [])
    await moderation.answer(await moderation.reports.one("r1"), SILENCED, "Thank you.", 50)
    assert [one.id for one in await moderation.reports.all(answered=False)] == ["r2"]
    assert [one.id for one in await moderation.reports.all(answered=True)] == ["r1", "r2"]
    assert await moderation.sanctions() == (frozenset({"zoé"}), frozenset())
    told = [(one.kind, one.about, one.why) for one in await moderation.notices()]
    assert told == [("silenced", "zoé", "Thank you."), ("answered", "zoé", "r1 silenced: Thank you.")]
    mine = {one.id: (one.answered, one.answer, one.outcome) for one in await store.reports.by("otto")}
    assert mine == {"r1": (50, "Thank you.", "silenced"), "r2": (0, "", "")}
    await moderation.answer(await moderation.reports.one("r2"), "dismissed", "", 70)
    assert (await moderation.sanctions())[0] == frozenset({"zoé"})
    assert len(await moderation.notices()) == 3
    await store.reports.forget(60)
    assert [one.id for one in await store.reports.by("otto")] == ["r2"]
    assert await behind("SELECT count(*) FROM evidence") == [(0,)]


@pytest.mark.parametrize("whose", [0, 1])
async def test_with_a_person_goes_all_that_they_have_said_and_all_about_them(store, behind, whose):
    people = [await person_called(store, name) for name in ("Zoé", "Otto")]
    gone, left = people[whose], people[1 - whose]
    for number, person in enumerate(people):
        await store.chat.keep(saying(number, person))
        await store.chat.let_write(person, 1, on=True)
    await store.chat.mute(*people, 1, on=True)
    everything = await store.chat.latest("t")
    await store.reports.keep(report("r1", people[0], people[1]), everything)
    await store.reports.keep(report("r2", left, "somebody else"), everything)
    moderation = store.moderation
    await moderation.sanction(gone, REMOVED, "", 1)
    await store.forget_person(gone, 10)
    for table in ("chat_messages", "chat_writers", "muted", "reports", "evidence", "sanctions"):
        assert gone not in str(await behind(f"SELECT * FROM {table}"))
    assert [one.person for one in await store.chat.latest("t")] == [left]
    assert [one.id for one in await store.reports.all(answered=True)] == ["r2"]
    assert [one.person for one in await store.reports.evidence(report("r2"))] == [left]
    assert await store.chat.manners_of(left) == ChatPreferences(writes=True)
