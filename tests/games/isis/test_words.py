"""The texts of Isis & Osiris: states written and read, who may know what, and what is said to people."""

import json

import pytest
from hypothesis import given, settings

import tablee
from tablee.games import find_game
from tablee.games.isis import words
from tablee.games.language import ENGLISH
from tablee.games.secrets import told
from tests.cases import each
from tests.games.agreement import replay, step
from tests.games.isis.hand_made_states import COMMON, EXAMPLE, FULL, first_squares, without
from tests.games.isis.random_play import new_game, random_log, seeds
from tests.games.isis.reference import BOX, SQUARES

# ---- states ---------------------------------------------------------------------------------------------------


def test_the_state_is_written_as_the_specification_shows_it() -> None:
    game = replay(new_game(2), ["pawn c4", "draw", "reveal +2", "place a1"])
    assert game.state() == EXAMPLE
    assert json.dumps(game.state()) == json.dumps(EXAMPLE)


def test_with_a_common_reserve_the_field_reserve_stands_for_tiles() -> None:
    state = replay(new_game(2, "common"), ["draw"]).state()
    assert state["reserve"] == 21
    assert "tiles" not in state


def test_values_are_written_with_ascii_signs() -> None:
    game = new_game(2, "common")
    for index, value in enumerate(BOX):
        replay(game, ["draw", f"reveal {value}", f"place {SQUARES[index]}"])
    assert set(game.state()["board"].values()) == {"+1", "+2", "+3", "+4", "-1", "-2", "-3", "-4"}


def test_drawn_is_a_question_mark_before_the_reveal_a_value_before_the_place_and_null_otherwise() -> None:
    game = new_game(2)
    drawn = [game.state()["drawn"]]
    for text in ("draw", "reveal -3", "place a1"):
        game.play(text)
        drawn.append(game.state()["drawn"])
    assert drawn == [None, "?", "-3", None]


# ---- views ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_everybody_sees_a_value_from_its_reveal_until_its_place(seat: int | None) -> None:
    game = replay(new_game(2), ["draw", "reveal +3"])
    assert game.view(seat)["drawn"] == "+3"
    game.play("place c4")
    assert game.view(seat)["drawn"] is None
    assert game.view(seat)["board"] == {"c4": "#"}


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_with_open_memory_values_stay_visible(seat: int | None) -> None:
    game = replay(new_game(2, memory="open"), ["draw", "reveal +3", "place c4"])
    assert game.view(seat) == game.state()
    assert game.view(seat)["board"] == {"c4": "+3"}


@settings(max_examples=30)
@given(seed=seeds())
def test_other_values_on_the_board_change_nothing_in_a_view(seed: int) -> None:
    log = random_log(2, "own", "hidden", seed)[:40]
    state = replay(new_game(2), log).state()
    other = {square: _other_value(piece) for square, piece in state["board"].items()}
    drawn = _other_value(state["drawn"]) if state["drawn"] not in (None, "?") else state["drawn"]
    twin = tablee.load({**state, "board": other, "drawn": drawn})
    seen, seen_in_twin = tablee.load(state).view(0), twin.view(0)
    assert without(seen, "drawn") == without(seen_in_twin, "drawn")


def _other_value(piece: str) -> str:
    """The tile of the opposite value: the box holds as many of these."""
    return piece.translate(str.maketrans("+-", "-+"))


def test_knowledge_keeps_what_the_view_has_turned_face_down() -> None:
    game = replay(new_game(2), ["draw", "reveal +3", "place c4"])
    assert game.view(1)["board"] == {"c4": "#"}
    assert game.knowledge(1)["board"] == {"c4": "+3"}
    assert game.knowledge(None) == game.state()
    game = new_game(2)
    for text in random_log(2, "own", "hidden", 1)[:40]:
        assert game.knowledge(1) == game.state()
        step(game, text)


@each(
    ("text", "memory", "latest", "known"),
    [
        ("reveal +3", "hidden", True, "reveal +3"),
        ("reveal +3", "hidden", False, "reveal #"),
        ("reveal +3", "open", False, "reveal +3"),
        ("place c4", "hidden", False, "place c4"),
        ("pawn c4", "hidden", False, "pawn c4"),
        ("draw", "hidden", False, "draw"),
        ("leave 1", "hidden", False, "leave 1"),
    ],
)
def test_a_past_reveal_is_forgotten_unless_it_is_the_latest_or_memory_is_open(
    text: str, memory: str, latest: bool, known: str
) -> None:
    secrets = find_game("isis").secrets({"memory": memory})
    assert told(text, 0, 1, latest, secrets) == known


# ---- reading states -------------------------------------------------------------------------------------------


def test_an_empty_board_may_be_left_out() -> None:
    assert tablee.load({"game": "isis", "players": 2, "tiles": [11, 11], "turn": 0}).state() == new_game(2).state()


@pytest.mark.parametrize("names", [["reserve"], ["pawns"], ["reserve", "pawns"]])
def test_the_common_reserve_can_be_derived(names: list[str]) -> None:
    assert tablee.load(without(COMMON, *names)).state() == COMMON


def test_an_option_left_out_has_its_default() -> None:
    assert tablee.load({**EXAMPLE, "options": {"memory": "open"}}).state()["options"] == {
        "reserve": "own",
        "memory": "open",
    }


def test_unknown_fields_are_ignored() -> None:
    assert tablee.load({**EXAMPLE, "colour": "blue", "over": 7, "reserve": "x"}).state() == EXAMPLE
    assert tablee.load({**COMMON, "tiles": "x"}).state() == COMMON


