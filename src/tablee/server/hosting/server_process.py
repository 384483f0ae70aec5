"""One process that serves, started by the supervisor with two sockets: `-m …server_process CONTROL LISTENING`.

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

from tablee.bots import worker
from tablee.bots.compile_stages import RULES, is_done
from tablee.bots.fork_server import ForkServer
from tablee.engine.contract import ContractError
from tablee.engine.faults import forgive
from tablee.games.errors import TableeError
from tablee.server.features.moderation.service import ModerationPoller
from tablee.server.hosting import process_messages
from tablee.server.hosting.access_log import AccessLog
from tablee.server.hosting.logs import logger, set_up_logs
from tablee.server.hosting.prometheus import figures_now, watch_loop
from tablee.server.hosting.serve_settings import BAD_SETTING, NOT_YET
from tablee.server.storage import DatabaseAbsent
from tablee.server.web.app import App, create_app
from tablee.server.web.launch import calm_down, server_config

STOPPING = (signal.SIGTERM, signal.SIGINT)


def main(control: socket.socket, listening: socket.socket) -> int:
    """Serve until told to stop; return the exit code."""
    with control.makefile("rb") as words:
        begin = _hear(words)
        if not isinstance(begin, process_messages.Begin):
            return 0
        serving = begin.configuration.serving
        set_up_logs(serving.log_format, serving.log_level, process=begin.number)
        try:
            _prepare(begin)
        except (TableeError, ContractError) as error:  # a game was named that is not complete
            control.sendall(process_messages.line(process_messages.Failed(f"games: {error}", BAD_SETTING)))
            return BAD_SETTING
        forks = None
        if not begin.configuration.settings.bot_command:
            forks = ForkServer.start(worker.load_games, worker.main, unneeded=(control, listening))
        control.sendall(process_messages.line(process_messages.Prepared()))
        if not isinstance(_hear(words), process_messages.Go):
            return 0
    try:
        forgive()
        app = create_app(begin.configuration.settings, begin.configuration.serving, forks)
    except ValueError as error:
        code = NOT_YET if isinstance(error, DatabaseAbsent) else BAD_SETTING
        control.sendall(process_messages.line(process_messages.Failed(str(error), code)))
        return code
    calm_down()
    ServerInProcess(app, begin, control).run([listening])
    return 0


def _hear(words: Any) -> process_messages.Order | None:
    """The next order; None if the supervisor is gone."""
    said = words.readline()
    return process_messages.read_order(said) if said else None


def _prepare(begin: process_messages.Begin) -> None:
    """Load what players would otherwise wait for; compile it, too, as long as another process still serves them."""
    from tablee.games import find_game, only, working_games

    if begin.configuration.serving.games:
        only(begin.configuration.serving.games)
        for name in begin.configuration.serving.games:
            find_game(name)
    if begin.replaces:
        from tablee.api.compile_all import compile_games

        compile_games()
    for definition in working_games():
        if is_done(definition.id, RULES):
            with contextlib.suppress(Exception):  # a broken game spoils its own tables only
                definition.actions(definition.new(definition.players[0], {}, 0))


class ServerInProcess(uvicorn.Server):
    """uvicorn with a graceful stop and a connection to the supervisor."""

    def __init__(self, app: App, begin: process_messages.Begin, control: socket.socket) -> None:
        configuration = begin.configuration
        config = server_config(AccessLog(app, configuration), configuration.settings)
        super().__init__(config)
        set_up_logs(
            configuration.serving.log_format, configuration.serving.log_level, process=begin.number
        )  # uvicorn had its own
        self._app = app
        self._serving = configuration.serving
        self._notice = configuration.serving.stop_notice
        self._control = control
        self._moderation = ModerationPoller(app, begin.number)
        self._background: list[asyncio.Task[None]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving, and report it."""
        await super().startup(sockets)
        reader, writer = await asyncio.open_connection(sock=self._control, limit=process_messages.LONGEST)
        works = (self._obey(reader, writer), self._tell_when_ready(writer), watch_loop(), self._moderation.run())
        self._background = [asyncio.create_task(work) for work in works]
        self._alive = asyncio.create_task(self._tell_that_alive(writer))  # until the very end

    _alive: "asyncio.Task[None]"

    async def _tell_when_ready(self, writer: asyncio.StreamWriter) -> None:
        await self._app.health.bots_settled.wait()
        writer.write(process_messages.line(process_messages.Ready()))

    async def _tell_that_alive(self, writer: asyncio.StreamWriter) -> None:
        while True:
            writer.write(process_messages.line(process_messages.SignOfLife()))
            await asyncio.sleep(process_messages.BEAT)

    async def _obey(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):  # a sign of life may be the first to find out that nobody listens
            while said := await reader.readline():
                match process_messages.read_order(said):
                    case process_messages.Stop(notice=notice):
                        self._notice = notice
                        self.should_exit = True
                    case process_messages.CountRequest(ask=ask):
                        writer.write(process_messages.line(process_messages.Counted(ask, figures_now(self._app))))
        self.should_exit = True  # the supervisor is gone, and nobody would restart us

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Report not ready, stop accepting, disconnect live tables over some seconds, and finish the rest."""
        self._app.health.stopping = True
        logger.info("stopping: %d tables in memory", len(self._app.hub.tables))
        await asyncio.sleep(self._notice)
        for server in self.servers:
            server.close()
        await self._app.hub.send_elsewhere(self._serving.stop_spread)
        for task in self._background:
            task.cancel()
        await self._moderation.leave()
        await super().shutdown(sockets)
        logger.info("stopped")

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """The first signal stops gracefully, the second at once; SIGHUP is for the supervisor alone."""
        for number in STOPPING:
            signal.signal(number, self.handle_exit)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        yield

    def handle_exit(self, _sig: int, _frame: Any) -> None:
        """Stop; exit at once the second time."""
        if self.should_exit:
            os._exit(1)
        self.should_exit = True


if __name__ == "__main__":
    sys.exit(main(socket.socket(fileno=int(sys.argv[1])), socket.socket(fileno=int(sys.argv[2]))))
