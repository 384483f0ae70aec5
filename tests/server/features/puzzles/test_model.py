"""Positions for practice: found, checked, told apart, and chosen so that no two teach the same."""

import json
from pathlib import Path

import msgspec
import pytest

import tablee
from tablee.cli import main
from tablee.games import find_game, game_ids
from tablee.games.brains.thoughts import Considered, Thought
from tablee.games.lessons.puzzle_file import Puzzle, puzzle_file_of
from tablee.server.features.puzzles.model import EASY, NEAR, choose, distance, is_wanted
from tablee.server.features.puzzles.puzzle_search import (
    LEAST,
    SURE,
    Verified,
    as_seen,
    check,
    margin_of,
    opened,
    worths_of,
)
from tests.cases import each

ISIS = find_game("isis")


def puzzle(name: str, position: dict[str, object], best: str = "pawn a1", found_by: tuple[int, ...] = (5,)) -> Puzzle:
    worths = {best: 0.8, "draw": 0.6}
    return Puzzle(
        name, {"players": 2, **position}, 0, best, worths, 0.2, 0.01, "tenfold", list(found_by), "draw", 0.5, "here"
    )


def test_what_was_shown_once_is_seen_in_practice() -> None:
    assert opened(ISIS, {}) == {"reserve": "own", "memory": "open"}
    assert opened(find_game("morisi"), {})["hands"] == "open"
    assert opened(find_game("morfals"), {})["capture"] == "auto"


def test_a_recorded_position_is_taken_only_if_it_can_be_seen_as_it_was() -> None:
    game = tablee.new("isis", players=2, seed=1)
    for action in ("draw", "reveal +1", "place c3"):
        game.play(action)
    seen = as_seen(ISIS, game.knowledge(1), 1)
    assert seen is not None
    assert seen["board"] == {"c3": "+1"}
    assert tablee.load(seen).view(1)["board"] == {"c3": "+1"}
    secret = tablee.new("morisi", players=2, options={"predictions": "on"}, seed=1)
    while secret.to_act == "chance":
        secret.chance()
    hidden = as_seen(find_game("morisi"), secret.knowledge(int(secret.to_act or 0)), int(secret.to_act or 0))
    assert hidden is None or "predictions" in hidden


def test_values_that_were_hardly_looked_at_do_not_count() -> None:
    considered = (Considered("a", 1000, (0.6, 0.4)), Considered("b", 500, (0.5, 0.5)), Considered("c", 3, (0.9, 0.1)))
    worths = worths_of(Thought("a", considered, 1503), 0)
    assert worths == {"a": 0.6, "b": 0.5}
    assert margin_of(worths, "a") == pytest.approx(0.1)
    assert not Verified("a", worths, 0.1, 0.05, "tenfold").is_clear
    assert Verified("a", worths, 0.1, 0.02, "tenfold").is_clear


def test_what_was_worked_out_is_not_thought_about_again() -> None:
    thought = Thought("x", (Considered("x", 0, (1.0, 0.0)), Considered("y", 0, (0.0, 1.0))))
    found = check(ISIS, {}, thought, 0, 1)
    assert found is not None
    assert (found.how, found.margin, found.is_clear) == ("exact", 1.0, True)


def test_no_two_that_are_chosen_are_much_alike() -> None:
    same = [puzzle(f"{number}", {"board": {f"a{rank}": rank for rank in range(20)}}) for number in range(4)]
    other = puzzle("other", {"board": {f"b{rank}": rank for rank in range(20)}})
    assert distance(same[0], same[1]) == 0.0
    assert distance(same[0], other) > NEAR
    assert {one.id for one in choose([*same, other], 10)} in ({"other", one.id} for one in same)
    assert not is_wanted(same[1], [same[0]], 10)
    assert is_wanted(other, [same[0]], 10)


def test_few_of_those_are_chosen_that_everybody_finds() -> None:
    every = (1, 2, 3, 4, 5)
    easy = [puzzle(f"e{n}", {"board": {f"{n}-{at}": at for at in range(9)}}, found_by=every) for n in range(20)]
    hard = [puzzle(f"h{n}", {"board": {f"{n}+{at}": at for at in range(9)}}) for n in range(20)]
    chosen = choose([*easy, *hard], 20)
    assert sum(one.grade == 1 for one in chosen) == EASY * 20


def test_the_command_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, out = tmp_path / "found.jsonl", tmp_path / "practice.json"
    command = ["puzzles", "morfals", "--games", "1", "--record", str(record), "--out", str(out), "--json"]
    assert main(command) == 0
    first = json.loads(capsys.readouterr().out)
    lines = record.read_bytes()
    assert main(command) == 0
    assert record.read_bytes() == lines
    assert json.loads(capsys.readouterr().out)["puzzles"] == first["puzzles"]
    assert puzzle_file_of(tmp_path).puzzles == msgspec.convert(first["puzzles"], list[Puzzle])  # type: ignore[union-attr]


SHIPPED = [game for game in game_ids() if puzzle_file_of(find_game(game).path)]


@each("game", SHIPPED)
def test_what_is_shipped_is_clear_and_no_two_are_the_same(game: str) -> None:
    puzzle_file = puzzle_file_of(find_game(game).path)
    assert puzzle_file is not None
    assert puzzle_file.rules == find_game(game).version
    for one in puzzle_file.puzzles:
        played = tablee.load(one.position)
        assert played.to_act == one.seat
        assert set(one.worths) <= set(played.legal())
        assert max(one.worths, key=one.worths.__getitem__) == one.best
        assert one.margin >= max(LEAST, SURE * one.error) - 0.001
        assert one.check in ("tenfold", "played on", "exact")
        assert one.found_by[-1] == 5
    pairs = [(one, other) for at, one in enumerate(puzzle_file.puzzles) for other in puzzle_file.puzzles[:at]]
    assert min((distance(*pair) for pair in pairs), default=1.0) >= NEAR
