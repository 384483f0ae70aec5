"""Panels: who sits where, what is said of them, and the shapes that nobody draws."""

from tablee.games import find_game
from tablee.games.language import ENGLISH, HOUSE, read_catalogues
from tablee.games.shared.widgets.layouts import upright
from tablee.games.shared.widgets.panels import USUAL, HandRows, PlayerPanel, hand, hand_piece, panel_part, panel_shapes
from tests.cases import each

FRENCH = read_catalogues("fr", [HOUSE])


def panel_of(seat: int) -> PlayerPanel:
    return upright(3, 0, (600, 400)).panels[seat]


def test_a_panel_tells_whose_it_is_and_whose_turn_it_is() -> None:
    base, mark, name = panel_part(panel_of(1), "Zoé", ("yellow", "3 pieces"), ENGLISH, at_turn=True)
    assert (base.key, base.kind, base.label) == ("panel 1", "seat-1 turn", "Zoé, yellow, 3 pieces, to play")
    assert (mark.key, mark.shape, mark.kind) == ("mark 1", "mark-1", "seat-1")
    assert (name.key, name.text) == ("name 1", "Zoé")
    assert name.x > mark.x
    assert name.y == mark.y


def test_who_has_given_up_is_no_longer_to_play_and_it_is_written_where_the_hand_lay() -> None:
    panel = panel_of(2)
    base, *_, gone = panel_part(panel, "Ada", (), FRENCH, at_turn=False, left=True)
    assert (base.kind, base.label) == ("seat-2 left", "Ada, a quitté")
    assert (gone.key, gone.text, gone.kind) == ("left 2", "a quitté", "gone-word")
    (first,) = hand(panel, "pawn-2", 1)
    assert (gone.x, gone.y) == (first.x, first.y)


def test_a_long_name_is_smaller_or_has_two_lines_and_is_cut_last() -> None:
    panel = panel_of(1)
    named = [panel_part(panel, "Maximilienne", (), ENGLISH, room=room)[2] for room in (400, 130, 80, 30)]
    assert [(node.text, node.kind) for node in named[:3]] == [
        ("Maximilienne", "name"),
        ("Maximilienne", "name long"),
        ("Maximi-\nlienne", "name longest"),
    ]
    assert named[3].text.endswith("…")


def test_equal_panels_and_hands_are_the_very_same_so_that_nothing_is_sent_again() -> None:
    panel = panel_of(0)
    assert panel is panel_of(0)
    assert panel_part(panel, "Zoé", ("red",), ENGLISH) is panel_part(panel, "Zoé", ("red",), ENGLISH)
    assert hand(panel, "pawn-0", 4) is hand(panel, "pawn-0", 4)


def test_pieces_in_hand_lie_in_rows_and_keep_their_keys() -> None:
    panel = panel_of(0)
    pieces = hand(panel, "pawn-0", 5, HandRows(pitch=20, a_row=3, down=30))
    assert [piece.key for piece in pieces] == [f"hand 0 {number}" for number in range(1, 6)]
    assert [(piece.x - pieces[0].x, piece.y - pieces[0].y) for piece in pieces] == [
        (0, 0), (20, 0), (40, 0), (0, 30), (20, 30),
    ]  # fmt: skip


def test_somebody_elses_piece_may_lie_in_a_hand() -> None:
    piece = hand_piece(panel_of(0), "pawn-1", 2, owner=(1, 7), enter="pawn c4")
    assert (piece.key, piece.kind, piece.enter) == ("hand 1 7", "seat-1 in-hand", "pawn c4")


# ---- shapes ------------------------------------------------------------------------------------------------


@each("form", USUAL)
def test_every_panel_has_its_shape(form) -> None:  # type: ignore[no-untyped-def]
    assert f'<symbol id="{form.shape}"' in panel_shapes(USUAL, "")


def test_marks_are_there_unless_a_game_draws_its_own() -> None:
    drawn = '<symbol id="mark-0">…</symbol>'
    shapes = panel_shapes(USUAL, drawn)
    assert [f'id="mark-{seat}"' in shapes for seat in range(4)] == [False, True, True, True]


def test_a_game_without_such_panels_gets_no_shapes() -> None:
    assert panel_shapes((), "") == ""


def test_shapes_of_a_game_hold_the_panels_it_names() -> None:
    isis = find_game("isis")
    assert all(f'id="{form.shape}"' in isis.shapes for form in isis.pictures.PANELS)
