"""Games as tables of steps, from wherever they were played, and without anybody's name."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pyarrow import parquet

import tablee
from tablee.adapters.data import StepRow, from_arena, from_tables, self_play, write
from tablee.arena.arena_game import GameRecord
from tablee.arena.entrants import read_entrants
from tablee.arena.record_file import RecordFile
from tablee.arena.schedule import Tournament
from tablee.cli import main
from tablee.engine.chance import Lots, lot
from tablee.games import find_game
from tablee.kit import trial_tables
from tablee.server.storage import open_store
from tablee.server.table.directory import entry_of
from tests.cases import each


def by_play(rows: list[StepRow]) -> dict[int, list[StepRow]]:
    plays: dict[int, list[StepRow]] = {}
    for row in rows:
        plays.setdefault(row.play, []).append(row)
    return plays


def played_again(rows: list[StepRow], state: tablee.Game) -> tablee.Game:
    """The game that rows tell of; every row must fit what is legal there."""
    game = state
    for number, row in enumerate(rows):
        assert row.step == number
        assert row.text == "leave" or row.seat == {"chance": -1}.get(str(game.to_act), game.to_act)
        assert row.legal == game.legal_ids()
        if row.id is None:
            assert row.text == "leave"
            game.leave(row.seat)
            continue
        assert game.id_text(row.id) == row.text
        assert (row.probability is None) == (row.seat >= 0)
        game.step(row.id)
    assert game.to_act is None
    assert (rows[0].returns, rows[0].scores) == (game.returns(), game.result().scores)
    return game


@each("game_id", tablee.game_ids())
def test_rows_are_the_game_step_by_step(game_id: str) -> None:
    players = find_game(game_id).players[-1]
    rows = list(self_play(game_id, players, games=2, bots=["random"], seed=3))
    for play, own in by_play(rows).items():
        played_again(own, tablee.new(game_id, players, seed=3 + play))
    assert rows == list(self_play(game_id, players, games=2, bots=["random"], seed=3))


def test_games_on_several_cores_give_the_same_rows_in_the_same_order() -> None:
    alone, together = (list(self_play("isis", games=5, bots=[1, "random"], seed=4, jobs=jobs)) for jobs in (1, 2))
    assert alone == together
    assert max(row.play for row in alone) == 4


def test_bots_change_seats_after_every_game() -> None:
    plays = by_play(list(self_play("isis", games=2, bots=[1, "random"])))
    begun = [next(row.by for row in rows if row.seat == 0) for rows in plays.values()]
    assert begun == ["level 1", "random"]


@pytest.mark.parametrize("bots", [[6], ["strong"], [1, 1, 1]])
def test_bots_that_there_are_not_are_refused(bots: list[Any]) -> None:
    with pytest.raises(tablee.TableeError):
        list(self_play("isis", bots=bots))


def test_observations_and_states_are_there_if_they_are_asked_for() -> None:
    (first, *_) = self_play("morisi", games=1, bots=["random"], include=["observation", "state"])
    assert first.observation is not None
    assert first.state is not None
    game = tablee.load(json.loads(first.state))
    assert first.observation == game.observation(first.seat).tolist()


@pytest.fixture
async def database(tmp_path: Path) -> str:
    """A house in which two games are over, and one is not."""
    url = f"sqlite:///{tmp_path / 'house.db'}"
    store = open_store(url)
    over = [
        trial_tables.finished(game="isis", players=4, leaving=0.1),
        trial_tables.finished(game="netzwerk", players=3),
    ]
    for number, table in enumerate([*over, trial_tables.started(game="isis")]):
        if table.opening.game == "isis":  # the land of the other follows from its id
            table.opening = msgspec.structs.replace(table.opening, table=f"table-{number}")
        await store.open_table(table.opening, table.seed, entry_of(table))
        await store.append(table.id, table.events, entry_of(table))
    await store.close()
    return url


async def test_a_houses_games_come_without_names(database: str) -> None:
    rows = await asyncio.to_thread(lambda: list(from_tables(database, include=["state"])))
    plays = by_play(rows)
    assert sorted(own[0].game for own in plays.values()) == ["isis", "netzwerk"]
    for own in plays.values():
        assert own[0].state is not None
        played_again(own, tablee.load(json.loads(own[0].state)))
        assert {row.by for row in own} <= {"person", "chance"}
    assert "leave" in {row.text for row in rows}
    assert not re.search("Person|table-|'table'", repr(rows))
    alone = await asyncio.to_thread(lambda: list(from_tables(database, game="netzwerk")))
    assert {row.game for row in alone} == {"netzwerk"}


def test_a_database_that_cannot_be_is_named() -> None:
    with pytest.raises(tablee.TableeError, match="is not understood"):
        list(from_tables("mysql://somewhere"))


def test_a_record_of_the_arena_is_read(tmp_path: Path) -> None:
    bots = read_entrants(["random", "level:1"])
    tournament = Tournament("netzwerk", 2, {"hands": "open"}, bots, games=1, seed=5)
    game = tablee.new("netzwerk", 2, seed=Lots(lambda text: lot(f"5 0 {text}")).set_up(bits=32))
    begun = game.copy()
    while game.to_act is not None:
        game.play(game.legal()[len(game.log) % len(game.legal())])
    record, file = tmp_path / "record", tmp_path / "steps.jsonl"
    scores, winners = tuple(game.result().scores), tuple(game.result().winners)
    ended = GameRecord(0, (1, 0), winners, scores, "points", len(game.log), (), (), (), log=tuple(game.log))
    with RecordFile(record, tournament) as recorded:
        recorded.add(ended)
    assert main(["data", "arena", str(record), str(file)]) == 0
    rows = [msgspec.json.decode(line, type=StepRow) for line in file.read_bytes().splitlines()]
    assert played_again(rows, begun) == game
    assert [row.by for row in rows[:2]] == ["level 1", "random"]


@pytest.mark.parametrize("content", [b"", b"{}\n", b"nothing\n"])
def test_what_is_no_record_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "record").write_bytes(content)
    with pytest.raises(tablee.TableeError, match="is no record of a tournament"):
        list(from_arena(tmp_path / "record"))


def test_both_kinds_of_files_hold_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines, columns = tmp_path / "steps.jsonl", tmp_path / "steps.parquet"
    for file in (lines, columns):
        assert main(["data", "self-play", "morpyam", str(file), "--bots", "random", "--games", "1", "--players", "3",
                     "--option", "double_morpyam=ko"]) == 0  # fmt: skip
    assert "steps in" in capsys.readouterr().out
    assert parquet.read_table(columns).to_pylist() == [json.loads(line) for line in lines.read_text().splitlines()]
    with pytest.raises(tablee.TableeError, match="ends with"):
        write([], tmp_path / "steps.csv")
    with pytest.raises(tablee.TableeError, match="cannot be written"):
        write([], tmp_path / "nowhere" / "steps.jsonl")
