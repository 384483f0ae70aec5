"""No engine beside a rated game: everything that gives away what an engine knows asks one question first."""

import json
import re
import typing
from urllib.parse import urlencode

import msgspec
import pytest

from tablee.games import find_game
from tablee.server.features.bot_accounts.model import BotAccount, new_bot_account_id
from tablee.server.features.puzzles.service import puzzles_of
from tablee.server.realtime import messages
from tablee.server.realtime.settings import WEB
from tablee.server.table.directory import Seated
from tablee.server.table.events import Opening, Sit
from tests.server.features.accounts.test_sign_in_pages import Holder
from tests.server.features.analysis.test_pages import finished_alone, position
from tests.server.features.bot_accounts.test_bot_accounts import Program
from tests.server.features.ratings.test_chosen_results import houses
from tests.server.features.ratings.test_service import FORM
from tests.server.house import Guest
from tests.server.realtime.test_hints import my_turn
from tests.server.storage.entries import entry

__all__ = ["houses"]

API = json.loads((WEB / "openapi.json").read_text("utf8"))
ENGINE = {(method, path) for path, ways in API["paths"].items() for method, told in ways.items() if told["x-engine"]}
HINT = "hint"
PLAIN_MESSAGES = {
    "act", "again", "answer_back", "ask_back", "back", "beside", "bot", "colour", "first", "hand", "leave", "look",
    "look_as", "mute", "name", "ping", "report", "return", "say", "seen", "sit", "start", "unseat", "why", "words",
    "write",
}  # fmt: skip
"""Live messages that are answered without an engine. Whoever adds a message decides here what it is."""
STATE = position(steps=30).state()
WORDS = {
    "en": "Not available while you are playing a rated game",
    "fr": "Indisponible tant que vous jouez une partie classée",
}


def attack(guest, method, path, finished, game="isis"):
    """Ask an operation for what an engine knows; returns the status and the answer."""
    puzzle = puzzles_of(find_game(game))[0].id
    said = {
        "/games/{game}/analysis/try": json.dumps({"state": STATE, "opinion": True}),
        "/games/{game}/analysis/table": urlencode({"mode": "bots", "state": json.dumps(STATE)}),
        "/games/{game}/puzzles/{puzzle}": json.dumps({"show": True}),
        "/games/{game}/puzzles": "",
        "/tables/{table}/story": "",
        "/me/look-back": "",
    }[path]
    address = path.format(game=game, puzzle=puzzle, table=finished)
    if method == "get":
        status, _, answer = guest.house.request("GET", address, headers=guest.headers)
    else:
        status, _, answer = guest.house.post(address, said, guest.headers)
    return status, answer.replace("&#39;", "’")


def is_refused(guest, finished, **more):
    """Whether each operation refuses, in words; a page says so, and shows nothing else."""
    found = {}
    for method, path in ENGINE:
        status, answer = attack(guest, method, path, finished, **more)
        found[method, path] = WORDS[guest.language] in answer and (method == "get" or status == 400)
    return found


async def rated_game_against_a_bot(guest):
    table = guest.open(**FORM | {"mode": "bots", "level": 1, "begins": "yes"})
    async with guest.at(table) as seat:
        await seat.sit()
        await seat.hear("table", status="playing")
    return table


async def asks_for_a_hint(guest, table):
    """What comes of asking for a hint at a table against bots."""
    async with guest.at(table) as seat:
        await seat.sit()
        await my_turn(seat)
        await seat.say(do=HINT, step=seat.step)
        while (told := await seat.hear())["say"] not in ("hint", "refused"):
            pass
    return told


def test_every_operation_and_every_message_says_whether_it_gives_engine_knowledge():
    for path, ways in API["paths"].items():
        for method, told in ways.items():
            assert isinstance(told.get("x-engine"), bool), (method, path)
    known = {msgspec.inspect.type_info(one).tag for one in typing.get_args(messages.Command)}
    assert known == PLAIN_MESSAGES | {HINT}


