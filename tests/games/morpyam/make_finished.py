"""Make the finished games of the folder `finished` anew: `python -m tests.games.morpyam.make_finished`.

Logs and results come from the plain reference, never from the engine. Games made once are kept for good: they are what
later rules are held against. So this is for adding a game, and leaves those alone that are there.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random
from zlib import crc32

from tests.games.finished import keep
from tests.games.morpyam.random_play import Habits, random_step
from tests.games.morpyam.reference import Reference

FOLDER = Path(__file__).parent / "finished"
VERSION = 1

Leaves = Callable[[Reference, int], bool]
Wanted = Callable[[Reference, list[str]], bool]

PLAYED = Habits(calling=0.3, placing=0.8, aligning=0.2, wishes=["fair", "fitting", "fitting"])
ALIGNING = replace(PLAYED, aligning=0.9)
LUCKY = replace(PLAYED, wishes=["fair", "fitting", "alike"])


def _play_as(habits: Habits) -> Callable[[Reference], Habits]:
    return lambda _reference: habits


@dataclass(frozen=True)
class Ending:
    """A way for a game to end: how it is played, who leaves when, and what must be true of the end."""

    players: int
    wanted: Wanted
    double_morpyam: str = "off"
    habits: Callable[[Reference], Habits] = lambda _reference: PLAYED
    leaves: Leaves = lambda _reference, _seat: False


# ---- what must be true of the end -----------------------------------------------------------------------------

DIRECTIONS = {"a row": (1, 0), "a column": (0, 1), "a rising diagonal": (1, 1), "a falling diagonal": (1, -1)}


def _ko(direction: str, length: int) -> Wanted:
    """So many in a row, along lines of that direction."""

    def wanted(end: Reference, _log: list[str]) -> bool:
        assert end.turn is not None
        run = end.longest_run(end.turn)
        return end.reason == "ko" and len(run) == length and _direction(run) == DIRECTIONS[direction]

    return wanted


def _direction(run: list[str]) -> tuple[int, int]:
    (file, rank), (next_file, next_rank) = run[0], run[1]
    return ord(next_file) - ord(file), int(next_rank) - int(rank)


def _because(reason: str, *more: Wanted) -> Wanted:
    return lambda end, log: end.reason == reason and all(wanted(end, log) for wanted in more)


def _last_token(end: Reference, _log: list[str]) -> bool:
    assert end.turn is not None
    return end.hand(end.turn) == 0


def _with_five_alike(_end: Reference, log: list[str]) -> bool:
    return log[-2].startswith("dice") and len(set(log[-2].removeprefix("dice "))) == 1


def _on_appel(_end: Reference, log: list[str]) -> bool:
    return log[-1] in ("place b4", "place e3")


def _second_in_one_turn(end: Reference, _log: list[str]) -> bool:
    return end.morpyams >= 2


def _won_by_another(end: Reference, _log: list[str]) -> bool:
    return len(end.winners()) == 1 and end.turn not in end.winners()


def _tie_won_by_the_finisher(end: Reference, _log: list[str]) -> bool:
    scores = end.scores()
    return end.winners() == [end.turn] and scores.count(max(scores)) > 1


def _shared(end: Reference, _log: list[str]) -> bool:
    return len(end.winners()) > 1


def _best_has_left(end: Reference, _log: list[str]) -> bool:
    return any(end.left) and max(end.scores()) > max(end.scores()[seat] for seat in end.winners())


# ---- who leaves when ------------------------------------------------------------------------------------------


def _after(tokens: int, seat: int) -> Leaves:
    """That seat leaves as soon as so many tokens are on the board."""
    return lambda reference, leaver: leaver == seat and len(reference.board) >= tokens


def _either(*leaves: Leaves) -> Leaves:
    return lambda reference, seat: any(leave(reference, seat) for leave in leaves)


def _in_phase(phase: str, own_turn: bool) -> Leaves:
    """All but one leave in that phase, one by one as the board fills, on their own turn or on another's."""

    def leaves(reference: Reference, leaver: int) -> bool:
        too_soon = phase != "start" and len(reference.board) < 12 // len(reference.staying())
        return not too_soon and reference.phase == phase and (leaver == reference.turn) == own_turn

    return leaves


# ---- how it is played -----------------------------------------------------------------------------------------


def _lucky_at_the_end(reference: Reference) -> Habits:
    """Five alike come gladly once a seat has two tokens left."""
    turn = reference.turn
    return LUCKY if turn is not None and reference.hand(turn) <= 2 else PLAYED


def _aligning_in_good_time(reference: Reference) -> Habits:
    """Rows are made only with the last tokens."""
    turn = reference.turn
    near = turn is not None and reference.hand(turn) <= 1
    return replace(LUCKY, aligning=1.0) if near else replace(PLAYED, aligning=0.0)


