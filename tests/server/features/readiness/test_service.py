"""What processes of a server tell each other by files."""

import secrets
import shutil
from collections.abc import Iterator
from unittest.mock import Mock

import pytest

from tablee.bots.bot_process import BotFault
from tablee.bots.compile_stages import ALL, LOW, RULES, STAGES, mark_done, marker
from tablee.bots.requests import EvaluationRequest, Question
from tablee.games.brains.thoughts import Limit, Thought
from tablee.server.features.readiness.model import Job, Progress
from tablee.server.features.readiness.service import NotReady, Readiness, ReadyBots
from tablee.server.realtime.clock_watch import ClockWatch


@pytest.fixture
def game() -> Iterator[str]:
    """A game of which nothing is compiled, as there is none of that name."""
    name = f"nim-{secrets.token_hex(4)}"
    yield name
    for stage in STAGES:
        marker(name, stage).unlink(missing_ok=True)
    shutil.rmtree(Readiness([name]).folder, ignore_errors=True)


def test_a_game_that_is_not_watched_is_ready() -> None:
    assert Readiness().is_ready("isis", ALL)


def test_every_process_sees_what_is_done_and_who_waits(game: str) -> None:
    one, other = Readiness([game]), Readiness([game])
    assert one.look() == {Job(game, stage) for stage in STAGES}
    with pytest.raises(NotReady) as waiting:
        one.require(game, LOW)
    assert waiting.value.wait >= 1
    assert other.wanted() == {Job(game, RULES), Job(game, LOW)}
    other.tell({game: {LOW: Progress(0.5, 7.0)}})
    assert one.progress(game, LOW) == Progress(0.5, 7.0)
    mark_done(game, RULES)
    other.look()
    assert other.wanted() == {Job(game, LOW)}
    mark_done(game, LOW)
    one.require(game, LOW)
    assert other.is_ready(game, LOW)
    assert one.progress(game, LOW) == Progress(1.0, 0.0)


def test_the_time_in_which_rules_were_not_ready_is_known(game: str) -> None:
    now = [1000]
    readiness = Readiness([game], lambda: now[0])
    now[0] = 5000
    assert not readiness.is_ready(game)
    mark_done(game, RULES)
    now[0] = 6000
    assert readiness.is_ready(game)
    now[0] = 9000
    assert readiness.is_ready(game)
    assert readiness.closed(game) == [(1000, 6000)]
    assert readiness.closed("isis") == []
    watch = ClockWatch(Mock(), Mock(), Mock(), lambda: now[0], unready=readiness.closed)
    watch.shut = [(500, 1200)]
    assert watch.shut_to(game) == [(500, 6000)]
    assert watch.shut_to("isis") == [(500, 1200)]


class _Eager:
    """Bots that answer at once."""

    async def choose(self, question: Question) -> Thought:
        return Thought(f"level {question.level}")

    async def evaluate(self, request: EvaluationRequest) -> None:
        raise BotFault("crashed", request.game)


async def test_bots_are_asked_once_their_level_is_ready(game: str) -> None:
    readiness = Readiness([game])
    bots = ReadyBots(_Eager(), readiness)
    mark_done(game, LOW)
    assert (await bots.choose(Question(game, {}, 2))).action == "level 2"
    readiness.close()
    with pytest.raises(NotReady):
        await bots.choose(Question(game, {}, 5))
    assert Job(game, ALL) in readiness.wanted()
    with pytest.raises(NotReady):
        await bots.evaluate(EvaluationRequest(game, {}, "", 5, Limit()))


async def test_bots_are_asked_anyway_if_their_level_is_given_up(game: str) -> None:
    readiness = Readiness([game])
    readiness.want(game, ALL)
    readiness.tell({game: {ALL: Progress(0.0, 0.0, "killed", is_given_up=True)}})
    assert (await ReadyBots(_Eager(), readiness).choose(Question(game, {}, 5))).action == "level 5"
