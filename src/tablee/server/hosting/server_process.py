"""One process that serves: `python -m tablee.host.child CONTROL LISTENING`, started by the parent with two sockets.

It gets everything ready, waits for the word to go, serves, and ends when it is told to, or when its parent is gone.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Iterator
from typing import Any

import uvicorn

from tablee.host import orders
from tablee.host.attending import Attending
from tablee.host.logs import logger, set_up_logs
from tablee.host.now import figures_now, watch_loop
from tablee.host.watching import Watching
from tablee.site.app import App, create_app
from tablee.site.run import calm_down, server_config
from tablee.store.desk import open_desk

STOPPING = (signal.SIGTERM, signal.SIGINT)


def main(control: socket.socket, listening: socket.socket) -> int:
    """Serve until told to stop; returns the exit code."""
    with control.makefile("rb") as words:
        begin = _hear(words)
        if not isinstance(begin, orders.Begin):
            return 0
        serving = begin.choices.serving
        set_up_logs(serving.log_format, serving.log_level, process=begin.number)
        _prepare(begin)
        control.sendall(orders.line(orders.Prepared()))
        if not isinstance(_hear(words), orders.Go):
            return 0
    try:
        app = create_app(begin.choices.settings)
    except ValueError as error:
        control.sendall(orders.line(orders.Failed(str(error))))
        return 2
    calm_down()
    ChildServer(app, begin, control).run([listening])
    return 0


def _hear(words: Any) -> orders.Order | None:
    """The next order, or None if nobody is there any more."""
    said = words.readline()
    return orders.read_order(said) if said else None


def _prepare(begin: orders.Begin) -> None:
    """Load and compile all that people would else wait for."""
    from tablee.games import only, working_games
    from tablee.warm import warm

    if begin.choices.serving.games:
        only(begin.choices.serving.games)
    warm()
    working_games()


class ChildServer(uvicorn.Server):
    """uvicorn, ended as a house should be closed."""

    def __init__(self, app: App, begin: orders.Begin, control: socket.socket) -> None:
        choices = begin.choices
        config = server_config(Watching(app, choices), choices.settings)
        super().__init__(config)
        set_up_logs(choices.serving.log_format, choices.serving.log_level, process=begin.number)  # uvicorn had its own
        self._app = app
        self._serving = choices.serving
        self._notice = choices.serving.stop_notice
        self._control = control
        self._attending = Attending(app, open_desk(choices.settings.database_url), begin.number)
        self._errands: list[asyncio.Task[None]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the house, and say so."""
        await super().startup(sockets)
        reader, writer = await asyncio.open_connection(sock=self._control, limit=orders.LONGEST)
        works = (self._obey(reader, writer), self._tell_when_ready(writer), watch_loop(), self._attending.attend())
        self._errands = [asyncio.create_task(work) for work in works]

    async def _tell_when_ready(self, writer: asyncio.StreamWriter) -> None:
        await self._app.health.bots_settled.wait()
        writer.write(orders.line(orders.Ready()))

    async def _obey(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while said := await reader.readline():
            match orders.read_order(said):
                case orders.Stop(notice=notice):
                    self._notice = notice
                    self.should_exit = True
                case orders.Count(ask=ask):
                    writer.write(orders.line(orders.Counted(ask, figures_now(self._app))))
        self.should_exit = True  # the parent is gone, and with it whoever would look after us

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say that one is not ready, let nobody more in, send all who are here elsewhere, and finish the rest."""
        self._app.health.stopping = True
        logger.info("stopping: %d tables in memory", len(self._app.hub.tables))
        await asyncio.sleep(self._notice)
        for server in self.servers:
            server.close()
        await self._app.hub.send_elsewhere(self._serving.stop_spread)
        for errand in self._errands:
            errand.cancel()
        await self._attending.leave()
        await super().shutdown(sockets)
        logger.info("stopped")

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """The first signal lets it finish, the second does not; one for all, to read the settings anew, is not ours."""
        for number in STOPPING:
            signal.signal(number, self.handle_exit)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        yield

    def handle_exit(self, _sig: int, _frame: Any) -> None:
        """End; at the second time at once."""
        if self.should_exit:
            os._exit(1)
        self.should_exit = True


if __name__ == "__main__":
    sys.exit(main(socket.socket(fileno=int(sys.argv[1])), socket.socket(fileno=int(sys.argv[2]))))
