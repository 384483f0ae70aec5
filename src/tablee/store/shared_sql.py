"""A database as far as it matters to what is kept by the same SQL in both: SQLite, too, takes `$1` for a parameter."""

from typing import Any, Protocol


class Rows(Protocol):
    """Rows that can be asked for, and statements to be carried out."""

    async def ask(self, sql: str, *values: Any) -> list[Any]:
        """What a query finds; raises `Unavailable`."""

    async def do(self, *statements: tuple[str, tuple[Any, ...]]) -> None:
        """Carry out statements, all or none; raises `NotSaved`. They do no harm if they happen twice."""


def named(values: tuple[Any, ...]) -> dict[str, Any]:
    """Values as SQLite wants those of `$1`, `$2`, …"""
    return {str(number): value for number, value in enumerate(values, 1)}
