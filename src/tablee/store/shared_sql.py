"""What is kept by the same SQL in both databases: SQLite, too, takes `$1` for a parameter.

Some work is a function that asks one question after the other (`Work`); each database carries it out within one
transaction (`Transact`). Where it is just statements, `Statements` makes them such a function.
"""

from collections.abc import Awaitable, Callable, Generator
from typing import Any, Literal, Protocol, TypeVar

Answer = TypeVar("Answer")
Found = list[tuple[Any, ...]]
Asked = tuple[str, tuple[Any, ...]]
"""SQL and its values."""
Work = Generator[tuple[Any, ...], list[Any], Answer]
"""Asks for SQL and its values, is told the rows that were found, and in the end returns something."""
How = Literal["read", "write", "serial", "alone"]
"""Nothing is changed; something is; it is as if nobody else did anything meanwhile, or else begun anew; or nobody does,
as all who work so wait for each other. Only what may happen twice without harm is to `write`."""


class Transact(Protocol):
    """Carries out some work within one transaction."""

    def __call__(self, begin: Callable[[], Work[Answer]], how: How) -> Awaitable[Answer]:
        """Raises `Unavailable` or `NotSaved`; work may be begun anew if it has not come to its end."""


class Rows(Protocol):
    """Rows that can be asked for, and statements to be carried out."""

    async def ask(self, sql: str, *values: Any) -> Found:
        """What a query finds; raises `Unavailable`."""

    async def do(self, *asked: Asked) -> object:
        """Carry out statements, all or none; raises `NotSaved`."""


class Statements:
    """Rows of a store; what statements return is told."""

    def __init__(self, transact: Transact) -> None:
        self._transact = transact

    async def ask(self, sql: str, *values: Any) -> Found:
        """What a query finds; raises `Unavailable`."""
        return await self._transact(lambda: question(sql, *values), "read")

    async def do(self, *asked: Asked) -> list[Found]:
        """Carry out statements, all or none, as if nobody else did anything meanwhile; what each returns.

        Raises `NotSaved`; it is not tried twice.
        """
        return await self._transact(lambda: one_by_one(*((sql, *values) for sql, values in asked)), "serial")


def question(sql: str, *values: Any) -> Work[Found]:
    """Just one question."""
    return (yield (sql, *values))


def one_by_one(*asked: tuple[Any, ...]) -> Work[list[Found]]:
    """One statement after the other, each with its values; what each returns."""
    found = []
    for statement in asked:
        found.append((yield statement))
    return found


def named(values: tuple[Any, ...]) -> dict[str, Any]:
    """Values as SQLite wants those of `$1`, `$2`, …"""
    return {str(number): value for number, value in enumerate(values, 1)}
