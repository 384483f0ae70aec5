"""Outside bots: good ones play, and whatever a bad one does, it loses its game and the tournament goes on."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tablee.arena.arena_game import play_batch
from tablee.arena.schedule import Tournament, pairings
from tablee.bots import bot_process
from tablee.bots.bot_process import BABBLED, CHEATED, CRASHED, DAWDLED
from tablee.bots.external_runner import load
from tests.arena.tournaments import ENGINE, OUTSIDERS, outsider, played, rogue_engine, tournament, what_happened
from tests.cases import each


@pytest.fixture(autouse=True)
def _quick_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who dawdle from the start should not hold up the tests."""
    monkeypatch.setattr(bot_process, "START_PATIENCE", 20.0)


def check_that_it_loses(given: Tournament, kind: str, words: str) -> None:
    for record in played(given):
        rogue = record.seats.index(0)
        assert record.winners == (1 - rogue,)
        assert record.reason == "left"
        (fault,) = record.faults
        assert (fault.seat, fault.kind) == (rogue, kind)
        assert words in fault.words


@each(
    ("name", "kind", "words"),
    [
        ("Raises", CRASHED, "RuntimeError: I am lost (outsiders.py, line "),
        ("Exits", CRASHED, "exit code 3"),
        ("Cheats", CHEATED, "'win at once' is not legal"),
        ("SaysNumbers", BABBLED, "without an action"),
        ("SaysWhatIsNoJson", CRASHED, "not JSON serializable"),
    ],
)
def test_a_class_that_goes_wrong_loses_its_game(name: str, kind: str, words: str) -> None:
    check_that_it_loses(tournament(outsider(name), "random", games=4), kind, words)


@each(
    ("manner", "kind", "words"),
    [
        ("dies", CRASHED, "exit code 3"),
        ("refuses", CRASHED, "load was refused"),
        ("cheats", CHEATED, "'win' is not legal"),
        ("babbles", BABBLED, "banana"),
        ("lists", BABBLED, "not a JSON object"),
        ("mutters", BABBLED, "without an action"),
        ("floods", BABBLED, "a line of more than"),
    ],
)
def test_a_program_that_goes_wrong_loses_its_game(manner: str, kind: str, words: str) -> None:
    check_that_it_loses(tournament(rogue_engine(manner), "random", games=2), kind, words)


@pytest.mark.parametrize("bot", [outsider("Hangs"), outsider("HangsNow"), rogue_engine("hangs")])
def test_a_bot_that_never_answers_loses_its_game(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "START_PATIENCE", 0.2)
    check_that_it_loses(tournament(bot, "random", games=2, patience=0.1), DAWDLED, "no answer within")


def test_a_program_that_closes_its_output_and_stays_loses_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "LAST_PATIENCE", 0.2)
    check_that_it_loses(tournament(rogue_engine("closes"), "random", games=2), CRASHED, "ended")


def test_in_games_for_more_the_others_play_on() -> None:
    for record in played(tournament(outsider("Cheats"), "random", "random", game="isis", players=3, games=3)):
        rogue = record.seats.index(0)
        assert [fault.seat for fault in record.faults] == [rogue]
        assert rogue not in record.winners
        assert record.reason == "points"


def test_a_rogue_harms_no_game_but_its_own() -> None:
    def good_games(given: Tournament) -> list[object]:
        games = what_happened(played(given)).values()
        return [record for record in games if 2 not in record.seats]

    alone = tournament("level:1", "random", games=4)
    disturbed = tournament("level:1", "random", outsider("Exits"), games=4)
    assert good_games(disturbed) == good_games(alone)


def test_a_good_class_plays_whole_games_and_is_made_anew_for_each() -> None:
    records = played(tournament(outsider("Counting"), outsider("First"), game="isis", games=4))
    assert [record.faults for record in records] == [()] * 4
    assert all(sum(record.decisions) > 36 for record in records)


def test_a_program_that_speaks_the_engine_protocol_plays_like_the_level_it_is_asked_for() -> None:
    records = played(tournament(f"{ENGINE}#level=2", "random", game="isis", games=4))
    assert [record.faults for record in records] == [()] * 4
    assert sum(record.shares[record.seats.index(0)] for record in records) >= 3


def test_no_process_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_SIGN", str(tmp_path / "pid"))
    monkeypatch.setattr(bot_process, "START_PATIENCE", 1.0)
    given = tournament(outsider("Hangs"), "random", games=2, patience=0.1)
    play_batch(given, list(pairings(given))[:1])
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_even_a_bot_that_hangs_ends_when_its_input_ends(tmp_path: Path) -> None:
    """So it does not outlive a worker that was killed."""
    command = [
        sys.executable,
        "-P",
        str(Path(bot_process.__file__).with_name("external_runner.py")),
        f"{OUTSIDERS}:Hangs",
    ]
    environment = {**os.environ, "TABLEE_SIGN": str(tmp_path / "pid")}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as runner:
        assert runner.stdin is not None
        runner.stdin.write(b'{"id": 1, "session": "game 1", "knowledge": {}, "actions": [], "seed": 0}\n')
        runner.stdin.flush()
        end = time.monotonic() + 30
        while not (tmp_path / "pid").exists():
            assert time.monotonic() < end
            time.sleep(0.005)
        runner.stdin.close()
        assert runner.wait(timeout=120) == 0


def test_a_class_can_be_loaded_from_a_module() -> None:
    assert callable(load("tests.arena.outsiders:First"))
