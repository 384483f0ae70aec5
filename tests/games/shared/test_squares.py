from types import SimpleNamespace

import pytest

from tablee.games.errors import BadState
from tablee.games.shared.squares import bitboards, bits_of, has_row, lines, row_starts, square_names, steps_of
from tests.cases import each


def test_a1_is_bottom_left_and_ranks_go_up() -> None:
    assert square_names(3, 2) == ("a1", "b1", "c1", "a2", "b2", "c2")


@pytest.mark.parametrize(("files", "ranks", "last"), [(6, 6, "f6"), (7, 7, "g7"), (1, 1, "a1")])
def test_every_square_has_a_name_of_its_own(files: int, ranks: int, last: str) -> None:
    names = square_names(files, ranks)
    assert len(set(names)) == files * ranks
    assert names[-1] == last


# ---- boards as bits: rows end at the edge, and what is read is what was written ----------------------------


NAMES = square_names(6, 6)
BITS = dict(zip(NAMES, bits_of(6, 6).tolist(), strict=True))
STEPS = steps_of(6)


def board(*squares: str) -> int:
    return sum(BITS[name] for name in squares)


@pytest.mark.parametrize("length", [3, 4, 5])
def test_exactly_the_neighbours_on_a_line_are_a_row(length: int) -> None:
    rows = [line[at : at + length] for line in lines(6, 6, least=length) for at in range(len(line) - length + 1)]
    assert all(has_row(board(*row), STEPS, length) for row in rows)
    assert not any(has_row(board(*row), STEPS, length + 1) for row in rows)
    starts = {tuple(bool(row_starts(board(*row), step, length)) for step in STEPS) for row in rows}
    assert len(starts) == 4
    assert all(sum(directions) == 1 for directions in starts)


@each("squares", [("e1", "f1", "a2"), ("f1", "a2", "b3"), ("a2", "f2", "e3"), ("a1", "b1", "d1")])
def test_no_row_goes_on_beyond_the_edge_or_over_a_gap(squares: tuple[str, ...]) -> None:
    assert not has_row(board(*squares), STEPS, 3)


def test_a_longer_row_is_no_row_of_that_length_but_has_one() -> None:
    four = board("b2", "c2", "d2", "e2")
    assert row_starts(four, STEPS[0], 3) == 0
    assert row_starts(four, STEPS[0], 4) == BITS["b2"]
    assert has_row(four, STEPS, 3)


def test_what_is_read_is_written_again() -> None:
    field, pieces = bitboards(BITS, of="tokens"), {"a1": 0, "f6": 2, "c4": 0}
    boards = field.read(pieces, "board", SimpleNamespace(players=3))
    assert boards == [board("a1", "c4"), 0, board("f6")]
    assert field.write(boards, {}) == pieces


@each("wrong", [[], {"g1": 0}, {"a1": 3}, {"a1": True}, {"a1": None}])
def test_what_cannot_lie_there_is_refused(wrong: object) -> None:
    with pytest.raises(BadState):
        bitboards(BITS, of="tokens").read(wrong, "board", SimpleNamespace(players=3))
