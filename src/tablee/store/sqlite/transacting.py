"""Work on SQLite: what changes something is carried out by the thread that writes, between other jobs."""

import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any

from tablee.store.interface import Conflict, NotSaved
from tablee.store.shared_sql import Answer, How, Transact, Work, named
from tablee.store.sqlite.writer import Writer


def transacting(writer: Writer, read: Callable[[Callable[..., Any]], Awaitable[Any]]) -> Transact:
    """What carries out work, for who only wishes to know by `read`; of those who write there is one in any case."""

    async def transact(begin: Callable[[], Work[Answer]], how: How) -> Answer:
        if how == "read":
            found: Answer = await read(lambda reader: _carried_out(reader, begin()))
            return found
        answers: list[Answer] = []

        def carry_out(connection: sqlite3.Connection) -> int:
            try:
                answers[:] = [_carried_out(connection, begin())]
            except sqlite3.Error:
                raise
            except Exception as error:  # whatever it is, the thread that writes goes on
                raise sqlite3.OperationalError(f"it could not be done: {error!r}") from error
            return 1

        try:
            await writer.write([carry_out])
        except Conflict:
            raise NotSaved("it contradicts what is stored") from None
        return answers[0]

    return transact


def _carried_out(connection: sqlite3.Connection, work: Work[Answer]) -> Answer:
    """The answer of some work, all of whose questions have been answered."""
    try:
        sql, *values = next(work)
        while True:
            sql, *values = work.send(connection.execute(sql, named(tuple(values))).fetchall())
    except StopIteration as done:
        answer: Answer = done.value
        return answer
