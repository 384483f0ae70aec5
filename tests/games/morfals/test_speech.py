"""What Morfals says to people."""

from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablee
from tablee.games.language import ENGLISH
from tablee.games.morfals import words
from tablee.games.score_sheets import totals_of
from tests.cases import each
from tests.games import telling
from tests.games.morfals.positions import column, position, state_of
from tests.games.morfals.random_play import random_habits, random_log

NAMES = ("Zoé", "Ada")


told = partial(telling.told, words, names=NAMES)
"""The line of the log for a step, which is carried out."""


def sight_of(state: Any) -> Any:
    """What everybody sees of a state, with its facts."""
    return tablee.load(state).sight(None)


@each(
    ("yours", "enemies", "throw", "text", "line"),
    [
        ("", "", "", "roll 223", "Zoé throws 2 2 3."),
        ("", "", "", "roll 123", "Zoé throws 1 2 3. 1 2 3: no cannibal, and the turn is over."),
        (column(7), "", "", "roll 223", "Zoé throws 2 2 3. Column 7 is full: no cannibal, and the turn is over."),
        (column(3), "", "", "roll 111", "Zoé throws 1 1 1. Column 3 is full, but after a triple Zoé throws again."),
        ("", "", "223", "place 7c", "Zoé places a cannibal on 7c."),
        ("", "", "333", "place 9c", "Zoé places a cannibal on 9c. A triple: Zoé throws again."),
        ("7b", "7a", "223", "place 7g", "Zoé places a cannibal on 7g. The cannibal on 7a is eaten."),
        ("9c", "8c", "223", "place 7c", "Zoé places a cannibal on 7c. The cannibal on 8c is eaten."),
        (
            "8d",
            "7d 6d",
            "122",
            "place 5d",
            "Zoé places a cannibal on 5d. The cannibal on 7d is eaten. "
            "The one trapped on 6d gets away: nobody is eaten in the River.",
        ),
        ("9c 7e", "8c 7d", "223", "place 7c", "Zoé places a cannibal on 7c. 2 cannibals are eaten: 7d, 8c."),
    ],
)
def test_the_log_says_each_step_and_what_followed_from_it(
    yours: str, enemies: str, throw: str, text: str, line: str
) -> None:
    assert told(position(yours, enemies, throw), text) == line


@pytest.mark.parametrize("winner", [0, 1])
def test_who_begins_is_named(winner: int) -> None:
    assert told(tablee.new("morfals", 2), f"start {winner}") == f"{NAMES[winner]} throws higher and begins."


CLAIMING = {"capture": "claim"}


@pytest.mark.parametrize(
    ("square", "line"),
    [
        ("8c", "Zoé points out the cannibal on 8c. It was trapped and is eaten."),
        ("4a", "Zoé points out the cannibal on 4a. It was not trapped: the meal is over."),
        ("6a", "Zoé points out the cannibal on 6a. Nobody is eaten in the River: the meal is over."),
    ],
)
def test_in_a_claim_the_log_says_what_came_of_pointing(square: str, line: str) -> None:
    game = position("9c", "8c 4a 6a", "223", options=CLAIMING)
    assert told(game, "place 7c") == "Zoé places a cannibal on 7c."
    assert told(game, f"eat {square}") == line


TEN = "3a 3c 3e 4b 4d 4f 5a 5c 5e 8a"
ANNOUNCING = {"last_man": "announce"}


def test_silence_is_told_the_same_whatever_it_costs_and_its_price_when_it_is_paid() -> None:
    for yours in (TEN, TEN[3:]):
        game = position(yours, "9g", "223", options=ANNOUNCING)
        assert told(game, "place 7c") == "Zoé places a cannibal on 7c."
        assert words.prompt(game.sight(0), 0, NAMES, ENGLISH) == "Your turn is over: pass the dice."
        assert words.prompt(game.sight(1), 1, NAMES, ENGLISH) == "Zoé to pass the dice."
        assert told(game, "silent") == "Zoé passes the dice."
        told(game, "roll 123")
        price = " Zoé forgot to say “Last one!” and misses this turn." if yours == TEN else ""
        assert told(game, "silent") == "Ada passes the dice." + price


def test_both_are_told_to_miss_a_turn_when_both_have_forgotten() -> None:
    game = position(TEN, "9a 9c 9e 8c 8e 8g 6a 6c 6e 7a", "223", options=ANNOUNCING)
    for text in ("place 7c", "silent", "roll 222", "place 6g", "roll 123"):
        told(game, text)
    missing = ("Zoé", "Ada")
    lines = [f"{name} forgot to say “Last one!” and misses this turn." for name in missing]
    assert told(game, "silent") == " ".join(["Ada passes the dice.", *lines])


