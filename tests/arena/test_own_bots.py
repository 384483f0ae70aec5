"""Tournaments from Python: functions, searches with evaluators, and checkpoints."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablee import arena
from tablee.api.game import Game
from tablee.api.search import Leaves, uniform
from tablee.arena.sprt import Hypotheses
from tablee.games.errors import TableeError
from tests.arena.tournaments import what_happened
from tests.cases import each


def greedy(game: Game) -> int:
    """The action after which its seat leads most."""
    seat = game.to_act
    assert isinstance(seat, int)

    def lead(action: int) -> int:
        after = game.copy(seed=0)
        after.step(action)
        scores = after.result().scores
        return scores.pop(seat) - max(scores)

    return max(game.legal_ids(), key=lead)


class Counting:
    """Knows nothing, and remembers how many positions it was asked about at once."""

    def __init__(self) -> None:
        self.rows: list[int] = []

    def __call__(self, leaves: Leaves) -> Any:
        self.rows.append(len(leaves.seat))
        return uniform(leaves)


def test_a_function_plays_and_is_rated_with_an_interval() -> None:
    result = arena.play({"mine": greedy, "any": "random"}, "isis", games=20, seed=3, jobs=1)
    best, worst = result.standings.bots
    assert (best.name, worst.name, best.faults) == ("mine", "any", {})
    assert best.win_rate.low > 0.5
    assert len(result.records) == 20
    assert tuple(result.game(0).result().scores) == result.records[0].scores
    assert "mine" in str(result)


def test_a_sequential_test_stops_and_a_record_is_continued(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    terms: Any = {"sprt": (0, 200), "seed": 5, "record": file, "jobs": 1}
    first = arena.play([greedy, "random"], "isis", **terms)
    assert first.standings.sprt is not None
    assert first.standings.sprt.accepted == "H1"
    assert len(first.records) < 200
    again = arena.play([greedy, "random"], "isis", **terms)
    assert what_happened(again.records) == what_happened(first.records)
    with pytest.raises(TableeError, match="another tournament"):
        arena.play([greedy, "level:1"], "isis", **terms)


def test_a_search_sees_many_games_at_once_and_plays_as_it_would_alone() -> None:
    evaluator = Counting()
    bots = {"search": arena.SearchBot(evaluator, simulations=12), "level": "level:1", "any": "random"}
    together = arena.play(bots, "isis", games=8, seed=1, backend="sequential")
    assert max(evaluator.rows) > 4
    apart = arena.play(bots, "isis", games=8, seed=1, jobs=2)
    assert what_happened(together.records) == what_happened(apart.records)
    assert all(not bot.faults for bot in together.standings.bots)


def load(file: Path) -> Any:
    """An evaluator that prefers the ids of a file."""
    wanted = np.load(file)
    return lambda leaves: (leaves.mask * wanted, np.full((len(leaves.seat), 2), 0.5, np.float32))


def test_a_checkpoint_is_loaded_where_it_plays(tmp_path: Path) -> None:
    wishes = np.zeros(73, np.float32)
    wishes[:36] = 1  # pawns, no tiles
    np.save(tmp_path / "wishes.npy", wishes)
    bots = {"pawns": arena.SearchBot(load, simulations=4, checkpoint=tmp_path / "wishes.npy"), "any": "random"}
    result = arena.play(bots, "isis", games=2, jobs=1)
    for number, record in enumerate(result.records):
        mine = [text for seat, text in result.game(number).steps[:8] if seat == record.seats.index(0)]
        assert mine
        assert all(text.startswith("pawn") for text in mine)
    assert {bot.name: bot.faults for bot in result.standings.bots} == {"pawns": {}, "any": {}}


@each("bot", [lambda game: game.text_id("nonsense"), lambda _: "pawn z9", arena.SearchBot(lambda leaves: leaves.mask)])
def test_a_bot_that_fails_loses_and_the_standings_say_why(bot: Any) -> None:
    result = arena.play({"broken": bot, "any": "random"}, "isis", games=2, jobs=1)
    (fault,) = result.standings.faults
    assert (fault.bot, fault.times) == ("broken", 2)
    assert any(word in fault.words for word in ("nonsense", "pawn z9", "an evaluator returns"))


@each(
    ("bots", "terms", "message"),
    [
        ([greedy], {}, "need at least 2 bots"),
        ([greedy, 3], {}, "a bot is level:1"),
        ([greedy, "level:9"], {}, "there is no bot"),
        ([greedy, "random"], {"backend": "cloud"}, "backend is one of"),
        ([greedy, "random"], {"sprt": Hypotheses(0.6, 0.5)}, "the first bound must be less"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(bots: Any, terms: Any, message: str) -> None:
    with pytest.raises(TableeError, match=message):
        arena.play(bots, "isis", games=2, **terms)
