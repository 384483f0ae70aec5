"""People make, join and leave clubs by forms, and are called to their tables; strangers see nothing of them."""

import json
import re
from datetime import UTC, datetime, timedelta

from tests.server.house import Guest


def post(guest, path, **fields):
    status, headers, body = guest.house.request("POST", path, fields or {"x": "1"}, guest.headers)
    return status, headers.get("location", ""), body


def look(guest, path):
    status, headers, body = guest.house.request("GET", path, None, guest.headers)
    return status, headers.get("location", ""), body


def named(house, *names):
    guests = [Guest(house) for _ in names]
    for guest, name in zip(guests, names, strict=True):
        assert post(guest, "/me/name", name=name)[0] == 303
    return guests


def a_club(first, *others, name="The eight"):
    """A club with these members; returns its path and the link by which they have come."""
    status, club, _ = post(first, "/clubs", name=name)
    assert status == 303
    link = re.search(r"/clubs/join/[\w-]+", look(first, club)[2])[0]
    for one in others:
        assert post(one, link)[:2] == (303, club)
    return club, link


def test_who_opens_the_link_sees_who_is_in_the_club_and_joins_with_one_press(house):
    zoe, bo = named(house, "Zoé", "Bo")
    club, link = a_club(zoe, name="<b>Eight</b>")
    stranger = look(bo, link)[2]
    assert "Zoé" in stranger
    assert "&lt;b&gt;Eight" in stranger
    assert look(bo, club)[0] == 404
    assert post(bo, link)[:2] == (303, club)
    assert "Zoé" in look(bo, club)[2]
    assert look(bo, link)[:2] == (303, club), "who is in it is led there"
    assert club in look(bo, "/clubs")[2]


def test_a_new_link_ends_the_old_one_and_so_does_a_removal(house):
    zoe, bo, cy = named(house, "Zoé", "Bo", "Cy")
    club, link = a_club(zoe, bo)
    assert post(bo, f"{club}/link")[0] == 400
    assert post(zoe, f"{club}/link")[0] == 303
    assert post(cy, link)[0] == look(cy, link)[0] == 404
    [key] = re.findall(r'<option value="(\w+)">Bo<', look(zoe, club)[2])
    before = re.search(r"/clubs/join/[\w-]+", look(bo, club)[2])[0]
    assert post(zoe, f"{club}/remove", who=key)[0] == 303
    assert look(bo, club)[0] == post(bo, before)[0] == 404


def test_who_organises_passes_the_club_on_by_leaving_and_the_last_one_takes_it_along(house):
    zoe, bo = named(house, "Zoé", "Bo")
    club, link = a_club(zoe, bo)
    assert post(bo, f"{club}/name", name="Ours")[0] == 400
    assert post(zoe, f"{club}/leave")[:2] == (303, "/clubs")
    assert post(bo, f"{club}/name", name="Ours")[0] == 303
    assert "Ours" in look(zoe, link)[2]
    assert post(bo, f"{club}/leave")[0] == 303
    assert look(zoe, link)[0] == 404


def test_a_bad_name_is_refused_and_nothing_is_made(house):
    [zoe] = named(house, "Zoé")
    status, _, body = post(zoe, "/clubs", name="x" * 41)
    assert status == 400
    assert "at most 40 letters" in body
    assert "/clubs/" not in look(zoe, "/clubs")[2].replace("/clubs/join", "")


async def test_members_are_called_to_a_table_of_the_club_unless_they_would_rather_not(house):
    zoe, bo, cy, di = named(house, "Zoé", "Bo", "Cy", "Di")
    club, _ = a_club(zoe, bo, cy)
    assert post(cy, f"{club}/calls", called="")[0] == 303
    table = zoe.open(club=club.rpartition("/")[2])
    assert "Zoé has opened a table of Isis &amp; Osiris for The eight." in look(bo, "/")[2]
    assert f"/tables/{table}" in look(cy, club)[2], "the club's page shows it all the same"
    for stranger in (cy, di):
        assert table not in look(stranger, "/")[2]
    other = di.open(club=club.rpartition("/")[2])
    assert other not in look(zoe, club)[2], "nobody else opens tables for a club"


