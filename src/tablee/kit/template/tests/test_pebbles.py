"""Pebbles fits the house, and plays as its rulebook says."""

import tablee
from tablee.kit import check


def test_nothing_is_missing() -> None:
    check("pebbles")


def test_a_stone_counts_in_its_row_and_in_its_column() -> None:
    game = tablee.new("pebbles", players=2)
    game.play("place b2")
    assert game.result().scores == [2, 0]
    game.play("place d2")
    assert game.result().scores == [1, 1], "row 2 is one all, and each has a column"


def test_the_example_of_the_rulebook_ends_five_to_four() -> None:
    rows = {5: "01010", 4: "10011", 3: "00 11", 2: "01.01", 1: "00111"}
    board = {
        f"{file}{row}": int(seat) for row in rows for file, seat in zip("abcde", rows[row], strict=True) if seat in "01"
    }
    game = tablee.load({"game": "pebbles", "players": 2, "options": {}, "board": board, "turn": 0})
    game.play("place c2")
    assert game.result().scores == [5, 4]
    assert game.result().winners == [0]
