"""Commands find the house that runs, say which database they read, and create none by looking."""

import os
import sqlite3
from contextlib import closing

import pytest

from tablee.cli import main
from tablee.server.hosting.running import choose, recorded, running_houses
from tablee.server.hosting.serve_settings import HostError


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """A user with nothing recorded, and no settings in the environment."""
    for name in [name for name in os.environ if name.startswith(("DATABASE_URL", "TABLEE_CONFIG"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "state"


def test_a_command_without_settings_looks_at_the_house_that_runs(served, monkeypatch, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", served.environment()["XDG_STATE_HOME"])
    assert main(["admin", "load"]) == 0
    told = capsys.readouterr().err
    assert f"sqlite:///{served.database} (of process {served.process.pid}, which runs here by {served.config})" in told


def test_a_house_that_was_killed_is_not_taken_for_one_that_runs(serve, monkeypatch):
    house = serve()
    monkeypatch.setenv("XDG_STATE_HOME", house.environment()["XDG_STATE_HOME"])
    assert [one.pid for one in running_houses()] == [house.process.pid]
    house.kill()
    assert running_houses() == []


LOOKS = [["admin", "load"], ["admin", "reports"], ["ratings"], ["backup", "{}/backup"], ["doctor"]]


@pytest.mark.parametrize("command", LOOKS, ids=lambda command: " ".join(command[:2]))
def test_a_look_creates_nothing(tmp_path, capsys, command):
    for more in ([], ["--database-url", f"sqlite:///{tmp_path}/folder/none.db"]):
        assert main([word.format(tmp_path) for word in command] + more) == 2
        assert "there is no such file, and none was created" in capsys.readouterr().err
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_look_does_not_bring_a_database_up_to_date(tmp_path, capsys):
    path = tmp_path / "older.db"
    with closing(sqlite3.connect(path)) as older:
        older.execute("PRAGMA journal_mode = WAL")
    assert main(["admin", "load", "--database-url", f"sqlite:///{path}"]) == 2
    assert "it holds no data of a server, and none was created" in capsys.readouterr().err
    with closing(sqlite3.connect(path)) as older:
        assert older.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_a_record_has_no_password_and_says_so(state):
    secret = {"DATABASE_URL": "postgresql://zoe:hush@db/tablee", "TABLEE_SMTP_PASSWORD": "hush", "PATH": "hush"}
    with recorded({"config": None, "port": "9"}, secret):
        (file,) = state.rglob("*.json")
        assert file.stat().st_mode & 0o777 == 0o600
        assert "hush" not in file.read_text()
        with pytest.raises(HostError, match="was given the password"):
            choose({}, {})
    assert running_houses() == []


def test_flags_variables_and_relative_paths_are_those_of_the_house(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.toml").write_text("host_contact = 'Zoé'\nport = 1\n")
    with recorded({"config": "house.toml", "port": "9"}, {"DATABASE_URL": "sqlite:///there.db"}):
        monkeypatch.chdir("/")
        found = choose({}, {}).configuration
        assert (found.serving.port, found.settings.host_contact) == (9, "Zoé")
        assert found.settings.database_url == f"sqlite:///{tmp_path}/there.db"
        named = choose({"database_url": "sqlite:////other.db"}, {})
        assert (named.url, named.source) == ("sqlite:////other.db", "as you have said")


def test_of_two_houses_one_must_be_named(serve, monkeypatch):
    house = serve()
    monkeypatch.setenv("XDG_STATE_HOME", house.environment()["XDG_STATE_HOME"])
    with recorded({}, {}), pytest.raises(HostError, match="several servers run here"):
        choose({}, {})


def test_a_house_whose_state_cannot_be_written_runs_all_the_same(state):
    state.write_text("no folder")
    with recorded({}, {}):
        assert running_houses() == []
