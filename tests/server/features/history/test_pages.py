"""My games: what goes on and what has ended, narrowed down; and the page that others may see, if one likes."""

import json
import re

import pytest

from tests.server.house import Guest


@pytest.fixture
async def players(house):
    """Zoé has lost a game to Otto, and has opened another table."""
    zoe, otto = Guest(house), Guest(house)
    table = zoe.open(name="Zoé")
    async with zoe.at(table) as one, otto.at(table) as two:
        await two.hear("table")
        await two.sit()
        while len((await one.hear("table"))["sitters"]) < 2:
            pass
        await one.say(do="start")
        await one.hear("events")
        await one.say(do="leave", step=one.step)
        while (await two.hear("table"))["status"] != "over":
            pass
    zoe.over, zoe.running = table, zoe.open(name="Zoé", game="morfals")
    return zoe, otto


def games(guest, query=""):
    return guest.house.request("GET", f"/me/games{query}", headers=guest.headers)[2]


def listed(guest, query=""):
    return re.findall(r'<a href="/tables/([\w-]+)">', games(guest, query))


def test_what_goes_on_and_what_has_ended(players):
    zoe, otto = players
    assert listed(zoe) == [zoe.running, zoe.over]
    assert listed(otto) == [zoe.over]
    assert re.search(r'class="ending good">\s*won', games(otto))
    assert re.search(r'class="ending">\s*lost', games(zoe))


def test_it_can_be_narrowed_down(players):
    zoe, otto = players
    assert listed(zoe, "?state=running") == [zoe.running]
    assert listed(zoe, "?state=finished") == listed(zoe, "?ended=lost") == listed(zoe, "?game=isis") == [zoe.over]
    assert listed(zoe, "?with=people") == [zoe.over]
    assert listed(zoe, "?ended=won") == listed(zoe, "?page=7") == []
    assert listed(otto, "?ended=won&with=people&game=isis&state=finished") == [zoe.over]


def test_games_with_one_person_are_found(players):
    zoe, _ = players
    [key] = re.findall(r'<option value="([0-9a-f]{16})">', games(zoe))
    assert listed(zoe, f"?with={key}") == [zoe.over]
    assert f'<option value="{key}" selected>' in games(zoe, f"?with={key}")
    assert listed(zoe, f"?with={key}&ended=won") == []
    assert listed(zoe, "?with=0123456789abcdef") == listed(zoe)


@pytest.mark.parametrize(
    "query", ["?page=-1", "?page=x", "?page=99999999", "?page=%C2%B2", "?game=%00&ended=%27&with=x&state=y"]
)
def test_nonsense_is_read_as_nothing_asked_for(players, query):
    zoe, _ = players
    status, _, page = zoe.house.request("GET", f"/me/games{query}", headers=zoe.headers)
    assert status == 200
    assert "<h1>My games</h1>" in page


def test_a_stranger_has_no_games(house):
    assert "Your games appear here once you have played one." in games(Guest(house))


def test_a_profile_names_the_games_that_somebody_plays(house, players):
    zoe, _ = players
    assert "Favourite games: Isis &amp; Osiris</p>" in house.request("GET", "/me/profile", headers=zoe.headers)[2]


def test_others_see_a_page_only_if_one_likes_and_at_no_address_that_can_be_guessed(house, players):
    zoe, _ = players
    stranger = Guest(house)

    def public():
        page = house.request("GET", "/me/profile", headers=zoe.headers)[2]
        return re.findall(r'<a href="http://localhost:\d+(/people/[\w-]{16})">', page)

    assert public() == []
    house.request("POST", "/me/public", {"public": "yes"}, zoe.headers)
    [address] = public()
    status, _, page = house.request("GET", address, headers=stranger.headers)
    assert status == 200
    assert re.search("<h1.*Zoé</h1>", page, re.DOTALL)
    assert "noindex" in page
    assert zoe.over not in page
    assert "Results" not in page
    house.request("POST", "/me/public", {"public": "yes", "part_results": "yes"}, zoe.headers)
    page = house.request("GET", address, headers=stranger.headers)[2]
    assert "Results" in page
    assert "Current winning streak" not in page
    assert "played with" not in page
    house.request("POST", "/me/public", {"public": "yes", "address": "new"}, zoe.headers)
    assert house.request("GET", address)[0] == 404
    [address] = public()
    house.request("POST", "/me/public", {"public": "no"}, zoe.headers)
    assert house.request("GET", address)[0] == 404
    assert house.request("GET", "/people/Zo%C3%A9")[0] == 404


def test_it_speaks_french(players):
    zoe, _ = players
    zoe.language = "fr"
    assert re.search(r'class="ending">perdue', games(zoe))


async def against_a_bot(guest, **form):
    """A table at which it is somebody's turn, against a bot."""
    table = guest.open(name="Zoé", **form)
    async with guest.at(table) as seat:
        await seat.say(do="bot", level=1)
        while len((await seat.hear("table"))["sitters"]) < 2:
            pass
        await seat.say(do="start")
        while (news := await seat.hear("events"))["to_act"] != news["seat"] or news["seat"] is None:
            pass
    return table


async def test_a_game_by_days_against_a_bot_waits_for_me_on_every_page_and_another_one_does_not(house):
    zoe = Guest(house)
    await against_a_bot(zoe)
    table = await against_a_bot(zoe, pace="days-2")

    def after(besides):
        address = f"/me/next-table.json?besides={besides}"
        return json.loads(house.request("GET", address, headers=zoe.headers)[2])

    told = after("another")
    assert told["url"] == f"/tables/{table}"
    assert "(1 waiting for you)" in told["texts"]["next"]
    assert after(table)["url"] == ""
    page = games(zoe)
    assert "1 table is waiting for you" in page
    assert listed(zoe)[0] == table, "what waits for me comes first"
    assert page.count('<span class="until">') == 1, "only by days there is a moment until which to play"
    assert 'data-waiting="1"' in house.request("GET", "/", headers=zoe.headers)[2]
    assert json.loads(house.request("GET", "/me/notifications.json", headers=zoe.headers)[2])["waiting"] == 1
