"""How much memory a house takes: each process at rest, with people who play bots, and under a limit.

People play one game after the other against bots of all levels, on one SQLite file; all of it stays on this machine.
`--limit` puts the whole house under a limit of the system (a cgroup, as root), which kills what goes beyond it; files
are dropped from the page cache before, so that the house pays for what it reads. PSS shares out pages among those who
have them, so it can be added up; RSS cannot.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from tablee.api.compile_all import compile_games
from tablee.games import working_games
from tests.server.hosting.served import Served
from tests.server.house import Guest, Seat

MIB = 1 << 20
SETTINGS = {"bots_at_once": True, "metrics_address": "127.0.0.1:0", "log_format": "json"}
LEVELS = (1, 2, 3, 4, 5)
GROUPS = (("memory", "/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("", "/sys/fs/cgroup", "memory.max"))
"""Versions 1 and 2 of cgroups: the controller, where they are mounted, and the file of the limit."""


def main() -> int:
    """Measure, print, and return an exit code."""
    options = _options()
    compile_games()
    with tempfile.TemporaryDirectory() as folder, _limit(options.limit) as group:
        with _inside(group):
            house = Served(Path(folder), {**SETTINGS, "bot_workers": options.workers})
        try:
            figures = _measured(house, options, group)
        finally:
            house.end()
    print(json.dumps(figures, indent=1) if options.json else _report(figures, options))
    return 1 if figures["restarts"] or figures["bots replaced"] or figures["killed"] else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=20, help="who play at the same time (default 20)")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long they play (default 60)")
    parser.add_argument("--pause", type=float, default=3.0, help="seconds that a person thinks on average (default 3)")
    parser.add_argument("--workers", type=int, default=1, help="bot workers (default 1)")
    parser.add_argument("--limit", type=int, default=0, help="MiB that all processes together may have")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    if not 0 < options.people <= 200 or not 0 < options.seconds <= 600:
        parser.error("at most 200 people and 600 seconds")
    return options


def _measured(house: Served, options: argparse.Namespace, group: Path | None) -> dict[str, Any]:
    parent = house.process.pid
    while not json.loads(house.request("GET", "/ready")[2])["ready"]:
        time.sleep(0.1)
    rest = _processes(parent)
    moves = asyncio.run(_play(house, options))
    played = _processes(parent)
    return {
        "at rest": rest,
        "after playing": played,
        "moves": moves,
        "restarts": house.log.count("has died"),
        "bots replaced": int(sum(_of(house, "tablee_bot_restarts_total"))),
        "killed": _killed(group) if group else 0,
        "most": _most(group) if group else 0,
    }


# ---- people ------------------------------------------------------------------------------------------------


async def _play(house: Served, options: argparse.Namespace) -> int:
    """Let people play until the time is over; return how often they moved."""
    people = [asyncio.create_task(_person(house, number, options)) for number in range(options.people)]
    return sum(await asyncio.gather(*people))


async def _person(house: Served, number: int, options: argparse.Namespace) -> int:
    chance, moves, until = random.Random(number), 0, time.monotonic() + options.seconds
    guest = await asyncio.to_thread(Guest, house)
    games = working_games()
    for place in range(number, 10_000):
        if time.monotonic() >= until:
            break
        game, level = games[place % len(games)], LEVELS[place % len(LEVELS)]
        form = {"game": game.id, "mode": "bots", "players": game.players[0], "level": level}
        table = await asyncio.to_thread(lambda form=form: guest.open(**form))
        async with guest.at(table, "scenes") as seat:
            await seat.sit()
            moves += await _game(seat, chance, options.pause, until)
    return moves


async def _game(seat: Seat, chance: random.Random, pause: float, until: float) -> int:
    moves = 0
    while time.monotonic() < until:
        try:
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + max(0.1, until - time.monotonic())):
                frame = await seat.hear("frame")
        except TimeoutError:
            return moves
        if frame.get("result"):
            return moves
        actions = [action for offered in frame["scene"].get("offers", {}).values() for action in offered]
        if actions:
            await asyncio.sleep(chance.uniform(0, 2 * pause))
            await seat.act(chance.choice(actions))
            moves += 1
    return moves


# ---- memory ------------------------------------------------------------------------------------------------


def _processes(parent: int) -> list[dict[str, Any]]:
    """All processes of a house: what each is, and its memory in MiB."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
    found, names = [parent], {parent: "parent"}
    for pid in found:
        for child in sorted(one for one, its in parents.items() if its == pid):
            found.append(child)
            names[child] = {"parent": "server", "server": "fork server"}.get(names[pid], "bot worker")
    return [{"name": names[pid], **_memory(pid)} for pid in found]


