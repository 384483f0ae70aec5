"""How long a newcomer waits: `python benchmarks/start.py [--wheel]`.

From an empty cache: seconds from `tablee play` to its first page, to the first answer of a bot of level 3, and to all
games at all levels; then the processor time of every game's stages. With `--wheel` the first three are also measured
with a platform wheel (`make wheel`) in an environment of its own. Use a quiet machine: these are seconds, not ratios.
"""

import argparse
import asyncio
import http.client
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from deploy import platform_wheel
from tablee.bots.compile_stages import STAGES
from tablee.games import working_games
from tests.adapters.wheel import environment_with
from tests.server.house import Guest, House

PORT = 8199
LOOK_EVERY = 0.1
"""Seconds between two requests: more often would be refused."""
READER = {"accept": "text/html"}


class PlayHouse(House):
    """`tablee play` as a newcomer starts it."""

    def __init__(self, folder: Path, python: str, cache: Path) -> None:
        self._folder, self._python = folder, python
        self._environment = {**os.environ, "TABLEE_CACHE": str(cache)}
        if python != sys.executable:
            self._environment.pop("PYTHONPATH", None)
        self.port = PORT
        self.start()

    def start(self) -> None:
        """Start the process, and wait for nothing."""
        database = f"sqlite:///{self._folder / 'tables.db'}"
        command = [self._python, "-m", "tablee.cli", "play", "--no-open", "--port", str(PORT), "--database", database]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=self._environment, cwd=self._folder)


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", action="store_true", help="measure a platform wheel, too")
    parser.add_argument("--game", default="isis", help="the first game that somebody clicks on (default isis)")
    options = parser.parse_args()
    _start("from an empty cache", sys.executable, options.game)
    if options.wheel:
        with tempfile.TemporaryDirectory() as folder:
            wheel = platform_wheel.main(Path(folder))
            _start("with a platform wheel", str(environment_with(wheel, sys.executable, "server")), options.game)
    _processor_time()


def _start(how: str, python: str, game: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        house = PlayHouse(Path(folder), python, Path(folder) / "cache")
        try:
            _until(lambda: house.request("GET", "/")[0] == 200)
            print(f"{how}: page after {time.monotonic() - began:.1f} s", end="", flush=True)
            asyncio.run(_first_answer(house, game))
            print(f", first answer of a bot ({game}) {time.monotonic() - began:.1f} s", end="", flush=True)
            _until(lambda: _all_ready(house))
            print(f", all games at all levels {time.monotonic() - began:.1f} s", flush=True)
        finally:
            house.stop()


def _all_ready(house: House) -> bool:
    told = json.loads(house.request("GET", "/readiness.json?stage=all")[2])
    return all(game["ready"] for game in told.values())


async def _first_answer(house: House, game: str) -> None:
    """Open a table as soon as the page stands, wait there, and play until the bot has played."""
    guest = Guest(house)
    table = guest.open(game=game, mode="bots", level=3)
    _until(lambda: house.request("GET", f"/tables/{table}", headers={**guest.headers, **READER})[0] == 200)
    async with guest.at(table) as seat:
        await seat.sit()
        while True:
            heard = await seat.hear("events")
            if any(isinstance(who, int) and who not in (-1, heard["seat"]) for _, who, _ in heard["events"]):
                return
            if heard["actions"]:
                await seat.act(heard["actions"][0])


def _until(condition: Callable[[], bool]) -> None:
    while True:
        try:
            if condition():
                return
        except (OSError, http.client.HTTPException, json.JSONDecodeError):  # not there yet, or asked too often
            pass
        time.sleep(LOOK_EVERY)


def _processor_time() -> None:
    total = 0.0
    for game in working_games():
        with tempfile.TemporaryDirectory() as cache:
            spent = []
            for stage in STAGES:
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                command = [sys.executable, "-m", "tablee.api.compile_all", game.id, stage, "0"]
                subprocess.run(
                    command, env={**os.environ, "TABLEE_CACHE": cache}, check=True, stdout=subprocess.DEVNULL
                )
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            total += sum(spent)
            stages = ", ".join(f"{stage} {seconds:.1f}" for stage, seconds in zip(STAGES, spent, strict=True))
            print(f"{game.id}: {sum(spent):.1f} processor-seconds ({stages})", flush=True)
    print(f"all games: {total:.1f} processor-seconds")


if __name__ == "__main__":
    main()
