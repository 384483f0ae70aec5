"""A bot that goes on from what it thought before: as good, quicker, and no wiser than it may be."""

import json
from random import Random
from typing import Any, ClassVar

import pytest

from tablee.bots import level_bots as bot
from tablee.bots import worker
from tablee.bots.level_bots import LevelBot, simulations_of
from tablee.bots.parallel_search import TreeSearch
from tablee.engine.contract import States
from tablee.games import find_game
from tablee.games.brains.levels import LEVELS
from tablee.games.brains.thoughts import Limit
from tablee.games.document import Document
from tests.bots import secret
from tests.bots.asking import choose
from tests.bots.positions import ISIS, ONLY_A1_WINS, OPENING, random_outcome


class Watched(TreeSearch):
    """A search that notes how much of an earlier one it has, and how much it has in the end."""

    notes: ClassVar[list[tuple[int, int]]] = []

    def run(self, *arguments: Any, **options: Any) -> None:
        kept = self.simulations
        super().run(*arguments, **options)
        self.notes.append((kept, self.simulations))


@pytest.fixture
def notes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """By decision: simulations kept from the one before, and all in the end."""
    monkeypatch.setattr(Watched, "notes", [])
    monkeypatch.setattr(bot, "TreeSearch", Watched)
    return Watched.notes


def play(level: int, seed: int, players: int = 2) -> list[tuple[Document, str]]:
    """A game between minds: what each was told and what it played. An action that is not legal would raise."""
    random = Random(seed)
    bots = [LevelBot(ISIS, level) for _ in range(players)]
    state, log = ISIS.new(players, {}, 0), []
    while (seat := ISIS.to_act(state)) is not None:
        if seat == "chance":
            text = random_outcome(state, random)
        else:
            knowledge = ISIS.knowledge(state, seat)
            text = bots[seat].choose(knowledge, seed=random.getrandbits(32)).action
            log.append((knowledge, text))
        state = ISIS.apply(state, text)
    return log


def knowledge_after(*texts: str) -> Document:
    state: States = ISIS.new(2, {}, 0)
    for text in texts:
        state = ISIS.apply(state, text)
    document: Document = ISIS.knowledge(state, int(state[0].turn))
    return document


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_is_played_on_from_tree_to_tree(players: int, notes: list[tuple[int, int]]) -> None:
    play(3, seed=1, players=players)
    assert sum(kept > 0 for kept, _ in notes) > len(notes) / 4
    assert {in_the_end for _, in_the_end in notes} == {simulations_of(ISIS, 3, players)}


def test_a_game_may_have_other_numbers_of_games_in_thought_for_more_seats() -> None:
    assert simulations_of(ISIS, 3, 2) == LEVELS[3].simulations
    assert simulations_of(ISIS, 3, 3) == simulations_of(ISIS, 3, 4) == ISIS.brain.WITH_MORE[3]
    assert simulations_of(ISIS, 5, 3) == LEVELS[5].games(3) != LEVELS[5].simulations
    assert simulations_of(find_game("morfals"), 3, 3) == LEVELS[3].simulations


def test_the_same_game_is_played_again() -> None:
    assert play(3, seed=2) == play(3, seed=2)


def test_a_new_mind_decides_as_anybody() -> None:
    assert LevelBot(ISIS, 3).choose(OPENING, seed=4).action == choose(ISIS, OPENING, 3, seed=4)


def test_what_was_taken_back_is_thought_about_anew(notes: list[tuple[int, int]]) -> None:
    mind = LevelBot(ISIS, 3)
    mind.choose(knowledge_after("pawn a1", "pawn b2"), seed=1)
    assert mind.choose(OPENING, seed=2).action == choose(ISIS, OPENING, 3, seed=2)
    assert notes[1] == (0, LEVELS[3].simulations)


