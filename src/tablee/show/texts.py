"""What is sent to programs: texts of what happened, where pages get pictures."""

from collections.abc import Sequence
from typing import Any

from tablee.show.frames import SHOWN
from tablee.show.viewpoint import Viewpoint
from tablee.table.events import STEPS, Back, Event
from tablee.table.table import Table


class Teller:
    """Tells programs that look from one viewpoint what happens: once for each decision, with all that followed."""

    def __init__(self, viewpoint: Viewpoint) -> None:
        self.viewpoint = viewpoint
        self._untold: list[Event] = []

    @property
    def seat(self) -> int | None:
        """The seat from which it is told; None is how onlookers see it."""
        return self.viewpoint.seat

    def frames(self, table: Table, news: Sequence[Event], *, last: bool) -> list[dict[str, Any]]:
        """What is sent of some news: nothing, until the last of them has happened."""
        self._untold += news
        if not last:
            return []
        self.viewpoint.turn(table)
        told, self._untold = self._untold, []
        return [self._texts(table, told, seen=0)]

    def frames_since(self, table: Table, after: int, seen: int) -> list[dict[str, Any]]:
        """What happened after an event, to somebody who has seen the table up to `seen`."""
        return [self._texts(table, table.events[after:], seen=seen)]

    def look_again(self, table: Table) -> dict[str, Any]:
        """The table as it is, told anew."""
        return self._texts(table, [], seen=0)

    def shows(self, key: str) -> bool:  # noqa: ARG002
        """Is there a node of that name? There are none without pictures."""
        return False

    def offers_more_than(self, action: str) -> bool:  # noqa: ARG002
        """Is an action offered only together with the one after it? All are offered by themselves."""
        return False

    def _texts(self, table: Table, events: Sequence[Event], *, seen: int) -> dict[str, Any]:
        told = {"seat": self.seat, "curtain": self.viewpoint.curtain(table)}
        return event_texts(table, events, self.seat, seen=seen) | told


def event_texts(table: Table, events: Sequence[Event], seat: int | None, *, seen: int) -> dict[str, Any]:
    """What happened, as texts for programs."""
    texts = [
        (event.number, getattr(event, "seat", None), _event_text(table, event, seat, unseen=event.number > seen))
        for event in events
        if isinstance(event, SHOWN)
    ]
    return {
        "say": "events",
        "number": table.number,
        "step": table.step,
        "events": texts,
        "to_act": table.to_act,
        "actions": table.actions(seat),
        "back": table.can_take_back(seat) is not None,
        "result": table.result,
    }


def _event_text(table: Table, event: Event, seat: int | None, *, unseen: bool) -> str:
    if isinstance(event, STEPS):
        return table.as_known_now(event, seat, unseen=unseen)
    return f"back {event.to}" if isinstance(event, Back) else event.kind
