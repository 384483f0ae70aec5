"""The notifier: finds the notifications that are due, of turns, of the end of a player's time, and of invitations.

Every server polls the directory, so nobody need be connected, and notifications survive a restart. A server claims a
notification in the database first (`NotificationStore.claim`), so that it is sent once. If the person has the table in
sight, the server they are connected to claims it, and nothing is sent.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

from tablee.games.language import Language
from tablee.server.features.lobby.model import INVITATION, TOURNAMENT, Invitation
from tablee.server.features.lobby.service import invitation_text
from tablee.server.features.notifications.deliveries import Deliveries, Notification, NotificationText
from tablee.server.features.notifications.model import (
    MOST_WARNING,
    STALE,
    AskedToAgree,
    NotificationKind,
    WaitingTurn,
    day_of,
    judge_ending,
    judge_invitation,
    judge_question,
    judge_turn,
)
from tablee.server.realtime.connection import Connections
from tablee.server.realtime.tasks import OneTask, look_every
from tablee.server.storage import NotSaved, Store, Unavailable
from tablee.server.table.clock import A_DAY, A_SECOND, AN_HOUR
from tablee.server.table.directory import Entry, UndoAsked
from tablee.server.table.events import Act
from tablee.server.views.game_facts import game_name
from tablee.server.views.sentences import listed_names

BEAT = 5 * A_SECOND
"""Milliseconds between two polls."""
MOST_NAMED = 8
"""Tables that a digest names."""


class Notifier:
    """Polls for due notifications, and hands them to `Deliveries`."""

    def __init__(
        self, store: Store, connections: Connections, deliveries: Deliveries, clock: Callable[[], int]
    ) -> None:
        """`connections` are those to this server; `clock` returns milliseconds since 1970."""
        self._store = store
        self._connections = connections
        self._deliveries = deliveries
        self._clock = clock
        self._pruned = 0
        self._polling = OneTask()

    async def open(self) -> None:
        """Start polling; makes the server's push key if there is none."""
        with suppress(NotSaved, Unavailable):  # then when it is needed
            await self._deliveries.key()
        self._polling.begin(look_every(BEAT / 1000, self.look, "notifications cannot be sent"))

    async def close(self) -> None:
        """Stop polling, and finish what has begun."""
        await self._polling.stop()
        await self._deliveries.finish()

    async def look(self) -> None:
        """Send all notifications that are due."""
        now = self._clock()
        await self._look_at_turns(now, await self._look_at_endings(now))
        await self._look_at_questions(now)
        for invitation, preferences in await self._store.notifications.invitations(now):
            here = any(one.is_looking for one in self._connections.of(invitation.person))
            verdict = judge_invitation(preferences, invitation.at, now, here=here)
            kind: NotificationKind = "invitation" if invitation.kind == INVITATION else "match"
            claim = (invitation.person, kind, invitation.table, 0, None, now)
            if verdict != "later" and await self._store.notifications.claim(*claim) and verdict == "send":
                self._deliveries.send(_of_invitation(invitation, kind))
        self._deliveries.try_again()
        if now - self._pruned > AN_HOUR:
            self._pruned = now
            await self._store.notifications.prune(now)

    # ---- turns ---------------------------------------------------------------------------------------------

    async def _look_at_turns(self, now: int, warned: Collection[str]) -> None:
        """`warned`: tables where a player has just been warned that their time ends, which says it all."""
        digests: dict[str, list[WaitingTurn]] = {}
        for turn in await self._turns("turn"):
            knows = turn.entry.table in warned or not await self._is_new(turn)
            verdict = "skip" if knows else judge_turn(turn, now, looking=self._is_looking(turn))
            if verdict == "digest":
                digests.setdefault(turn.person, []).append(turn)
            elif verdict != "later" and await self._claim(turn, "turn") and verdict == "send":
                self._deliveries.send(_of_turn(turn, now))
        for person, turns in digests.items():
            if await self._store.notifications.claim_day(person, day_of(turns[0].preferences, now), now):
                claimed = [turn for turn in turns if await self._claim(turn, "turn")]
                if claimed:
                    self._deliveries.send(_of_digest(claimed, now))

    async def _look_at_endings(self, now: int) -> set[str]:
        """Warn players whose time ends; returns their tables."""
        warned = set()
        for turn in await self._turns("ending", now + MOST_WARNING):
            verdict = judge_ending(turn, now, looking=self._is_looking(turn)) if await self._is_new(turn) else "skip"
            if verdict != "later" and await self._claim(turn, "ending") and verdict == "send":
                self._deliveries.send(_of_ending(turn, now))
                warned.add(turn.entry.table)
        return warned

    async def _look_at_questions(self, now: int) -> None:
        """Notify people who are asked to let somebody undo."""
        for asked in await self._store.notifications.undo_questions():
            if (question := asked.question) is None:
                continue
            verdict = judge_question(asked, now, looking=self._is_looking(asked))
            if verdict != "later" and await self._claim_question(asked, question, now) and verdict == "send":
                self._deliveries.send(_of_question(asked, question, now))

    async def _claim_question(self, asked: AskedToAgree, question: UndoAsked, now: int) -> bool:
        return await self._store.notifications.claim(
            asked.person, "undo", asked.entry.table, question.number, asked.sent, now
        )

    async def _turns(self, kind: NotificationKind, due: int | None = None) -> list[WaitingTurn]:
        found, after = await self._store.notifications.turns(kind, due=due)
        while after:
            more, after = await self._store.notifications.turns(kind, after, due)
            found += more
        return found

    async def _is_new(self, turn: WaitingTurn) -> bool:
        """Whether anybody else has played since the last notification; else it is still the same turn."""
        if turn.sent is None:
            return True
        own = {one.seat for one in turn.entry.participants if one.participant == turn.entry.turn}
        later = await self._store.events_after(turn.entry.table, turn.sent)
        return any(isinstance(event, Act) and event.seat not in own for event in later.events)

    async def _claim(self, turn: WaitingTurn, kind: NotificationKind) -> bool:
        entry = turn.entry
        return await self._store.notifications.claim(
            turn.person, kind, entry.table, entry.number, turn.sent, self._clock()
        )

    def _is_looking(self, turn: WaitingTurn | AskedToAgree) -> bool:
        own = self._connections.of(turn.person)
        return any(one.table == turn.entry.table and one.is_looking for one in own)


