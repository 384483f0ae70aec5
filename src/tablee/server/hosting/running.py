"""The houses that run on this machine: `tablee serve` records how it was started, and other commands look there.

A record holds no password. It counts as long as the program that wrote it holds its lock, so it never outlives it.
"""

import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import platformdirs

from tablee.server.hosting.configuration import CONFIG, FROM_FILE, OF_OTHERS, Configuration, read_configuration
from tablee.server.hosting.logs import logger
from tablee.server.hosting.serve_settings import DATABASE, PREFIX, SECRET, HostError, options
from tablee.server.storage import shown_url


class RunningHouse(msgspec.Struct, frozen=True):
    """How a house was started."""

    pid: int
    folder: str
    """The working directory, for relative paths."""
    flags: dict[str, str]
    variables: dict[str, str]
    lacks_password: bool
    """Whether the address of the database had a password, which is left out here."""

    def configuration(self) -> Configuration:
        """Read its settings as it does; raises `HostError`."""
        found = read_configuration(self.flags, self.variables)
        url = found.settings.database_url
        if url.startswith("sqlite:///"):
            url = f"sqlite:///{Path(self.folder) / url.removeprefix('sqlite:///')}"
        return msgspec.structs.replace(found, settings=msgspec.structs.replace(found.settings, database_url=url))


class Chosen(NamedTuple):
    """The settings that a command uses, and where they come from, in words."""

    configuration: Configuration
    source: str
    is_whole: bool = True
    """Whether it is known how the house runs, and not only its database."""
    program: str = ""
    """The program of the database and its schema, once it was looked at."""

    @property
    def url(self) -> str:
        """The address of the database."""
        return self.configuration.settings.database_url


def choose(flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Chosen:
    """The settings that were named, or else those of the house that runs here; raises `HostError`."""
    named = [name for name in ("config", "database_url") if flags.get(name)]
    named += [name for name in (CONFIG, DATABASE, DATABASE + FROM_FILE) if environment.get(name)]
    if named:
        is_whole = bool(flags.get("config") or environment.get(CONFIG)) and not flags.get("database_url")
        return Chosen(read_configuration(flags, environment), "as you have said", is_whole)
    houses = running_houses()
    if len(houses) > 1:
        pids = ", ".join(str(house.pid) for house in houses)
        raise HostError(f"several servers run here (processes {pids}): name one by --config or --database-url")
    if not houses:
        return Chosen(
            read_configuration(flags, environment), "no server runs here, and none was named: the default", False
        )
    (house,) = houses
    if house.lacks_password:
        raise HostError(
            f"the house that runs here (process {house.pid}) was given the password of its database, which is not "
            f"recorded: set {DATABASE}, or name its settings by --config"
        )
    file = house.flags.get("config") or house.variables.get(CONFIG)
    return Chosen(house.configuration(), f"of process {house.pid}, which runs here" + (f" by {file}" if file else ""))


def _folder() -> Path:
    return platformdirs.user_state_path("tablee") / "running"


@contextmanager
def recorded(flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Iterator[None]:
    """Record how this house was started, until it ends. Where nothing can be recorded, it runs all the same."""
    path = _folder() / f"{os.getpid()}.json"
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        running_houses()  # removes what others have left behind
        held = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.write(held, msgspec.json.encode(_house(flags, environment)))
    except OSError as error:
        logger.info("other commands have to be told the settings of this server: %s", error)
        yield
        return
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(held)


def _house(flags: Mapping[str, Any], environment: Mapping[str, str]) -> RunningHouse:
    given = {name: str(text) for name, text in flags.items() if name in options() and text is not None}
    if flags.get("config"):
        given["config"] = str(Path(flags["config"]).absolute())
    ours = {name: text for name, text in environment.items() if name.startswith((PREFIX, DATABASE))}
    variables = {name: text for name, text in ours.items() if name not in OF_OTHERS or name == CONFIG}
    if variables.get(CONFIG):
        variables[CONFIG] = str(Path(variables[CONFIG]).absolute())
    urls = [(given, "database_url"), (variables, DATABASE)]
    lacks = any(shown_url(where.get(name, "")) != where.get(name, "") for where, name in urls)
    for where, name in urls:
        if name in where:
            where[name] = shown_url(where[name])
    for name in set(SECRET) - {"database_url"}:
        given.pop(name, None)
        variables.pop(options()[name].variable, None)
    return RunningHouse(os.getpid(), str(Path.cwd()), given, variables, lacks)


def running_houses() -> list[RunningHouse]:
    """The houses of this user that run now, by their process ids; records of others are removed."""
    found = []
    for path in sorted(_folder().glob("*.json")):
        with suppress(OSError, msgspec.MsgspecError), path.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:  # whoever wrote it still holds it
                found.append(msgspec.json.decode(file.read(), type=RunningHouse))
            else:
                path.unlink(missing_ok=True)
    return found
