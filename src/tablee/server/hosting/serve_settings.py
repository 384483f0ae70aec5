"""Settings of `tablee serve`, and how flags, variables, file and documents name every setting."""

import ast
import inspect
import os
import sys
import textwrap
import typing
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tablee.server.hosting.setting_checks import check_value
from tablee.server.realtime.settings import DEFAULT_PORT, Settings

Seconds = Annotated[float, Meta(ge=0, le=3600)]


class Serving(msgspec.Struct, frozen=True):
    """How `tablee serve` runs."""

    host: str = "127.0.0.1"
    """Address to listen on. `0.0.0.0` is every address of this machine; behind a proxy on the same one, leave it."""
    port: Annotated[int, Meta(ge=0, le=65535)] = DEFAULT_PORT
    """Port to listen on; 0 takes any free one."""
    processes: Annotated[int, Meta(ge=0, le=256)] = 0
    """Server processes; 0 means one per core. With SQLite there is always one."""
    games: list[str] = []
    """Only these games; by default all that are installed."""
    metrics_address: str = ""
    """Where Prometheus may ask for `/metrics`, as `address:port`; empty means nowhere. Keep it from strangers."""
    log_format: Literal["lines", "json"] = "lines"
    """How the log is written to standard error: `lines` for people, `json` for programs."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """What to log: `info` logs every request except pictures, scripts and styles."""
    log_addresses: bool = False
    """Write down from which address a request came. Addresses are personal data: know why you keep them."""
    stop_notice: Seconds = 0.0
    """Seconds in which a server that is to stop serves on while `/ready` says no, so that proxies send nobody more."""
    stop_spread: Seconds = 2.0
    """Seconds over which open tables are hung up at a stop, so that not all pages come to the others at once."""
    stop_patience: Annotated[float, Meta(gt=0, le=3600)] = 30.0
    """Seconds after which a process that was told to stop is killed."""
    hang_patience: Annotated[float, Meta(ge=1, le=3600)] = 2.5
    """Seconds without a sign of life after which a process is killed and another one started."""


def process_count(wished: int, *, on_sqlite: bool) -> int:
    """The number of server processes."""
    return 1 if on_sqlite else wished or os.cpu_count() or 1


def bots_of_each(processes: int) -> int:
    """Default number of bot workers per process: all cores but one, shared out."""
    return max(1, ((os.cpu_count() or 2) - 1) // processes)


FAILED, NOT_YET, BAD_SETTING = 2, 75, 78
"""Exit codes: failed; try again later (`EX_TEMPFAIL`); a setting is wrong, and so it stays (`EX_CONFIG`)."""


class HostError(Exception):
    """A host's command failed; the message says why in one line."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code
        """The exit code of the command."""


class BadOption(HostError):
    """A setting is wrong; the message names it."""

    def __init__(self, message: str) -> None:
        super().__init__(message, BAD_SETTING)


class CannotServe(HostError):
    """The server cannot start; the message says why."""


PREFIX = "TABLEE_"
DATABASE = "DATABASE_URL"
"""The one variable without our prefix: its name is a convention."""
SECRET = ("database_url", "smtp_password")
"""Settings whose values are never printed: they may hold a password."""
IN_WORDS = {
    "database_url": "an SQLite file in your data folder",
    "processes": "as many as cores",
    "games": "all",
    "bot_workers": "all cores but one, shared out among the processes",
}
"""Defaults that depend on the machine."""
YES_OR_NO = {**dict.fromkeys(("yes", "true", "on", "1"), True), **dict.fromkeys(("no", "false", "off", "0"), False)}


class SettingOption(msgspec.Struct, frozen=True):
    """One setting: its name, type, default and description."""

    name: str
    type: Any
    default: Any
    doc: str

    @property
    def flag(self) -> str:
        """Its name on the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return DATABASE if self.name == "database_url" else PREFIX + self.name.upper()

    @property
    def shown_default(self) -> str:
        """The default as text."""
        if self.name in IN_WORDS:
            return IN_WORDS[self.name]
        if isinstance(self.default, bool):
            return "yes" if self.default else "no"
        if not self.default and not isinstance(self.default, int | float):
            return "none"
        return f"{self.default:g}" if isinstance(self.default, float) else str(self.default)

    def value_of(self, given: Any, where: str) -> Any:
        """Convert a given value; raise `BadOption`, which names `where` it was given."""
        value = given
        if isinstance(given, str):
            value = YES_OR_NO.get(given.strip().lower(), given) if self.type is bool else given.strip()
            kinds = (self.type, *typing.get_args(self.type))
            if any(typing.get_origin(kind) in (list, Sequence) for kind in kinds):  # a list is written with commas
                value = [part.strip() for part in given.split(",") if part.strip()]
        try:
            value = msgspec.convert(value, self.type, strict=not isinstance(given, str))
            check_value(self.name, value)
            return value
        except ValueError as error:
            said = "what it says" if self.name in SECRET else shorten(repr(given))
            wrong = str(error)[:1].lower() + str(error)[1:] if isinstance(error, msgspec.ValidationError) else error
            if typing.get_origin(self.type) is typing.Literal:
                wrong = f"it is one of {', '.join(typing.get_args(self.type))}"
            raise BadOption(f"{where}: {said} cannot be: {wrong}") from None


def shorten(text: str) -> str:
    """A text that fits into a line."""
    return text if len(text) <= 100 else text[:99] + "…"


@cache
def options() -> Mapping[str, SettingOption]:
    """All settings by name: first those of the program, then those of the server."""
    return {one.name: one for struct in (Serving, Settings) for one in options_of(struct)}


def options_of(struct: type[msgspec.Struct]) -> list[SettingOption]:
    """The settings of a struct; the docstring below each field describes it."""
    docs = _docs(struct)
    return [
        SettingOption(field.name, field.type, _default(field), docs.get(field.name, ""))
        for field in msgspec.structs.fields(struct)
    ]


def _default(field: Any) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return None if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _docs(struct: type[msgspec.Struct]) -> dict[str, str]:
    """The docstring below each field, read from the source, as Python does not keep it."""
    (described,) = ast.parse(textwrap.dedent(inspect.getsource(struct))).body
    assert isinstance(described, ast.ClassDef)
    return {
        field.target.id: " ".join(text.value.value.split())
        for field, text in zip(described.body, described.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    }


def table_in_markdown() -> str:
    """All settings as a Markdown table, as `docs/hosts/settings.md` has it."""
    lines = ["| flag, key of the file | variable | default | what it is |", "| --- | --- | --- | --- |"]
    lines += [
        f"| `{one.flag}`, `{one.name}` | `{one.variable}` | {one.shown_default} | {one.doc} |"
        for one in options().values()
    ]
    return "\n".join(lines) + "\n"


BEGIN, END = "<!-- settings: python -m tablee.server.hosting.serve_settings FILE -->\n", "<!-- end of settings -->\n"


def with_table(document: str) -> str:
    """Replace the table between the marks of a document."""
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    return before + begin + table_in_markdown() + end + after


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(with_table(path.read_text("utf8")), "utf8")
