"""Games that count, as people meet them: offered by the form, ended by leaving, and seen afterwards."""

import asyncio

import pytest

from tablee.cli import main
from tests.host.served import eventually
from tests.live.house import Guest
from tests.live.test_socket import table_for_two

FORM = {"game": "isis", "mode": "friends", "players": 2, "pace": "normal", "rated": "yes"}


def look(guest, path):
    return guest.house.request("GET", path, headers=guest.headers)[2]


def check(house, *more):
    return main(["ratings", *more, "--database-url", f"sqlite:///{house.database}"])


async def counted(guest):
    """Until a game of somebody is counted: the house looks every two seconds."""
    await asyncio.to_thread(eventually, lambda: "not known yet" in look(guest, "/me/games"))


async def test_who_leaves_a_game_that_counts_has_lost_it_and_the_logs_say_the_same(house, capsys):
    async with table_for_two(house, **FORM) as ((one, two), _):
        await one.say(do="back", to=1)
        await one.say(do="hand", seat=1)
        await one.say(do="leave")
        await two.hear("table", status="over")
        await counted(two.guest)
    assert await asyncio.to_thread(check, house, "--check") == 0
    assert "1 games counted" in capsys.readouterr().out
    ladder = look(one.guest, "/games/isis/ladder")
    assert "Malo" in ladder
    assert "not known yet" not in ladder


async def test_alone_against_bots_a_game_can_count_too(house):
    guest = Guest(house)
    table = guest.open(**FORM | {"mode": "bots", "level": 1, "begins": "yes"})
    async with guest.at(table) as seat:
        await seat.sit()
        about = await seat.hear("table", status="playing")
        assert about["rated"]
        assert not about["hints"]
        await seat.say(do="leave")
        await seat.hear("table", status="over")
        await counted(guest)


@pytest.mark.parametrize("wrong", [{"pace": ""}, {"option_memory": "open"}, {"beside_1": "Max"}])
def test_what_cannot_count_is_not_opened(house, wrong):
    status, _, page = house.request("POST", "/tables", FORM | wrong, Guest(house).headers)
    assert status == 400
    assert "It cannot count like this" in page


async def test_the_hall_says_which_table_counts(house):
    host, other = Guest(house), Guest(house)
    table = host.open(**FORM, open="yes")
    async with host.at(table) as seat:
        await seat.hear("table")
        await asyncio.to_thread(eventually, lambda: "it counts" in look(other, "/"))
        assert "it counts" in look(other, f"/tables/{table}")
