"""A database as far as it matters to what is kept by the same SQL in both: SQLite, too, takes `$1` for a parameter."""

from typing import Any, Protocol

Found = list[tuple[Any, ...]]
Asked = tuple[str, tuple[Any, ...]]
"""SQL and its values."""


class Rows(Protocol):
    """Rows that can be asked for, and statements to be carried out."""

    async def ask(self, sql: str, *values: Any) -> Found:
        """What a query finds; raises `Unavailable`."""

    async def do(self, *asked: Asked) -> object:
        """Carry out statements, all or none; raises `NotSaved`. They do no harm if they happen twice."""


class SameRows(Rows, Protocol):
    """The same, where it matters what statements return."""

    async def do(self, *asked: Asked) -> list[Found]:
        """Carry out statements, all or none, as if nobody else did anything meanwhile; what each returns.

        Raises `NotSaved`; it is not tried twice.
        """


def named(values: tuple[Any, ...]) -> dict[str, Any]:
    """Values as SQLite wants those of `$1`, `$2`, …"""
    return {str(number): value for number, value in enumerate(values, 1)}
