"""A line that is cut without a word: others see within seconds that somebody is away."""

import asyncio
import contextlib
from types import SimpleNamespace

from tests.server.house import Guest, House
from tests.server.realtime.test_together import hears_away

PATIENCE = 0.5
"""Seconds between pings, and for their answers."""


class Relay:
    """Passes bytes on to a server, as a proxy does, until it is cut: then it swallows them, and both ends stay open."""

    def __init__(self, house):
        self._house = house
        self._passes = True

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        host, port = self._server.sockets[0].getsockname()
        self.address = SimpleNamespace(host=host, port=port)
        return self

    async def __aexit__(self, *_):
        self._server.close()

    def cut(self):
        self._passes = False

    async def _connect(self, reader, writer):
        from_house, to_house = await asyncio.open_connection(self._house.host, self._house.port)
        with contextlib.suppress(ConnectionError):
            await asyncio.gather(self._pass_on(reader, to_house), self._pass_on(from_house, writer))

    async def _pass_on(self, reader, writer):
        while data := await reader.read(2**16):
            if self._passes:
                writer.write(data)
        writer.close()


async def test_who_has_lost_the_network_is_away_within_seconds_even_behind_a_proxy(tmp_path):
    house = House(tmp_path, answer_patience=PATIENCE)
    try:
        one, two = Guest(house), Guest(house)
        table = one.open()
        async with Relay(house) as relay, two.at(table, "scenes") as stays:
            one.house = relay.address
            async with one.at(table, "scenes") as goes:
                await stays.sit()
                await goes.say(do="start")
                seat = (await goes.hear("frame"))["seat"]
                await stays.hear("frame")
                relay.cut()
                async with asyncio.timeout(10 * PATIENCE):
                    await hears_away(stays, seat)
                await stays.say(do="ping")  # whoever answers pings stays
                await stays.hear("pong")
    finally:
        house.kill()
