"""`tablee arena`, from its arguments to its reports."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tablee.arena import parallel_games
from tablee.cli import main
from tests.arena.tournaments import OUTSIDERS, outsider

HERE = ["--backend", "sequential", "--jobs", "1"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tablee.cli", "arena", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def refused(*arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What is said about arguments that will not do."""
    try:
        code: object = main(["arena", *arguments])
    except SystemExit as end:
        code = end.code
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    return err


def test_a_tournament_on_all_cores_with_all_its_reports(tmp_path: Path) -> None:
    places = {name: tmp_path / f"report.{name}" for name in ("json", "html", "jsonl")}
    done = run(
        *("isis", "--bots", "level:1", "random", outsider("First"), "--games", "4", "--option", "memory=open"),
        *("--json", str(places["json"]), "--html", str(places["html"]), "--record", str(places["jsonl"])),
    )
    assert done.returncode == 0, done.stderr
    assert "isis, 2 players, reserve own, memory open: 12 games in 2 deals" in done.stdout
    result = json.loads(places["json"].read_text())
    assert result["bots"][0]["name"] == "level:1"
    assert places["html"].read_text("utf8").startswith("<!doctype html>")
    assert len(places["jsonl"].read_text().splitlines()) == 13
    assert "Traceback" not in done.stderr


def test_json_on_the_terminal_is_nothing_but_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "morfals", "--bots", "random", "random", "--games", "2", "--json", "-", *HERE]) == 0
    assert json.loads(capsys.readouterr().out)["players"] == 2


def test_games_for_more_players(capsys: pytest.CaptureFixture[str]) -> None:
    bots = ["--bots", "level:1", "random", "random", "random"]
    assert main(["arena", "isis", *bots, "--players", "3", "--games", "3", *HERE]) == 0
    assert "isis, 3 players, reserve own, memory hidden: 12 games in 1 deals" in capsys.readouterr().out


def test_a_number_among_the_options_is_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    bots = ["--bots", "random", "random", "--games", "2"]
    assert main(["arena", "morfals", *bots, "--option", "match=20", "--json", "-", *HERE]) == 0
    assert json.loads(capsys.readouterr().out)["options"]["match"] == 20


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["isis"], "required: --bots"),
        (["go", "--bots", "random", "random"], "there is no game 'go'"),
        (["isis", "--bots", "random", "level:9"], "there is no bot 'level:9'; there are level:1 to level:5"),
        (["isis", "--bots", "random"], "2 players need at least 2 bots, not 1"),
        (["isis", "--bots", "random", "random", "--players", "3"], "3 players need at least 3 bots, not 2"),
        (["isis", "--bots", "random", "random", "--players", "7"], "is for 2, 3, 4 players, not 7"),
        (["isis", "--bots", "random", "random", "--option", "memory"], "an option is written NAME=VALUE"),
        (["isis", "--bots", "random", "random", "--option", "memory=long"], "'memory' is one of 'hidden', 'open'"),
        (["isis", "--bots", "random", "random", "--option", "x=y"], "has no option 'x'"),
        (["isis", "--bots", "random", "random", "--games", "0"], "at least one game"),
        (["isis", "--bots", "random", "random", "--jobs", "0"], "must be a number from 1 on"),
        (["isis", "--bots", "random", "random", "--patience", "0"], "must be a number more than 0"),
        (["isis", "--bots", "random", "random", "--backend", "abacus"], "invalid choice: 'abacus'"),
        (["isis", "--bots", "random", "random", "--html", "/no/such/place.html"], "there is no folder /no/such"),
        (["isis", "--bots", "random", "random", "--record", "/no/such/place"], "cannot be used"),
        (["isis", "--bots", "random", "python:no.py:Bot"], "there is no file"),
        (["isis", "--bots", "random", f"python:{OUTSIDERS}:Mute"], "has no method 'choose'"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_is_refused_in_clear_words(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in refused(*arguments, capsys=capsys)


def test_a_tournament_goes_on_from_its_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "games.jsonl"
    common = ["arena", "morfals", "--bots", "level:1", "random", "--json", "-", "--record", str(record), *HERE]
    assert main([*common, "--games", "8"]) == 0
    whole, told = record.read_bytes(), json.loads(capsys.readouterr().out)
    lines = whole.splitlines(keepends=True)
    record.write_bytes(b"".join(lines[:4]) + lines[4][:20])  # as if the power had gone
    assert main([*common, "--games", "8"]) == 0
    assert without_times(json.loads(capsys.readouterr().out)) == without_times(told)
    assert record.read_bytes().startswith(b"".join(lines[:4]))
    assert len(record.read_bytes().splitlines()) == 9
    assert main([*common, "--games", "12"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 12
    assert main([*common, "--games", "4"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 4
    assert len(record.read_bytes().splitlines()) == 13


def test_a_record_of_another_tournament_is_not_touched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "games.jsonl"
    record.write_text("something else\n")
    bots = ["--bots", "random", "random", "--games", "2"]
    said = refused("morfals", *bots, "--record", str(record), *HERE, capsys=capsys)
    assert "holds another tournament" in said
    assert record.read_text() == "something else\n"


def without_times(told: dict[str, object]) -> dict[str, object]:
    bots = [{**bot, "seconds_a_decision": 0} for bot in told["bots"]]  # type: ignore[attr-defined]
    return {**told, "bots": bots}


def test_a_cluster_that_is_not_there_is_an_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel_games, "SCHEDULER_PATIENCE", 0.5)
    bots = ["--bots", "random", "random", "--games", "2"]
    said = refused("morfals", *bots, "--backend", "dask", "--scheduler", "tcp://127.0.0.1:9", capsys=capsys)
    assert "there is no scheduler at tcp://127.0.0.1:9" in said


def _mind_control_c() -> None:
    """What a shell starts in the background is told to ignore it, and hands that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("backend", ["loky", "sequential"])
def test_after_control_c_what_was_played_is_reported(backend: str, tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    command = [
        sys.executable,
        "-m",
        "tablee.cli",
        "arena",
        "morfals",
        "--bots",
        "level:1",
        "random",
        "--games",
        "100000",
    ]
    with subprocess.Popen(
        [*command, "--backend", backend, "--record", str(record)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_mind_control_c,
    ) as arena:
        try:
            end = time.monotonic() + 60
            while not record.exists() or record.read_bytes().count(b"\n") < 20:
                assert time.monotonic() < end
                time.sleep(0.01)
            os.killpg(arena.pid, signal.SIGINT)  # as a terminal does
            out, err = arena.communicate(timeout=300)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(arena.pid, signal.SIGKILL)
    assert arena.returncode == 130
    assert "morfals, 2 players" in out
    assert "tablee: stopped; what follows are the" in err
    assert "Traceback" not in err