# ---- notifications; they reveal nothing of the state of a game ----------------------------------------------


def _of_turn(turn: WaitingTurn, now: int) -> Notification:
    entry, own, days = turn.entry, turn.entry.turn or 0, turn.entry.is_by_days
    until = (entry.due or now + A_DAY) if days else now + STALE

    def text(say: Language) -> NotificationText:
        return NotificationText(say("Your turn – {game}", game=game_name(entry.game, say)), _company(entry, own, say))

    urgency = "normal" if days else "high"
    path = f"/tables/{entry.table}"
    return Notification(turn.person, "turn", path, text, until, entry.number, entry.table, own, urgency)


def _of_ending(turn: WaitingTurn, now: int) -> Notification:
    entry, own, until = turn.entry, turn.entry.turn or 0, turn.entry.due or now
    hours = max(1, (until - now) // AN_HOUR)

    def text(say: Language) -> NotificationText:
        title = say("Your time runs out – {game}", game=game_name(entry.game, say))
        time = say.plural(
            "You have about {count} hour left for your turn.", "You have about {count} hours left for your turn.", hours
        )
        return NotificationText(title, f"{time} {_company(entry, own, say)}".strip())

    path = f"/tables/{entry.table}"
    return Notification(turn.person, "ending", path, text, until, entry.number, entry.table, own, "high")


def _of_digest(turns: Sequence[WaitingTurn], now: int) -> Notification:
    day = day_of(turns[0].preferences, now)

    def text(say: Language) -> NotificationText:
        title = say.plural("{count} table is waiting for you", "{count} tables are waiting for you", len(turns))
        named = [(turn.entry, turn.entry.turn or 0) for turn in turns[:MOST_NAMED]]
        lines = [f"{game_name(entry.game, say)} – {_company(entry, own, say)}" for entry, own in named]
        return NotificationText(title, "\n".join([*lines, *(["…"] if len(turns) > MOST_NAMED else [])]))

    return Notification(turns[0].person, "digest", "/", text, now + A_DAY // 2, day, urgency="low")


def _of_question(asked: AskedToAgree, question: UndoAsked, now: int) -> Notification:
    entry = asked.entry

    def text(say: Language) -> NotificationText:
        title = say("Undo? – {game}", game=game_name(entry.game, say))
        name = listed_names(entry.participants, say)[question.participant]
        return NotificationText(title, say("{name} asks whether you allow it.", name=name))

    until = (entry.due or now + A_DAY) if entry.is_by_days else now + STALE
    return Notification(asked.person, "undo", f"/tables/{entry.table}", text, until, question.number, entry.table)


def _of_invitation(invitation: Invitation, kind: NotificationKind) -> Notification:
    one = invitation

    def text(say: Language) -> NotificationText:
        titles = {INVITATION: say("You are invited"), TOURNAMENT: say("Tournament")}
        return NotificationText(titles.get(one.kind, say("Opponent found")), invitation_text(one, say))

    path = one.path if one.tournament else "/"
    return Notification(one.person, kind, path, text, one.until, table=one.table, urgency="high")


def _company(entry: Entry, own: int, say: Language) -> str:
    names = listed_names(entry.participants, say)
    others = [names[one.participant] for one in entry.participants if one.participant != own]
    return say("with {names}", names=", ".join(others)) if others else ""