@pytest.mark.parametrize(("yours", "line"), [(TEN, ""), (TEN[3:], " A false alarm.")])
def test_a_false_alarm_is_called_so(yours: str, line: str) -> None:
    game = position(yours, "9g", "223", options=ANNOUNCING)
    told(game, "place 7c")
    assert told(game, "announce") == "Zoé says: “Last one!”" + line


def test_without_announcing_the_table_itself_tells_who_is_down_to_the_last_one() -> None:
    line = "Zoé places a cannibal on 7c. Zoé has one cannibal left in hand!"
    assert told(position(TEN, "9g", "223"), "place 7c") == line
    assert told(position(TEN[3:], "9g", "223"), "place 7c") == "Zoé places a cannibal on 7c."


def test_a_game_won_in_a_match_is_told_with_its_points_and_the_score() -> None:
    eleven = "3a 3c 3e 3g 4b 4d 4f 5a 5c 5e 5g"
    game = position(eleven, "8a", "223", options={"match": 20}, match_score=[-3, 3])
    line = told(game, "place 7c")
    assert line.endswith("Zoé has placed every cannibal and wins 11 points. In the digestif: Zoé 8, Ada −8.")


# ---- what to do now, and why not --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "own", "others"),
    [
        (state_of("", ""), "Your turn: throw the dice.", "Zoé to throw the dice."),
        (
            state_of("", "", "223"),
            "You threw 2 2 3: place a cannibal in column 7.",
            "Zoé threw 2 2 3 and has to place a cannibal in column 7.",
        ),
        (
            state_of("", "", "222"),
            "You threw 2 2 2, a triple: place a cannibal in the River (column 6), then throw again.",
            "Zoé threw 2 2 2 and has to place a cannibal in the River (column 6).",
        ),
    ],
)
def test_the_prompt_says_what_to_do_and_tells_the_others_who_is_to_do_it(state: Any, own: str, others: str) -> None:
    assert words.prompt(sight_of(state), 0, NAMES, ENGLISH) == own
    for other in (1, None):
        assert words.prompt(sight_of(state), other, NAMES, ENGLISH) == others


@each(
    ("state", "key", "reason"),
    [
        (state_of("", ""), "square 7c", "Throw the dice first."),
        (state_of("", "", "223"), "square 5c", "Your dice make 7: only column 7 is open."),
        (state_of("7c", "", "223"), "cannibal 7c", "7c is taken: choose a free square of column 7."),
        (state_of("", "", "223"), "cup", "You have thrown already: place a cannibal in column 7."),
        (state_of("", "", "223"), "hand 1 3", "These cannibals belong to Ada."),
        (state_of("", "", "223"), "place 5c", "Your dice make 7: only column 7 is open."),
        (state_of("", "", "223"), "square 7z", ""),
        (state_of("", "", "223"), "something else", ""),
        (
            state_of("", "", "223", options={"last_man": "announce"}),
            "announce",
            "Say so at the end of your turn, instead of passing the dice.",
        ),
        (
            state_of("", "", phase="announce", options={"last_man": "announce"}),
            "square 7c",
            "Your turn is over: pass the dice.",
        ),
    ],
)
def test_what_cannot_be_done_is_explained(state: Any, key: str, reason: str) -> None:
    assert words.why_not(sight_of(state), 0, key, NAMES, ENGLISH) == reason


# ---- the end ----------------------------------------------------------------------------------------------------


def test_the_end_is_told_in_one_sentence() -> None:
    eleven = "3a 3c 3e 3g 4b 4d 4f 5a 5c 5e 5g"
    game = position(eleven, "8a", "223")
    game.play("place 7c")
    assert words.headline(game.sight(0), game.result(), NAMES, ENGLISH) == (
        "Zoé has placed every cannibal and wins with 11 points."
    )
    assert words.decision(game.sight(0), game.result(), ENGLISH) == "Every cannibal is on the board."
    (line,) = words.score_sheet(game.sight(0), NAMES, ENGLISH)
    assert line.words == "Cannibals still in the hand of Ada"
    assert [cell.points for cell in line.cells] == [11, -11]


@settings(max_examples=20)
@given(
    seed=st.integers(0, 10_000),
    match=st.sampled_from([1, 20]),
    capture=st.sampled_from(["auto", "claim"]),
    last_man=st.sampled_from(["auto", "announce"]),
)
def test_every_step_of_every_game_has_its_words_and_the_points_add_up(
    seed: int, match: int, capture: str, last_man: str
) -> None:
    game = tablee.new("morfals", 2, {"match": match, "capture": capture, "last_man": last_man})
    for text in random_log(match, capture, last_man, seed, random_habits(Random(seed))):
        if text.startswith("leave"):
            game.leave(int(text[-1]))
            continue
        assert words.prompt(game.sight(0), 0, NAMES, ENGLISH)
        assert told(game, text).endswith((".", "!", "!”"))
    assert totals_of(words.score_sheet(game.sight(None), NAMES, ENGLISH), 2) == game.result().scores
