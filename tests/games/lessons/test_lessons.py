"""The lessons of the house. That whatever is tried is answered, in any game, is checked by the kit."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablee.games import find_game, game_ids
from tablee.games.language import languages
from tablee.games.lessons.ideas import Idea
from tablee.games.lessons.lesson_text import figures, lesson_of
from tablee.kit.check_books import begin as begin_idea
from tablee.kit.check_books import idea_faults
from tablee.server.features.lessons.model import Exercise
from tablee.server.features.lessons.service import teaches
from tablee.server.table.events import Refused
from tablee.server.views.sentences import language
from tests.cases import each

LOOKS = ("board", "dice", "call", "hexes", "route")
"""What can be seen of a position."""
TEACHING = [game_id for game_id in game_ids() if teaches(game_id)]


def lesson(game_id: str, code: str = "en") -> list[Idea]:
    return lesson_of(find_game(game_id), language(code))


def begin(game_id: str, step: Idea) -> Exercise:
    return begin_idea(find_game(game_id), step)


def looks(position: Any, seats: int) -> dict[str, Any]:
    """What can be seen of a position, as far as so many seats are concerned."""
    seen = {name: position[name] for name in LOOKS if position.get(name)}
    sticks = [sorted(own) for own in position.get("sticks", [])]
    return seen | {"sticks": sticks[:seats], "pawns": position.get("pawns", [])[:seats]}


def is_met(figure: Any, position: Any) -> bool:
    """Does a lesson come to a figure? Fewer may sit at its table: who learns Morisi is alone with White first."""
    seats = position["players"]
    return seats <= figure["players"] and looks(figure, seats) == looks(position, seats)


def seen_on_the_way(game_id: str, step: Idea) -> Iterator[dict[str, Any]]:
    """The positions that somebody meets who does what is shown."""
    exercise = begin(game_id, step)
    yield exercise.definition.words.write(exercise.state)
    for action in step.way:
        answer = exercise.answer(action)
        assert answer is not None
        for _ in exercise.play(action, answer):
            yield exercise.definition.words.write(exercise.state)


def test_every_game_of_the_house_teaches():
    assert set(TEACHING) >= {"isis", "morfals", "morisi", "morpyam", "netzwerk"}


@each("game_id", TEACHING)
def test_a_lesson_has_a_handful_of_steps_in_both_languages(game_id):
    for code in languages():
        assert 6 <= len(lesson(game_id, code)) <= 12
    french, english = lesson(game_id, "fr"), lesson(game_id, "en")
    assert [step.way for step in french] == [step.way for step in english]
    assert all(one.words != other.words for one, other in zip(french, english, strict=True))


@each("game_id", TEACHING)
def test_every_position_of_the_rulebook_is_met(game_id):
    definition = find_game(game_id)
    met = [position for step in lesson(game_id) for position in seen_on_the_way(game_id, step)]
    for number, figure in enumerate(figures(definition.path), start=1):
        if figure.get("options", {}).get("predictions") != "on":  # a way to play for later
            full = definition.words.write(definition.read(figure))
            assert any(is_met(full, position) for position in met), f"figure {number}"


def test_the_example_of_the_handbook_can_be_played(tmp_path):
    isis = find_game("isis")
    handbook = Path(__file__).parents[3] / "docs" / "makers" / "lessons.md"
    example = handbook.read_text("utf8").split("````markdown\n")[1].split("````")[0]
    (tmp_path / "lesson.md").write_text(example, "utf8")
    shutil.copy(isis.path / "rulebook.en.md", tmp_path)
    (step,) = lesson_of(replace(isis, path=tmp_path), language("en"))
    assert list(idea_faults(isis, step)) == []


def test_morisi_is_learnt_with_two_first_as_its_author_advises():
    steps = lesson("morisi")
    with_two = [step.position["players"] == 2 for step in steps]
    assert with_two == [True] * 5 + [False] * 4
    assert "author advises" in steps[0].words


def test_what_is_not_legal_is_refused_and_changes_nothing():
    exercise = begin("isis", lesson("isis")[0])
    before = exercise.state.tobytes()
    for action in ("pawn z9", "place a1", "reveal +4", "throw", "pawn a1; pawn a2", ""):
        with pytest.raises(Refused):
            exercise.answer(action)
    assert exercise.state.tobytes() == before