def test_every_module_that_asks_an_engine_asks_first_whether_it_may():
    """`Bots.choose` and `evaluate` are called where players play, or behind the question; so are stories read."""
    asking = re.compile(r"hub\.think\(|stories\.(status|ask)\(|review\.(of|find)\(|words\.advice\(|hints\.ask\(")
    answers_itself = {"text_play.py", "puzzles/service.py", "review/service.py", "puzzle_search.py"}
    found = [
        path.relative_to(WEB.parent).as_posix()
        for path in WEB.parent.rglob("*.py")
        if asking.search(text := path.read_text("utf8")) and not re.search("check_(engine_allowed|fair)", text)
    ]
    assert [path for path in found if not path.endswith(tuple(answers_itself))] == []


async def test_while_a_rated_game_goes_on_nothing_tells_what_an_engine_knows(houses):
    """Against a bot; asked in the same browser and in another of the same person, at any server, in both languages."""
    zoe, elsewhere = Holder(houses[0]), Holder(houses[1], language="fr")
    zoe.post("/me/name", {"name": "Zoé"})
    assert elsewhere.by_words(zoe.make_words())[0] == 303
    finished, alone = await finished_alone(zoe), zoe.open(mode="bots", level=1, begins="yes")
    assert not any(is_refused(zoe, finished).values())
    assert (await asks_for_a_hint(zoe, alone))["say"] == "hint"
    rated = await rated_game_against_a_bot(zoe)
    for browser in (zoe, elsewhere):
        assert is_refused(browser, finished) == dict.fromkeys(ENGINE, True)
        told = await asks_for_a_hint(browser, alone)
        assert (told["say"], told["code"]) == ("refused", "game_goes_on")
        assert WORDS[browser.language] in told["message"]
    # Another title is another matter, and so is the next day.
    puzzle = "post", "/games/{game}/puzzles/{puzzle}"
    assert attack(zoe, *puzzle, finished, game="netzwerk")[0] == 200
    async with zoe.at(rated) as seat:
        await seat.say(do="leave")
        await seat.hear("table", status="over")
    assert not any(is_refused(elsewhere, finished).values())


async def test_nor_is_a_fresh_browser_beside_it_told_of_it(house):
    zoe = Guest(house)
    rated = zoe.open(**FORM | {"mode": "bots", "level": 1, "begins": "yes"})
    async with zoe.at(rated) as seat:
        await seat.sit()
        await seat.hear("table", status="playing")
        assert attack(Guest(house), "post", "/games/{game}/analysis/try", "")[0] == 400


async def test_programs_and_their_owner_play_for_one_another(store):
    await store.rename("zoé", "Zoé", 1)
    zorro, other = (BotAccount(new_bot_account_id(), "zoé", name, 1) for name in ("Zorro", "Robot"))
    for one in (zorro, other):
        assert await store.bot_accounts.add(one, f"session of {one.name}", 5)
    opening = Opening("t", "isis", 1, 2, {}, "c", rated=True)
    await store.ratings.expect("t", "isis")
    await store.open_table(opening, b"seed", entry("t"))
    playing = entry("t", 1, status="playing", participants=[Seated(1, "Zorro", seat=0)])
    assert not await store.ratings.is_playing("zoé", "isis")
    await store.append("t", [Sit(1, 1, "Zorro")], playing, {1: zorro.id})
    for person in (zorro.id, other.id, "zoé"):
        assert await store.ratings.is_playing(person, "isis")
        assert not await store.ratings.is_playing(person, "morfals")
    assert not await store.ratings.is_playing("max", "isis")


@pytest.mark.parametrize(("method", "path"), sorted(ENGINE))
def test_no_operation_of_them_is_open_to_programs(house, method, path):
    status, answer = attack(Program(Guest(house)), method, path, "no-table")
    assert (status, json.loads(answer)["code"]) == (403, "program")


def test_a_program_is_told_in_words_what_cannot_be_rated(house):
    status, answer = Program(Guest(house)).ask("POST", "/tables", **FORM | {"open": "yes", "pace": ""})
    assert (status, answer["code"]) == (400, "rated")
    assert answer["message"].startswith("Rated games need a clock")
