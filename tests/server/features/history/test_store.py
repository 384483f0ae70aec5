"""What somebody has played: a row for each seat once a game has ended, and lists and sums from these alone."""

import msgspec
import pytest

from tablee.server.features.history.model import BOTS, LOST, PEOPLE, WON, Wanted
from tablee.server.storage import open_store
from tablee.server.table.directory import Seated
from tests.server.storage.entries import entry, lay_out
from tests.server.storage.test_forgetting import finished, person_called

LAID = "INSERT INTO directory (table_id, status, number, turn, moved, body) VALUES ($1, 'over', 1, NULL, $2, $3)"
SAT = "INSERT INTO participants (table_id, participant, person) VALUES ($1, 1, $2)"


class Played:
    """Lays finished games, as rows of the directory."""

    def __init__(self, behind, person):
        self._behind, self._person = behind, person
        self.count = 0

    async def __call__(self, *, game="isis", won=True, points=(7, 3), bots=(3,), others=0, own=1, status="over"):
        self.count += 1
        table, levels = f"t{self.count}", [*[0] * own, *[0] * others, *bots]
        participants = [Seated(place + 1, f"N{place}", level, place) for place, level in enumerate(levels)]
        told = entry(
            table, game=game, status=status, participants=participants, opened=1000, moved=5000 + self.count,
            winners=[0] if won else [len(levels) - 1], scores=[*points, *[0] * (len(levels) - 2)],
        )  # fmt: skip
        body = msgspec.json.encode(told)
        laid = LAID.replace("'over'", f"'{status}'")
        await self._behind(laid, table, told.moved, body if self._behind.is_postgres else body.decode())
        for place in range(own):
            await self._behind(SAT.replace("1, $2", f"{place + 1}, $2"), table, self._person)
        return table


@pytest.fixture
async def zoe(store):
    return await person_called(store, "Zoé")


@pytest.fixture
def played(behind, zoe):
    return Played(behind, zoe)


async def tables(store, person, most=50, skip=0, **wanted):
    return [one.table for one, _ in await store.finished_games(person, Wanted(**wanted), most, skip)]


async def test_a_result_is_written_with_the_end_of_a_game_and_once(store, behind, zoe):
    otto = await person_called(store, "Otto")
    kept = await finished(store, (zoe, otto))
    query = "SELECT game, ended, took, moves, people, bots, won, beaten FROM results ORDER BY won"
    ends = ("isis", 8, 8 - kept.table.opening.opened, 1, 2, 0)
    before = await behind(query)
    assert [row[:1] + row[1:2] + row[3:] for row in before] == [
        ("isis", 8, *ends[3:], 0, 0),
        ("isis", 8, *ends[3:], 1, 0),
    ]
    await kept.do(kept.table.follow("next", 99))
    assert await behind(query) == before
    assert [len(await tables(store, one)) for one in (zoe, otto)] == [1, 1]
    [(game, own)] = await store.finished_games(otto, Wanted(), 9, 0)
    assert (game.table, game.next_table, len(own)) == ("over", "next", 1)


async def test_lists_can_be_narrowed_down_and_are_paged(store, behind, zoe, played):
    won = await played()
    lost = await played(won=False)
    other = await played(game="morfals")
    friends = await played(bots=(), others=1)
    both = await played(bots=(), own=2)
    closed = await played(status="closed")
    assert await tables(store, zoe) == [closed, both, friends, other, lost, won]
    assert await tables(store, zoe, game="morfals") == [other]
    assert await tables(store, zoe, ended=WON) == [friends, other, won]
    assert await tables(store, zoe, ended=LOST) == [lost]
    assert await tables(store, zoe, company=PEOPLE) == [friends]
    assert await tables(store, zoe, company=BOTS) == [closed, both, other, lost, won]
    assert await tables(store, zoe, game="isis", company=BOTS, ended=WON) == [won]
    assert await tables(store, zoe, most=2, skip=2) == [friends, other]
    assert await tables(store, "somebody else") == []
    otto = await person_called(store, "Otto")
    await behind(SAT.replace("1, $2", "2, $2"), friends, otto)
    assert await tables(store, zoe, other=otto) == [friends]
    assert await tables(store, zoe, other=otto, ended=LOST) == []
    assert (await store.finished_games(zoe, Wanted(), 2, 1))[0][1] == [1, 2]


