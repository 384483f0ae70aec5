"""The command line."""

import json
import subprocess
import sys
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest

import tablee
from tablee.cli import main

BENCH = ["bench", "isis", "--players", "2", "--seconds", "0.2"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "tablee", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What is said about bad arguments, after a look at the exit code."""
    try:
        code = main(arguments)
    except SystemExit as end:
        code = end.code  # type: ignore[assignment]
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    return err


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    out = capsys.readouterr().out
    assert end.value.code == 0
    assert all(command in out for command in ("engine", "bench", "compile"))


def test_the_command_is_installed_as_tablee() -> None:
    (script,) = entry_points(group="console_scripts", name="tablee")
    assert script.load() is main


def test_it_says_its_version() -> None:
    assert run("--version").stdout == f"tablee {tablee.__version__}\n" == f"tablee {version('tablee')}\n"


@pytest.mark.parametrize("command", ["engine", "bench", "compile"])
def test_every_command_has_help_of_its_own(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert f"tablee {command}" in capsys.readouterr().out


def test_bench_prints_both_figures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*BENCH, "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["game"], figures["players"]) == ("isis", 2)
    assert figures["seconds"] >= 0.2
    assert figures["games_per_second"] == pytest.approx(figures["games"] / figures["seconds"], rel=0.01)
    assert figures["steps_per_second"] == pytest.approx(figures["steps"] / figures["seconds"], rel=0.01)
    assert 36 < figures["steps"] / figures["games"] < 80


def test_bench_prints_both_figures_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(BENCH) == 0
    out = capsys.readouterr().out
    assert "isis, 2 players" in out
    assert "games a second" in out
    assert "steps a second" in out


def test_bench_runs_as_a_command() -> None:
    done = run(*BENCH, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert {"games_per_second", "steps_per_second"} <= json.loads(done.stdout).keys()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "required: COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
        (["bench"], "required: game"),
        (["bench", "chess"], "invalid choice: 'chess'"),
        (["bench", "isis", "--players", "two"], "invalid int value: 'two'"),
        (["bench", "isis", "--players", "5"], "Isis & Osiris is for 2, 3, 4 players, not 5"),
        (["bench", "isis", "--seconds", "soon"], "must be a number more than 0 and less than 3600"),
        (["bench", "isis", "--seconds", "0"], "must be a number more than 0 and less than 3600"),
        (["bench", "isis", "--seconds", "-1"], "must be a number more than 0 and less than 3600"),
        (["bench", "isis", "--seconds", "nan"], "must be a number more than 0 and less than 3600"),
        (["bench", "isis", "--seconds", "inf"], "must be a number more than 0 and less than 3600"),
        (["bench", "isis", "--seed", "x"], "invalid int value: 'x'"),
        (["engine", "isis"], "unrecognized arguments: isis"),
    ],
    ids=" ".join,
)
def test_bad_arguments_are_refused_with_a_clear_message(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in refused(arguments, capsys)


DEEP = b"[" * 100_000
BAD_FILES = {
    "missing": None,
    "empty": b"",
    "binary": bytes(range(256)) * 40,
    "deep": DEEP,
    "deep within": b'{"tablee":1,"opening":{"table":"x","options":{"a":' + DEEP,
    "deep settings": b"port = " + DEEP,
    "no text": b'{"tablee":1,"seed":"\xff"}',
    "number": b"9" * 5000,
    "object": b"{}",
    "half a database": b"SQLite format 3\0" + b"\xff" * 4096,
}
READERS = {
    "verify": "verify {file}",
    "story": "story {file}",
    "puzzles": "puzzles isis {file} --games 0 --record {new} --out {new}",
    "backup": "backup {new} --database-url sqlite:///{file}",
    "restore": "restore {file} --database-url sqlite:///{new}",
    "ratings": "ratings --check --database-url sqlite:///{file}",
    "admin load": "admin load --database-url sqlite:///{file}",
    "admin record": "admin record --database-url sqlite:///{file}",
    "migrate": "migrate sqlite:///{file} sqlite:///{new}",
    "data arena": "data arena {file} {new}.jsonl",
    "data tables": "data tables sqlite:///{file} {new}.jsonl",
}
CONTINUING = {
    "puzzles --record": "puzzles isis --games 0 --record {file} --out {new}",
    "train --file": "train morpyam --generations 1 --games 1 --measure 0 --file {file}",
    "arena --record": "arena isis --bots 1 random --games 1 --record {file}",
}
"""Commands that begin a file which does not exist, and continue one that does."""


@pytest.mark.parametrize("command", [*READERS, *CONTINUING])
def test_a_file_that_is_not_what_it_should_be_is_refused_and_stays_as_it_is(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for what, content in BAD_FILES.items():
        if command in CONTINUING and not content:
            continue
        file, new = tmp_path / "file", tmp_path / "new"
        if content is not None:
            file.write_bytes(content)
        words = (READERS | CONTINUING)[command].format(file=file, new=new).split()
        assert "tablee: " in refused(words, capsys), what
        assert (file.read_bytes() if file.exists() else None) == content, what
        file.unlink(missing_ok=True)


@pytest.mark.parametrize("what", BAD_FILES)
def test_a_file_of_settings_that_is_none_is_refused(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, content = tmp_path / "file", BAD_FILES[what]
    if content is not None:
        file.write_bytes(content or b"no_such_setting = 1")
    assert main(["admin", "load", "--config", str(file)]) == 78
    assert capsys.readouterr().err.startswith(f"tablee: {file}")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["puzzles", "isis", "--games", "0", "--record", str(tmp_path / "new"), "--out", str(tmp_path)]
    assert str(tmp_path) in refused(words, capsys)


def test_bad_arguments_of_a_real_command_give_exit_code_2_and_no_traceback() -> None:
    done = run("bench", "isis", "--players", "5", "--seconds", "0.1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "tablee: Isis & Osiris is for 2, 3, 4 players, not 5\n"


def test_the_engine_ends_quietly_when_nobody_reads_its_answers() -> None:
    command = [sys.executable, "-m", "tablee.cli", "engine"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write('{"cmd":"games"}\n')
        process.stdin.flush()
        assert process.wait(timeout=60) != 0
        assert "Traceback" not in process.stderr.read()


def test_compile_says_nothing_once_everything_is_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile"]) == 0
    capsys.readouterr()
    assert main(["compile"]) == 0
    assert capsys.readouterr() == ("", "")
