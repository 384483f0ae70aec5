"""How points come about. That the sheets of games add up, and name what lies there, is checked by the kit."""

from tablee.games.score_sheets import Cell, Line, cell_at, counts_of, is_named


def test_cells_that_are_counted_apart_come_one_by_one_and_shares_one_after_the_other() -> None:
    sheet = [Line("pawns", [Cell(2), Cell(-1)], apart=True), Line("hand", [Cell(3), Cell(-3)], shares=3)]
    assert [count.totals for count in counts_of(sheet)] == [(2, 0), (2, -1), (3, -2), (4, -3), (5, -4)]
    assert cell_at(sheet[0], 1).points == -1


def test_a_name_that_ends_in_a_space_means_all_that_begin_so() -> None:
    assert is_named("house Ahlen 0 2", ["house Ahlen 0 "])
    assert not is_named("house Ahlen 1 2", ["house Ahlen 0 "])
    assert not is_named("hex 1,12", ["hex 1,1"])
