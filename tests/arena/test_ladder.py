"""The whole measurement: what is played on which rung, what it shows, and that it goes on where it was broken off."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from tablee.arena.arena_game import Decision, GameRecord
from tablee.arena.ladder import Ladder, LadderRung, ladder, rungs, tournament_of
from tablee.arena.ladder_report import ladder_report, ladder_tables
from tablee.arena.report_rendering import as_html, as_json, as_markdown, as_text
from tablee.arena.schedule import pairings
from tablee.cli import main
from tablee.games import game_ids
from tests.arena.test_arena_command import HERE, _mind_control_c
from tests.arena.tournaments import played

TINY = ["ladder", "morfals", "--levels", "1", "2", "--games", "2", "--short", *HERE]


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, list[dict[str, object]]]:
    assert main([*TINY, "--json", "-", *arguments]) == 0
    return json.loads(capsys.readouterr().out)  # type: ignore[no-any-return]


# ---- what is played -----------------------------------------------------------------------------------------


def test_one_of_a_level_plays_among_those_of_the_level_below() -> None:
    for rung in rungs(["isis"], {2, 3, 4}, {1, 3}, peers=False):
        names = [entrant.name.partition(" ")[0] for entrant in tournament_of(rung, 4).entrants]
        others = "random" if rung.level == 1 else "level:2"
        assert names == [f"level:{rung.level}", *[others] * (rung.players - 1)]


def test_every_game_has_rungs_for_as_many_seats_as_it_has() -> None:
    found = list(rungs(game_ids(), {2, 3, 4}, {1, 2, 3, 4, 5}, peers=True))
    assert {rung.players for rung in found if rung.game == "morfals"} == {2}
    assert {rung.players for rung in found if rung.game == "isis"} == {2, 3, 4}
    assert len({rung.name for rung in found}) == len(found)
    assert LadderRung("isis", 4, 5, 5) in found
    assert LadderRung("isis", 4, 3, 3) not in found


def test_a_rung_is_played_until_its_test_has_decided(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Level 1 beats random play so often that a few deals tell; the same command goes on with what is there."""
    arguments = ["ladder", "morfals", "--sprt", "--levels", "1", *HERE, "--record", str(tmp_path / "rungs")]
    assert main([*arguments, "--games", "4", "--json", "-"]) == 0
    (rung,) = json.loads(capsys.readouterr().out)["found"][0]["rungs"]
    assert (rung["games"], rung["verdict"]["accepted"]) == (4, None)
    assert main([*arguments, "--games", "2000"]) == 0
    assert re.search(r"\n *1 +random .* yes ", capsys.readouterr().out)
    assert main([*arguments, "--played", "--json", "-"]) == 0
    (rung,) = json.loads(capsys.readouterr().out)["found"][0]["rungs"]
    assert (rung["verdict"]["test"]["low"], rung["verdict"]["test"]["high"]) == (0.5, 0.6)
    assert 4 < rung["games"] < 1_000
    assert rung["verdict"]["accepted"] == "H1"


# ---- what it shows ------------------------------------------------------------------------------------------

RUNG = LadderRung("isis", 2, 3, 2)


def won_by_the_higher(deals: int) -> list[GameRecord]:
    """It says 80 % and wins always, the other says 20 %; each thinks for its level's number of milliseconds."""
    found = []
    for pairing in pairings(tournament_of(RUNG, 2 * deals)):
        seat = pairing.seats.index(0)
        thoughts = (Decision(seat, 0.003, 0.8), Decision(1 - seat, 0.002, 0.2), Decision(seat, 9.0))
        fields = {"scores": (1, 1), "reason": "", "steps": 3, "faults": (), "decisions": (2, 1), "seconds": (0.0, 0.0)}
        found.append(GameRecord(pairing.deal, pairing.seats, (seat,), thoughts=thoughts, **fields))  # type: ignore[arg-type]
    return found


