"""Make the finished games of the folder `finished` anew: `python -m tests.games.isis.make_finished`.

Logs and results come from the plain reference, never from the engine. Games made once are kept for good: they are what
later rules are held against. So this is for adding a game, and leaves those alone that are there.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from zlib import crc32

from tests.games.finished import keep
from tests.games.isis.random_play import SETUPS, STEADY, Habits, random_steps
from tests.games.isis.reference import Reference

FOLDER = Path(__file__).parent / "finished"
VERSION = 1

Leaves = Callable[[Reference, int], bool]


@dataclass(frozen=True)
class Ending:
    """A way for a game to end: who leaves when, and what must be true of the end."""

    players: int
    reserve: str = "own"
    memory: str = "hidden"
    habits: Habits = STEADY
    leaves: Leaves = lambda _reference, _seat: False
    wanted: Callable[[Reference, list[str]], bool] = lambda _end, _log: True


def _would_end_by_points(reference: Reference, seat: int) -> bool:
    after = deepcopy(reference)
    after.leave(seat)
    return after.reason == "points"


def _after(placed: int, seat: int) -> Leaves:
    """That seat leaves as soon as so many pieces are on the board."""
    return lambda reference, leaver: leaver == seat and len(reference.board) >= placed


def _drawing(placed: int, drawn: str, *, own_turn: bool) -> Leaves:
    """A seat leaves while a tile is drawn ("?") or turned up ("+"), on its own turn or on another's."""
    return lambda reference, leaver: (
        len(reference.board) >= placed
        and reference.drawn is not None
        and (reference.drawn == "?") == (drawn == "?")
        and (leaver == reference.turn) == own_turn
    )


def _either(*leaves: Leaves) -> Leaves:
    return lambda reference, seat: any(leave(reference, seat) for leave in leaves)


def _passes_over(end: Reference, log: list[str]) -> bool:
    """Somewhere in the log the turn did not go to the next seat."""
    reference = Reference(end.players, "common" if end.common else "own")
    for text in log:
        following = (reference.turn + 1) % end.players
        reference.step(text)
        if text.startswith(("pawn", "place")) and reference.reason is None and reference.turn != following:
            return True
    return False


ENDINGS = {
    **{
        f"points of {players}, {reserve} tiles, {memory} memory": Ending(players, reserve, memory)
        for players, reserve, memory in SETUPS
    },
    "points, a tie of two shared by both": Ending(2, wanted=lambda end, _: len(end.winners()) == 2),
    "points, a tie of four shared by two": Ending(4, "common", wanted=lambda end, _: len(end.winners()) == 2),
    "points, all scores negative": Ending(2, wanted=lambda end, _: max(end.scores()) < 0),
    "points, a seat without pieces passed over": Ending(
        3, "common", habits=Habits((0.0, 1.0, 1.0, 1.0)), wanted=_passes_over
    ),
    "points, the best score has left": Ending(
        4,
        leaves=_after(12, 2),
        wanted=lambda end, _: end.scores()[2] > max(end.scores()[seat] for seat in end.winners()),
    ),
    "points, own tiles used up after a leaving": Ending(3, leaves=_after(5, 1)),
    "points, common tiles used up after a leaving": Ending(3, "common", leaves=_after(5, 1)),
    "points, nobody can play after a leaving": Ending(4, leaves=_either(_after(4, 3), _would_end_by_points)),
    "left, of two on its turn": Ending(2, leaves=lambda end, seat: len(end.board) == 10 and seat == end.turn),
    "left, of two on the other turn": Ending(2, leaves=lambda end, seat: len(end.board) == 10 and seat != end.turn),
    "left, of two between draw and reveal": Ending(2, leaves=_drawing(12, "?", own_turn=True)),
    "left, of two with a tile turned up": Ending(2, "common", leaves=_drawing(12, "+", own_turn=True)),
    "left, of two while the other has a tile turned up": Ending(2, leaves=_drawing(12, "+", own_turn=False)),
    "left, of three one by one": Ending(3, leaves=_either(_after(10, 0), _after(20, 1))),
    "left, of three while the last has a tile turned up": Ending(
        3, leaves=_either(_after(8, 2), _drawing(14, "+", own_turn=False))
    ),
    "left, of four one by one": Ending(
        4, "common", "open", leaves=_either(_after(6, 3), _after(9, 1), _drawing(15, "?", own_turn=True))
    ),
}


def play(ending: Ending, seed: int) -> tuple[list[str], Reference]:
    """One game with these habits and leavings, to its end."""
    reference = Reference(ending.players, ending.reserve, ending.memory)
    log: list[str] = []
    while reference.to_act() is not None:
        leavers = [seat for seat, gone in enumerate(reference.left) if not gone and ending.leaves(reference, seat)]
        steps = random_steps(reference, seed + len(log), ending.habits)
        log.append(f"leave {leavers[0]}" if leavers else next(steps))
        reference.step(log[-1])
    return log, reference


def find(name: str, ending: Ending) -> tuple[list[str], Reference]:
    """The first game that ends as wanted."""
    games = (play(ending, crc32(f"{name} {number}".encode())) for number in count())
    return next((log, end) for log, end in games if ending.wanted(end, log))


if __name__ == "__main__":
    keep(FOLDER, ENDINGS, find, VERSION)
