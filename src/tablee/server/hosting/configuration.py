"""Read the configuration: flags win over the environment, the environment over the file, the file over defaults."""

import argparse
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from tablee.server.hosting.serve_settings import (
    DATABASE,
    PREFIX,
    SECRET,
    BadOption,
    Serving,
    SettingOption,
    bots_of_each,
    options,
    options_of,
    process_count,
)
from tablee.server.hosting.setting_checks import check_together
from tablee.server.realtime.settings import Settings, default_database_url

CONFIG = PREFIX + "CONFIG"
"""The variable that names the configuration file."""
OF_OTHERS = (CONFIG, PREFIX + "CACHE")
"""Variables with our prefix that are not settings."""
FROM_FILE = "_FILE"
"""A variable with this ending names a file that holds the value, as container secrets do."""


class Configuration(msgspec.Struct, frozen=True):
    """The whole configuration of a server."""

    serving: Serving
    settings: Settings

    @property
    def on_sqlite(self) -> bool:
        """Is the database an SQLite file? Then one process serves it."""
        return self.settings.database_url.startswith("sqlite:")

    @property
    def processes(self) -> int:
        """The number of server processes."""
        return process_count(self.serving.processes, on_sqlite=self.on_sqlite)


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Add a flag for every setting; `read_configuration` reads them."""
    parser.add_argument("--config", metavar="FILE", default=None, help=f"a TOML file with any of these keys [{CONFIG}]")
    program = parser.add_argument_group("processes and logs")
    house = parser.add_argument_group("settings of the server")
    for group, struct in ((program, Serving), (house, Settings)):
        for option in options_of(struct):
            group.add_argument(option.flag, metavar="…", default=None, help=_help(option))


def add_database_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags that name the database."""
    parser.add_argument("--config", metavar="FILE", default=None, help=f"the server's TOML file [{CONFIG}]")
    option = options()["database_url"]
    parser.add_argument(option.flag, metavar="URL", default=None, help=_help(option))


def _help(option: SettingOption) -> str:
    said = f"{option.doc} (default: {option.shown_default}) [{option.variable}]"
    return said.replace("`", "").replace("%", "%%")


def read_configuration(flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Configuration:
    """Read all settings, with defaults for the rest; raise `BadOption`."""
    file = flags.get("config") or environment.get(CONFIG)
    given = {name: text for name, text in flags.items() if name in options() and text is not None}
    of_flags = {name: options()[name].value_of(text, options()[name].flag) for name, text in given.items()}
    chosen = {**(_of_file(Path(file)) if file else {}), **_of_environment(environment), **of_flags}
    serving = _made(Serving, chosen)
    chosen.setdefault("database_url", default_database_url())
    sqlite = str(chosen["database_url"]).startswith("sqlite:")
    chosen.setdefault("bot_workers", bots_of_each(process_count(serving.processes, on_sqlite=sqlite)))
    settings = _made(Settings, chosen)
    try:
        check_together(settings)
    except ValueError as error:
        raise BadOption(str(error)) from None
    return Configuration(serving, settings)


def _made(struct: Any, chosen: Mapping[str, Any]) -> Any:
    return struct(**{option.name: chosen[option.name] for option in options_of(struct) if option.name in chosen})


def _of_file(path: Path) -> dict[str, Any]:
    try:
        document = tomllib.loads(path.read_text("utf8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadOption(f"{path} cannot be read: {error}") from None
    for key in document:
        if key not in options():
            raise BadOption(f"{path}: there is no {key!r} to choose{_perhaps(key, options())}")
    return {key: options()[key].value_of(value, f"{path}: {key}") for key, value in document.items()}


def _of_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    known = {option.variable: option for option in options().values()}
    chosen = {}
    for variable, text in environment.items():
        if not variable.startswith((PREFIX, DATABASE)) or variable in OF_OTHERS:
            continue
        option = known.get(variable) or known.get(variable.removesuffix(FROM_FILE))
        if option is None:
            raise BadOption(f"{variable}: there is no such variable{_perhaps(variable, known)}")
        if not text:
            continue
        if variable not in known:
            try:
                text = Path(text).read_text("utf8").strip()
            except (OSError, ValueError) as error:
                raise BadOption(f"{variable}: {text} cannot be read: {error}") from None
        chosen[option.name] = option.value_of(text, variable)
    return chosen


def _perhaps(name: str, known: Mapping[str, Any]) -> str:
    """A hint at a similar name."""
    from difflib import get_close_matches

    near = get_close_matches(name, known, 1)
    return f"; did you mean {near[0]}?" if near else ""


def without_secrets(configuration: Configuration) -> dict[str, Any]:
    """The settings that differ from their defaults, without secrets, for the log."""
    both = {**msgspec.structs.asdict(configuration.serving), **msgspec.structs.asdict(configuration.settings)}
    return {name: both[name] for name, one in options().items() if both[name] != one.default and name not in SECRET}
