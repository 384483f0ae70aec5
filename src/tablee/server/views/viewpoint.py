"""The seat from which a device views the table, and the builders of the messages for such a device.

A device that several people share views the table from the seat whose turn it is. If seats have secrets, a curtain
falls between two of them: until the next person lifts it, the device shows a spectator's view.
"""

from collections.abc import Sequence
from typing import Any

from tablee.games.language import Language
from tablee.games.scenery import UPRIGHT
from tablee.server.table.events import STEPS, Back, Event, Refused
from tablee.server.table.table import Table
from tablee.server.views.frames import SHOWN, FrameBuilder, TableViews


class Viewpoint:
    """The seats of the people at one screen, and the seat from which they look; None is a spectator's view."""

    def __init__(self, seats: Sequence[int] = ()) -> None:
        self.seats = seats
        self.seat = seats[0] if len(seats) == 1 else None

    @property
    def is_shared(self) -> bool:
        """Do several people share the device?"""
        return len(self.seats) > 1

    def next(self, table: Table) -> int | None:
        """The seat from which to look next."""
        if not self.is_shared:
            return self.seat
        turn = self._turn(table)
        if table.has_secrets(self.seats):
            return self.seat if self.seat == turn else None
        return turn if turn is not None else self.seats[0] if self.seat is None else self.seat

    def turn(self, table: Table) -> None:
        """Look from the next seat."""
        self.seat = self.next(table)

    def curtain(self, table: Table) -> int | None:
        """The seat that has to lift the curtain; None if there is no curtain."""
        turn = self._turn(table) if self.is_shared else None
        return None if turn == self.seat else turn

    def lift(self, table: Table, seat: int) -> None:
        """Lift the curtain: look from the seat whose turn it is."""
        if seat not in self.seats:
            raise Refused("not_seated")
        if seat != self._turn(table):
            raise Refused("not_your_turn")
        self.seat = seat

    def acting(self, table: Table) -> int:
        """The seat that acts on this device; raises `Refused`."""
        if not self.seats:
            raise Refused("not_seated")
        if self.seat is None:
            raise Refused("not_your_turn" if self.curtain(table) is None else "curtain")
        return self.seat

    def own(self, seat: int | None) -> int:
        """The seat of this device that is meant; it must be named if there are several."""
        if seat is None and self.is_shared:
            raise Refused("bad_message")
        if not self.seats or seat not in (None, *self.seats):
            raise Refused("not_seated")
        return self.seats[0] if seat is None else seat

    def taking_back(self, table: Table) -> int:
        """The seat that may take back its latest action; the first if none may."""
        if not self.seats:
            raise Refused("not_seated")
        own = (seat for seat in self.seats if table.can_take_back(seat) is not None)
        asked = (seat for seat in self.seats if table.can_ask_back(seat) == self.asking(table))
        return next(own, next(asked, self.seats[0]))

    def asking(self, table: Table) -> int | None:
        """The latest action of these people that may be taken back if the others agree."""
        return max((asked for seat in self.seats if (asked := table.can_ask_back(seat))), default=None)

    def answering(self, table: Table) -> list[int]:
        """The seats of this device that can answer whether another may take back."""
        waits = table.must_agree(table.undo) if table.undo is not None else set()
        return [seat for seat in self.seats if seat in waits]

    def _turn(self, table: Table) -> int | None:
        """The seat to act, if it belongs to this device and has no stand-in."""
        turn = table.to_act
        return turn if turn in self.seats and turn is not None and not table.seats[turn].stand_in else None


class SharedFrameBuilder(FrameBuilder):
    """Builds frames for a device that several people share, from one seat after the other."""

    def __init__(
        self, viewpoint: Viewpoint, say: Language, shape: str = UPRIGHT, *, shared: TableViews | None = None
    ) -> None:
        super().__init__(viewpoint.seat, say, shape, shared=shared)
        self.viewpoint = viewpoint

    @property
    def own(self) -> Sequence[int]:
        """The seats of this device."""
        return self.viewpoint.seats

    def frame(self, table: Table, news: Sequence[Event], *, last: bool = True) -> dict[str, Any]:
        """As for one seat; the next may have to lift the curtain."""
        return super().frame(table, news, last=last) | {"curtain": self.viewpoint.curtain(table) if last else None}

    def frames(self, table: Table, news: Sequence[Event], *, last: bool) -> list[dict[str, Any]]:
        """The frames for some new events. If seats have secrets, another seat gets a whole new picture."""
        seat = self.viewpoint.next(table) if last else self.viewpoint.seat
        is_new_picture = seat != self.viewpoint.seat and table.has_secrets(self.viewpoint.seats)
        farewell = [self.frame(table, news, last=False)] if is_new_picture else []
        self.viewpoint.seat = self.seat = seat
        return [*farewell, self.first_frame(table) if is_new_picture else self.frame(table, news, last=last)]

    def look_again(self, table: Table) -> dict[str, Any]:
        """The whole picture from the current viewpoint."""
        self.seat = self.viewpoint.seat
        return self.first_frame(table)


class TextBuilder:
    """Builds event messages for bots: one for each decision, with all that followed."""

    def __init__(self, viewpoint: Viewpoint) -> None:
        self.viewpoint = viewpoint
        self._untold: list[Event] = []

    @property
    def seat(self) -> int | None:
        """The seat from which it looks; None is a spectator's view."""
        return self.viewpoint.seat

    def frames(self, table: Table, news: Sequence[Event], *, last: bool) -> list[dict[str, Any]]:
        """The message for some new events, sent with the last of them."""
        self._untold += news
        if not last:
            return []
        self.viewpoint.turn(table)
        told, self._untold = self._untold, []
        return [self._texts(table, told, seen=0)]

    def frames_since(self, table: Table, after: int, seen: int) -> list[dict[str, Any]]:
        """The events after an event, for somebody who has seen the table up to `seen`."""
        return [self._texts(table, table.events[after:], seen=seen)]

    def look_again(self, table: Table) -> dict[str, Any]:
        """The current table, without events."""
        return self._texts(table, [], seen=0)

    def shows(self, key: str) -> bool:  # noqa: ARG002
        """Does the picture have a node with this key? Texts have none."""
        return False

    def offers_more_than(self, table: Table, action: str) -> bool:  # noqa: ARG002
        """Is an action offered only together with the next one? In texts, never."""
        return False

    def _texts(self, table: Table, events: Sequence[Event], *, seen: int) -> dict[str, Any]:
        told = {"seat": self.seat, "curtain": self.viewpoint.curtain(table)}
        return event_texts(table, events, self.seat, seen=seen) | told


def event_texts(table: Table, events: Sequence[Event], seat: int | None, *, seen: int) -> dict[str, Any]:
    """The events of a table as a message of texts."""
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
        "ask": table.can_ask_back(seat) is not None,
        "result": table.result,
    }


def _event_text(table: Table, event: Event, seat: int | None, *, unseen: bool) -> str:
    if isinstance(event, STEPS):
        return table.as_known_now(event, seat, unseen=unseen)
    return f"back {event.to}" if isinstance(event, Back) else event.kind
