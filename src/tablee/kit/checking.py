"""Is a game fit for the house? What is missing is said in words, one line each."""

import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tablee.games import find_game
from tablee.kit.bench import Bench
from tablee.kit.books import lessons, rulebooks
from tablee.kit.bots import bots_answer, speed
from tablee.kit.colours import told_apart
from tablee.kit.documents import round_trips
from tablee.kit.looks import looks
from tablee.kit.rules import legal_play, same_interpreted
from tablee.kit.scenes import pictures
from tablee.kit.secrets import leaks
from tablee.kit.speech import counted, explained, introduced
from tablee.kit.texts import translations, unsaid

MOST_FAULTS = 4
"""That are told of one kind: the rest is likely the same."""
NOT_PLAYED = "whatever needs play is not looked at until this is mended"


class Aspect(NamedTuple):
    """One thing that is looked at."""

    words: str
    find: Callable[[Bench], Iterator[str]]
    plays: bool = True
    """Does it play? Then it is of no use, and may never end, where legal play errs."""


ASPECTS = (
    Aspect("legal play never errs", legal_play),
    Aspect("rules stay within bounds, and are the same compiled and interpreted", same_interpreted),
    Aspect("states can be written and read", round_trips),
    Aspect("nobody is told what they cannot know", leaks),
    Aspect("pictures keep their keys, and every action is within reach", pictures),
    Aspect("shapes, styles and cover are sound", looks, plays=False),
    Aspect("what must be told apart stays apart, for all eyes", told_apart),
    Aspect("every action is explained", explained),
    Aspect("the shelf and the house rules say what they should", introduced, plays=False),
    Aspect("points add up", counted),
    Aspect("every text is there in every language", translations, plays=False),
    Aspect("no words are left in the code", unsaid, plays=False),
    Aspect("the figures of the rulebook can be drawn", rulebooks),
    Aspect("the lesson answers whatever is tried", lessons),
    Aspect("a bot answers at every level, in time", bots_answer),
    Aspect("speed", speed),
)


class Finding(NamedTuple):
    """What was found about one aspect."""

    words: str
    faults: list[str]
    note: str = ""

    def __str__(self) -> str:
        note = f" ({self.note})" if self.note and not self.faults else ""
        shown = self.faults if len(self.faults) == MOST_FAULTS + 1 else self.faults[:MOST_FAULTS]
        more = [f"… and {len(self.faults) - len(shown)} more"] if len(self.faults) > len(shown) else []
        lines = [f"{'✗' if self.faults else '✓'} {self.words}{note}", *(f"    {fault}" for fault in (*shown, *more))]
        return "\n".join(lines)


class Unfit(AssertionError):
    """A game is not fit for the house; the message says what is missing."""


def check(game: str, *, quick: bool = False) -> None:
    """Raise `Unfit`, which says what is missing in a game: for a maker's tests."""
    wrong = [finding for finding in examine(game, quick=quick) if finding.faults]
    if wrong:
        raise Unfit("\n".join([f"{game}:", *map(str, wrong)]))


def examine(
    game: str,
    *,
    quick: bool = False,
    begin: Callable[[str], None] = lambda words: None,  # noqa: ARG005
    tick: Callable[[], None] = lambda: None,
) -> Iterator[Finding]:
    """What is found about each aspect of a game; `begin` is told which one is next, `tick` that something happens."""
    bench, errs = Bench(find_game(game), quick=quick, tick=tick), False
    for aspect in ASPECTS:
        if errs and aspect.plays:
            continue
        begin(aspect.words)
        finding = _found(aspect, bench)
        errs |= aspect.find is legal_play and bool(finding.faults)
        if aspect.find is legal_play and errs:
            finding.faults.append(NOT_PLAYED)
        yield finding


def _found(aspect: Aspect, bench: Bench) -> Finding:
    bench.note = ""
    faults: list[str] = []
    try:
        for fault in aspect.find(bench):
            if fault not in faults:
                faults.append(fault)
            if len(faults) > 10 * MOST_FAULTS:
                break
    except Exception as error:  # whatever a stranger's game does, all else is looked at, too
        faults.append(_said(error, bench.folder.path))
    return Finding(aspect.words, faults, bench.note)


def _said(error: Exception, path: Path) -> str:
    """An error, and where in the game it comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(path)] or list(frames)
    return f"{type(error).__name__}: {error} ({Path(own[-1].filename).name}, line {own[-1].lineno})"