def test_members_are_called_to_a_tournament_of_the_club_and_join_it_with_one_press(house):
    zoe, bo, cy, di = named(house, "Zoé", "Bo", "Cy", "Di")
    club, _ = a_club(zoe, bo, cy, di)
    assert post(cy, f"{club}/calls", called="")[0] == 303
    starts = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%S")
    fields = {"name": "Cup", "game": "isis", "pace": "days-2", "starts": starts, "club": club.rpartition("/")[2]}
    _, path, _ = post(zoe, "/tournaments", **fields)
    called = "Zoé has opened a tournament of Isis &amp; Osiris for The eight."
    assert [called in look(one, "/")[2] for one in (zoe, bo, cy, di)] == [False, True, False, True]
    answer = f"/lobby/invitations/{path.rpartition('/')[2]}"
    assert post(bo, answer, answer="yes")[:2] == (303, path)
    assert post(di, f"{path}/join")[:2] == (303, path), "or by its page"
    for member in (bo, di):
        assert "You are taking part" in look(member, path)[2]
        assert called not in look(member, "/")[2]


async def test_games_at_the_clubs_tables_make_its_ladder_and_the_next_table_is_the_clubs_too(house):
    zoe, bo, cy = named(house, "Zoé", "Bo", "Cy")
    club, _ = a_club(zoe, bo, cy)
    table = zoe.open(club=club.rpartition("/")[2])
    async with zoe.at(table) as one, bo.at(table) as two:
        await two.sit()
        while len((await one.hear("table"))["sitters"]) < 2:
            pass
        await one.say(do="start")
        await two.hear("events")
        assert "Games in progress" in look(cy, club)[2]
        await two.say(do="leave")
        while (await one.hear("events"))["result"] is None:
            pass
        await one.say(do="again")
        following = ""
        while not following:
            following = (await one.hear("table"))["next"]
    seen = look(cy, club)[2]
    assert re.search(r"<td>1</td><th scope=\"row\">Zoé</th><td><b>1</b></td><td>1</td><td>1</td>", seen)
    assert re.search(r"<td>2</td><th scope=\"row\">Bo</th><td><b>0</b></td>", seen)
    assert f"/tables/{table}/replay" in seen
    assert 'scope="row">Cy<' not in seen


def test_a_tournament_of_a_club_is_found_on_its_page_alone(house):
    zoe, bo, cy = named(house, "Zoé", "Bo", "Cy")
    club, _ = a_club(zoe, bo)
    form = {"name": "Club cup", "game": "isis", "pace": "days-2", "zone": "UTC", "listed": "yes"}
    form |= {"starts": "2999-01-01T00:00", "club": club.rpartition("/")[2]}
    assert post(zoe, "/tournaments", **form)[0] == 400, "the time is wrong"
    form["starts"] = _in_an_hour()
    assert post(cy, "/tournaments", **form)[0] == 404
    status, cup, _ = post(zoe, "/tournaments", **form)
    assert status == 303
    assert "Club cup" in look(bo, club)[2]
    assert "Club cup" not in look(cy, "/tournaments")[2]
    assert "Club cup" in look(zoe, "/tournaments")[2], "whoever takes part finds it there, too"
    assert club in look(bo, cup)[2]
    assert club not in look(cy, cup)[2], "others with the link of the tournament do not learn of the club"


def test_clubs_are_in_the_download_of_ones_data_and_go_with_it(house):
    zoe, bo = named(house, "Zoé", "Bo")
    club, _ = a_club(zoe, bo)
    told = json.loads(look(zoe, "/me/everything.json")[2])["clubs"]
    assert [(one["name"], one["called"]) for one in told] == [("The eight", True)]
    assert post(zoe, "/me/delete", sure="yes")[0] == 303
    assert "Zoé" not in look(bo, club)[2]


def _in_an_hour():
    return (datetime.now(UTC) + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%S")
