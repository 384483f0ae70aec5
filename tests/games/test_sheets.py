"""How points came about: for every game the sheet adds up, and names what lies there."""

import pytest

from tablee.games import find_game, game_ids
from tablee.games.sheets import Cell, Line, cell_at, counts_of, is_named, totals_of
from tablee.language import ENGLISH
from tests.table.tables import finished

TABLES = [(game, players) for game in game_ids() for players in find_game(game).players]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_sheet_of_a_finished_game_adds_up_to_its_points(game: str, players: int) -> None:
    for seed in range(3):
        table = finished(players, seed, game=game)
        assert table.folder is not None
        assert table.result is not None
        sheet = table.folder.words.score_sheet(table.view(None), table.names, ENGLISH)
        assert totals_of(sheet, players) == table.result.scores
        assert list(counts_of(sheet)[-1].totals) == table.result.scores


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_whatever_is_counted_lies_in_the_picture(game: str, players: int) -> None:
    table = finished(players, 1, game=game)
    assert table.folder is not None
    view = table.view(None)
    keys = [node.key for node in table.folder.paint(view, None, [], table.names, ENGLISH).nodes]
    sheet = table.folder.words.score_sheet(view, table.names, ENGLISH)
    named = [name for line in sheet for cell in line.cells if cell is not None for name in cell.keys]
    assert named
    assert [name for name in named if not any(is_named(key, [name]) for key in keys)] == []


def test_cells_that_are_counted_apart_come_one_by_one_and_shares_one_after_the_other() -> None:
    sheet = [Line("pawns", [Cell(2), Cell(-1)], apart=True), Line("hand", [Cell(3), Cell(-3)], shares=3)]
    assert [count.totals for count in counts_of(sheet)] == [(2, 0), (2, -1), (3, -2), (4, -3), (5, -4)]
    assert cell_at(sheet[0], 1).points == -1


def test_a_name_that_ends_in_a_space_means_all_that_begin_so() -> None:
    assert is_named("house Ahlen 0 2", ["house Ahlen 0 "])
    assert not is_named("house Ahlen 1 2", ["house Ahlen 0 "])
    assert not is_named("hex 1,12", ["hex 1,1"])
