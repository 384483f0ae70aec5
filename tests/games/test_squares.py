import pytest

from tablee.games.squares import square_names


def test_a1_is_bottom_left_and_ranks_go_up() -> None:
    assert square_names(3, 2) == ("a1", "b1", "c1", "a2", "b2", "c2")


@pytest.mark.parametrize(("files", "ranks", "last"), [(6, 6, "f6"), (7, 7, "g7"), (1, 1, "a1")])
def test_every_square_has_a_name_of_its_own(files: int, ranks: int, last: str) -> None:
    names = square_names(files, ranks)
    assert len(set(names)) == files * ranks
    assert names[-1] == last
