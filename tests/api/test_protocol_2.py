"""What the second version of the engine protocol has besides the first, and its description."""

import json
import re
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tablee
from tablee.api.protocol import _FIELDS, Engine
from tablee.games import find_game
from tests.cases import each

PAGE = (Path(__file__).parents[2] / "docs" / "bots" / "protocol.md").read_text("utf8")


def ask(engine: Engine, cmd: str, **fields: Any) -> dict[str, Any]:
    return json.loads(json.dumps(engine.answer(json.dumps({"cmd": cmd, **fields}).encode())))  # type: ignore[no-any-return]


def code(answer: dict[str, Any]) -> str:
    assert answer["ok"] is False
    return str(answer["error"]["code"])


@pytest.fixture
def engine() -> Engine:
    """Isis & Osiris with two players, a pawn on c4 and a tile drawn."""
    engine = Engine()
    ask(engine, "new", game="isis", players=2, seed=7)
    ask(engine, "apply", action="pawn c4")
    ask(engine, "apply", action="draw")
    return engine


def test_the_page_shows_a_conversation_that_takes_place() -> None:
    engine, (block,) = Engine(), re.findall("```protocol\n(.*?)```", PAGE, re.DOTALL)
    lines = block.splitlines()
    assert len(lines) > 10
    for request, answer in zip(lines[::2], lines[1::2], strict=True):
        said = json.loads(json.dumps(engine.answer(request.removeprefix("> ").encode())))
        assert said == json.loads(answer.removeprefix("< "))


def test_the_page_describes_every_request_with_every_field() -> None:
    rows = {found[1]: found[2] for found in re.finditer(r"^\| `(\w+)` \| (.*?) \| ", PAGE, re.MULTILINE)}
    described = {name: set(re.findall(r"`([a-z]+)`", row)) - {"false", "null"} for name, row in rows.items()}
    asked = {name: set(fields) for name, fields in _FIELDS.items()}
    assert {name: described.get(name) for name in asked} == asked


def _rows(title: str) -> dict[str, str]:
    """Of a table of the page: by game, all that is said of it; a row without a game belongs to the one before."""
    part, told, games = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0], dict[str, str](), [""]
    for first, rest in re.findall(r"^\| (.*?)\| (.*)", part, re.MULTILINE):
        games = re.findall(r"`(\w+)`", first) or games
        told |= {game: told.get(game, "") + rest for game in games}
    return told


@each("game_id", tablee.game_ids())
def test_the_page_describes_every_field_of_a_state_every_action_and_every_reason(game_id: str) -> None:
    folder, fields, words = find_game(game_id), set[str](), set[str]()
    for place in (0, -1):
        options = {name: values[place] for name, values in folder.options.items()}
        game, random = tablee.new(game_id, 2, options, seed=3), Random(3)
        while game.to_act is not None and len(game.log) < 120:
            fields |= set(game.state())
            words |= {text.split()[0] for text in (game.legal() or [one for one, _ in game.outcomes()])}
            game.step(random.choice(game.legal_ids()))
    told = set(re.findall(r"`(\w+)[ `]", PAGE.partition("## States")[2].partition("|")[0] + _rows("States")[game_id]))
    assert fields - told == set()
    row = _rows("Actions and reasons")[game_id]
    assert words | {reason for reason in folder.reasons if reason} <= set(re.findall(r"`(\w+)[ `]", row))


def test_the_version_is_that_of_protocol_program_and_rules() -> None:
    answer = ask(Engine(), "version")
    assert (answer["protocol"], answer["program"]) == (2, version("tablee"))
    assert answer["rules"] == {game_id: find_game(game_id).version for game_id in tablee.game_ids()}


def test_knowledge_can_be_loaded_and_asked_for_a_bot(engine: Engine) -> None:
    ask(engine, "apply", action="reveal +3")
    ask(engine, "apply", action="place c3")
    known = ask(engine, "knowledge", seat=0)["state"]
    other = Engine()
    assert ask(other, "load", state=known) == {"ok": True, "to_act": 0}
    assert ask(other, "bot", level=1)["action"] in ask(engine, "legal")["actions"]
    assert code(ask(engine, "knowledge", seat=2)) == code(ask(engine, "knowledge")) == "bad_request"


