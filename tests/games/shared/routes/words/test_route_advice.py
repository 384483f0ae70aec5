"""Why a bot would do something, in one sentence: what an action is good for, as far as its seat can know."""

import re

from tablee.games.language import ENGLISH, Language, read_catalogues
from tests.cases import each
from tests.games.shared.routes.games import Setup
from tests.games.shared.routes.pictured import NAMES, SETUPS, Moment, building, moments, played, position, predicting


def why(moment: Moment, text: str, say: Language = ENGLISH) -> str:
    seat = moment.game.to_act
    assert isinstance(seat, int)
    after = moment.game.copy()
    after.play(text)
    names = NAMES[: moment.game.players]
    told: str = moment.definition.words.advice(text, seat, moment.game.sight(seat), after.sight(seat), names, say)
    return told


def test_a_cube_is_taken_for_the_route_that_it_pays_for() -> None:
    moment = position("morisi", phase="move")
    assert why(moment, "move 2,1") == "With a green cube you can pay for a route that links SAS and ZOE."
    poor = position("netzwerk", phase="move", cubes=[{}, {}, {}])
    needs = "A route that links KAA, OEG and ZOE needs a red cube; then it lacks only a blue cube."
    assert why(poor, "move 3,0") == needs


def test_a_cube_is_taken_before_another_takes_it() -> None:
    assert why(position("morisi", phase="move"), "move 2,2") == "It is the last cube there, and Otto stands beside it."


def test_without_a_cube_it_is_told_what_can_be_taken_next() -> None:
    next_to_it = "From there you reach a yellow cube, a red cube and a blue cube next."
    assert why(position("morisi", phase="move"), "move 4,1") == next_to_it


def test_the_last_cube_of_a_colour_ends_the_game() -> None:
    rows = (". . KAA red2 OEG blue1", ". yellow2o green1 blue2 orange yellow1", "SAS red2 blue1 ZOE red2o .")
    ahead = position("morisi", phase="move", rows=rows)
    assert why(ahead, "move 2,1") == "It is the last cube of its colour: the game ends with this turn."


def test_a_route_is_built_for_the_cities_it_links_and_what_it_brings() -> None:
    assert why(building(), "stick 3,1>2,1 blue") == "The route can link KAA and ZOE, for 2 new houses."
    assert why(building(), "stick 3,1>4,0 blue") == "That is worth 6 points to you."


def test_a_city_is_predicted_where_others_are_near() -> None:
    assert why(predicting(), "predict KAA") == "3 cities lie within three steps of it: it is easily linked."


@each("setup", SETUPS)
def test_whatever_is_done_is_said_to_be_worth_what_it_is_worth(setup: Setup) -> None:
    definition = Moment(setup.new(1)).definition
    french = read_catalogues("fr", [definition.path.parent / "routes", definition.path])
    told = 0
    for moment in list(moments(setup))[:-1:6]:
        for text in moment.game.legal()[::4]:
            reason, seat = why(moment, text), moment.game.view(None)["turn"]
            told += bool(reason)
            assert bool(why(moment, text, french)) == bool(reason)
            if found := re.search(r"worth (\d+) point", reason):
                before, after = (one.game.result().scores[seat] for one in (moment, played(moment, text)))
                assert int(found[1]) == after - before
    assert told


def test_what_others_hide_changes_nothing() -> None:
    hands: list[dict[str, int]] = [{"red": 2, "blue": 1}, {"green": 1, "yellow": 2}]
    moments_of = [position("morisi", phase="move", cubes=[{"blue": 2}, hand, {}]) for hand in hands]
    one, other = ([why(moment, text) for text in moment.game.legal()] for moment in moments_of)
    assert one == other
