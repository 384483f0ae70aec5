"""What Morpyam says to people."""

from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablee
from tablee.games.language import ENGLISH
from tablee.games.morpyam import OPTIONS as OPTION_VALUES
from tablee.games.morpyam import words
from tablee.games.score_sheets import totals_of
from tablee.server.views.sentences import language
from tests.cases import each
from tests.games import telling
from tests.games.morpyam.positions import SQUARES_OF, position, thrown
from tests.games.morpyam.random_play import HOUSE, OPTIONS, Options

NAMES = ("Zoé", "Ada", "Léo", "Max")


told = partial(telling.told, words, names=NAMES)
"""The line of the log for a step, which is carried out."""


def rolling(call: str | None = None, throws: int = 0, **fields: Any) -> tablee.Game:
    dice = {} if not throws else {"dice": [1, 1, 2, 4, 5]}
    return position("dice", throws=throws, call=call, **dice, **fields)


def row(squares: str, seat: int = 0) -> dict[str, int]:
    return dict.fromkeys(squares.split(), seat)


@each(
    ("game", "text", "line"),
    [
        (lambda: position("start"), "start 1", "Ada throws highest and starts."),
        (lambda: position("throw"), "roll", "Zoé throws."),
        (lambda: position("throw"), "call carre", "Zoé calls: four of a kind!"),
        (rolling, "dice 11245", "The dice show 1 1 2 4 5."),
        (lambda: rolling("carre"), "dice 22226", "The dice show 2 2 2 2 6. The call succeeds!"),
        (lambda: rolling("carre"), "dice 11245", "The dice show 1 1 2 4 5. The call has failed; the dice still count."),
        (lambda: rolling(throws=2), "dice 11245", "The dice show 1 1 2 4 5. Nothing fits: Ada is next."),
        (
            lambda: rolling("full", throws=2),
            "dice 11145",
            "The dice show 1 1 1 4 5. The call has failed, and the turn is lost: Ada is next.",
        ),
        (lambda: thrown("11145"), "keep 11", "Zoé keeps 1 1."),
        (lambda: thrown("11145"), "keep -", "Zoé picks up all five dice."),
        (lambda: thrown("11145"), "place a6", "Zoé covers a6, three 1s."),
        (lambda: thrown("55555"), "place c3", "Zoé covers c3, morpyam. Five of a kind: Zoé plays again!"),
        (
            lambda: thrown("11145", board=row("b6 c6")),
            "place a6",
            "Zoé covers a6, three 1s. Three in a row, a6–c6: 1 point.",
        ),
        (
            lambda: thrown("11145", board=row("b6 c6 d6")),
            "place a6",
            "Zoé covers a6, three 1s. Four in a row, a6–d6: 2 points.",
        ),
        (
            lambda: thrown("11145", players=3, board=row("b6 c6 d6")),
            "place a6",
            "Zoé covers a6, three 1s. Four in a row, a6–d6: 3 points.",
        ),
        (
            lambda: thrown("11145", board=row("b6 c6 d6 e6")),
            "place a6",
            "Zoé covers a6, three 1s. KO: a6–e6 in a row!",
        ),
    ],
)
def test_the_log_says_each_step_and_what_followed_from_it(game: Any, text: str, line: str) -> None:
    assert told(game(), text) == line


# ---- what to do now, and why not -------------------------------------------------------------------------------


@each(
    ("game", "own"),
    [
        (lambda: position("throw"), "Your turn: throw the five dice, or call a figure first."),
        (lambda: position("throw", board=row("b4 e3", 1)), "Your turn: throw the five dice."),
        (
            lambda: thrown("11245"),
            "No square fits your dice yet: choose the dice to keep, and throw the others again. 2 throws left.",
        ),
        (
            lambda: thrown("11145", 2),
            "Three 1s: cover a square, or choose dice to keep and throw the others again. 1 throw left.",
        ),
        (lambda: thrown("11145", 3), "Third throw, three 1s: cover a square."),
        (lambda: thrown("22226", call="carre"), "Four of a kind: your call succeeds. Cover a call square."),
        (lambda: thrown("66666", 3), "Third throw, morpyam: cover a square."),
        (
            lambda: thrown("66666", 3, board=row("c3 d4", 1)),
            "Third throw, three 6s, four of a kind and maxi: cover a square.",
        ),
    ],
)
def test_the_prompt_says_what_to_do_and_how_many_throws_are_left(game: Any, own: str) -> None:
    view = game().sight(0)
    assert words.prompt(view, 0, NAMES, ENGLISH) == own
    for other in (1, None):
        assert "Zoé" in words.prompt(view, other, NAMES, ENGLISH)


