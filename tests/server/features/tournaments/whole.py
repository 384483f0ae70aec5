"""Games of a tournament, played to their end over plain sockets."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from tests.server.house import PATIENCE, Guest


def look(guest: Guest, path: str) -> str:
    """A page as somebody is shown it."""
    return guest.house.request("GET", path, None, guest.headers)[2]


def send(guest: Guest, path: str, **fields: str) -> str:
    """Fill in a form; returns where it leads."""
    status, headers, body = guest.house.request("POST", path, fields or {"x": "1"}, guest.headers)
    assert status == 303, body
    return headers["location"]


def named(house: Any, *names: str) -> dict[str, Guest]:
    """People with these names."""
    guests = {name: Guest(house) for name in names}
    for name, guest in guests.items():
        send(guest, "/me/name", name=name)
    return guests


class Course:
    """How a tournament goes on, read from its data."""

    def __init__(self, path: str, guests: dict[str, Guest]) -> None:
        self.path = path
        self.guests = guests

    @property
    def _anybody(self) -> Guest:
        return next(iter(self.guests.values()))

    async def data(self) -> dict[str, Any]:
        """The tournament as programs read it."""
        found: dict[str, Any] = json.loads(await asyncio.to_thread(look, self._anybody, f"{self.path}/results.json"))
        return found

    async def games(self, count: int) -> list[dict[str, Any]]:
        """The games that are open or going on, once there are so many; each with its `people`, in their seats."""
        told = await self._when(lambda told: len(_going_on(told)) == count)
        names = {one["number"]: one["name"] for one in told["players"]}
        return [one | {"people": [names.get(one[seat]) for seat in ("first", "second")]} for one in _going_on(told)]

    async def status(self, status: str) -> dict[str, Any]:
        """The data once the tournament is so."""
        return await self._when(lambda told: told["status"] == status)

    async def play_turn(self, game: dict[str, Any], name: str) -> None:
        """One of the two plays until it is the turn of the other."""
        async with self.guests[name].at(game["table"]) as seat:
            while (news := await seat.hear("events"))["to_act"] in (None, news["seat"]):
                if news["actions"]:
                    await seat.act(news["actions"][0])

    async def _when(self, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while True:
                if is_so(told := await self.data()):
                    return told
                await asyncio.sleep(0.1)

    async def play(self, game: dict[str, Any], name: str, *, sits: bool = False, resigns: bool = False) -> None:
        """One of the two plays the first of what is possible, to the end of the game.

        `sits`: they have no browser there. `resigns`: they do, once it is their turn.
        """
        async with self.guests[name].at(game["table"]) as seat:
            if sits:
                await seat.sit()
            while (news := await seat.hear("events"))["result"] is None:
                if news["actions"] and resigns:
                    await seat.say(do="leave")
                elif news["actions"]:
                    await seat.act(news["actions"][0])


def _going_on(told: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in told["games"] if one["status"] in ("waiting", "playing")]
