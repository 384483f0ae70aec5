"""`tablee check`: what is missing in a game, one line each."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tablee.api.compile_all import compile_games
from tablee.bots.compile_stages import ALL, is_done
from tablee.engine.contract import ContractError
from tablee.engine.faults import told
from tablee.games import find_game
from tablee.kit.check_books import lessons, puzzles, rulebooks
from tablee.kit.check_bots import bots_answer, speed
from tablee.kit.check_calls import all_called, first_steps, names
from tablee.kit.check_colours import told_apart
from tablee.kit.check_paper import printed
from tablee.kit.check_pictures import looks, pictures
from tablee.kit.check_rules import legal_play, round_trips, same_interpreted
from tablee.kit.check_secrets import leaks
from tablee.kit.check_words import counted, explained, introduced, translations, unsaid
from tablee.kit.fixing import fixed
from tablee.kit.trial_tables import Bench

MOST_FAULTS = 4  # the most faults shown of one kind
NOT_PLAYED = "whatever needs play is not looked at until this is mended"


class Aspect(NamedTuple):
    """One aspect of a game that is checked."""

    words: str
    find: Callable[[Bench], Iterator[str]]
    plays: bool = True  # Does it play? Then it is skipped if one that comes first finds a fault.
    first: bool = False  # Does it come before all that plays, because without it nothing can be played?


def compiles(bench: Bench) -> Iterator[str]:
    """What keeps the rules and the bots of a game from being compiled."""
    bench.note = "they were before" if is_done(bench.definition.id, ALL) else ""
    try:
        compile_games([bench.definition.id])
    except ContractError as error:
        yield str(error)


ASPECTS = (
    Aspect("names and constants are those of the contract", names, plays=False),
    Aspect("rules answer, interpreted and within bounds", first_steps, plays=False, first=True),
    Aspect("rules can be compiled", compiles, first=True),
    Aspect("legal play never errs", legal_play, first=True),
    Aspect("rules stay within bounds, and are the same compiled and interpreted", same_interpreted),
    Aspect("states can be written and read", round_trips),
    Aspect("every function answers, in every language, to every seat", all_called),
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
    Aspect("what can be printed fits on a page", printed),
    Aspect("the lesson answers whatever is tried", lessons),
    Aspect("the puzzles are those of the rules", puzzles),
    Aspect("a bot answers at every level, in time", bots_answer),
    Aspect("speed", speed),
)


class Finding(NamedTuple):
    """The result for one aspect."""

    words: str
    faults: list[str]
    note: str = ""
    all_faults: bool = False
    """Are all faults shown?"""

    def __str__(self) -> str:
        note = f" ({self.note})" if self.note and not self.faults else ""
        shown = self.faults if self.all_faults or len(self.faults) == MOST_FAULTS + 1 else self.faults[:MOST_FAULTS]
        more = [f"… and {len(self.faults) - len(shown)} more"] if len(self.faults) > len(shown) else []
        lines = [f"{'✗' if self.faults else '✓'} {self.words}{note}", *(f"    {fault}" for fault in (*shown, *more))]
        return "\n".join(lines)


class Unfit(AssertionError):
    """A game has faults; the message lists them."""


def check(game: str, *, quick: bool = False) -> None:
    """Raise `Unfit` with what is missing in a game, for a maker's tests."""
    wrong = [finding for finding in examine(game, quick=quick) if finding.faults]
    if wrong:
        raise Unfit("\n".join([f"{game}:", *map(str, wrong)]))


def examine(
    game: str,
    *,
    quick: bool = False,
    begin: Callable[[str], None] = lambda words: None,  # noqa: ARG005
    tick: Callable[[], None] = lambda: None,
    all_faults: bool = False,
) -> Iterator[Finding]:
    """The results for all aspects of a game. `begin` is called with the next aspect, `tick` from time to time."""
    bench, errs = Bench(find_game(game), quick=quick, tick=tick, all_faults=all_faults), False
    for aspect in ASPECTS:
        if errs and aspect.plays:
            continue
        begin(aspect.words)
        finding = _found(aspect, bench)
        if aspect.first and finding.faults:
            errs = True
            finding.faults.append(NOT_PLAYED)
        yield finding


def _found(aspect: Aspect, bench: Bench) -> Finding:
    bench.note = ""
    faults: list[str] = []
    try:
        for fault in aspect.find(bench):
            if fault not in faults:
                faults.append(fault)
            if len(faults) > 10 * MOST_FAULTS and not bench.all_faults:
                break
    except Exception as error:  # a fault in one aspect must not hide the others
        faults.append(told(error, bench.definition.folders))
    return Finding(aspect.words, faults, bench.note, bench.all_faults)


WHEEL = "|/-\\"


def print_check(games: Sequence[str], *, quick: bool, all_faults: bool = False, fix: bool = False) -> int:
    """Check games one after the other; return 1 if one has faults. With `fix`, first write what can be written."""
    for game in games:
        find_game(game)  # an unknown game is reported first
    if fix:
        for game in games:
            for line in fixed(find_game(game)):
                print(f"  {line}", flush=True)
    missing = [_print_one(game, quick, all_faults) for game in games]
    return int(any(missing))


def _print_one(game: str, quick: bool, all_faults: bool) -> int:
    """Check a game, print the results, and return the number of faults."""
    began, waiting = time.monotonic(), _Waiting()
    print(f"{find_game(game).name} ({game})", flush=True)
    faults = 0
    for finding in examine(game, quick=quick, begin=waiting.begin, tick=waiting.tick, all_faults=all_faults):
        waiting.end()
        faults += len(finding.faults)
        print("\n".join(f"  {line}" for line in str(finding).splitlines()), flush=True)
    said = "is ready for the shelf" if not faults else "is not finished yet"
    print(f"  {game} {said}, after {time.monotonic() - began:.0f} s.", flush=True)
    return faults


class _Waiting:
    """The progress shown in a terminal."""

    def __init__(self) -> None:
        self._shown = sys.stdout.isatty()
        self._words, self._ticks, self._latest = "", 0, 0.0

    def begin(self, words: str) -> None:
        self._words, self._ticks = words, 0
        self._write()

    def tick(self) -> None:
        if time.monotonic() - self._latest > 0.1:
            self._ticks += 1
            self._write()

    def end(self) -> None:
        if self._shown:
            print("\r\x1b[K", end="", flush=True)

    def _write(self) -> None:
        self._latest = time.monotonic()
        if self._shown:
            print(f"\r\x1b[K  {WHEEL[self._ticks % len(WHEEL)]} {self._words} …", end="", flush=True)
