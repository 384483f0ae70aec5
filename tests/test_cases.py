"""A table of cases is gone through to its end, and names what fails."""

import pytest

from tests.cases import each


def failures_of(test: object) -> list[BaseException]:
    with pytest.raises(BaseExceptionGroup, match=r"2 of 4 cases fail") as caught:
        test()  # type: ignore[operator]
    return list(caught.value.exceptions)


def test_every_case_that_fails_is_named_and_the_others_are_tried() -> None:
    tried = []

    @each(("one", "other"), [(1, 1), (1, 2), (3, 3), (3, 4)])
    def are_equal(one: int, other: int) -> None:
        tried.append((one, other))
        assert one == other

    first, last = failures_of(are_equal)
    assert (first.__notes__, last.__notes__) == (["in the case one=1, other=2"], ["in the case one=3, other=4"])
    assert len(tried) == 4


def test_an_exception_that_is_not_raised_is_a_failure() -> None:
    @each("text", ["x", "1", "y", "2"])
    def is_refused(text: str) -> None:
        with pytest.raises(ValueError, match="invalid"):
            int(text)

    assert [error.__notes__ for error in failures_of(is_refused)] == [
        ["in the case text='1'"],
        ["in the case text='2'"],
    ]


@each("number", [1, 2])
async def test_a_coroutine_has_cases_and_fixtures_too(number: int, request: pytest.FixtureRequest) -> None:
    assert number in (1, 2)
    assert request.node.name == "test_a_coroutine_has_cases_and_fixtures_too"


def test_tables_can_be_crossed() -> None:
    pairs = []

    @each("one", [1, 2])
    @each("other", "ab")
    def pair(one: int, other: str) -> None:
        pairs.append((one, other))

    pair()
    assert pairs == [(1, "a"), (1, "b"), (2, "a"), (2, "b")]
    with pytest.raises(AssertionError, match="tests nothing"):
        each("one", [])