def test_a_question_asked_again_needs_no_more_thought(notes: list[tuple[int, int]]) -> None:
    mind = LevelBot(ISIS, 3)
    assert mind.choose(OPENING, seed=1).action == mind.choose(OPENING, seed=2).action
    assert notes == [(0, LEVELS[3].simulations), (LEVELS[3].simulations,) * 2]


def test_a_thought_that_was_cut_short_is_made_up_for(notes: list[tuple[int, int]]) -> None:
    mind = LevelBot(ISIS, 3)
    mind.choose(OPENING, Limit(seconds=1e-9), seed=1)
    mind.choose(OPENING, seed=1)
    assert notes[1][0] == notes[0][1] < notes[1][1] == LEVELS[3].simulations


def test_a_seat_that_leaves_meanwhile_is_no_harm(notes: list[tuple[int, int]]) -> None:
    state = ISIS.new(3, {}, 0)
    mind = LevelBot(ISIS, 3)
    mind.choose(ISIS.knowledge(state, 0), seed=1)
    left = ISIS.leave(state, 1)
    assert mind.choose(ISIS.knowledge(left, 0), seed=2).action in ISIS.actions(left)
    assert notes[1][0] == 0


def test_another_game_than_before_is_no_harm() -> None:
    mind = LevelBot(ISIS, 3)
    mind.choose(OPENING, seed=1)
    assert mind.choose(ONLY_A1_WINS, seed=1).action == "pawn a1"
    assert mind.choose(OPENING, seed=5).action in ISIS.actions(ISIS.new(2, {}, 0))


@pytest.mark.parametrize("level", [1, 2])
def test_who_does_not_see_far_thinks_anew_each_time(level: int, notes: list[tuple[int, int]]) -> None:
    play(level, seed=3)
    assert {kept for kept, _ in notes} == {0}


def test_where_something_is_hidden_every_thought_begins_anew(notes: list[tuple[int, int]]) -> None:
    answers = []
    for truth in (0, 1):
        mind = LevelBot(secret.FOLDER, 3)
        answers.append([mind.choose(secret.new(2, {}, truth), seed=seed).action for seed in (1, 2, 3)])
    assert answers[0] == answers[1]
    assert notes == [(0, LEVELS[3].simulations)] * 6


def test_a_game_that_hides_something_keeps_no_tree_though_it_is_the_same_state(
    monkeypatch: pytest.MonkeyPatch, notes: list[tuple[int, int]]
) -> None:
    monkeypatch.setitem(ISIS.__dict__, "nothing_is_hidden", False)
    mind = LevelBot(ISIS, 3)
    for seed in (1, 2):
        assert mind.choose(OPENING, seed=seed).action == choose(ISIS, OPENING, 3, seed)
    assert {kept for kept, _ in notes} == {0}


def test_the_worker_goes_on_in_a_session_and_without_it_does_the_same_more_slowly(
    notes: list[tuple[int, int]],
) -> None:
    request = {"id": 1, "game": "isis", "knowledge": OPENING, "level": 3, "seed": 6}
    for more in ({"session": "table 0"}, {"session": "table 0"}, {}):
        found = worker.answer(json.dumps({**request, **more}).encode())
        assert (found["id"], found["action"]) == (1, choose(ISIS, OPENING, 3, seed=6))
    assert [kept for kept, _ in notes[::2]] == [0, LEVELS[3].simulations, 0]


def test_a_mind_works_ends_out_in_no_more_steps_than_it_is_told() -> None:
    state = ISIS.new(2, {}, 0)
    random = Random(1)
    while state[0].free > 4 or ISIS.to_act(state) == "chance":
        options = ISIS.actions(state) or [text for text, _ in ISIS.outcomes(state)]
        state = ISIS.apply(state, random.choice(options))
    limit = Limit(simulations=50)
    assert LevelBot(ISIS, 5, cores=1).think_of(state, limit).simulations == 0
    assert LevelBot(ISIS, 5, cores=1, steps=3).think_of(state, limit).simulations > 0
