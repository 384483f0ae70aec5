"""Make the finished games of the present rules anew: `python -m tests.games.morfals.make_finished`.

Logs and results come from the plain reference, never from the engine. Games made once are kept for good: they are what
later rules are held against. So this is for adding a game, and leaves those alone that are there.
"""

from dataclasses import dataclass
from itertools import count
from pathlib import Path
from zlib import crc32

from tests.games.agreement import Reference as AnyReference
from tests.games.finished import keep
from tests.games.morfals.corners import CORNERS, transitions
from tests.games.morfals.random_play import SETUPS, STEADY, Habits, Player, one_sided, random_log
from tests.games.morfals.reference import Reference

VERSION = 1
FOLDER = Path(__file__).parent / "finished"


@dataclass(frozen=True)
class Ending:
    """A way for a game to end: its options, and which corners of the rules it must come to."""

    corners: tuple[str, ...]
    match: int = 1
    capture: str = "auto"
    last_man: str = "auto"
    habits: Habits = STEADY


def leaving(phase: str, whose: str, match: int = 1, *corners: str) -> Ending:
    """With all its options, somebody leaves in that phase, on its own turn or on the turn of the other."""
    return Ending((leaves(phase, whose), *corners), match, "claim", "announce", Habits(leaving=phase))


def leaves(phase: str, whose: str) -> str:
    return f"a seat leaves in {phase} on {whose}"


WHOSE = ("its own turn", "the turn of the other")
SILENT = Habits((Player(silence=1.0), Player(silence=1.0)))
GREEDY = Habits((Player(greed=1.0, notice=0.9), Player(greed=1.0, notice=0.9)))

ENDINGS = {
    **{
        f"placed by seat {seat}, {capture} capture, {last_man} last man": Ending(
            (f"seat {seat} places its last",), 1, capture, last_man
        )
        for match, capture, last_man in SETUPS
        for seat in (0, 1)
        if match == 1
    },
    **{
        f"match won by seat {seat}, {capture} capture, {last_man} last man": Ending(
            (f"seat {seat} wins the match", "a game of a match is won"), 20, capture, last_man, one_sided(seat)
        )
        for match, capture, last_man in SETUPS
        for seat in (0, 1)
        if match == 20
    },
    "match, with exactly 20": Ending(("a match is won with 20",), 20, habits=one_sided(0)),
    "match, with more than 20": Ending(("a match is won with more than 20",), 20, habits=one_sided(1)),
    "match, a new game clears what was told": Ending(
        ("seat 0 wins the match", "a new game clears what was told"), 20, "auto", "announce", one_sided(0)
    ),
    "placed, the last cannibal eats": Ending(("the last cannibal eats",), habits=GREEDY),
    "placed, the last cannibal claims": Ending(("the last cannibal claims", "seat 0 places its last"), 1, "claim"),
    "placed, around the ring and through the River": Ending(
        (
            "a line around the ring is trapped",
            "a line with some in the River is trapped",
            "several lines are trapped",
            "seat 1 places its last",
        ),
        habits=GREEDY,
    ),
    "placed, full columns": Ending(
        ("a full column passes the turn", "a full column throws again after a triple", "seat 0 places its last"),
        habits=Habits((Player(luck="two columns"), Player(luck="the River"))),
    ),
    "placed, claims right and wrong": Ending(
        (
            "a trapped one is claimed",
            "one that is not trapped is claimed",
            "one in the River is claimed",
            "seat 1 places its last",
        ),
        1,
        "claim",
    ),
    "placed, both silent": Ending(("both are passed over", "seat 1 places its last"), 1, "auto", "announce", SILENT),
    "placed, a penalty with more in hand": Ending(
        ("a penalty ends with more in hand", "seat 0 places its last"), 1, "auto", "announce", SILENT
    ),
    "placed, false alarms": Ending(("a false alarm", "the last man is announced again"), 1, "auto", "announce"),
    "placed, what was told is cleared": Ending(
        ("what was told is cleared", "seat 0 places its last"), 1, "claim", "announce", GREEDY
    ),
    "left, before the start": Ending(("a seat leaves in start",), habits=Habits(leaving="start")),
    **{
        f"left, in {phase} on {whose}": leaving(phase, whose)
        for phase in ("roll", "place", "claim", "announce")
        for whose in WHOSE
    },
    **{
        f"left, on {whose} without options": Ending((leaves("place", whose),), habits=Habits(leaving="place"))
        for whose in WHOSE
    },
    "left, in the second game of a match": leaving("place", WHOSE[0], 20, "a game of a match is won"),
    "left, between two games of a match": Ending(
        ("a seat leaves in start", "a game of a match is won"), 20, habits=Habits(leaving="start")
    ),
}


def play(ending: Ending, seed: int) -> tuple[list[str], Reference, set[str]]:
    """One game with these habits, and the corners that it came to."""
    reference = Reference(ending.match, ending.capture, ending.last_man)
    log = random_log(ending.match, ending.capture, ending.last_man, seed, ending.habits)
    visited: set[str] = set()
    for before, text, after in transitions(reference, log):
        visited |= {name for name in ending.corners if CORNERS[name](before, text, after)}
    return log, reference, visited


def find(name: str, ending: Ending) -> tuple[list[str], AnyReference]:
    """The first game that ends as wanted."""
    games = (play(ending, crc32(f"{name} {number}".encode())) for number in count())
    return next((log, end) for log, end, visited in games if end.reason and visited == set(ending.corners))


if __name__ == "__main__":
    keep(FOLDER, ENDINGS, find, VERSION)
