"""Plates: who sits where, what is said of them, and the shapes that nobody draws."""

import pytest

from tablee.games import find_game
from tablee.games.ware.layouts import upright
from tablee.games.ware.plates import USUAL, Plate, Rows, hand, hand_piece, plate_part
from tablee.games.ware.shapes import ware_shapes
from tablee.language import ENGLISH, HOUSE, read_catalogues

FRENCH = read_catalogues("fr", [HOUSE])


def plate_of(seat: int) -> Plate:
    return upright(3, 0, (600, 400)).plates[seat]


def test_a_plate_tells_whose_it_is_and_whose_turn_it_is() -> None:
    base, mark, name = plate_part(plate_of(1), "Zoé", ("yellow", "3 pieces"), ENGLISH, at_turn=True)
    assert (base.key, base.kind, base.label) == ("plate 1", "seat-1 turn", "Zoé, yellow, 3 pieces, to play")
    assert (mark.key, mark.shape, mark.kind) == ("mark 1", "mark-1", "seat-1")
    assert (name.key, name.text) == ("name 1", "Zoé")
    assert name.x > mark.x
    assert name.y == mark.y


def test_who_has_given_up_is_no_longer_to_play_and_it_is_written_where_the_hand_lay() -> None:
    plate = plate_of(2)
    base, *_, gone = plate_part(plate, "Ada", (), FRENCH, at_turn=False, left=True)
    assert (base.kind, base.label) == ("seat-2 left", "Ada, a abandonné")
    assert (gone.key, gone.text, gone.kind) == ("left 2", "a abandonné", "gone-word")
    (first,) = hand(plate, "pawn-2", 1)
    assert (gone.x, gone.y) == (first.x, first.y)


def test_a_long_name_is_cut_to_its_room() -> None:
    plate = plate_of(1)
    whole, cut = (plate_part(plate, "Maximilienne", (), ENGLISH, room=room)[2].text for room in (400, 90))
    assert whole == "Maximilienne"
    assert cut.endswith("…")
    assert len(cut) < len(whole)


def test_equal_plates_and_hands_are_the_very_same_so_that_nothing_is_sent_again() -> None:
    plate = plate_of(0)
    assert plate is plate_of(0)
    assert plate_part(plate, "Zoé", ("red",), ENGLISH) is plate_part(plate, "Zoé", ("red",), ENGLISH)
    assert hand(plate, "pawn-0", 4) is hand(plate, "pawn-0", 4)


def test_pieces_in_hand_lie_in_rows_and_keep_their_keys() -> None:
    plate = plate_of(0)
    pieces = hand(plate, "pawn-0", 5, Rows(pitch=20, a_row=3, down=30))
    assert [piece.key for piece in pieces] == [f"hand 0 {number}" for number in range(1, 6)]
    assert [(piece.x - pieces[0].x, piece.y - pieces[0].y) for piece in pieces] == [
        (0, 0), (20, 0), (40, 0), (0, 30), (20, 30),
    ]  # fmt: skip


def test_somebody_elses_piece_may_lie_in_a_hand() -> None:
    piece = hand_piece(plate_of(0), "pawn-1", 2, owner=(1, 7), enter="pawn c4")
    assert (piece.key, piece.kind, piece.enter) == ("hand 1 7", "seat-1 in-hand", "pawn c4")


# ---- shapes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", USUAL)
def test_every_plate_has_its_shape(form) -> None:  # type: ignore[no-untyped-def]
    assert f'<symbol id="{form.shape}"' in ware_shapes(USUAL, "")


def test_marks_are_there_unless_a_game_draws_its_own() -> None:
    drawn = '<symbol id="mark-0">…</symbol>'
    shapes = ware_shapes(USUAL, drawn)
    assert [f'id="mark-{seat}"' in shapes for seat in range(4)] == [False, True, True, True]


def test_a_game_without_such_plates_gets_no_shapes() -> None:
    assert ware_shapes((), "") == ""


def test_shapes_of_a_game_hold_the_plates_it_names() -> None:
    isis = find_game("isis")
    assert all(f'id="{form.shape}"' in isis.shapes for form in isis.pictures.PLATES)