def _memory(pid: int) -> dict[str, float]:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    sizes = {line.split()[0].rstrip(":"): int(line.split()[1]) / 1024 for line in lines}
    return {"rss": sizes["Rss"], "pss": sizes["Pss"], "own": sizes["Private_Dirty"]}


@contextlib.contextmanager
def _limit(mebibytes: int) -> Iterator[Path | None]:
    """A group of processes with a limit, below our own group."""
    if not mebibytes:
        yield None
        return
    _forget_files(Path(sys.prefix))
    for controller, mounted, file in GROUPS:
        lines = [line.split(":", 2) for line in Path("/proc/self/cgroup").read_text().splitlines()]
        for _, controllers, path in lines:
            group = Path(mounted) / path.strip("/") / f"tablee-{os.getpid()}"
            if controllers != controller or not (group.parent / "cgroup.procs").exists():
                continue
            group.mkdir()
            try:
                (group / file).write_text(str(mebibytes * MIB))
                yield group
            finally:
                group.rmdir()
            return
    raise SystemExit("no cgroup can be made here; try systemd-run --scope -p MemoryMax=… without --limit")


@contextlib.contextmanager
def _inside(group: Path | None) -> Iterator[None]:
    """Be in a group while something is started: whatever it starts stays there."""
    if group:
        (group / "cgroup.procs").write_text(str(os.getpid()))
    try:
        yield
    finally:
        if group:
            (group.parent / "cgroup.procs").write_text(str(os.getpid()))


def _forget_files(folder: Path) -> None:
    """Drop files from the page cache, so that whoever reads them pays for them."""
    for path in folder.resolve().rglob("*"):
        with contextlib.suppress(OSError):
            if path.is_file():
                with path.open("rb") as file:
                    os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _killed(group: Path) -> int:
    """How many processes of a group the system has killed, as they took too much."""
    for name in ("memory.oom_control", "memory.events"):
        if (group / name).exists():
            words = (group / name).read_text().split()
            return int(words[words.index("oom_kill") + 1])
    return 0


def _of(house: Served, name: str) -> list[float]:
    """The values of a metric, of all processes."""
    return [value for key, value in house.metrics().items() if key.partition("{")[0] == name]


def _most(group: Path) -> float:
    """The most memory that a group had, in MiB, with the page cache that it has filled."""
    for name in ("memory.max_usage_in_bytes", "memory.peak"):
        if (group / name).exists():
            return int((group / name).read_text()) / MIB
    return 0.0


def _report(figures: dict[str, Any], options: argparse.Namespace) -> str:
    lines = [f"{'':16}{'at rest':>24}{'after playing':>24}", f"{'MiB':16}" + 2 * f"{'RSS':>8}{'PSS':>8}{'own':>8}"]
    rest, played = list(figures["at rest"]), figures["after playing"]
    for one in played:
        before = next((other for other in rest if other["name"] == one["name"]), None)
        if before:
            rest.remove(before)
        cells = [before[key] if before else None for key in ("rss", "pss", "own")]
        cells += [one[key] for key in ("rss", "pss", "own")]
        lines.append(
            f"{one['name']:16}" + "".join(f"{cell:8.0f}" if cell is not None else f"{'–':>8}" for cell in cells)
        )
    sums = [sum(one["pss"] for one in figures[when]) for when in ("at rest", "after playing")]
    lines.append(f"{'all':16}" + "".join(f"{'':8}{one:8.0f}{'':8}" for one in sums))
    lines.append(f"{options.people} people made {figures['moves']} moves in {options.seconds:g} s")
    lines.append(f"died: {figures['restarts']} servers, {figures['bots replaced']} bot workers")
    if figures["most"]:
        lines.append(f"limit {options.limit} MiB; the most, with the page cache: {figures['most']:.0f} MiB")
        lines.append(f"killed by the limit: {figures['killed']}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