def test_a_full_board_is_over_by_points_and_a_single_seat_by_leaving() -> None:
    full = tablee.load({**without(EXAMPLE, "pawns"), "board": FULL, "tiles": [1, 1]})
    alone = tablee.load({**EXAMPLE, "left": [False, True]})
    assert (full.result().reason, alone.result().reason, alone.result().winners) == ("points", "left", [0])


def test_a_view_with_hidden_tiles_is_no_state() -> None:
    game = replay(new_game(2), ["draw", "reveal +3", "place c4"])
    with pytest.raises(tablee.BadState, match="on c4: '#' is no piece of this game"):
        tablee.load(game.view(0))


# ---- what is said to people -----------------------------------------------------------------------------------


def test_the_seats_are_green_yellow_black_and_violet() -> None:
    assert [words.seat_name(seat, ENGLISH) for seat in range(4)] == ["green", "yellow", "black", "violet"]


@each(
    ("text", "sentence"),
    [
        ("pawn c4", "Zoé places a pawn on c4."),
        ("place c4", "Zoé lays the tile on c4."),
        ("draw", "Zoé takes a tile."),
        ("reveal -3", "Zoé turns up −3."),
        ("reveal #", "Zoé turns it up for all to see."),
    ],
)
def test_the_log_says_each_step_in_a_sentence(text: str, sentence: str) -> None:
    assert words.sentence(text, 1, ("Ada", "Zoé"), ENGLISH) == sentence


@pytest.mark.parametrize(
    ("log", "to_the_seat", "to_others"),
    [
        ([], "Your turn: place a pawn on a free square, or turn up a tile.", "Zoé to play."),
        (["draw", "reveal -3"], "Lay your −3 face down on a free square.", "Zoé turned up −3 and has to place it."),
    ],
)
def test_the_prompt_says_what_to_do_or_whom_the_others_wait_for(
    log: list[str], to_the_seat: str, to_others: str
) -> None:
    view = replay(new_game(2), log).view(None)
    prompts = [words.prompt(view, seat, ["Zoé", "Ada"], ENGLISH) for seat in (0, 1, None)]
    assert prompts == [to_the_seat, to_others, to_others]


def test_the_prompt_offers_only_what_can_be_done() -> None:
    no_tiles = tablee.load({**without(EXAMPLE, "pawns"), "board": first_squares(BOX[:11]), "tiles": [0, 11]})
    no_pawns = tablee.load({**without(EXAMPLE, "pawns"), "board": first_squares(["P0"] * 8), "tiles": [11, 11]})
    prompts = [words.prompt(game.view(0), 0, ["Zoé", "Ada"], ENGLISH) for game in (no_tiles, no_pawns)]
    assert prompts == ["Your turn: place a pawn on a free square.", "Your turn: turn up a tile."]


def test_the_prompt_counts_the_common_reserve() -> None:
    view = tablee.load({**without(COMMON, "pawns", "reserve"), "board": first_squares(BOX), "drawn": None}).view(1)
    assert words.prompt(view, 1, ["Zoé", "Ada", "Max"], ENGLISH) == "Your turn: place a pawn on a free square."


@each(
    ("log", "key", "reason"),
    [
        ([], "pawn z9", "There is no square z9: squares run from a1 to f6."),
        ([], "place c4", "First turn up a tile."),
        ([], "pile 1", "These tiles belong to Ada."),
        ([], "pile 99", ""),
        ([], "nonsense", ""),
        (["draw", "reveal +2"], "pawn c4", "First lay the tile you have turned up."),
        (["draw", "reveal +2"], "draw", "First lay the tile you have turned up."),
        (["pawn c4", "pawn d4"], "square d4", "d4 is taken: choose a free square."),
    ],
)
def test_what_cannot_be_done_is_explained(log: list[str], key: str, reason: str) -> None:
    view = replay(new_game(2), log).view(0)
    assert words.why_not(view, 0, key, ["Zoé", "Ada"], ENGLISH) == reason


def test_who_has_nothing_left_to_place_or_to_turn_up_is_told_so() -> None:
    no_tiles = tablee.load({**without(EXAMPLE, "pawns"), "board": first_squares(BOX[:11]), "tiles": [0, 11]})
    no_pawns = tablee.load({**without(EXAMPLE, "pawns"), "board": first_squares(["P0"] * 8), "tiles": [11, 11]})
    names = ["Zoé", "Ada"]
    assert words.why_not(no_tiles.view(0), 0, "draw", names, ENGLISH) == "There is no tile left: place a pawn."
    assert "no pawn left" in words.why_not(no_pawns.view(0), 0, "pawn f6", names, ENGLISH)


def test_each_option_has_a_question_and_an_answer_for_each_value() -> None:
    for name, values in find_game("isis").options.items():
        option = words.option_text(name, ENGLISH)
        assert option.question
        assert option.sentence
        assert tuple(option.answers) == values
        assert all(option.answers.values())


def test_the_shelf_is_told_what_the_game_is() -> None:
    about = words.about(ENGLISH)
    assert about.invitation
    assert (about.author, about.publisher, about.year) == ("Michael Schacht", "Goldsieber", 2001)


def test_the_board_as_text_has_rank_6_first() -> None:
    lines = words.board_text(tablee.load(EXAMPLE).state()).splitlines()
    assert lines[2].split() == ["4", ".", ".", "P0", ".", ".", "."]
    assert lines[5].split() == ["1", "+2", ".", ".", ".", ".", "."]
    assert lines[6].split() == list("abcdef")