async def test_what_they_come_to(store, zoe, played):
    await played(points=(7, 3), bots=(2,))
    await played(points=(-2, 5), won=False, bots=(5,))
    await played(points=(4, 0), bots=(1, 3))
    await played(points=(9, 9), own=2, bots=())
    await played(status="closed")
    await played(game="morfals", won=False, points=(1, 2))
    isis, morfals = await store.figures_of(zoe)
    assert (isis.game, isis.played, isis.decided, isis.won) == ("isis", 4, 3, 2)
    assert (isis.points, isis.best, isis.levels) == (3.0, 7, [1, 2, 3])
    assert (morfals.game, morfals.played, morfals.won, morfals.levels) == ("morfals", 1, 0, [])


async def test_ten_thousand_games_are_listed_and_summed_up(store, behind, zoe):
    body = msgspec.json.encode(
        entry("t", status="over", winners=[0], scores=[5, 3], participants=[Seated(1, "Z", 0, 0), Seated(2, "B", 3, 1)])
    )
    one_by_one = "WITH RECURSIVE one (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM one WHERE n < 10000)"
    lay = LAID.replace("VALUES ($1, 'over', 1, NULL, $2, $3)", "SELECT 't' || n, 'over', 1, NULL, n, $1 FROM one")
    await behind(f"{one_by_one} {lay}", body if behind.is_postgres else body.decode())
    await behind(SAT.replace("VALUES ($1, 1, $2)", "SELECT table_id, 1, $1 FROM directory"), zoe)
    assert [one.played for one in await store.figures_of(zoe)] == [10_000]
    assert len(await store.finished_games(zoe, Wanted(), 50, 0)) == 50
    assert len(await store.finished_games(zoe, Wanted(ended=WON, company=BOTS), 50, 9_980)) == 20


async def test_an_entry_that_cannot_be_read_has_no_result_and_harms_no_other(store, behind, zoe, played):
    await played()
    for place, body in enumerate((b"\xff", b"{", b'{"sitters": 5}', b'{"sitters": [{"seat": "x"}]}', b"{" * 70_000)):
        await behind(LAID, f"bad{place}", 1, body)
        await behind(SAT, f"bad{place}", zoe)
    assert await tables(store, zoe) == ["t1"]
    assert [one.played for one in await store.figures_of(zoe)] == [1]


async def test_a_house_of_the_first_version_knows_how_its_games_ended(tmp_path):
    lay_out(tmp_path / "tables.db")
    store = open_store(f"sqlite:///{tmp_path}/tables.db")
    found = await store.entry("over")
    people = (await store.load("over")).people
    for participant, person in people.items():
        assert "over" in await tables(store, person)
        seat = next(one.seat for one in found.participants if one.participant == participant)
        assert "over" in await tables(store, person, ended=WON if seat in found.winners else LOST)
    assert people
    await store.close()


async def test_a_page_for_others_is_at_one_address_or_none(store, zoe):
    assert (await store.profile_of(zoe)).address == ""
    await store.publish(zoe, "first")
    await store.publish(zoe, "second")
    assert (await store.profile_of(zoe)).address == "second"
    assert await store.person_at("first") is None
    assert (await store.person_at("second")).name == "Zoé"
    await store.publish(zoe, "", ["results"])
    assert await store.person_at("second") is None
    assert (await store.profile_of(zoe)).parts == ("results",)
    assert await store.hidden_people([zoe]) == {zoe}