def test_a_ladder_says_who_won_how_long_they_thought_and_what_came_of_what_they_said() -> None:
    records = won_by_the_higher(deals=20)
    result = ladder({RUNG: records[:-1]}, seed=1)  # of the last deal a game is missing
    assert result.games == 38
    (found,) = result.found
    (rung,) = found.rungs
    assert (rung.level, rung.others, rung.deals, rung.win_rate.value, rung.clear) == (3, 2, 19, 1.0, True)
    lower, higher = found.levels
    assert (lower.level, higher.level) == (2, 3)
    assert lower.pace is not None
    assert higher.pace is not None
    assert (lower.pace.median, higher.pace.longest) == (0.002, 0.003)  # who had no choice is not timed
    assert higher.calibration is not None
    assert [(each.said, each.came.value) for each in higher.calibration.bins] == [(pytest.approx(0.8), 1.0)]
    assert [rate.value for rate in found.seats] == [0.5, 0.5]


def test_what_a_level_expects_is_compared_with_what_comes_among_its_equals() -> None:
    records = won_by_the_higher(deals=20)
    equals = [msgspec.structs.replace(record, winners=(0, 1)) for record in records]
    (found,) = ladder({RUNG: records, LadderRung("isis", 2, 3, 3): equals}, seed=1).found
    higher = found.levels[-1].calibration
    assert higher is not None
    assert {each.came.value for each in higher.bins} == {0.5}


def test_a_rung_without_a_complete_deal_shows_nothing() -> None:
    assert ladder({RUNG: won_by_the_higher(1)[:1]}, seed=1).found == []


def test_the_bots_of_the_house_say_what_they_expect() -> None:
    (record, _) = played(tournament_of(LadderRung("morfals", 2, 2, 1), 2))
    assert all(0 <= thought.seat <= 1 and thought.seconds >= 0 for thought in record.thoughts)
    assert any(thought.expected is not None and 0 < thought.expected < 1 for thought in record.thoughts)


@pytest.fixture(scope="module")
def result() -> Ladder:
    several = [LadderRung("morpyam", 3, 1, 0), LadderRung("morpyam", 3, 2, 1), LadderRung("morfals", 2, 2, 1)]
    return ladder({rung: played(tournament_of(rung, rung.players)) for rung in several}, seed=171717)


def test_the_tables_have_a_line_for_every_rung(result: Ladder) -> None:
    text = as_text(ladder_report(result))
    assert "Morpyam, 3 players: even is 33.3 %" in text
    assert re.search(r"^ +1 +random ", text, re.M)
    assert len(re.findall(r"^ +2 +1s ", text, re.M)) == 2
    assert text.count("Won by seat: seat 0") == 2
    assert json.loads(as_json(result))["found"][0]["levels"][0]["calibration"]["bins"]


def test_the_page_has_a_picture_of_everything_and_asks_for_nothing(result: Ladder) -> None:
    html = as_html(ladder_report(result))
    assert not re.search(r"https?:|//|<script|<link|url\(|@import|src=", html)
    assert "What level 2 expects: Morfals, 2 players" in html
    assert html.count("<figure>") == html.count("<svg") == 2 * 2 + 4
    for picture in re.findall("<svg.*?</svg>", html, re.S):
        root = ElementTree.fromstring(picture)
        width, height = map(float, root.attrib["viewBox"].split()[2:])
        for dot in root.iter("circle"):
            assert 0 <= float(dot.attrib["cx"]) <= width
            assert 0 <= float(dot.attrib["cy"]) <= height


def test_the_tables_for_a_document_have_a_column_for_every_number_of_seats() -> None:
    records = won_by_the_higher(deals=20)
    even = [msgspec.structs.replace(record, winners=(0, 1)) for record in records]
    two = {RUNG: records, LadderRung("isis", 2, 4, 4): even}
    three = {LadderRung("isis", 3, 2, 1): played(tournament_of(LadderRung("isis", 3, 2, 1), 3))}
    text = as_markdown(ladder_tables(ladder({**two, **three}, seed=1)))
    assert text.startswith("### Isis & Osiris\n\n|  | two seats (even 50 %) | three (even 33 %) |\n")
    assert re.search(r"^\| 2 among 1s \| – \| \*\d+ % \(\d+–\d+, 3\)\* \|$", text, re.M)  # three games are not clear
    assert re.search(r"^\| 3 among 2s \| 100 % \(\d+–100, 40\) \| – \|$", text, re.M)
    assert "| 2, 4 | 40 | – | – | 20 / 50 | – | – | – | – | – | 80 / 50 | – | 30.0 | 0.00 ±0.00 |" in text
    assert "| level 3 | 0.003, 0.003, 0.003 | – |" in text


