"""A way to PostgreSQL that can be cut, or go deaf: what comes back from the database is held up."""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

NAME = ".s.PGSQL.5432"


class Proxy:
    """Stands between a store and its database."""

    def __init__(self, behind: str, url: str) -> None:
        self.url = url
        self.is_deaf = False
        """Are answers held up?"""
        self.is_closed = False
        """Are newcomers turned away?"""
        self._behind = behind
        self._pairs: set[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = set()

    def cut(self) -> None:
        """Cut all connections."""
        for pair in self._pairs:
            for end in pair:
                end.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Lead one connection through."""
        if self.is_closed:
            writer.transport.abort()
            return
        answers, questions = await asyncio.open_unix_connection(self._behind)
        pair = writer, questions
        self._pairs.add(pair)
        ways = self._lead(reader, questions, answers=False), self._lead(answers, writer, answers=True)
        await asyncio.gather(*ways)
        self._pairs.discard(pair)

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, answers: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if not (answers and self.is_deaf):
                    writer.write(data)
        writer.close()


@contextlib.asynccontextmanager
async def proxy_to(url: str) -> AsyncIterator[Proxy]:
    """A proxy in front of a database."""
    parts = urlsplit(url)
    behind = Path(parse_qs(parts.query)["host"][0]) / NAME
    with tempfile.TemporaryDirectory() as folder:
        proxy = Proxy(str(behind), f"postgresql://{parts.netloc}{parts.path}?host={folder}")
        server = await asyncio.start_unix_server(proxy.serve, Path(folder) / NAME)
        try:
            yield proxy
        finally:
            server.close()
            proxy.cut()
