"""Rated games that somebody would like to void, or to have counted for another: each counts for who sat down."""

from contextlib import AsyncExitStack

import pytest

from tablee.server.features.ratings.service import compare, count_finished
from tests.server.features.accounts.test_sign_in_pages import Holder
from tests.server.features.ratings.test_service import FORM, first_move
from tests.server.house import House


@pytest.fixture
def houses(database_url, tmp_path):
    """One server on SQLite, or two on PostgreSQL."""
    names = ("one", "other") if database_url.startswith("postgres") else ("one",)
    found = [House(tmp_path / name, database_url=database_url) for name in names]
    yield found[0], found[-1]
    for house in found:
        house.kill()


def person(house, name):
    holder = Holder(house)
    assert holder.post("/me/name", {"name": name})[0] == 303
    return holder


async def begin(*people):
    """A rated game of these people, which has begun; returns the table."""
    table = people[0].open(**FORM | {"players": len(people)})
    async with AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(one.at(table)) for one in people]
        for count, seat in enumerate(seats[1:], start=2):
            await seat.sit()
            while len((await seats[0].hear("table"))["sitters"]) < count:
                pass
        await seats[0].say(do="start")
        for seat in seats:
            await seat.hear("table", status="playing")
    await first_move(table, *people)
    return table


async def leave(one, table):
    """Leave with all seats that are a person's."""
    async with one.at(table) as seat:
        told = await seat.hear("table")
        own = [sitter["seat"] for sitter in told["sitters"] if sitter["id"] in told["you"]["sitters"]]
        assert own
        for place in own:
            await seat.say(do="leave", seat=place)
        await seat.hear("table", status="over")


async def counted(store, behind, table):
    """Why a table does not count, and by participant whose rating has gone up or down."""
    await count_finished(store)
    assert (await compare(store)).differences == []
    found = await behind("SELECT why FROM rated_tables WHERE table_id = $1 AND place > 0", table)
    seats = "SELECT participant, name, mu - mu_before FROM rated_seats LEFT JOIN persons ON id = account"
    rows = await behind(f"{seats} WHERE table_id = $1 ORDER BY participant", table)
    return found[0][0], [(name, change > 0) for _, name, change in rows]


async def test_a_loser_whose_own_guest_signs_in_has_lost_all_the_same(houses, behind, store):
    winner, loser, guest = person(houses[0], "Ida"), person(houses[1], "Max"), person(houses[0], "")
    words = loser.make_words()
    table = await begin(winner, loser, guest)
    assert guest.by_words(words)[0] == 303
    await leave(loser, table)
    # The guest's seat left after the loser's own: a stranger has come second.
    assert await counted(store, behind, table) == ("", [("Ida", True), ("Max", False), (None, True)])


async def test_a_guest_who_wins_and_signs_in_meanwhile_has_not_won_for_the_person(houses, behind, store):
    guest, loser, max_at_home = person(houses[0], ""), person(houses[1], "Ida"), person(houses[1], "Max")
    words = max_at_home.make_words()
    table = await begin(guest, loser)
    assert guest.by_words(words)[0] == 303
    await leave(loser, table)
    assert await counted(store, behind, table) == ("", [(None, True), ("Ida", False)])
    assert await behind("SELECT name FROM ratings JOIN persons ON id = person") == [("Ida",)]


async def test_who_deletes_everything_has_left_the_game_and_it_counts_for_the_others(houses, behind, store):
    winner, loser = person(houses[0], "Ida"), person(houses[1], "Max")
    table = await begin(winner, loser)
    assert loser.post("/me/delete", {"sure": "yes"})[0] in (200, 303)
    assert await counted(store, behind, table) == ("", [("Ida", True), (None, False)])


async def test_nobody_has_two_seats_at_a_table_that_counts(houses):
    """Neither beside oneself, nor as a guest who turns out to be oneself before the start."""
    max_at_home, guest = person(houses[0], "Max"), person(houses[1], "")
    words = max_at_home.make_words()
    table = max_at_home.open(**FORM | {"players": 3})
    async with max_at_home.at(table) as one:
        async with guest.at(table) as two:
            await two.sit()
            while len((await two.hear("table"))["sitters"]) < 2:
                pass
        assert guest.by_words(words)[0] == 303
        while len((told := await one.hear("table"))["you"]["sitters"]) < 2:
            pass
        await one.say(do="start")
        refused = await one.hear("refused", code="several_seats")
        assert refused["message"] == "In a rated game, everyone has one seat and their own device."
        await one.say(do="unseat", sitter=told["you"]["sitters"][1])
        while len((await one.hear("table"))["sitters"]) > 1:
            pass
        await one.say(do="beside", name="Max again")
        await one.hear("refused", code="several_seats")
