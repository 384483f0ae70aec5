"""How the points of the route games came about, city by city."""

from pathlib import Path

import pytest

from tablee import web
from tablee.games import text_folders
from tablee.language import ENGLISH, Language, read_catalogues

from .games import Setup
from .pictured import NAMES, PREDICTIONS, SETUPS, Moment, over

FRENCH = read_catalogues("fr", [Path(web.__file__).parent, *text_folders()])


def lines_of(moment: Moment, say: Language) -> list[tuple[int, str, int]]:
    lines: list[tuple[int, str, int]] = moment.folder.words.score_lines(moment.game.view(None), NAMES, say)
    return lines


@pytest.mark.parametrize("say", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("setup", SETUPS)
def test_the_lines_of_a_seat_add_up_to_its_points_and_name_each_city_once(setup: Setup, say: Language) -> None:
    moment = over(setup)
    lines, view = lines_of(moment, say), moment.game.view(None)
    predicted = view.get("predictions", [[]] * setup.players)
    for seat, points in enumerate(moment.game.result().scores):
        own = [(words, count) for one, words, count in lines if one == seat]
        assert sum(count for _, count in own) == points
        told = [words for words, _ in own[: len(own) - len(predicted[seat])]]
        named = [city for words in told for city in view["houses"][seat] if words.startswith(city)]
        assert len(set(named)) == len(named) == len(told)
        if (setup.game, setup.players) != ("morisi", 2):
            assert set(named) == set(view["houses"][seat])


def test_every_prediction_is_told_with_what_it_earned() -> None:
    moment = over(Setup("morisi", 4, PREDICTIONS))
    earned = {"at its right rank": 5, "among the three largest": 2, "not among the three largest": 0}
    told = [line for line in lines_of(moment, ENGLISH) if line[1].startswith("Prediction")]
    assert [words.split(", ")[0] for _, words, _ in told] == [
        f"Prediction {rank}: {city}"
        for predicted in moment.game.view(None)["predictions"]
        for rank, city in enumerate(predicted, 1)
    ]
    assert [points for _, _, points in told] == [earned[words.split(", ")[1]] for _, words, _ in told]


def test_with_two_players_only_the_largest_city_counts() -> None:
    lines = lines_of(over(Setup("morisi", 2)), ENGLISH)
    assert all("the largest city: " in words for _, words, _ in lines)