@each(
    ("game", "key", "reason"),
    [
        (lambda: position("throw"), "square a6", "Throw the dice first."),
        (lambda: thrown("11145", board={"a6": 1}), "token a6", "a6 is taken."),
        (lambda: thrown("11145"), "square c4", "Your dice do not fit c4, maxi. Needs a sum of 27 or more."),
        (lambda: thrown("55552", 2), "square c5", "This square is for the first throw of a turn only."),
        (
            lambda: thrown("11145"),
            "square b4",
            "A call square is covered only with a figure that you call before the throw.",
        ),
        (
            lambda: thrown("22226", call="carre"),
            "square b5",
            "Four of a kind: your call succeeds. Cover a call square.",
        ),
        (lambda: thrown("11145", 3), "cup", "That was the third throw: now cover a square."),
        (lambda: thrown("11145"), "keep 11145; roll", "At least one die must be thrown again."),
        (lambda: thrown("11145"), "place c4", "Your dice do not fit c4, maxi. Needs a sum of 27 or more."),
        (
            lambda: thrown("66666"),
            "square e6",
            "Five of a kind go on a morpyam square while one is free.",
        ),
        (
            lambda: thrown("22226", options=HOUSE),
            "keep 2222; call carre",
            "While you keep four of a kind, a call of it cannot fail, so this table does not allow it.",
        ),
        (lambda: thrown("11145"), "square zz", ""),
        (lambda: thrown("11145"), "something else", ""),
    ],
)
def test_what_cannot_be_done_is_explained(game: Any, key: str, reason: str) -> None:
    assert words.why_not(game().sight(0), 0, key, NAMES, ENGLISH) == reason


@each("figure", SQUARES_OF)
def test_every_figure_has_a_name_and_says_what_it_needs(figure: str) -> None:
    assert words.figure_name(figure, ENGLISH)
    assert words.figure_text(figure, ENGLISH).startswith("Needs ")


def test_the_legend_names_every_sign_of_the_grid_once() -> None:
    signs = {f"square-{figure}" for figure in SQUARES_OF if figure not in "12346"}  # one brelan stands for all
    for legend in (words.legend(ENGLISH), words.legend(language("fr"))):
        assert {sign.shape for sign in legend} == signs
        assert len({sign.name for sign in legend}) == len({sign.meaning for sign in legend}) == len(signs)


# ---- the end ---------------------------------------------------------------------------------------------------


def test_a_knock_out_is_told_as_one() -> None:
    game = thrown("11145", board=row("b6 c6 d6 e6"))
    game.play("place a6")
    assert words.headline(game.sight(0), game.result(), NAMES, ENGLISH) == "Zoé wins by KO: five in a row!"
    assert words.decision(game.sight(0), game.result(), ENGLISH) == (
        "Five in a row: that is a KO! The loser tidies up, with a smile."
    )
    knock_out = words.score_sheet(game.sight(0), NAMES, ENGLISH)[-1]
    assert knock_out.words == "Five in a row"
    assert [cell and cell.shown for cell in knock_out.cells] == ["KO", None]


def test_after_a_game_decided_by_points_the_losers_tidy_up_too_but_nobody_who_has_left() -> None:
    game = thrown("66666", players=4, board=row("a6 c6 a4 c4 a2 c2 e1"))
    game.play("place d4")
    assert words.decision(game.sight(0), game.result(), ENGLISH) == "The loser tidies up, with a smile."
    alone = position("throw")
    alone.leave(1)
    assert words.decision(alone.sight(0), alone.result(), ENGLISH) == ""


@pytest.mark.parametrize("name", ["double_morpyam", "five_alike", "sure_call"])
def test_every_option_asks_a_question_and_has_an_answer_for_each_value(name: str) -> None:
    option = words.option_text(name, ENGLISH)
    assert option.question
    assert option.sentence
    assert list(option.answers) == list(OPTION_VALUES[name])
    assert all(option.answers.values())


@settings(max_examples=15)
@given(seed=st.integers(0, 10_000), players=st.sampled_from([2, 3, 4]), options=st.sampled_from(OPTIONS))
def test_every_step_of_every_game_has_its_words_and_the_points_add_up(
    seed: int, players: int, options: Options
) -> None:
    game = tablee.new("morpyam", players, options, seed)
    random = Random(seed)
    while game.to_act is not None:
        actions = game.legal() or [text for text, _ in game.outcomes()]
        placing = [action for action in actions if action.startswith("place")]
        assert words.prompt(game.sight(0), 0, NAMES[:players], ENGLISH)
        assert told(game, random.choice(placing or actions)).endswith((".", "!"))
    assert totals_of(words.score_sheet(game.sight(None), NAMES, ENGLISH), players) == game.result().scores