NAMES = {2: "two", 3: "three", 4: "four"}

ENDINGS = {
    **{
        f"ko of {NAMES[players]}, {direction}": Ending(players, _ko(direction, 5), habits=_play_as(ALIGNING))
        for players in (2, 3, 4)
        for direction in DIRECTIONS
    },
    "ko of two, six in a row": Ending(2, _ko("a row", 6), habits=_play_as(replace(PLAYED, aligning=0.0))),
    "ko of two, six in a column": Ending(2, _ko("a column", 6), habits=_play_as(replace(PLAYED, aligning=0.0))),
    "ko with the last token": Ending(4, _because("ko", _last_token), habits=_aligning_in_good_time),
    "ko with five alike": Ending(2, _because("ko", _with_five_alike), habits=_play_as(replace(LUCKY, aligning=0.9))),
    "ko on an appel square": Ending(3, _because("ko", _on_appel), habits=_play_as(ALIGNING)),
    "ko that is a double morpyam too": Ending(
        2, _because("ko", _second_in_one_turn), "ko", _play_as(replace(LUCKY, aligning=1.0))
    ),
    "ko after a leaving": Ending(3, _because("ko"), habits=_play_as(ALIGNING), leaves=_after(6, 1)),
    **{
        f"double morpyam of {NAMES[players]}": Ending(players, _because("double_morpyam"), "ko", _play_as(LUCKY))
        for players in (2, 3, 4)
    },
    "double morpyam with the last token": Ending(
        4, _because("double_morpyam", _last_token), "ko", habits=_lucky_at_the_end
    ),
    **{
        f"points of {NAMES[players]}, double morpyam {double_morpyam}": Ending(
            players, _because("points"), double_morpyam
        )
        for players in (2, 3, 4)
        for double_morpyam in ("off", "ko")
    },
    **{
        f"points of {NAMES[players]}, won by another than the finisher": Ending(
            players, _because("points", _won_by_another)
        )
        for players in (2, 3, 4)
    },
    **{
        f"points of {NAMES[players]}, a tie won by the finisher": Ending(
            players, _because("points", _tie_won_by_the_finisher)
        )
        for players in (2, 3, 4)
    },
    "points, a tie shared by two of three": Ending(3, _because("points", _shared)),
    "points, a tie shared by two of four": Ending(4, _because("points", _shared)),
    "points, five alike with the last token": Ending(3, _because("points", _with_five_alike), habits=_lucky_at_the_end),
    "points, a double morpyam with the last token that wins nothing": Ending(
        4, _because("points", _last_token, _with_five_alike, _second_in_one_turn), habits=_lucky_at_the_end
    ),
    "points after a leaving": Ending(3, _because("points"), leaves=_after(5, 1)),
    "points after two leavings": Ending(4, _because("points"), leaves=_either(_after(4, 3), _after(9, 0))),
    "points, the best score has left": Ending(4, _because("points", _best_has_left), leaves=_after(18, 2)),
    **{
        f"left of {NAMES[players]}, {phase}, {'own turn' if own_turn else 'turn of the other'}": Ending(
            players, _because("left"), leaves=_in_phase(phase, own_turn)
        )
        for players in (2, 3, 4)
        for phase in ("throw", "dice", "choose")
        for own_turn in (True, False)
    },
    **{
        f"left of {NAMES[players]}, before the start": Ending(
            players, _because("left"), leaves=_in_phase("start", own_turn=False)
        )
        for players in (2, 3, 4)
    },
    "left in a new turn after five alike": Ending(
        2,
        _because("left"),
        "ko",
        _play_as(LUCKY),
        leaves=lambda reference, seat: reference.morpyams == 1 and reference.phase == "dice" and seat != reference.turn,
    ),
}


def play(ending: Ending, seed: int) -> tuple[list[str], Reference]:
    """One game with these habits and leavings, to its end."""
    reference = Reference(ending.players, ending.double_morpyam)
    random = Random(seed)
    log: list[str] = []
    while reference.to_act() is not None:
        leavers = [seat for seat in reference.staying() if ending.leaves(reference, seat)]
        log.append(f"leave {leavers[0]}" if leavers else random_step(reference, random, ending.habits(reference)))
        reference.step(log[-1])
    return log, reference


def find(name: str, ending: Ending) -> tuple[list[str], Reference]:
    """The first game that ends as wanted."""
    games = (play(ending, crc32(f"{name} {number}".encode())) for number in count())
    return next((log, end) for log, end in games if ending.wanted(end, log))


if __name__ == "__main__":
    keep(FOLDER, ENDINGS, find, VERSION)
