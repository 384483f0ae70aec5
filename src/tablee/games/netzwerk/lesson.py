"""The lesson of Netzwerk: walk, gather, build, link, and count."""

from pathlib import Path

from tablee.games.document import Document
from tablee.games.lessons import Idea, figures, right, wrong
from tablee.games.routes.lesson import first_pawn, route_answers, side_by_side
from tablee.language import Language

LAND, JUMP, PLAN, _BUILT, LOOSE, OWN_ROAD, _JOINED, BESIDE, HOUSES = figures(Path(__file__).parent)
"""The positions of the rulebook; two of them are what comes of the one before."""


def lesson(say: Language) -> list[Idea]:
    """The steps."""
    return [
        first_pawn(say, LAND, _about_the_land(say), "place -1,0"),
        _a_jump(say), _a_route(say), _no_route(say), _from_ones_road(say),
        side_by_side(say, BESIDE, "Emden", "Husum"), _houses(say), _the_end(say),
    ]  # fmt: skip


def _about_the_land(say: Language) -> str:
    return say(
        "Cities with their values, deserts, and countryside in five colours with cubes on it: such is the land, "
        "laid anew for every game. You are Black. First everybody places a pawn, only not in a desert."
    )


def _a_jump(say: Language) -> Idea:
    return Idea(
        title=say("Move and gather"),
        words=say(
            "Every turn begins with a move to a neighbouring hex; where cubes lie you take one. You may not stay, "
            "nor enter a desert, nor stop on a pawn. But you may jump in a straight line. You are White, and "
            "want the field behind Grey."
        ),
        position=JUMP,
        seat=1,
        task=say("Jump over Black and Grey at once."),
        answers=[
            right(
                "move 4,0",
                say("Over as many pawns as stand in a row, to the first free hex. And a yellow cube is yours."),
            ),
            wrong(
                "move *", say("A fine move, but try the jump: straight over Black and Grey, to the field behind them.")
            ),
        ],
        way=["move 4,0"],
    )


def _a_route(say: Language) -> Idea:
    return Idea(
        title=say("A route"),
        words=say(
            "After the move you may build one route, from city to city. A stick costs a cube of the colour of the "
            "hex it goes to, so over pasture and fishery you pay one orange and two blue cubes, or two orange "
            "and one blue."
        ),
        position=PLAN,
        task=say("Build from Fulda to Husum, stick by stick."),
        answers=route_answers(
            say, "0,0 1,0 2,0 3,0", say("The cities are linked, and a house of yours stands in each of them.")
        ),
        way=["stick 0,0>1,0 orange", "stick 1,0>2,0 blue", "stick 2,0>3,0 blue"],
    )


def _no_route(say: Language) -> Idea:
    return Idea(
        title=say("No loose ends"),
        words=say(
            "Two sticks that end in the open: this is no route, and nobody could build it so. A route goes from a "
            "city, or from a road of yours, to another city or road. What you cannot finish, you are not "
            "offered."
        ),
        position={**LOOSE, "turn": 0, "phase": "build"},
        task=say("Lay the stick that is missing."),
        answers=route_answers(say, "2,0 3,0", say("Now it is a route, and only now there are houses.")),
        way=["stick 2,0>3,0 blue"],
    )


def _from_ones_road(say: Language) -> Idea:
    return Idea(
        title=say("On from your own road"),
        words=say(
            "Your road from Gera to Ahlen passes through the fishery. From there it is not far to Celle, and "
            "cheaper than from city to city: two yellow cubes, or a yellow and a blue one. You have these two."
        ),
        position=OWN_ROAD,
        task=say("Link Celle to your road, over the field."),
        answers=route_answers(
            say,
            "1,0 2,0 3,0",
            say("Celle is linked with both other cities at once: two houses in every one of the three."),
            say(
                "That would be possible, but brings no new city. To Celle it goes from the fishery over the field "
                "beside Celle."
            ),
        ),
        way=["stick 3,0>2,0 yellow", "stick 2,0>1,0 blue"],
    )


def _houses(say: Language) -> Idea:
    return Idea(
        title=say("Join your roads"),
        words=say(
            "In every city you have as many houses as there are cities linked with it, but not through a third "
            "one. White has 2 in Dornum and Fulda, 3 in Gera and 1 in Brede: from there the way to the others "
            "leads through Gera."
        ),
        position={**HOUSES, "turn": 1, "phase": "build", "cubes": _cubes(red=1, orange=2)},
        seat=1,
        task=say("Join your two roads without touching Gera: over the other vineyard and the free pasture."),
        answers=route_answers(
            say,
            "2,1 3,0 4,0 4,1",
            say(
                "Every city is linked with every other now: three houses in each, twelve instead of eight. That "
                "is how points are made."
            ),
            say(
                "That ends in Gera, where your roads meet already: no new house. Go past Gera, over the vineyard "
                "and the pasture beside it."
            ),
        ),
        way=["stick 2,1>3,0 red", "stick 3,0>4,0 orange", "stick 4,0>4,1 orange"],
    )


def _the_end(say: Language) -> Idea:
    return Idea(
        title=say("The end"),
        words=say(
            "Who takes the last cube of a colour from the land ends the game with that turn, and who builds the "
            "23rd house wins at once. Points: one for each house, and the value of each city in which you have "
            "one."
        ),
        position=_last_green(),
        seat=1,
        task=say("Take the last green cube."),
        answers=[
            right("move 3,2", say("8 houses and the cities of 5, 7, 8 and 3 make 31 points; Brown has 17.")),
            wrong("move *", say("Green cubes lie in forests, and only one forest beside you still has one.")),
        ],
        way=["move 3,2"],
    )


def _last_green() -> Document:
    """White could end the game now."""
    hexes = HOUSES["hexes"]
    bare = {place: {**hexes[place], "cubes": 0} for place in ("0,1", "5,0")}
    return {**HOUSES, "turn": 1, "hexes": {**hexes, **bare}, "cubes": _cubes()}


def _cubes(**white: int) -> list[dict[str, int]]:
    return [{}, white, {}, {}]
