"""The rules of the Royal Game of Ur by worked examples: positions, what may be done in them, and what follows."""

from collections import Counter

import pytest

import tablee
from tablee.games.errors import BadState


def game(white: list[int], black: list[int], thrown: int = 0, turn: int = 0) -> tablee.Game:
    """A position by the steps at which pieces are; those that are not named wait."""
    pieces = [[0] * (7 - len(own)) + own for own in (white, black)]
    return tablee.load({"game": "ur", "players": 2, "pieces": pieces, "thrown": thrown, "turn": turn})


def pieces(position: tablee.Game, seat: int) -> list[int]:
    """The steps of the pieces of a seat that do not wait."""
    return [step for step in position.state()["pieces"][seat] if step]


def test_everybody_begins_with_seven_pieces_that_wait_and_throws_first():
    opening = tablee.new("ur", players=2)
    assert opening.state()["pieces"] == [[0] * 7, [0] * 7]
    assert opening.to_act == "chance"


def test_with_fewer_pieces_the_game_is_short():
    assert tablee.new("ur", players=2, options={"pieces": 5}).state()["pieces"] == [[0] * 5, [0] * 5]


def test_of_sixteen_throws_six_make_two():
    ways = {text: 16 * chance for text, chance in tablee.new("ur", players=2).outcomes()}
    assert ways == {"throw 0": 1, "throw 1": 4, "throw 2": 6, "throw 3": 4, "throw 4": 1}


def test_a_throw_of_nothing_passes_the_dice_on():
    opening = tablee.new("ur", players=2)
    opening.play("throw 0")
    assert (opening.to_act, opening.state()["turn"]) == ("chance", 1)


def test_a_piece_enters_on_the_square_of_the_throw():
    position = game([], [], thrown=3)
    assert position.legal() == ["enter"]
    position.play("enter")
    assert (pieces(position, 0), position.state()["turn"]) == ([3], 1)


def test_nobody_comes_to_a_piece_of_their_own_but_jumps_over_any():
    position = game([2, 4, 5], [6], thrown=2)
    assert position.legal() == ["move 4", "move 5"]  # entering would come to 2, and 2 to 4
    position.play("move 5")
    assert pieces(position, 0) == [2, 4, 7]


def test_who_comes_to_a_piece_of_the_other_side_in_the_middle_takes_it():
    position = game([7], [10], thrown=3)
    position.play("move 7")
    assert (pieces(position, 0), pieces(position, 1)) == ([10], [])


@pytest.mark.parametrize("step", [1, 2, 3, 4, 13, 14])
def test_on_their_own_squares_sides_do_not_meet(step):
    position = game([step - 1] if step > 1 else [], [step], thrown=1)
    position.play(f"move {step - 1}" if step > 1 else "enter")
    assert (pieces(position, 0), pieces(position, 1)) == ([step], [step])


@pytest.mark.parametrize(("step", "rosette"), [(2, 4), (6, 8), (12, 14)])
def test_a_rosette_brings_another_throw(step, rosette):
    position = game([step], [], thrown=2)
    position.play(f"move {step}")
    assert (pieces(position, 0), position.to_act, position.state()["turn"]) == ([rosette], "chance", 0)


def test_nobody_is_taken_on_the_rosette_in_the_middle():
    assert game([2, 6], [8], thrown=2).legal() == ["move 2"]


def test_a_piece_comes_home_by_an_exact_throw_alone():
    assert game([12, 14], [], thrown=3).legal() == ["enter", "move 12"]
    position = game([12, 14], [], thrown=3)
    position.play("move 12")
    assert pieces(position, 0) == [14, 15]


def test_a_throw_that_nothing_can_be_moved_by_is_passed_on():
    position = game([14, 15, 15, 15, 15, 15, 15], [3])
    position.play("throw 2")
    assert (position.to_act, position.state()["turn"], pieces(position, 0)[0]) == ("chance", 1, 14)


def test_who_has_brought_all_pieces_home_has_won():
    position = game([14, 15, 15, 15, 15, 15, 15], [3, 15], thrown=1)
    position.play("move 14")
    assert (position.to_act, position.result().winners, position.result().reason) == (None, [0], "home")
    assert position.result().scores == [7 * 15, 3 + 15]


def test_who_leaves_has_lost():
    position = game([14, 15, 15, 15, 15, 15, 15], [3], thrown=1)
    position.leave(0)
    assert (position.result().winners, position.result().reason) == ([1], "left")


def test_the_rules_say_how_much_in_danger_a_piece_is():
    facts = game([11], [7, 9]).sight(0)["facts"]
    assert facts["danger"][0][11] == 6 + 1  # by a 2, or a 4
    assert game([8], [7]).sight(0)["facts"]["danger"][0][8] == 0
    assert game([13], [12]).sight(0)["facts"]["danger"][0][13] == 0


@pytest.mark.parametrize(
    ("white", "black", "thrown"),
    [
        ([3, 3], [], 0),  # two on one square
        ([7], [7], 0),
        ([16], [], 0),
        ([15] * 7, [15] * 7, 0),
        ([14] + [15] * 6, [], 2),  # nothing can be moved by it
        ([3] * 8, [], 0),
    ],
)
def test_what_cannot_be_is_refused(white, black, thrown):
    with pytest.raises(BadState):
        game(white, black, thrown)


def test_a_state_that_is_written_is_read_as_it_was():
    playing = tablee.new("ur", players=2, seed=5)
    for _ in range(150):
        if playing.to_act is None:
            break
        playing.chance() if playing.to_act == "chance" else playing.play(playing.legal()[-1])
        assert tablee.load(playing.state()).state() == playing.state()


def test_throws_fall_as_often_as_four_pyramids_do():
    playing, fallen = tablee.new("ur", players=2, seed=1), Counter[str]()
    while playing.to_act is not None:
        if playing.to_act == "chance":
            fallen[playing.chance()] += 1
        else:
            playing.play(playing.legal()[0])
    assert max(fallen, key=fallen.__getitem__) == "throw 2"
    assert set(fallen) == {f"throw {count}" for count in range(5)}


def test_a_game_that_was_left_after_a_throw_can_be_read():
    position = game([3], [], thrown=2)
    position.leave(1)
    assert tablee.load(position.state()).result().winners == [0]
