"""The finished games of Morpyam: one for every way to end."""

from tests.cases import each
from tests.games.finished import Finished, files, path_of, read
from tests.games.morpyam.make_finished import ENDINGS, FOLDER
from tests.games.morpyam.reference import Reference

FILES = files(FOLDER)


def before_the_end(game: Finished) -> Reference:
    """The reference as it stands before the last step."""
    reference = Reference(game["players"], **game["options"])
    for text in game["log"][:-1]:
        reference.step(text)
    return reference


@each("name", ENDINGS)
def test_every_way_to_end_is_among_the_finished_games_and_is_what_it_says(name: str) -> None:
    game = read(path_of(FOLDER, name))
    end = before_the_end(game)
    end.step(game["log"][-1])
    assert (game["ending"], game["players"]) == (name, ENDINGS[name].players)
    assert ENDINGS[name].wanted(end, game["log"])


def test_every_reason_is_there_for_every_number_of_players() -> None:
    games = [read(path) for path in FILES]
    reasons = {(game["players"], game["result"]["reason"]) for game in games}
    assert reasons == {
        (players, reason) for players in (2, 3, 4) for reason in ("ko", "double_morpyam", "points", "left")
    }


def test_seats_leave_in_every_phase_on_their_own_turn_and_on_anothers() -> None:
    games = [read(path) for path in FILES if path.stem.startswith("left_of")]
    leavings = set()
    for game in games:
        before, leaver = before_the_end(game), int(game["log"][-1].removeprefix("leave "))
        leavings.add((game["players"], before.phase, before.turn == leaver))
    phases = [("start", False), *((phase, own) for phase in ("throw", "dice", "choose") for own in (True, False))]
    assert leavings == {(players, *phase) for players in (2, 3, 4) for phase in phases}
