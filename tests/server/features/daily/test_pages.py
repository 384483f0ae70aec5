"""Deals over real pages: once a person, nothing before its time, and a card that gives nothing away."""

import json
import re

import pytest

from tablee.server.features.daily.model import Proof, after, begin_of, day_of, is_sound, reveal_of
from tablee.server.table.clock import AN_HOUR
from tests.browser.study.test_deals import give_up
from tests.cases import each
from tests.server.house import Guest


def today(house):
    status, headers, _ = house.request("GET", "/day")
    assert status == 303
    return headers["location"]


def sit_down(guest, address):
    status, headers, _ = guest.house.request("POST", address, {}, guest.headers)
    assert status == 303
    return headers["location"].removeprefix("/tables/")


def page(guest, address):
    status, _, body = guest.house.request("GET", address, headers=guest.headers)
    assert status == 200
    return body


@pytest.mark.parametrize("hour", [0, 12, 21, 23])
async def test_a_day_is_told_only_to_who_has_played_it_and_shown_to_all_when_nobody_plays_it_any_more(
    timed_house, hour
):
    timed, day = timed_house, after(day_of(timed_house.now))
    timed.pass_until(begin_of(day) + hour * AN_HOUR)
    zoe, otto, address = Guest(timed), Guest(timed, "fr"), today(timed)
    table = sit_down(zoe, address)
    assert sit_down(zoe, address) == table != sit_down(otto, address)
    await give_up(zoe, table)
    assert "board-of-deal" in page(zoe, address)
    assert "board-of-deal" not in page(otto, address)
    assert "1 personne a déjà joué, aucune victoire pour l’instant" in page(otto, address)
    assert "so far" not in page(zoe, address)
    assert timed.request("GET", f"{address}/proof.json")[0] == 409
    unsealed = json.loads(timed.request("GET", f"/tables/{table}/export.json", headers=zoe.headers)[2])
    assert unsealed["seed"] == ""
    mine = json.loads(timed.request("GET", "/me/everything.json", headers=zoe.headers)[2])
    assert [one["table"] for one in mine["deals"]] == [table]
    assert mine["tables"][0]["export"]["seed"] == ""
    timed.pass_until(reveal_of(day))
    following = today(timed)
    assert (address, following) == (f"/day/{day}", f"/day/{after(day)}")
    assert "La donne du" in page(otto, address)
    assert "board-of-deal" in page(otto, address)
    status, _, body = timed.request("GET", f"{address}/proof.json")
    proof = Proof(**json.loads(body))
    assert (status, is_sound(proof)) == (200, True)
    sealed = json.loads(timed.request("GET", f"/tables/{table}/export.json", headers=zoe.headers)[2])
    mine = json.loads(timed.request("GET", "/me/everything.json", headers=zoe.headers)[2])
    assert sealed["seed"] == mine["tables"][0]["export"]["seed"] == proof.seed
    timed.pass_until(reveal_of(after(day)))
    nonces = json.loads(timed.request("GET", f"{following}/proof.json")[2])["nonces"]
    added = [event["nonce"] for event in sealed["events"] if event["event"] == "nonce"]
    assert set(added) <= set(nonces)


async def test_a_finished_game_becomes_a_card_that_others_play_once_without_learning_where_it_was_played(house):
    zoe, otto = Guest(house), Guest(house)
    first = zoe.open(mode="bots", level=1, name="Zoé")
    assert house.request("POST", f"/tables/{first}/card", {}, zoe.headers)[0] == 409
    await give_up(zoe, first)
    assert house.request("POST", f"/tables/{first}/card", {}, otto.headers)[0] == 404
    status, headers, _ = house.request("POST", f"/tables/{first}/card", {}, zoe.headers)
    card = headers["location"]
    assert (status, card[:7]) == (303, "/cards/")
    told = page(otto, card)
    assert "Can you beat Zoé with the same deal?" in told
    assert first not in told
    table = sit_down(otto, card)
    assert sit_down(otto, card) == table != first
    await give_up(otto, table)
    assert set(re.findall(r"/tables/([\w-]+)/replay", page(otto, card))) == {first, table}
    assert house.request("GET", f"/tables/{table}/card", headers=otto.headers)[1]["location"] != card
    status, headers, _ = house.raw_request("GET", f"{card}/picture.png?language=fr")
    assert (status, headers["content-type"]) == (200, "image/png")


@each(
    ("address", "status"),
    [
        ("/day/2026-02-31", 404),
        ("/day/1999-01-01", 404),
        ("/day/9999-12-31", 404),
        ("/day/%00", 404),
        ("/cards/nothing", 404),
        ("/cards/%27%3B", 404),
        ("/cards/x/picture.png", 404),
        ("/tables/nothing/card", 404),
    ],
)
def test_nonsense_is_answered_as_such(house, address, status):
    assert house.request("GET", address)[0] == status
