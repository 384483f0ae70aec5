"""Where the time of a move goes, from the decision to the text of the frames of both players, for every game.

Two random players play whole games in this process, without sockets or disks. Every round plays the same games; for
every part of every move the fastest round counts, as a busy machine only ever adds time. Garbage is collected as on a
server.
"""

import argparse
import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from itertools import accumulate, count
from typing import Any

from tablee.api.compile_all import compile_games
from tablee.games import GameDefinition, find_game
from tablee.games.scenery import UPRIGHT
from tablee.server.realtime import broadcast
from tablee.server.realtime.broadcast import Broadcaster
from tablee.server.realtime.connection import Message
from tablee.server.table.dice import commitment
from tablee.server.table.directory import entry_of
from tablee.server.table.events import Event, Opening
from tablee.server.table.log import encode_event
from tablee.server.table.table import Table
from tablee.server.views import frames
from tablee.server.views.frames import FrameBuilder
from tablee.server.views.sentences import language
from tablee.server.views.viewpoint import Viewpoint
from tablee.server.web.launch import calm_down

GAMES = ("isis", "morfals", "morpyam", "netzwerk", "morisi")
SEED = bytes(32)
LOAD_GENERATOR = count()
"""Nobody sits down twice: a server has seen hardly any of its guests before."""
REST, WHOLE = "the rest of a frame", "all, without a stopwatch"


class Stopwatch:
    """Who has the processor: a part's time is its own, without that of the parts inside it."""

    def __init__(self) -> None:
        self.moves: list[dict[str, int]] = []
        """What each part took of each move, in nanoseconds."""
        self._parts: list[str] = []
        self._since = 0

    def timed(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with its time put down to a part."""

        @wraps(function)
        def run(*values: Any, **named: Any) -> Any:
            self._switch()
            self._parts.append(part)
            try:
                return function(*values, **named)
            finally:
                self._switch()
                self._parts.pop()

        return run

    def next_move(self) -> None:
        """What is measured from now on belongs to another move."""
        self.moves.append(defaultdict(int))

    def _switch(self) -> None:
        now = time.perf_counter_ns()
        if self._parts:
            self.moves[-1][self._parts[-1]] += now - self._since
        self._since = now


PARTS: tuple[tuple[str, Any, str], ...] = (
    ("deciding", Table, "act"),
    ("the table after it", Table, "ahead"),
    ("view", Table, "view"),
    ("picture", frames, "scene_of"),
    ("difference", FrameBuilder, "_patch"),
    ("lines of the log", FrameBuilder, "_log"),
    ("since one's turn", FrameBuilder, "_since"),
    ("finale and result", FrameBuilder, "_finale"),
    ("finale and result", frames, "result_of"),
    (REST, FrameBuilder, "frame"),
    ("JSON", broadcast, "encode"),
    ("who is shown what", Broadcaster, "show"),
)
"""What is measured, and where it is."""


def main() -> int:
    """Measure, print, and return an exit code."""
    options = _options()
    compile_games()
    calm_down()
    rows = {game: _best(game, options.rounds, options.games) for game in options.only}
    print(json.dumps(rows, indent=1) if options.json else _table(rows))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="play the same games so often (default 7)")
    parser.add_argument("--games", type=int, default=3, help="games in a round (default 3)")
    parser.add_argument("--only", nargs="+", choices=GAMES, default=GAMES, metavar="GAME", help="these games alone")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    if not 0 < options.rounds <= 100 or not 0 < options.games <= 100:
        parser.error("at most 100 rounds of 100 games")
    return options


# ---- measuring ---------------------------------------------------------------------------------------------


def _best(game: str, rounds: int, games: int) -> dict[str, float]:
    """Microseconds a move, by part, and all of it by the processor's clock, without stopwatches."""
    _play_all(game, games, Stopwatch())
    watches = [_watched(game, games) for _ in range(rounds)]
    spent: dict[str, int] = defaultdict(int)
    for move in zip(*(watch.moves for watch in watches), strict=True):
        for part in move[0]:
            spent[part] += min(times[part] for times in move)
    whole = min(_processor_time(game, games) for _ in range(rounds))
    moves = len(watches[0].moves)
    return {part: time / moves / 1e3 for part, time in spent.items()} | {WHOLE: whole / moves / 1e3}


def _processor_time(game: str, games: int) -> int:
    began = time.process_time_ns()
    _play_all(game, games, Stopwatch())
    return time.process_time_ns() - began


def _watched(game: str, games: int) -> Stopwatch:
    watch = Stopwatch()
    kept = [(place, name, getattr(place, name)) for _, place, name in PARTS]
    for part, place, name in PARTS:
        setattr(place, name, watch.timed(part, getattr(place, name)))
    try:
        _play_all(game, games, watch)
    finally:
        for place, name, function in kept:
            setattr(place, name, function)
    return watch


def _play_all(game: str, games: int, watch: Stopwatch) -> None:
    for number in range(games):
        _play(game, random.Random(number), watch)


class Reader:
    """A page that reads everything at once."""

    def __init__(self, person: str) -> None:
        self.person, self.say, self.shape, self.scenes = person, language("en"), UPRIGHT, True
        self.viewpoint, self.builder = Viewpoint(), None

    def send_together(self, messages: Sequence[Message]) -> None:
        """Take messages."""


def _play(game: str, rng: random.Random, watch: Stopwatch) -> None:
    """A game from its start to its end."""
    watch.next_move()
    table = _waiting_table(game, SEED, None)
    seats: dict[str, int] = {}
    shown = Broadcaster(lambda person: (seats[person],))
    for participant in table.participants:
        shown.connections.append(Reader(participant.name))  # type: ignore[arg-type]
    store = watch.timed("what is stored", _stored)
    events = table.start(0)
    while True:
        tables = list(accumulate(events, Table.ahead, initial=table))[1:]
        table = tables[-1]
        store(table, events)
        seats.update({participant.name: seat for seat, participant in enumerate(table.seats)})
        shown.show(list(zip(tables, events, strict=True)))
        if table.to_act is None:
            return
        watch.next_move()
        events = table.act(table.to_act, table.step, rng.choice(table.actions(table.to_act)), 0)


def _waiting_table(game: str, seed: bytes, definition: GameDefinition | None) -> Table:
    definition, players = definition or replace(find_game(game)), 2  # a folder of its own, which has seen no state yet
    opening = Opening(
        "frames", game, definition.version, players, definition.full_options(players, {}), commitment(seed)
    )
    table = Table(opening, seed, definition)
    for _ in range(players):
        table = table.ahead(*table.sit(f"Guest {next(LOAD_GENERATOR)}", 0, nonce="0" * 32))
    return table


def begun_table(game: str, seed: bytes = SEED, definition: GameDefinition | None = None) -> Table:
    """A table of two at which the game has just begun; the only one of its game, unless tables share a `definition`."""
    table = _waiting_table(game, seed, definition)
    return table.ahead(*table.start(0))


def _stored(table: Table, events: Sequence[Event]) -> None:
    """What is handed to the store."""
    entry_of(table)
    for event in events:
        encode_event(event)


# ---- the report --------------------------------------------------------------------------------------------


def _table(rows: dict[str, dict[str, float]]) -> str:
    parts = dict.fromkeys([*(part for part, _, _ in PARTS), *(part for row in rows.values() for part in row)])
    head = f"{'microseconds a move':<26}" + "".join(f"{game:>10}" for game in rows)
    lines = [f"{part:<26}" + "".join(f"{row.get(part, 0):>10.1f}" for row in rows.values()) for part in parts]
    return "\n".join([head, *lines])


if __name__ == "__main__":
    sys.exit(main())
