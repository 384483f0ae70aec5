"""A server of ours that stands for one out there."""

import asyncio
from typing import Self


class Listening:
    """Listens on a free port of this machine; `_serve` answers."""

    def __init__(self) -> None:
        self._server: asyncio.Server | None = None
        self.port = 0

    async def open(self) -> Self:
        """Begin."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def close(self) -> None:
        """End."""
        assert self._server is not None
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raise NotImplementedError
