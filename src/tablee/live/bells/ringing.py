"""People are called to tables though they are elsewhere: it is their turn, time runs out, somebody invites them.

Every server looks at what the directory says, as `watch` does for clocks: nobody need be connected, and it goes on
after any restart. What is done about a turn is taken in the database first (`Bells.take`), so it is done once. Who has
the table before their eyes on any server knows it is their turn: that server takes it, and nobody is called.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

from tablee.language import Language
from tablee.live.attendance import Attendance
from tablee.live.bells.deliveries import Deliveries, Ring
from tablee.live.rounds import Rounds
from tablee.people.bells import Kind
from tablee.people.ringing import (
    MOST_WARNING,
    STALE,
    Turn,
    day_of,
    is_by_days,
    of_a_turn,
    of_an_ending,
    of_the_hall,
)
from tablee.people.seeking import INVITATION, Call
from tablee.show.rings import Words, digest_words, ending_words, hall_words, turn_words
from tablee.store import NotSaved, Store, Unavailable
from tablee.table.clock import A_DAY, A_SECOND, AN_HOUR
from tablee.table.events import Act

logger = logging.getLogger("tablee")

BEAT = 5 * A_SECOND
"""Milliseconds between two looks."""


class Ringer:
    """Looks whom to call."""

    def __init__(self, store: Store, connections: Attendance, deliveries: Deliveries, clock: Callable[[], int]) -> None:
        """`connections` are those to this server; `clock` tells the milliseconds since 1970."""
        self._store = store
        self._connections = connections
        self._deliveries = deliveries
        self._clock = clock
        self._forgot = 0
        self._rounds = Rounds(self._go_on)

    async def open(self) -> None:
        """Begin; the key of the house is made if there is none."""
        with suppress(NotSaved, Unavailable):  # then when it is needed
            await self._deliveries.key()
        self._rounds.begin()

    async def close(self) -> None:
        """End, and finish what has been begun."""
        await self._rounds.end()
        await self._deliveries.finish()

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT / 1000)
            try:
                await self.look()
            except (NotSaved, Unavailable) as error:
                logger.warning("nobody can be called: %s", error)
            except Exception:  # one who cannot be called must not keep all others from being
                logger.exception("somebody could not be called")

    async def look(self) -> None:
        """Call whoever is to be called by now."""
        now = self._clock()
        await self._look_at_turns(now, await self._look_at_endings(now))
        for call, wishes in await self._store.bells.called(now):
            verdict = of_the_hall(wishes, call.at, now, here=self._is_here(call.person))
            kind: Kind = "invitation" if call.kind == INVITATION else "match"
            if verdict != "later" and await self._take(call.person, kind, call.table, 0, None) and verdict == "ring":
                self._deliveries.send(_hall_ring(call, kind))
        self._deliveries.try_again()
        if now - self._forgot > AN_HOUR:
            self._forgot = now
            await self._store.bells.forget(now)

    # ---- turns ---------------------------------------------------------------------------------------------

    async def _look_at_turns(self, now: int, warned: Collection[str]) -> None:
        """`warned`: tables where somebody has just been told that their time runs out, which says it all."""
        digests: dict[str, list[Turn]] = {}
        for turn in await self._turns("turn"):
            knows = turn.entry.table in warned or not await self._is_new(turn)
            verdict = "let be" if knows else of_a_turn(turn, now, looking=self._is_looking(turn))
            if verdict == "digest":
                digests.setdefault(turn.person, []).append(turn)
            elif verdict != "later" and await self._take_turn(turn, "turn") and verdict == "ring":
                self._deliveries.send(_turn_ring(turn, now))
        for person, turns in digests.items():
            if await self._store.bells.take_day(person, day_of(turns[0].wishes, now), now):
                taken = [turn for turn in turns if await self._take_turn(turn, "turn")]
                if taken:
                    self._deliveries.send(_digest_ring(taken, now))

    async def _look_at_endings(self, now: int) -> set[str]:
        """Warn those whose time runs out; returns the tables."""
        warned = set()
        for turn in await self._turns("ending", now + MOST_WARNING):
            verdict = of_an_ending(turn, now, looking=self._is_looking(turn)) if await self._is_new(turn) else "let be"
            if verdict != "later" and await self._take_turn(turn, "ending") and verdict == "ring":
                self._deliveries.send(_ending_ring(turn, now))
                warned.add(turn.entry.table)
        return warned

    async def _turns(self, kind: Kind, due: int | None = None) -> list[Turn]:
        found, after = await self._store.bells.turns(kind, due=due)
        while after:
            more, after = await self._store.bells.turns(kind, after, due)
            found += more
        return found

    async def _is_new(self, turn: Turn) -> bool:
        """Has anybody else played since somebody was called last? Else it is the same turn, whatever has happened."""
        if turn.rung is None:
            return True
        own = {one.seat for one in turn.entry.sitters if one.sitter == turn.entry.turn}
        later = await self._store.events_after(turn.entry.table, turn.rung)
        return any(isinstance(event, Act) and event.seat not in own for event in later.events)

    async def _take_turn(self, turn: Turn, kind: Kind) -> bool:
        return await self._take(turn.person, kind, turn.entry.table, turn.entry.number, turn.rung)

    async def _take(self, person: str, kind: Kind, table: str, number: int, rung: int | None) -> bool:
        return await self._store.bells.take(person, kind, table, number, rung, self._clock())

    # ---- who is here ---------------------------------------------------------------------------------------

    def _is_looking(self, turn: Turn) -> bool:
        own = self._connections.of(turn.person)
        return any(one.table == turn.entry.table and one.is_looking for one in own)

    def _is_here(self, person: str) -> bool:
        return any(one.is_looking for one in self._connections.of(person))


def _turn_ring(turn: Turn, now: int) -> Ring:
    entry, own = turn.entry, turn.entry.turn or 0
    days = is_by_days(entry)
    until = (entry.due or now + A_DAY) if days else now + STALE
    return Ring(
        turn.person, "turn", f"/tables/{entry.table}", lambda say: turn_words(entry, own, say), until,
        entry.number, entry.table, own, "normal" if days else "high",
    )  # fmt: skip


def _ending_ring(turn: Turn, now: int) -> Ring:
    entry, own, until = turn.entry, turn.entry.turn or 0, turn.entry.due or now
    return Ring(
        turn.person, "ending", f"/tables/{entry.table}", lambda say: ending_words(entry, until - now, own, say), until,
        entry.number, entry.table, own, "high",
    )  # fmt: skip


def _digest_ring(turns: Sequence[Turn], now: int) -> Ring:
    waiting = [(turn.entry, turn.entry.turn or 0) for turn in turns]
    day = day_of(turns[0].wishes, now)
    return Ring(
        turns[0].person, "digest", "/", lambda say: digest_words(waiting, say), now + A_DAY // 2, day, urgency="low"
    )


def _hall_ring(call: Call, kind: Kind) -> Ring:
    def words(say: Language) -> Words:
        return hall_words(call.host, call.name, call.game, say, invites=kind == "invitation")

    return Ring(call.person, kind, "/", words, call.until, table=call.table, urgency="high")
