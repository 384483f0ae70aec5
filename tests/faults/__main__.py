"""The long form: servers and database are killed again and again, with other faults between, and all is compared.

`python -m tests.faults --kills 1000` plays on two servers and a PostgreSQL of their own, all on this machine.
"""

import argparse
import asyncio
import json
import random
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import psutil
from tqdm import tqdm

from tests.conftest import CUT_OTHERS
from tests.faults.ledger import Verdict
from tests.faults.players import Crew
from tests.faults.stage import FaultyHouse, behind, restart, two_servers
from tests.faults.tournaments import CupVerdict, compare_cups
from tests.postgres import Postgres
from tests.server.nursery import close_nursery

DATABASE_EVERY = 10
"""Of so many kills one is the database's, the others are the servers' in turn."""
OTHERS_EVERY = 15
"""Kills between two faults of another kind."""
BOTS_EVERY = 5
"""Kills between two after which bots are waited for, too: a lease must end first."""
SLEEP = 10.0
"""Seconds for which a server is put to sleep: three times as long as a lease holds."""
OUTAGE = 2.0
AN_HOUR = 3600.0


class Done(msgspec.Struct):
    """A kind of fault: how often it was done, and the seconds until people and bots went on each time."""

    times: int = 0
    people: list[float] = []
    bots: list[float] = []


class Report(msgspec.Struct):
    """What came of it all."""

    seconds: float
    faults: dict[str, Done]
    refusals: dict[str, int]
    verdict: Verdict
    tournaments: CupVerdict


class Run:
    """Does the faults, one after the other."""

    def __init__(self, houses: list[FaultyHouse], database: Postgres, crew: Crew) -> None:
        self.done: dict[str, Done] = {}
        self._houses = houses
        self._database = database
        self._crew = crew

    async def kill(self, number: int) -> None:
        """Kill a server or the database, and start it again."""
        if number % DATABASE_EVERY == DATABASE_EVERY - 1:
            await self._kill_database()
        else:
            await self._kill_server(number)
        await asyncio.sleep(0.3 * random.random())  # a moment like any other

    async def _kill_database(self) -> None:
        await asyncio.to_thread(self._database.tell, "kill")
        await asyncio.to_thread(self._database.tell, "start")
        await self._note("database killed", time.monotonic())

    async def _kill_server(self, number: int) -> None:
        """It is started again once everybody plays on at the other."""
        place = number % 2
        moved, since = self._crew.at(place), time.monotonic()
        await asyncio.to_thread(self._houses[place].kill)
        await self._note("server killed", since, moved, bots_too=number % BOTS_EVERY == 0)
        await restart(self._houses[place])
        for player in random.sample(self._crew.at(1 - place), len(self._crew.at(1 - place)) // 2):
            player.wants_to_move = True

    async def kill_bots(self) -> None:
        """Kill all bot workers, wherever they are with their thoughts."""
        since = time.monotonic()
        for house in self._houses:
            for worker in psutil.Process(house.pid).children():
                worker.kill()
        await self._note("bots killed", since)

    async def sleep(self) -> None:
        """Put a server to sleep for longer than it holds its leases, and wake it."""
        place = random.randrange(2)
        moved, since = self._crew.at(place), time.monotonic()
        self._houses[place].send(signal.SIGSTOP)
        await self._note("sleep", since, moved)
        await asyncio.sleep(max(0.0, since + SLEEP - time.monotonic()))
        self._houses[place].send(signal.SIGCONT)
        await self._crew.goes_on(time.monotonic())

    async def stop_database(self) -> None:
        """Stop PostgreSQL and start it again: reckoned from then on."""
        await asyncio.to_thread(self._database.tell, "stop")
        await asyncio.sleep(OUTAGE)
        await asyncio.to_thread(self._database.tell, "start")
        await self._note("database stopped", time.monotonic())

    async def cut(self) -> None:
        """Cut all connections to the database, several times."""
        async with behind(self._database.url()) as database:
            since = time.monotonic()
            for _ in range(5):
                await database.fetch(CUT_OTHERS)
                await asyncio.sleep(0.1 * random.random())
        await self._note("connections cut", since)

    async def jump(self) -> None:
        """Let the wall clock of one server jump, and that of the database, as far as leases go."""
        seconds = random.choice((-AN_HOUR, AN_HOUR))
        random.choice(self._houses).set_clock(seconds)
        async with behind(self._database.url()) as database:
            since = time.monotonic()
            await database.execute("UPDATE leases SET until = until - $1", int(seconds * 1000))
        await self._note("clock jumped", since)

    async def _note(self, kind: str, since: float, moved: tuple | list = (), *, bots_too: bool = True) -> None:
        people, bots = await self._crew.goes_on(since, moved, bots_too=bots_too)
        done = self.done.setdefault(kind, Done())
        done.times += 1
        if moved:
            done.people.append(people)
        if bots_too:
            done.bots.append(bots)


def main() -> int:
    """Do it, report, and return an exit code."""
    options = _options()
    report = asyncio.run(_run(options))
    if options.json:
        options.json.write_bytes(msgspec.json.format(msgspec.json.encode(report)))
    print(_told(report))
    return 0 if report.verdict.is_clean and report.tournaments.is_clean else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument(
        "--kills", type=int, default=1000, help="how often a server or the database is killed (default 1000)"
    )
    parser.add_argument("--minutes", type=float, default=120.0, help="no fault begins after that (default 120)")
    parser.add_argument("--tables", type=int, default=6, help="tables for two people at a time (default 6)")
    parser.add_argument("--with-bots", type=int, default=4, help="tables with a bot at a time (default 4)")
    parser.add_argument("--tournaments", type=int, default=2, help="tournaments at a time (default 2)")
    parser.add_argument("--json", type=Path, help="write the report to this file, too")
    options = parser.parse_args()
    if not (0 < options.kills <= 10_000 and 0 < options.minutes <= 600):
        parser.error("at most 10,000 kills and 600 minutes")
    if not (0 < options.tables <= 50 and 0 < options.with_bots <= 50):
        parser.error("1 to 50 tables of each kind")
    if not 0 <= options.tournaments <= 10:
        parser.error("at most 10 tournaments")
    return options


async def _run(options: argparse.Namespace) -> Report:
    database = Postgres()
    begun = time.monotonic()
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            two_servers(Path(folder), database.url()) as houses,
        ):
            amount = {"tables": options.tables, "with_bots": options.with_bots, "tournaments": options.tournaments}
            async with Crew(houses, **amount) as crew:
                run = Run(houses, database, crew)
                await _do_all(run, options.kills, begun + 60 * options.minutes)
            seconds = time.monotonic() - begun
            verdict = await crew.ledger.compare(database.url())
            tournaments = await compare_cups(crew.cups, houses, database.url())
        return Report(seconds, run.done, dict(crew.ledger.refusals), verdict, tournaments)
    finally:
        close_nursery()
        database.close()


