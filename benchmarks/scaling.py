"""How the cost of a move grows: with open tables, with spectators of one table, and with the length of the log.

Of tables and spectators: milliseconds of the server's processor for a move, on SQLite, pages as clients; ten tables are
played at a time, all others are open with both guests connected. Of the log: microseconds of processor in this process
for a move (deciding, the table after it, the frames of both players) and for folding the whole log, as after a
restart; a log is made long by taking back. The same for a move of each game where so many tables are all played, one
after the other. Everything stays on this machine and is bounded.
"""

import argparse
import asyncio
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
from frames import SEED, Reader, begun_table
from load_generator import HOST, Load, Outcome, Plan, Table, figures_of, open_tablee
from server_process import Databases
from server_process import open_tablee as open_server
from wire import Socket

from tablee.api.compile_all import compile_games
from tablee.games import find_game, game_ids
from tablee.server.realtime.broadcast import Broadcaster
from tablee.server.table.events import Back, Event
from tablee.server.table.table import Table as Play
from tablee.server.table.table import fold
from tablee.server.web.launch import calm_down

LOAD_GENERATOR = Path(__file__).parent / "load_generator.py"
PLAYED = 10
SPARE = 40
"""The fewest tables that are opened, so that another game can begin where one has ended."""
FRAME = b'{"say":"frame","number":'
PATIENCE = 300.0
MOVES = 20
"""Moves that a crowd looks at, or that are made at the end of a log."""
FEWEST = 150
"""Moves at all tables in play together, where these are few."""


def main() -> None:
    """Measure and print."""
    options = _options()
    compile_games()
    for count in options.tables:
        outcome = _of_tables(count, options.seconds)
        cost, held = 1000 * outcome.server_cpu / outcome.moves, outcome.bytes_per_guest / 1024
        print(f"{count:>7,} tables      {cost:8.2f} ms a move  {held:5.0f} KiB a guest", flush=True)
    for count in options.spectators:
        cost, size = asyncio.run(asyncio.wait_for(_of_spectators(count), PATIENCE))
        print(f"{count:>7,} spectators  {cost:8.2f} ms a move  {size:5.0f} bytes a frame", flush=True)
    calm_down()
    for count in options.events:
        move, whole = _of_length(count)
        print(f"{count:>7,} events      {move:8.0f} µs a move  {whole:8.0f} µs to fold", flush=True)
    for game in game_ids() if options.played else ():
        moves = [f"{_of_played(game, count):.0f} ({count:,})" for count in options.played]
        print(f"{game:<10} µs a move where so many tables are played: {', '.join(moves)}", flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=_numbers, default=[10, 100, 1000], help="open tables")
    parser.add_argument("--spectators", type=_numbers, default=[1, 10, 100, 1000], help="spectators of one table")
    parser.add_argument("--events", type=_numbers, default=[10, 100, 1000, 10_000], help="events of a log")
    parser.add_argument("--played", type=_numbers, default=[10, 100, 1000], help="tables that are all played")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long tables are played (default 3)")
    options = parser.parse_args()
    if not 0 < options.seconds <= 60 or max([0, *options.tables, *options.played]) > 5000:
        parser.error("at most 60 seconds and 5,000 tables")
    if max([0, *options.spectators]) > 10_000 or max([0, *options.events]) > 100_000:
        parser.error("at most 10,000 spectators and 100,000 events")
    return options


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",") if part]


def _of_tables(count: int, seconds: float) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        server = open_server(Path(folder), Databases(Path(folder)).new("sqlite"))
        plan = Plan(server.port, "scenes", max(count, SPARE), PLAYED, seconds, f"{count} tables")
        command = [sys.executable, str(LOAD_GENERATOR), msgspec.json.encode(plan).decode()]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, timeout=PATIENCE, check=True)
        finally:
            server.close()
    return msgspec.json.decode(done.stdout, type=Outcome)


# ---- spectators --------------------------------------------------------------------------------------------


class Spectator(Socket):
    """Counts the frames that come, and their bytes."""

    def __init__(self, path: str, headers: str) -> None:
        super().__init__(HOST, path, headers)
        self.frames = self.size = self.number = 0
        self.more = asyncio.Event()

    def heard(self, message: bytes) -> None:
        """A frame, or who is here."""
        if message.startswith(FRAME):
            self.frames, self.size = self.frames + 1, self.size + len(message)
            self.number = int(message[len(FRAME) :].partition(b",")[0])
            self.more.set()

    async def see(self, number: int) -> None:
        """Wait until an event has come."""
        while self.number < number:
            self.more.clear()
            await self.more.wait()