def test_undo_takes_back_whatever_it_was_as_often_as_there_is_something(engine: Engine) -> None:
    ask(engine, "chance")
    ask(engine, "leave", seat=0)
    answers = [ask(engine, "undo") for _ in range(5)]
    assert [answer.get("to_act") for answer in answers] == [1, "chance", 1, 0, None]
    assert code(answers[-1]) == "bad_request"
    ask(engine, "load", state=ask(engine, "state")["state"])
    assert code(ask(engine, "undo")) == "bad_request"


def test_the_log_says_who_it_was(engine: Engine) -> None:
    ask(engine, "apply", action="reveal +3")
    ask(engine, "leave", seat=0)
    assert ask(engine, "log")["log"] == [[0, "pawn c4"], [1, "draw"], ["chance", "reveal +3"], [0, "leave"]]
    ask(engine, "new", game="isis", players=2)
    assert ask(engine, "log")["log"] == []


def test_ids_stand_in_the_order_of_actions_and_outcomes(engine: Engine) -> None:
    at_chance = ask(engine, "legal", ids=True)
    assert at_chance["ids"] == [0, 1, 2, 3, 5, 6, 7, 8]
    assert at_chance["outcomes"][0][0] == "reveal -4"
    ask(engine, "apply", id=5)
    assert ask(engine, "log")["log"][-1] == ["chance", "reveal +1"]
    answer = ask(engine, "legal", ids=True)
    assert answer["ids"] == sorted(answer["ids"])
    assert len(answer["ids"]) == len(answer["actions"])
    assert "ids" not in ask(engine, "legal")


@pytest.mark.parametrize("wrong", [-1, 4, 9, 10**30])
def test_an_id_that_is_not_legal_is_an_illegal_action(engine: Engine, wrong: int) -> None:
    assert code(ask(engine, "apply", id=wrong)) == "illegal_action"
    assert ask(engine, "legal")["to_act"] == "chance"


@pytest.mark.parametrize("fields", [{}, {"id": 1, "action": "reveal +1"}, {"id": True}, {"id": 1.5}, {"id": None}])
def test_either_an_action_or_an_id_is_applied(engine: Engine, fields: dict[str, Any]) -> None:
    assert code(ask(engine, "apply", **fields)) == "bad_request"


@each("fields", [{"simulations": 0}, {"simulations": -1}, {"simulations": 2.5}, {"values": 1}, {"simulations": 2**31}])
def test_limits_that_make_no_sense_are_a_bad_request(fields: dict[str, Any]) -> None:
    engine = Engine()
    ask(engine, "new", game="isis", players=2)
    assert code(ask(engine, "bot", **fields)) == "bad_request"


@each("game_id", tablee.game_ids())
def test_values_tell_of_every_legal_action_what_each_seat_may_expect(game_id: str) -> None:
    engine = Engine()
    to_act = ask(engine, "new", game=game_id, players=2, seed=3)["to_act"]
    while to_act == "chance":
        to_act = ask(engine, "chance")["to_act"]
    answer = ask(engine, "bot", level=4, simulations=60, seconds=5, values=True)
    assert answer["action"] == answer["values"][0][0]
    assert sorted(action for action, _, _ in answer["values"]) == sorted(ask(engine, "legal")["actions"])
    assert all(visits >= 0 and sum(values) == pytest.approx(1) for _, visits, values in answer["values"])
    assert answer["seconds"] > 0


def test_what_is_forced_has_a_value_too() -> None:
    game = tablee.new("isis", 2, seed=3)
    while len(game.legal()) != 1:
        game.step(game.legal_ids()[-1])
    (only,) = game.analyse(simulations=50, level=3).considered
    assert only.action == game.legal()[0]
    assert sum(only.values) == pytest.approx(1)
