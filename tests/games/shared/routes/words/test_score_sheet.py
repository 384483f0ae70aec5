"""How the points of the route games came about, city by city."""

from pathlib import Path

from tablee.games import text_folders
from tablee.games.language import ENGLISH, Language, read_catalogues
from tablee.games.score_sheets import Sheet
from tablee.server import web
from tests.cases import each
from tests.games.shared.routes.games import Setup
from tests.games.shared.routes.pictured import NAMES, PREDICTIONS, SETUPS, Moment, over

FRENCH = read_catalogues("fr", [Path(web.__file__).parent, *text_folders()])


def sheet_of(moment: Moment, say: Language) -> Sheet:
    view = moment.game.sight(None)
    sheet: Sheet = moment.definition.words.score_sheet(view, NAMES[: view["players"]], say)
    return sheet


@each("say", [ENGLISH, FRENCH])
@each("setup", SETUPS)
def test_every_city_with_houses_has_one_line_and_a_cell_for_whoever_built_there(setup: Setup, say: Language) -> None:
    moment = over(setup)
    view = moment.game.view(None)
    sheet = sheet_of(moment, say)
    lines = sheet[: len(sheet) - 3 * ("predictions" in view)]
    cities = {city for houses in view["houses"] for city in houses}
    if (setup.game, setup.players) != ("morisi", 2):
        assert sorted(line.words.split(" (")[0] for line in lines) == sorted(cities)
    assert lines
    for line in lines:
        city = line.words.split(" (")[0]
        built = [city in houses for houses in view["houses"]]
        assert [cell is not None for cell in line.cells] == built
        assert all(cell.words.startswith(city) for cell in line.cells if cell is not None)


def test_every_prediction_is_told_with_what_it_earned() -> None:
    moment = over(Setup("morisi", 4, PREDICTIONS))
    earned = {"at its right rank": 5, "among the three largest": 2, "not among the three largest": 0}
    predictions = sheet_of(moment, ENGLISH)[-3:]
    assert [line.words for line in predictions] == [f"Prediction {rank}" for rank in (1, 2, 3)]
    for rank, line in enumerate(predictions, 1):
        for seat, cell in enumerate(line.cells):
            assert cell is not None
            city = moment.game.view(None)["predictions"][seat][rank - 1]
            assert cell.words.startswith(f"Prediction {rank}: {city}, ")
            assert cell.points == earned[cell.words.split(", ")[1]]


def test_with_two_players_only_the_largest_city_counts() -> None:
    sheet = sheet_of(over(Setup("morisi", 2)), ENGLISH)
    assert sheet
    assert all("(largest)" in line.words for line in sheet)
