"""Lessons as a page asks for them."""

import json
from typing import Any
from unittest.mock import Mock

import tablee.server.features.lessons.service
from tablee.engine.contract import ContractError
from tablee.games import game_ids
from tablee.games.language import languages
from tablee.server.features.lessons.service import lesson, teaches
from tests.cases import each
from tests.server.house import House

TEACHING = [game_id for game_id in game_ids() if teaches(game_id)]


class Pupil:
    """Somebody who learns a game, without a browser."""

    def __init__(self, house: House, game_id: str, code: str = "en") -> None:
        self.house = house
        self.path = f"/games/{game_id}/lesson"
        self.headers = {"accept-language": code}

    def page(self) -> str:
        status, _, body = self.house.request("GET", self.path, headers=self.headers)
        assert status == 200
        return body

    def send(self, step: Any, body: str) -> tuple[int, Any]:
        status, _, reply = self.house.post(f"{self.path}/{step}", body, self.headers)
        return status, json.loads(reply)

    def ask(self, step: int, *tried: str, **wish: Any) -> Any:
        status, reply = self.send(step, json.dumps({"tried": tried, **wish}))
        assert status == 200, reply
        return reply

    def solve(self, step: int) -> Any:
        """Do what is shown until nothing is left to do; returns the last answer."""
        tried: list[str] = []
        while True:
            action = self.ask(step, *tried, show=True)["action"]
            reply = self.ask(step, *tried, action=action)
            assert reply["words"]
            assert reply["verdict"] != "wrong"
            tried.append(action)
            if reply["verdict"] == "right":
                return reply


@each("code", languages())
@each("game_id", TEACHING)
def test_whoever_does_what_is_shown_comes_to_the_end_of_a_lesson(house, game_id, code):
    pupil = Pupil(house, game_id, code)
    for step in range(1, pupil.page().count('<li><button type="button"') + 1):
        first = pupil.ask(step)
        assert first["title"]
        assert first["frames"][0]["whole"]
        if first["task"]:
            assert first["frames"][0]["yours"]
            assert pupil.solve(step)["frames"]


def test_what_is_not_meant_is_answered_in_words_and_nothing_moves(house):
    reply = Pupil(house, "isis", "fr").ask(5, action="pawn f4")
    assert reply["verdict"] == "wrong"
    assert reply["words"].startswith("Là, il vaudrait +2")
    assert reply["frames"] == []


def test_what_is_not_legal_is_answered_too(house):
    reply = Pupil(house, "isis").ask(5, action="pawn b4")
    assert reply["verdict"] == "wrong"
    assert reply["words"]


def test_a_step_goes_on_with_what_chance_and_the_others_do(house):
    reply = Pupil(house, "isis").ask(7, action="place d2")
    assert reply["verdict"] == "on"
    assert [frame["yours"] for frame in reply["frames"]] == [False, False, False, True]
    assert "pawn c6" in reply["frames"][-1]["scene"]["offers"]["square c6"]


def test_nothing_is_offered_once_the_task_is_done(house):
    reply = Pupil(house, "isis").ask(1, action="pawn a1")
    assert all(frame["scene"]["offers"] == {} for frame in reply["frames"])


def test_nothing_is_offered_where_there_is_only_something_to_see(house):
    first = Pupil(house, "morisi").ask(6)
    assert first["task"] == ""
    assert first["frames"][0]["scene"]["offers"] == {}


def test_hidden_values_stay_hidden(house):
    frame = Pupil(house, "isis").ask(8)["frames"][0]
    values = [node for node in frame["scene"]["set"] if node[0].startswith("tile") and node[2] != "tile-back"]
    assert len([node for node in frame["scene"]["set"] if node[2] == "tile-back"]) >= 20
    assert values == []


@each(
    ("step", "body"),
    [
        (1, "no json"),
        (1, "[]"),
        (1, '{"tried": "pawn a1"}'),
        (1, '{"tried": [], "cheat": 1}'),
        (1, '{"tried": ["pawn z9"]}'),
        (1, '{"tried": ["draw"]}'),
        (1, '{"tried": ["pawn a1"], "action": "pawn a2"}'),
        (2, json.dumps({"tried": ["draw"] * 50})),
        (0, "{}"),
        (99, "{}"),
        ("one", "{}"),
        ("9" * 5000, "{}"),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused_with_a_sentence(house, step, body):
    status, reply = Pupil(house, "isis").send(step, body)
    assert status == 400
    assert reply["message"].endswith(".")


def test_there_is_no_lesson_of_a_game_that_does_not_exist(house):
    assert house.request("GET", "/games/chess/lesson")[0] == 404
    assert house.post("/games/chess/lesson/1", "{}")[0] == 404


def test_pages_from_elsewhere_learn_nothing_here(house):
    assert house.post("/games/isis/lesson/1", "{}", {"origin": "https://elsewhere.example"})[0] == 403


def test_a_step_shows_only_the_buttons_that_have_been_spoken_of(house):
    def buttons(step, *tried):
        rows = Pupil(house, "morpyam").ask(step, *tried)["frames"][0]["scene"]["bar"]
        return [button["action"] for row in rows for button in row["buttons"]]

    assert buttons(1) == ["roll"]
    assert buttons(1, "roll") == ["keep {picks}; roll"]
    assert "call carre" in buttons(8), "the step that speaks of calls"


def test_the_shelf_the_open_form_and_the_rulebook_lead_to_the_lesson(house):
    for path in ("/", "/games/isis/bots", "/games/isis/rules"):
        assert 'href="/games/isis/lesson"' in house.request("GET", path)[2]


def test_whoever_asks_too_fast_is_told_so(tmp_path):
    house = House(tmp_path, look_rate=1e-6, look_burst=2)
    pupil = Pupil(house, "isis")
    statuses = [pupil.send(1, "{}")[0] for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert pupil.send(1, "{}")[1]["message"] == "Too fast: please wait a moment."
    house.kill()


def test_a_broken_lesson_spoils_neither_the_shelf_nor_its_game(monkeypatch, caplog):
    broken = Mock(side_effect=ContractError("isis: lesson.md, line 3: the idea has no words"))
    monkeypatch.setattr(tablee.server.features.lessons.service, "lesson_of", broken)
    lesson.cache_clear()
    assert not teaches("isis")
    assert "lesson.md, line 3" in caplog.text
    lesson.cache_clear()
