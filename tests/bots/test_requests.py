"""A bot that fails is replaced by a lower one, and only where that fails, too, by chance."""

import json
from collections.abc import Callable

import msgspec
import pytest

from tablee.bots.bot_process import BABBLED, CRASHED, BotFault
from tablee.bots.requests import Question, choose_with_fallback, read_answer, request_line
from tablee.games.brains.levels import LEVELS
from tablee.games.brains.thoughts import Considered, Limit, Thought
from tests.cases import each

LEGAL = ["left", "right"]


class Bots:
    """Bots that play as they are told, and note what they were asked."""

    def __init__(self, play: Callable[[Question], str]) -> None:
        self._play = play
        self.asked: list[Question] = []

    async def choose(self, question: Question) -> Thought:
        self.asked.append(question)
        return Thought(self._play(question))


def fails_above(level: int) -> Callable[[Question], str]:
    def play(question: Question) -> str:
        if question.level > level:
            raise BotFault(CRASHED, "it has ended")
        return "right"

    return play


async def chosen(bots: Bots, level: int = 5) -> str:
    return (await choose_with_fallback(bots, Question("isis", {}, level, session="a 1"), LEGAL)).action


async def test_a_bot_that_works_is_asked_once() -> None:
    bots = Bots(lambda _: "left")
    assert await chosen(bots) == "left"
    assert [question.level for question in bots.asked] == [5]


async def test_in_the_place_of_one_that_fails_the_lowest_level_is_asked_for_a_moment() -> None:
    bots = Bots(fails_above(1))
    assert {await chosen(bots) for _ in range(20)} == {"right"}
    assert [question.level for question in bots.asked[:2]] == [5, 1]
    assert bots.asked[1].limit == Limit(seconds=1.0)


async def test_an_illegal_action_is_a_failure_too() -> None:
    bots = Bots(lambda question: "up" if question.level > 1 else "right")
    assert {await chosen(bots) for _ in range(20)} == {"right"}


async def test_where_nobody_has_an_answer_any_legal_action_is_played() -> None:
    assert {await chosen(Bots(fails_above(0))) for _ in range(50)} == set(LEGAL)


@each("level", LEVELS)
def test_only_the_higher_levels_take_long(level: int) -> None:
    assert Question("isis", {}, level).is_quick == (level <= 3)
    assert Question("isis", {}, level, limit=Limit(seconds=0.05)).is_quick
    assert Question("isis", {}, level, limit=Limit(simulations=500)).is_quick


def test_a_question_becomes_a_line_without_what_was_not_said() -> None:
    line = request_line(7, Question("isis", {"players": 2}, 3, 5))
    assert json.loads(line) == {"id": 7, "game": "isis", "knowledge": {"players": 2}, "level": 3, "seed": 5}
    more = request_line(7, Question("isis", {}, 3, 5, Limit(100, 0.5), "table 1", "Zoé", style="bold"))
    assert (
        json.loads(more).items() >= {"simulations": 100, "seconds": 0.5, "session": "table 1", "style": "bold"}.items()
    )


def test_a_thought_comes_through_as_it_was() -> None:
    thought = Thought("left", (Considered("left", 3, (0.75, 0.25)), Considered("right", 1, (0.5, 0.5))), 4, 0.1)
    assert read_answer(json.dumps({"id": 7, **msgspec.to_builtins(thought)}).encode(), 7) == thought


@each("considered", [7, [["left"]], [["left", 1, [0.5, "x"]]], [[1, 1, [0.5]]]])
def test_considerations_that_make_no_sense_are_babble(considered: object) -> None:
    with pytest.raises(BotFault) as fault:
        read_answer(json.dumps({"id": 1, "action": "left", "considered": considered}).encode(), 1)
    assert fault.value.kind == BABBLED
