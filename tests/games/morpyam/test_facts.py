"""What the rules know about a state, once for pictures and words: compared with the reference at every step."""

from hypothesis import given, settings

from tablee.games.document import Document
from tablee.games.language import ENGLISH
from tablee.games.score_sheets import counts_of
from tests.games.agreement import step
from tests.games.morpyam.pictures import MORPYAM, NAMES, last_token
from tests.games.morpyam.random_play import OPTIONS, Habits, habits, new_game, random_steps, seeds
from tests.games.morpyam.reference import Reference, runs


@settings(max_examples=8)
@given(seed=seeds(), habits=habits())
def test_rows_open_squares_and_calls_are_those_of_the_reference(seed: int, habits: Habits) -> None:
    for options in OPTIONS:
        reference, game = Reference(3, **options), new_game(3, **options)
        for text in random_steps(reference, seed, habits):
            facts = game.sight(None)["facts"]
            rows = [(seat, *run) for seat in range(3) for run in runs(reference.board, seat) if len(run) >= 3]
            assert sorted((row.seat, *row.squares) for row in facts["rows"]) == sorted(rows)
            assert facts["scores"] == [
                sum(row.points for row in facts["rows"] if row.seat == seat) for seat in range(3)
            ]
            places = {text.removeprefix("place ") for text in reference.legal() if text.startswith("place")}
            assert set(facts["open"]) == places
            assert facts["may_call"] == bool(reference.free("appel"))
            assert facts["came_out"] == (reference.phase == "choose" and reference.came_out())
            step(game, text)


def test_where_points_decide_all_four_sweeps_are_made_one_after_the_other() -> None:
    view = last_token().game.sight(None)
    sheet = MORPYAM.words.score_sheet(view, NAMES[:2], ENGLISH)
    lines = [count.line for count in counts_of(sheet)]
    assert lines == [0, 1, 2, 3, 4]
    assert [_sweeps(view, line) for line in lines] == [["right"], ["top"], ["rise"], ["fall"], []]


def _sweeps(view: Document, line: int) -> list[str]:
    picture = MORPYAM.paint({**view, "counting": line}, None, [], NAMES[:2], ENGLISH)
    return [node.key.removeprefix("sweep ") for node in picture.nodes if node.key.startswith("sweep ")]