# ---- the command --------------------------------------------------------------------------------------------


def test_a_ladder_goes_on_from_its_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "ladder"
    whole = told(capsys, "--record", str(folder))
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert set(files) == {"morfals-2-level-1-among-0.jsonl", "morfals-2-level-2-among-1.jsonl"}
    cut = folder / "morfals-2-level-2-among-1.jsonl"
    cut.write_bytes(b"".join(files[cut.name].splitlines(keepends=True)[:2]))  # its second game is lost
    again = told(capsys, "--record", str(folder))
    assert [rung["win_rate"] for rung in again["found"][0]["rungs"]] == [  # type: ignore[attr-defined]
        rung["win_rate"]
        for rung in whole["found"][0]["rungs"]  # type: ignore[attr-defined]
    ]
    kept = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert kept["morfals-2-level-1-among-0.jsonl"] == files["morfals-2-level-1-among-0.jsonl"]
    assert kept[cut.name].startswith(b"".join(files[cut.name].splitlines(keepends=True)[:2]))
    assert told(capsys, "--record", str(folder), "--games", "4")["games"] == 8


def test_what_a_folder_holds_is_reported_without_a_game_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "ladder"
    told(capsys, "--record", str(folder), "--games", "4")
    (folder / "morfals-2-level-1-among-0.jsonl").unlink()
    before = {path: path.read_bytes() for path in folder.iterdir()}
    words = ["--played", "--record", str(folder), "--markdown", str(tmp_path / "tables.md")]
    result = told(capsys, *words)
    assert [rung["level"] for rung in result["found"][0]["rungs"]] == [2]  # type: ignore[attr-defined]
    assert result["games"] == 4  # all of them, though two were asked for
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    tables = (tmp_path / "tables.md").read_text("utf8")
    assert "| 2 among 1s |" in tables
    assert "seats, level" not in tables  # nobody played among equals


def test_a_folder_of_other_bots_is_not_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told(capsys, "--record", str(tmp_path))
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    monkeypatch.setattr("tablee.arena.ladder_command.bots_of", lambda folder: f"better ones of {folder.id}")
    assert main([*TINY, "--record", str(tmp_path)]) == 2
    assert "of other bots" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["go"], "there is no game 'go'"),
        (["morfals", "--players", "4"], "there is no such rung"),
        (["isis", "--levels", "9"], "there is no such rung"),
        (["isis", "--html", "/no/such/place.html"], "there is no folder /no/such"),
        (["isis", "--record", "/no/such/place"], "cannot be used"),
        (["isis", "--short", "--long"], "not allowed with"),
        (["isis", "--played"], "name it by --record"),
        (["isis", "--played", "--record", "/no/such/place"], "holds no game of these rungs"),
        (["isis", "--markdown", "/no/such/place.md"], "there is no folder /no/such"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_is_refused_in_clear_words(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with suppress(SystemExit):
        assert main(["ladder", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, message in err) == ("", True)


def test_after_control_c_what_was_played_is_reported(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tablee.cli", "ladder", "morfals", "--levels", "1", "--games", "100000"]
    with subprocess.Popen(
        [*command, *HERE, "--record", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_mind_control_c,
    ) as running:
        record = tmp_path / "morfals-2-level-1-among-0.jsonl"
        try:
            end = time.monotonic() + 60
            while not record.exists() or record.read_bytes().count(b"\n") < 20:
                assert time.monotonic() < end
                time.sleep(0.01)
            os.killpg(running.pid, signal.SIGINT)
            out, err = running.communicate(timeout=300)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
    assert running.returncode == 130
    assert "Morfals, 2 players: even is 50.0 %" in out
    assert "tablee: stopped; what follows are the" in err
    assert "Traceback" not in err
