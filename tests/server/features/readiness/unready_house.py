"""A server whose cache is empty, and that notes whatever is compiled in its own process."""

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.server.house import PATIENCE, House

GAME = "morfals"
"""The smallest game."""
NOTED = "NOTED"
"""The variable that names the file in which the server notes what it compiles."""
FOLDER = f"from tablee.server.features.readiness.service import Readiness; print(Readiness([{GAME!r}]).folder)"
READER = {"accept": "text/html"}
"""What a browser sends with every page that it asks for."""


class UnreadyHouse(House):
    """A server with one game, of which nothing is compiled until `compiling` lets it be."""

    program = ("-m", "tests.server.features.readiness.unready_house")

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.noted, self.log, self.cache = folder / "noted", folder / "log", folder / "cache"
        variables = {"TABLEE_CACHE": str(self.cache), "TABLEE_GAMES": GAME, NOTED: str(self.noted)}
        self._hold_compilers({**os.environ, **variables})
        self.errors = self.log.open("wb")
        super().__init__(folder, variables, **settings)

    def _hold_compilers(self, environment: dict[str, str]) -> None:
        """Let the server find that another one compiles."""
        told = subprocess.check_output([sys.executable, "-c", FOLDER], env=environment, text=True)
        self._folder = Path(told.strip())
        self._folder.mkdir(parents=True, exist_ok=True)
        self._lock = (self._folder / "lock").open("w")
        fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def lose_cache(self) -> None:
        """Start again, with the same database and nothing compiled."""
        self.stop()
        shutil.rmtree(self.cache)
        self._hold_compilers(self._environment)
        self.start()

    def compile(self) -> None:
        """Let the server compile from now on."""
        self._lock.close()

    def kill(self) -> None:
        """End the process, and close all files."""
        super().kill()
        self._lock.close()
        self.errors.close()

    def page(self, path: str) -> tuple[int, str]:
        """Status and body of a page, as a browser asks for it."""
        status, _, body = self.request("GET", path, headers=READER)
        return status, body

    @property
    def wanted(self) -> set[str]:
        """What somebody waits for."""
        return {path.name for path in self._folder.glob("wanted *")}

    @property
    def compilers(self) -> dict[int, int]:
        """All processes that compile for this server, each with the one that has started it."""
        return compilers_into(self.cache)


class Neighbour(House):
    """Another server with the same cache."""

    program = UnreadyHouse.program

    def __init__(self, folder: Path, beside: UnreadyHouse) -> None:
        variables = {"TABLEE_CACHE": str(beside.cache), "TABLEE_GAMES": GAME, NOTED: str(beside.noted)}
        super().__init__(folder, variables)


def compilers_into(cache: Path) -> dict[int, int]:
    """All processes that compile into a cache, each with the one that has started it."""
    found = [pid for pid, words in _commands() if "tablee.api.compile_all" in words and _is_for(pid, cache)]
    return {pid: _parent(pid) for pid in found}


def _commands() -> Iterator[tuple[int, list[str]]]:
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            yield int(path.parent.name), path.read_text().split("\0")


def _parent(pid: int) -> int:
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def _is_for(pid: int, cache: Path) -> bool:
    with contextlib.suppress(OSError):
        return f"TABLEE_CACHE={cache}\0" in Path(f"/proc/{pid}/environ").read_text()
    return False


def until(condition: Callable[[], Any]) -> Any:
    """What a condition says once it holds."""
    end = time.monotonic() + 4 * PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.1)
    return found


def main() -> None:
    """Run a server, and note what it compiles."""
    from numba.core import event

    from tablee.server.realtime.settings import Settings
    from tablee.server.web.launch import run

    class Noting(event.Listener):
        def on_start(self, what: Any) -> None:
            with Path(os.environ[NOTED]).open("a") as noted:
                print(what.data["dispatcher"], what.data["args"], file=noted)

        def on_end(self, what: Any) -> None:
            pass

    import msgspec

    event.register("numba:compile", Noting())
    run(msgspec.json.decode(sys.argv[1], type=Settings), "127.0.0.1", int(sys.argv[2]), open_page=False)


if __name__ == "__main__":
    main()
