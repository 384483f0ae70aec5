"""What bots may use: told to each in its way, shown in the report, and minded."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tablee.arena.arena_game import play
from tablee.arena.report_rendering import as_html, as_text
from tablee.arena.schedule import GRACE, Pairing, TournamentLimits
from tablee.arena.standings import standings
from tablee.arena.tournament_report import tournament_report
from tablee.bots.bot import RandomBot
from tablee.bots.bot_process import BotFault
from tablee.games import find_game
from tablee.games.brains.thoughts import Limit, Thought
from tests.arena.tournaments import played, tournament

HERE = Path(__file__).parent
CURIOUS = """
import json, os

class Bot:
    def choose(self, knowledge, actions, seed, limit):
        with open(os.environ["TABLEE_NOTES"], "a") as file:
            file.write(json.dumps(limit) + "\\n")
        return actions[0]
"""


def asked(notes: Path, cmd: str) -> list[dict[str, Any]]:
    requests = map(json.loads, notes.read_text().splitlines())
    return [request for request in requests if request["cmd"] == cmd]


@pytest.mark.parametrize(
    ("manner", "told"),
    [
        ("new", {"seconds": 0.5, "simulations": 20}),
        ("old", {"seconds": 0.5}),
        ("brittle", {"seconds": 0.5}),
    ],
)
def test_programs_are_told_what_their_protocol_has(manner: str, told: dict[str, float], tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    program = f"engine:{sys.executable} {HERE / 'noting_engine.py'} {notes} {manner}"
    limits = TournamentLimits(simulations=20, seconds=0.5)
    records = played(tournament(program, "random", games=2, limits=limits))
    assert [record.faults for record in records] == [(), ()]
    wishes = asked(notes, "bot")
    assert len(wishes) > 10
    assert all(wish == {"cmd": "bot", **told} for wish in wishes)
    assert len(asked(notes, "version")) == 1, "asked once, before the clock runs"


def test_without_limits_programs_are_asked_as_ever(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    played(tournament(f"engine:{sys.executable} {HERE / 'noting_engine.py'} {notes} brittle", "random", games=2))
    assert asked(notes, "version") == []
    assert asked(notes, "bot")[0] == {"cmd": "bot"}


def test_a_class_is_told_if_it_wants_to_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes, bot = tmp_path / "notes", tmp_path / "curious.py"
    monkeypatch.setenv("TABLEE_NOTES", str(notes))
    bot.write_text(CURIOUS)
    played(tournament(f"python:{bot}", "random", games=2, limits=TournamentLimits(simulations=7, game_seconds=40.0)))
    said = [json.loads(line) for line in notes.read_text().splitlines()]
    assert {one["simulations"] for one in said} == {7}
    assert max(one["seconds"] for one in said) <= 2.0  # a twentieth of what is left
    assert min(one["seconds"] for one in said) > 1.0


class _Noting(RandomBot):
    """Plays at random, and notes what it may use."""

    def __init__(self) -> None:
        super().__init__(find_game("morfals"))
        self.told: list[Limit] = []

    def choose(self, knowledge: Any, limit: Limit = Limit(), seed: int = 0) -> Thought:  # noqa: B008
        self.told.append(limit)
        return super().choose(knowledge, limit, seed)


def test_bots_of_the_house_are_told_in_the_same_way() -> None:
    bots = [_Noting(), _Noting()]
    for limits, told in ((TournamentLimits(simulations=20), {Limit(20)}), (TournamentLimits(), {Limit()})):
        play(tournament("level:1", "level:2", limits=limits), find_game("morfals"), Pairing(0, (0, 1)), bots)
        assert set(bots[0].told) == set(bots[1].told) == told
        bots[0].told, bots[1].told = [], []


def test_who_takes_too_long_has_dawdled() -> None:
    limits = TournamentLimits(seconds=0.5, game_seconds=10.0)
    limits.check(seconds=0.5 + GRACE, spent=10.0 + GRACE)
    with pytest.raises(BotFault, match=r"1\.6 s, and 0\.5 are allowed a move"):
        limits.check(seconds=1.6, spent=2.0)
    with pytest.raises(BotFault, match=r"11\.5 s in all, and 10 are allowed a game") as fault:
        limits.check(seconds=0.1, spent=11.5)
    assert fault.value.kind == "dawdled"


def test_a_slow_bot_leaves_its_game(tmp_path: Path) -> None:
    bot = tmp_path / "slow.py"
    bot.write_text(
        "import time\nclass Bot:\n    def choose(self, k, a, s):\n        time.sleep(1.3)\n        return a[0]\n"
    )
    (record, *_) = played(tournament(f"python:{bot}", "random", games=1, limits=TournamentLimits(seconds=0.2)))
    (fault,) = record.faults
    assert (fault.kind, record.reason) == ("dawdled", "left")
    assert record.log[-1] == f"leave {fault.seat}"


def test_reports_say_what_was_allowed() -> None:
    small = tournament(
        "random", "random", games=2, limits=TournamentLimits(simulations=20, seconds=0.5, game_seconds=60)
    )
    result = standings(small, played(small))
    assert result is not None
    words = "at most 20 simulations and 0.5 s a move, 60 s a game"
    assert words in as_text(tournament_report(result))
    assert words in as_html(tournament_report(result))
    assert TournamentLimits().in_words() == ""