async def _of_spectators(count: int) -> tuple[float, float]:
    """Milliseconds of the server for a move that a crowd looks at, and the bytes of a frame."""
    with tempfile.TemporaryDirectory() as folder:
        server = open_server(Path(folder), Databases(Path(folder)).new("sqlite"))
        try:
            plan = Plan(server.port, "scenes", 1, 1, 1.0)
            load = Load(plan)
            table = await open_tablee(load, plan)
            crowd = [await _spectator(table, server.port) for _ in range(count)]
            await asyncio.sleep(1 + count / 200)  # all are told who has come
            before, frames, size = await figures_of(plan), sum(one.frames for one in crowd), sum(o.size for o in crowd)
            table.stop_after = 0
            for _ in range(MOVES):  # fewer than any game has
                load.arrived.clear()
                table.act()
                await load.arrived.wait()
            await asyncio.gather(*(one.see(table.number) for one in crowd))
            after = await figures_of(plan)
            for one in (*crowd, *table.guests):
                one.close()
        finally:
            server.close()
    shown, sent = sum(one.frames for one in crowd) - frames, sum(one.size for one in crowd) - size
    return 1000 * (after["cpu"] - before["cpu"]) / MOVES, sent / shown


async def _spectator(table: Table, port: int) -> Spectator:
    path = f"{table.guests[0].path.partition('?')[0]}?as=scenes"
    cookie = f"Cookie: person={secrets.token_urlsafe(32)}\r\n"
    loop = asyncio.get_running_loop()
    _, one = await loop.create_connection(lambda: Spectator(path, cookie), HOST, port)
    await one.connected
    return one


# ---- the length of the log -----------------------------------------------------------------------------------


def _of_length(count: int) -> tuple[float, float]:
    """Microseconds of a move after so many events, and to fold them all."""
    table, rng = begun_table("isis"), random.Random(1)
    while table.number + 2 <= count:
        _lengthen(table, rng)
    shown, taken = _shown_to_both(table), []
    for _ in range(MOVES):
        begun = time.process_time_ns()
        table = _moved(table, shown, rng)
        taken.append(time.process_time_ns() - begun)
    folds = []
    for _ in range(3):
        begun = time.process_time_ns()
        fold(table.opening, SEED, table.definition, table.events)
        folds.append(time.process_time_ns() - begun)
    return sorted(taken)[MOVES // 2] / 1e3, min(folds) / 1e3


def _lengthen(table: Play, rng: random.Random) -> None:
    """An action, what chance answers, and the action taken back."""
    assert table.to_act is not None
    pawns = [action for action in table.actions(table.to_act) if action != "draw"]
    seat = table.to_act
    for event in table.act(seat, table.step, rng.choice(pawns), 0):
        table.append(event)
    table.append(Back(table.number + 1, 0, seat, table.number))


def _shown_to_both(table: Play) -> Broadcaster:
    shown = Broadcaster(lambda person: (int(person),))
    for seat in "01":
        shown.connections.append(Reader(seat))  # type: ignore[arg-type]
    shown.show_anew(table, table.number)
    return shown


def _moved(table: Play, shown: Broadcaster, rng: random.Random) -> Play:
    """The table after a move that both have been shown."""
    assert table.to_act is not None
    happened = list(_steps(table, table.act(table.to_act, table.step, rng.choice(table.actions(table.to_act)), 0)))
    shown.show(happened)
    return happened[-1][0]


def _steps(table: Play, events: Sequence[Event]) -> Iterator[tuple[Play, Event]]:
    for event in events:
        table = table.ahead(event)
        yield table, event


# ---- many tables in play -------------------------------------------------------------------------------------


def _of_played(game: str, count: int) -> float:
    """Microseconds of a move while so many tables of a game are played, one after the other."""
    definition, rng = replace(find_game(game)), random.Random(1)
    tables = [begun_table(game, number.to_bytes(32), definition) for number in range(count)]
    shown = [_shown_to_both(table) for table in tables]
    moves, begun = 0, 0
    for turn in range(max(2, FEWEST // count) + 1):
        if turn == 1:  # the first moves paint what the beginning has not shown
            moves, begun = 0, time.process_time_ns()
        for at, table in enumerate(tables):
            if table.to_act is not None:
                tables[at], moves = _moved(table, shown[at], rng), moves + 1
    return (time.process_time_ns() - begun) / moves / 1e3


if __name__ == "__main__":
    main()
