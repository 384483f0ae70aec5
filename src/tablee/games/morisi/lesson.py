"""The lesson of Morisi: walk, gather, link cities, and count in the largest of them."""

from pathlib import Path
from typing import Any

from tablee.games.document import Document
from tablee.games.lessons import Idea, figures, right, wrong
from tablee.games.routes.lesson import first_pawn, route_answers, side_by_side
from tablee.language import Language

LAND, JUMP, PLAN, _BUILT, BESIDE, HOUSES, FORTY, FOUR_COUNT, _PREDICTED = figures(Path(__file__).parent)
"""The positions of the rulebook; one is what comes of the one before, the last belongs to a way to play."""


def lesson(say: Language) -> list[Idea]:
    """The steps."""
    return [
        first_pawn(say, LAND, _about_the_land(say), "place 0,0"),
        _a_jump(say), _a_route(say), side_by_side(say, BESIDE, "KAA", "ZOE"), _houses(say), _for_two(say),
        _three_largest(say), _four_largest(say),
    ]  # fmt: skip


def _about_the_land(say: Language) -> str:
    return say(
        "Nine cities, and countryside in five colours with cubes on it: such is the land, laid anew for every "
        "game. You are Black, at a table of four. First everybody places a pawn, wherever there is room."
    )


def _a_jump(say: Language) -> Idea:
    return Idea(
        title=say("Move and learn"),
        words=say(
            "Every turn begins with a move to a neighbouring hex; where cubes lie you take one. You may not stay, "
            "nor stop on a pawn. But you may jump over it. You are White; the vineyard beside you is bare, and "
            "there is none in a city."
        ),
        position=JUMP,
        seat=1,
        task=say("Find the move that brings you a cube."),
        answers=[
            right("move 2,1", say("Over Black into the field behind, and a yellow cube is yours.")),
            wrong("move 0,0", say("In a city there are no cubes. Look past the black pawn!")),
            wrong("move 1,0", say("No cube is left in this vineyard. Look past the black pawn!")),
        ],
        way=["move 2,1"],
    )


def _a_route(say: Language) -> Idea:
    return Idea(
        title=say("A route"),
        words=say(
            "After the move you may build a route, from city to city without loose ends. A stick costs a cube of "
            "the colour of the hex it goes to, so over field and forest you pay two yellow cubes and a green one, "
            "or one yellow and two green."
        ),
        position=PLAN,
        seat=1,
        task=say("Build from ZOE to KAA, stick by stick."),
        answers=route_answers(
            say, "0,0 1,0 2,0 3,0", say("The cities are linked, and a house of yours stands in each of them.")
        ),
        way=["stick 0,0>1,0 yellow", "stick 1,0>2,0 yellow", "stick 2,0>3,0 green"],
    )


def _houses(say: Language) -> Idea:
    return Idea(
        title=say("Houses"),
        words=say(
            "In every city you have as many houses as there are cities linked with it, but not through a third "
            "one. White: SAS and KAA 2 each, ZOE and OEG 1. A route must bring a new house; a second one from SAS "
            "to ZOE would not."
        ),
        position={**HOUSES, "turn": 1, "phase": "build", "cubes": [{}, {"red": 2, "yellow": 1}, {}]},
        seat=1,
        task=say("Link ZOE and OEG, over the vineyard and the field where nobody has built yet."),
        answers=route_answers(
            say,
            "2,0 3,0 3,1 2,2",
            say("A house more in both. The vineyard between them would have cost double, as Black is there already."),
            say("One stick that joins two of your roads: a good idea, and cheap! But here link ZOE and OEG directly."),
        ),
        way=["stick 2,0>3,0 red", "stick 3,0>3,1 red", "stick 3,1>2,2 yellow"],
    )


def _for_two(say: Language) -> Idea:
    return Idea(
        title=say("At a table of two"),
        words=say(
            "With two players you build as many routes a turn as you can pay for, and sticks side by side cost "
            "nothing more. In the end only the largest city counts: so build around one."
        ),
        position=_two_players(),
        task=say("Link SAS with ZOE, and in the same turn with KAA."),
        answers=route_answers(
            say,
            "0,0 1,0 2,0",
            say("Two houses in SAS now, one in each of the others. Let SAS grow, and it will be your city."),
            say("Not that way: over the field from SAS to ZOE, and over the forest from SAS to KAA."),
            "0,0 0,1 0,2",
        ),
        way=["stick 0,0>1,0 yellow", "stick 1,0>2,0 yellow", "stick 0,0>0,1 green", "stick 0,1>0,2 green"],
    )


def _three_largest(say: Language) -> Idea:
    return Idea(
        title=say("The end"),
        words=say(
            "Who takes the last cube of a colour ends the game with that turn; the last house wins at once. With "
            "three or four players your houses in the three largest cities count, and 4 points for each city "
            "where you have a house."
        ),
        position=_before(FORTY, 0, "1,0|2,-1", {"yellow": 1}),
        task=say("It is your last turn, Black: link LUR to your road."),
        answers=route_answers(
            say,
            "1,0 2,-1",
            say("Six houses in KAA, three each in OEG and SAS: 12 points. Houses in seven cities: 28 more."),
        ),
        way=["stick 1,0>2,-1 yellow"],
    )


def _four_largest(say: Language) -> Idea:
    return Idea(
        title=say("Equally large"),
        words=say(
            "The houses of all players together make a city large, and cities as large as the third count as "
            "well. With your last stick TAV has 17 houses, and BEL, FYN and OEG have 14 each: then four cities "
            "count."
        ),
        position=_before(FOUR_COUNT, 3, "1,4|2,3", {"red": 1}),
        seat=3,
        task=say("You are Brown, and this is the last turn: link SAS to your road."),
        answers=route_answers(
            say, "1,4 2,3", say("One stick, and a house more in every city of yours. Brown has caught up with White.")
        ),
        way=["stick 1,4>2,3 red"],
    )


def _before(end: Document, seat: int, stick: str, cubes: dict[str, int]) -> Document:
    """The turn before an end: one stick is missing, and the seat can pay for it."""
    sticks = [[each for each in own if (by, each) != (seat, stick)] for by, own in enumerate(end["sticks"])]
    hands = [cubes if by == seat else {} for by in range(end["players"])]
    return _without_houses({**end, "phase": "build", "sticks": sticks, "cubes": hands})


def _two_players() -> Document:
    changes: dict[str, Any] = {"players": 2, "turn": 0, "phase": "build", "left": [False, False], "sticks": [[], []]}
    hands = [{"yellow": 2, "green": 2}, {"green": 1}]
    return _without_houses({**HOUSES, **changes, "pawns": ["1,0", "3,2"], "cubes": hands})


def _without_houses(position: Document) -> Document:
    """Houses follow from sticks."""
    return {name: value for name, value in position.items() if name != "houses"}
