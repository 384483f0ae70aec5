"""What the lessons of the route games share: answers to moves and sticks, and the steps that are alike in both."""

from itertools import pairwise

from tablee.games.document import Document
from tablee.games.lessons import Answer, Attempt, Idea, leads_on, right, wrong
from tablee.language import Language

Edge = frozenset[str]


def first_pawn(say: Language, position: Document, words: str, way: str) -> Idea:
    """The pawn is placed, where there are cubes."""
    return Idea(
        title=say("A place to start"),
        words=words,
        position=position,
        task=say("Place your pawn where you get a cube at once."),
        answers=[
            right(_takes_a_cube, say("The cube is yours: it lies on your plate now. With cubes you pay for roads.")),
            wrong("place *", say("That is allowed, but in a city there is no cube. Start in the countryside.")),
        ],
        way=[way],
    )


def side_by_side(say: Language, position: Document, one: str, other: str) -> Idea:
    """Grey builds where others have built before."""
    return Idea(
        title=say("Side by side"),
        words=say(
            "With three or four players several of you may build along the same way, but whoever comes later pays "
            "more: beside one stick two cubes, beside two sticks three. You are Grey and have five orange cubes, "
            "just enough."
        ),
        position=position,
        seat=2,
        task=say("Link {one} and {other} over the pasture.", one=one, other=other),
        answers=route_answers(
            say, "0,0 1,0 2,0", say("Three cubes for the first stick and two for the second: it is dear to come last.")
        ),
        way=["stick 0,0>1,0 orange", "stick 1,0>2,0 orange"],
    )


def route_answers(say: Language, path: str, done: str, elsewhere: str = "", *others: str) -> list[Answer]:
    """Answers to who is to build a route along some hexes, and perhaps others: stick by stick, from either end."""
    edges = frozenset().union(*(_edges(each) for each in (path, *others)))
    return [
        right(lambda attempt: _edge(attempt) in edges and edges <= _built(attempt), done),
        leads_on(lambda attempt: _edge(attempt) in edges, say("Paid. Go on, hex after hex.")),
        wrong("stick *", elsewhere or say("That leads elsewhere. Look at the task again!")),
        wrong("end", say("You may well save your cubes for later. But now build!")),
    ]


def _takes_a_cube(attempt: Attempt) -> bool:
    return bool(attempt.before["hexes"][attempt.action.partition(" ")[2]].get("cubes"))


def _edges(path: str) -> frozenset[Edge]:
    return frozenset(frozenset(pair) for pair in pairwise(path.split()))


def _edge(attempt: Attempt) -> Edge:
    """The edge on which a stick is laid, empty if none is."""
    verb, _, rest = attempt.action.partition(" ")
    return frozenset(rest.partition(" ")[0].split(">")) if verb == "stick" else frozenset()


def _built(attempt: Attempt) -> set[Edge]:
    """Where whoever has acted has sticks now."""
    return {frozenset(stick.split("|")) for stick in attempt.after["sticks"][attempt.before["turn"]]}