async def _do_all(run: Run, kills: int, until: float) -> None:
    others: list[Callable[[], Awaitable[None]]] = [
        run.sleep,
        run.kill_bots,
        run.stop_database,
        run.cut,
        run.jump,
    ]
    for number in tqdm(range(kills), desc="kills", file=sys.stderr):
        if time.monotonic() > until:
            break
        await run.kill(number)
        if number % OTHERS_EVERY == OTHERS_EVERY - 1:
            await others[number // OTHERS_EVERY % len(others)]()


def _told(report: Report) -> str:
    lines = [f"{'fault':<18}{'times':>6}{'people: median':>16}{'longest':>9}{'bots: median':>14}{'longest':>9}"]
    for kind, done in report.faults.items():
        cells = [cell for times in (done.people, done.bots) for cell in _times(times)]
        lines.append(f"{kind:<18}{done.times:>6}{cells[0]:>16}{cells[1]:>9}{cells[2]:>14}{cells[3]:>9}")
    verdict, cups = report.verdict, report.tournaments
    return "\n".join(
        [
            *lines,
            f"in {report.seconds:.0f} s: {verdict.tables} tables, {verdict.events} events, "
            f"{verdict.acknowledged} acknowledged actions of people, {verdict.bot_actions} of bots",
            f"lost {verdict.lost}, doubled {verdict.doubled}, reordered {verdict.reordered}; "
            f"logs with gaps {verdict.gaps}, unreadable {verdict.unreadable}",
            f"tournaments: {cups.opened} opened, {cups.finished} finished, {cups.withdrawals} withdrawals, "
            f"{cups.games} games, {cups.results} results; results lost {cups.lost}, doubled {cups.doubled}, "
            f"standings other than the logs say {cups.wrong}",
            f"what was said meanwhile: {json.dumps(report.refusals)}",
        ]
    )


def _times(seconds: list[float]) -> tuple[str, str]:
    return (f"{statistics.median(seconds):.2f} s", f"{max(seconds):.2f} s") if seconds else ("", "")


if __name__ == "__main__":
    sys.exit(main())
