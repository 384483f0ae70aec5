"""A lesson as its maker writes it: what is read from `lesson.md`, and what is said of one that is wrong."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tablee.engine.contract import ContractError
from tablee.games.language import ENGLISH, Language
from tablee.games.lessons.ideas import Attempt, Idea
from tablee.games.lessons.lesson_text import lesson_of, lesson_texts

RULEBOOK = """# A game

```scene
{"game": "tiny", "players": 2, "options": {}, "board": {"a1": 0, "b2": 1}, "turn": 1}
caption Two pieces.
```
"""
FUNCTIONS = """
def is_free(attempt, square):
    return square not in attempt.before["board"]
"""
LESSON = """# A piece

Each of you
has pieces.

And a die.

```position figure 1
{"board": {"a1": null, "c3": 0},
 "turn": 0}
```

> Throw,
> and place one.

- seat 1
- buttons `throw`
- on `throw` then `die 4`, `die 5`: A 4,
  and a 5!
- wrong `place a1` after `throw`, `wait`: Not there.
- wrong: That is worth {points}. Look again.
  - `place b*`: +2
  - `place c1`, `place c2`: nothing
- right `place *`, {is_free c3}: Well done.
- show `throw`, `place d4`

# Only look

This is the end.

```position
{"players": 2, "board": {}}
```
"""


class Maker:
    """Somebody who writes a lesson for a game of theirs."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir()
        (path / "__init__.py").touch()
        (path / "lesson.py").write_text(FUNCTIONS, "utf8")
        (path / "rulebook.en.md").write_text(RULEBOOK, "utf8")

    @property
    def folder(self) -> Any:
        return SimpleNamespace(id="tiny", path=self.path, rules=SimpleNamespace(__name__="tiny.rules"))

    def writes(self, text: str, say: Language = ENGLISH) -> list[Idea]:
        (self.path / "lesson.md").write_text(text, "utf8")
        return lesson_of(self.folder, say)


@pytest.fixture
def maker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Maker:
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("tiny", "tiny.lesson"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return Maker(tmp_path / "tiny")


def said_to(idea: Idea, action: str, *tried: str, **before: Any) -> str:
    attempt = Attempt(action, {"board": {}, **before}, {}, tried)
    return next((answer.words for answer in idea.answers if answer.fits(attempt)), "")


def test_a_game_without_the_file_has_no_lesson(maker):
    assert lesson_of(maker.folder, ENGLISH) == []


def test_lines_are_joined_and_paragraphs_stay_apart(maker):
    idea, _ = maker.writes(LESSON)
    assert (idea.title, idea.task) == ("A piece", "Throw, and place one.")
    assert idea.words == "Each of you has pieces.\nAnd a die."
    assert said_to(idea, "throw") == "A 4, and a 5!"


def test_a_position_is_a_figure_of_the_rulebook_with_changes_or_stands_there_whole(maker):
    first, last = maker.writes(LESSON)
    assert first.position == {"game": "tiny", "players": 2, "options": {}, "board": {"b2": 1, "c3": 0}, "turn": 0}
    assert last.position == {"game": "tiny", "options": {}, "players": 2, "board": {}}


def test_a_step_says_seat_buttons_and_what_is_shown_and_may_have_nothing_to_try(maker):
    first, last = maker.writes(LESSON)
    assert (first.seat, first.buttons, first.way) == (1, ["throw"], ["throw", "place d4"])
    assert (last.seat, last.buttons, last.way, last.task, last.answers) == (0, ("*",), (), "", [])
    assert (first.line, last.line) == (1, 27)


def test_what_follows_by_itself_is_in_its_order(maker):
    idea, _ = maker.writes(LESSON)
    assert idea.answers[0].then == ["die 4", "die 5"]


def test_the_first_answer_that_fits_counts(maker):
    idea, _ = maker.writes(LESSON)
    assert said_to(idea, "place a1") == "Well done."
    assert said_to(idea, "place a1", "throw") == "Not there."
    assert said_to(idea, "place b7") == "That is worth +2. Look again."
    assert said_to(idea, "place c2") == "That is worth nothing. Look again."


def test_a_function_of_the_game_is_asked_by_its_name(maker):
    idea, _ = maker.writes(LESSON)
    assert said_to(idea, "jump") == "Well done."
    assert said_to(idea, "jump", board={"c3": 0}) == ""


def test_every_text_is_said_in_the_language_of_who_learns(maker):
    texts = {"Only look": "Regardez", "That is worth {points}. Look again.": "Cela vaut {points}.", "nothing": "zéro"}
    first, last = maker.writes(LESSON, Language("fr", texts))
    assert last.title == "Regardez"
    assert said_to(first, "place c2") == "Cela vaut zéro."


def test_the_texts_to_be_translated_are_all_that_is_said_but_numbers(maker):
    maker.writes(LESSON)
    assert lesson_texts(maker.folder) == [
        "A piece", "Each of you has pieces.", "And a die.", "Throw, and place one.", "A 4, and a 5!", "Not there.",
        "That is worth {points}. Look again.", "nothing", "Well done.", "Only look", "This is the end.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("right", "wrong", "line", "message"),
    [
        ("# A piece\n", "A piece\n", 1, "begins with the title of its first idea"),
        ("# Only look", "## Only look", 27, "a title has one #"),
        ("This is the end.\n", "", 27, "the idea has no words"),
        ("figure 1", "figure 2", 8, "rulebook.en.md has 1 figures, there is no figure 2"),
        ("figure 1", "of figure 1", 8, "a position begins with"),
        ('"turn": 0}', '"turn": }', 10, "this is no JSON: Expecting value"),
        ('{"players": 2, "board": {}}', "[]", 31, "a position is an object"),
        ("> and place", "\n> and place", 15, "has a task already, in line 13"),
        ("- right", "- maybe", 24, "'maybe' is none of right, on, wrong, show, seat, buttons"),
        ("- right `place *`, {is_free c3}", "- wrong `place *`", 1, "no answer is right"),
        ("- show `throw`, `place d4`\n", "", 1, "does not show how it is done"),
        ("- show `throw`, `place d4`", "- show place d4", 25, "'show' is written like this"),
        ("- seat 1", "- seat white", 16, "'seat' is written like this: - seat 1"),
        ("`throw` then `die 4`, `die 5`: A 4", "`throw` then die 4: A 4", 18, "an answer is written like this"),
        ("- wrong: That", "- wrong `place c*`: That", 21, "an answer is written like this"),
        ("{points}", "two points", 21, "have one {field}"),
        ("  - `place b*`: +2", "  - place b2: +2", 22, "a value is written like this"),
        ("- seat 1", "  - seat 1", 16, "nothing stands before this indented line"),
        ("- show", "\nWell done!\n\n- show", 26, "words stand before the answers"),
        ("> Throw,\n> and place one.\n", "", 1, "answers, but no task"),
        ("{is_free c3}", "{is_taken c3}", 24, "no function 'is_taken' in lesson.py"),
    ],
)
def test_a_mistake_is_told_with_its_line(maker, right, wrong, line, message):
    assert right in LESSON
    with pytest.raises(ContractError) as told:
        maker.writes(LESSON.replace(right, wrong))
    assert str(told.value).startswith(f"tiny: lesson.md, line {line}: ")
    assert message in str(told.value)
