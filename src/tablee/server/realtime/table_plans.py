"""Plans at one table: they are played when they fit, by whichever server has the lease, and told to their owners."""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from tablee.server.realtime.broadcast import Broadcaster
from tablee.server.realtime.connection import Connection
from tablee.server.realtime.decisions import Decisions
from tablee.server.realtime.presence import Presence
from tablee.server.realtime.table_services import TableServices
from tablee.server.realtime.tasks import OneTask, run_in_worker_thread
from tablee.server.storage import NotSaved, Unavailable
from tablee.server.table.events import Event, Refused
from tablee.server.table.seat_plans import PlanNote, SeatPlan, StoredPlan, acted, course_of, is_void, planned
from tablee.server.table.seating import Participant
from tablee.server.table.table import Table
from tablee.server.views.frames import encode
from tablee.server.views.plan_texts import plan_message

logger = logging.getLogger("tablee")


class TablePlans:
    """Plays the plans of one table by days, and tells their owners what has become of them."""

    def __init__(
        self,
        services: TableServices,
        decisions: Decisions,
        presence: Presence,
        broadcaster: Broadcaster,
        when_done: Callable[[], None],
    ) -> None:
        """`when_done` is called when nothing is played any more."""
        self._services = services
        self._plans = services.store.plans
        self._decisions = decisions
        self._presence = presence
        self._broadcaster = broadcaster
        self.task = OneTask(when_done)
        self._again = False

    def wake(self) -> None:
        """Something has happened at the table, or somebody has planned something."""
        if self._decisions.table.opening.is_by_days:
            self._again = True
            if self.task.may_begin:
                self.task.begin(self._look())

    async def _look(self) -> None:
        try:
            while self._again:
                self._again = False
                await self.play()
                await self.tell(self._broadcaster.connections)
        except (NotSaved, Unavailable) as error:  # `ClockWatch` looks again
            logger.warning("table %s: plans cannot be looked at: %s", self._decisions.table.id, error)
        except Exception:  # the rules of a game may raise anything
            logger.exception("table %s: plans cannot be played", self._decisions.table.id)

    # ---- playing -------------------------------------------------------------------------------------------

    async def play(self) -> None:
        """Play what is planned for the seat to act, if this server holds the lease."""
        table = self._decisions.table
        if table.status in ("over", "closed"):
            await self._plans.retire(table.id)
            return
        while (owner := _owner(table := self._decisions.table)) is not None:
            plan = await self._plans.of(table.id, owner.id)
            if plan is None or not plan.active or plan.considered >= table.number:
                return
            if not await self._services.leases.may_act(table.id):
                return
            await self._consider(table, owner, plan)

    async def _consider(self, table: Table, owner: Participant, stored: StoredPlan) -> None:
        """Play what fits, or note that nothing does: first noted, then played, so that a crash loses neither."""
        assert owner.seat is not None
        seat = owner.seat
        plan, void, texts = await run_in_worker_thread(_judged, table, seat, stored.plan)
        lost = [PlanNote(table.number, "void")] if void else []
        if not texts:
            await self._plans.change(stored.after(table.number, lost, plan))
            return
        # Until what follows is stored, the plan counts as not looked at.
        noted = stored.after(stored.considered, [*lost, PlanNote(table.number + 1, "played")], plan)
        if not await self._plans.change(noted):
            return  # its owner has changed it just now: look again
        happened = False

        def decide(now: Table, at: int) -> list[Event]:
            nonlocal happened
            happened = now.step == table.step
            return acted(now, seat, texts, at) if happened else []

        try:
            await self._decisions.decide_by_lease(decide)
        except Refused as refused:
            await self._plans.change(msgspec.structs.replace(stored, version=stored.version + 1))
            raise NotSaved(refused.code) from None
        if not happened:
            await self._plans.change(msgspec.structs.replace(stored, version=stored.version + 1))

    # ---- telling -------------------------------------------------------------------------------------------

    async def tell(self, connections: Sequence[Connection]) -> None:
        """Tell those who sit here what they have planned, each their own alone.

        Those who share a device get the link: its page says why they cannot plan.
        """
        table = self._decisions.table
        for connection in list(connections):
            own = self._presence.participants_of(connection.person)
            if connection.scenes and own and own[0].seat is not None:
                plan = await self._plans.of(table.id, own[0].id) if len(own) == 1 else None
                message = await run_in_worker_thread(plan_message, table, own[0].seat, plan, connection.say)
                connection.send(encode(message))

    async def welcome(self, connection: Connection) -> None:
        """Tell somebody who has connected."""
        if self._decisions.table.opening.is_by_days and self._decisions.table.state is not None:
            with suppress(Unavailable):
                await self.tell([connection])


def _owner(table: Table) -> Participant | None:
    """The person to act, whose plan may fit."""
    owner = table.seats[table.to_act] if table.to_act is not None and table.opening.is_by_days else None
    return owner if owner is not None and not owner.played_by and not table.has_left(owner.seat) else None


def _judged(table: Table, seat: int, plan: SeatPlan) -> tuple[SeatPlan, bool, list[str]]:
    """What is left of a plan, whether it has become void, and what it plays now."""
    course = course_of(table, seat, plan)
    void = is_void(table, seat, plan, course) if plan.lines else False
    left = plan if void is False else SeatPlan(forced=plan.forced)
    return left, bool(void), planned(table, seat, left, course)
