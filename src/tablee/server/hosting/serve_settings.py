"""All that a host may choose, read off two structs: the flags, the variables, the file and the documents follow."""

import ast
import inspect
import sys
import textwrap
import typing
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tablee.host.errors import BadOption
from tablee.host.serving import Serving
from tablee.live.settings import Settings

PREFIX = "TABLEE_"
DATABASE = "DATABASE_URL"
"""The one variable whose name others have chosen."""
SECRET = ("database_url", "smtp_password")
"""What is never repeated, not even to say that it is wrong: it may hold a password."""
IN_WORDS = {
    "database_url": "an SQLite file in your data folder",
    "processes": "as many as cores",
    "games": "all",
    "bot_workers": "all cores but one, shared out among the processes",
}
"""Defaults that depend on the machine, or are better said in words."""
YES_OR_NO = {**dict.fromkeys(("yes", "true", "on", "1"), True), **dict.fromkeys(("no", "false", "off", "0"), False)}


class Option(msgspec.Struct, frozen=True):
    """One thing to choose."""

    name: str
    type: Any
    default: Any
    doc: str

    @property
    def flag(self) -> str:
        """How it is called on the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """How it is called in the environment."""
        return DATABASE if self.name == "database_url" else PREFIX + self.name.upper()

    @property
    def is_list(self) -> bool:
        """Are there several of it, separated by commas?"""
        kinds = (self.type, *typing.get_args(self.type))
        return any(typing.get_origin(kind) in (list, Sequence) for kind in kinds)

    @property
    def shown_default(self) -> str:
        """The default, as one would write it."""
        if self.name in IN_WORDS:
            return IN_WORDS[self.name]
        if isinstance(self.default, bool):
            return "yes" if self.default else "no"
        if not self.default and not isinstance(self.default, int | float):
            return "none"
        return f"{self.default:g}" if isinstance(self.default, float) else str(self.default)

    def value_of(self, given: Any, where: str) -> Any:
        """What was chosen, as text or as the file has it; raises `BadOption`, which says `where` it was chosen."""
        try:
            return msgspec.convert(self._read(given), self.type, strict=not isinstance(given, str))
        except msgspec.ValidationError as error:
            said = "what it says" if self.name in SECRET else repr(given)
            raise BadOption(f"{where}: {said} cannot be: {self._expected(str(error))}") from None

    def _expected(self, error: str) -> str:
        if typing.get_origin(self.type) is typing.Literal:
            return f"it is one of {', '.join(typing.get_args(self.type))}"
        return error[:1].lower() + error[1:]

    def _read(self, given: Any) -> Any:
        if not isinstance(given, str):
            return given
        if self.is_list:
            return [part.strip() for part in given.split(",") if part.strip()]
        return YES_OR_NO.get(given.strip().lower(), given) if self.type is bool else given.strip()


@cache
def options() -> Mapping[str, Option]:
    """All of them, by name: first what concerns the program, then what concerns the house."""
    return {one.name: one for struct in (Serving, Settings) for one in options_of(struct)}


def options_of(struct: type[msgspec.Struct]) -> list[Option]:
    """What a struct lets one choose; a text below each of its fields says what that is."""
    docs = _docs(struct)
    return [
        Option(field.name, field.type, _default(field), docs.get(field.name, ""))
        for field in msgspec.structs.fields(struct)
    ]


def _default(field: Any) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return None if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _docs(struct: type[msgspec.Struct]) -> dict[str, str]:
    """The text below each field of a struct. Python forgets them, so they are read in the source."""
    (described,) = ast.parse(textwrap.dedent(inspect.getsource(struct))).body
    assert isinstance(described, ast.ClassDef)
    return {
        field.target.id: " ".join(text.value.value.split())
        for field, text in zip(described.body, described.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    }


def table_in_markdown() -> str:
    """All of it as a table, as `docs/hosting.md` has it."""
    lines = ["| flag, key of the file | variable | default | what it is |", "| --- | --- | --- | --- |"]
    lines += [
        f"| `{one.flag}`, `{one.name}` | `{one.variable}` | {one.shown_default} | {one.doc} |"
        for one in options().values()
    ]
    return "\n".join(lines) + "\n"


BEGIN, END = "<!-- settings: python -m tablee.host.options FILE -->\n", "<!-- end of settings -->\n"


def with_table(document: str) -> str:
    """A document with the table of today between its marks."""
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    return before + begin + table_in_markdown() + end + after


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(with_table(path.read_text("utf8")), "utf8")
