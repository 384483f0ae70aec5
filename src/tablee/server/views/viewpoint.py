"""From which seat somebody looks at the table, if several people share a device: whose turn it is.

Where seats know secrets, a curtain falls between two of them: until the next one lifts it, the device is shown what
anybody may see.
"""

from collections.abc import Sequence
from typing import Any

from tablee.games.scenery import UPRIGHT
from tablee.language import Language
from tablee.show.frames import Painter
from tablee.table.events import Event, Refused
from tablee.table.table import Table


class Viewpoint:
    """The seats of those who look at one screen, and the one from which they look; None is how onlookers see it."""

    def __init__(self, seats: Sequence[int] = ()) -> None:
        self.seats = seats
        self.seat = seats[0] if len(seats) == 1 else None

    @property
    def is_shared(self) -> bool:
        """Are there several?"""
        return len(self.seats) > 1

    def next(self, table: Table) -> int | None:
        """The seat from which to look now."""
        if not self.is_shared:
            return self.seat
        turn = self._turn(table)
        if table.has_secrets(self.seats):
            return self.seat if self.seat == turn else None
        return turn if turn is not None else self.seats[0] if self.seat is None else self.seat

    def turn(self, table: Table) -> None:
        """Look from there."""
        self.seat = self.next(table)

    def curtain(self, table: Table) -> int | None:
        """The seat that has to lift the curtain, if there is one."""
        turn = self._turn(table) if self.is_shared else None
        return None if turn == self.seat else turn

    def lift(self, table: Table, seat: int) -> None:
        """Look from the seat whose turn it is."""
        if seat not in self.seats:
            raise Refused("not_seated")
        if seat != self._turn(table):
            raise Refused("not_your_turn")
        self.seat = seat

    def acting(self, table: Table) -> int:
        """The seat for which somebody acts here; raises `Refused`."""
        if not self.seats:
            raise Refused("not_seated")
        if self.seat is None:
            raise Refused("not_your_turn" if self.curtain(table) is None else "curtain")
        return self.seat

    def own(self, seat: int | None) -> int:
        """The seat of one's own that is meant: it must be named where there are several."""
        if seat is None and self.is_shared:
            raise Refused("bad_message")
        if not self.seats or seat not in (None, *self.seats):
            raise Refused("not_seated")
        return self.seats[0] if seat is None else seat

    def taking_back(self, table: Table) -> int:
        """The seat that may take back its latest action, or the first if none may."""
        if not self.seats:
            raise Refused("not_seated")
        return next((seat for seat in self.seats if table.can_take_back(seat) is not None), self.seats[0])

    def _turn(self, table: Table) -> int | None:
        """The seat to act, if it is one of those here and plays for itself."""
        turn = table.to_act
        return turn if turn in self.seats and turn is not None and not table.seats[turn].stand_in else None


class SharedPainter(Painter):
    """Paints for a device that several people share, from one seat after the other."""

    def __init__(self, viewpoint: Viewpoint, say: Language, shape: str = UPRIGHT) -> None:
        super().__init__(viewpoint.seat, say, shape)
        self.viewpoint = viewpoint

    @property
    def own(self) -> Sequence[int]:
        """The seats of those who look."""
        return self.viewpoint.seats

    def frame(self, table: Table, news: Sequence[Event], *, last: bool = True) -> dict[str, Any]:
        """As for one seat; besides, whoever sits here may take back, and the next may have to lift the curtain."""
        back = any(table.can_take_back(seat) is not None for seat in self.viewpoint.seats)
        told = {"back": last and back, "curtain": self.viewpoint.curtain(table) if last else None}
        return super().frame(table, news, last=last) | told

    def frames(self, table: Table, news: Sequence[Event], *, last: bool) -> list[dict[str, Any]]:
        """The frames for some news: where seats have secrets, everything is painted anew from another seat."""
        seat = self.viewpoint.next(table) if last else self.viewpoint.seat
        if seat == self.viewpoint.seat:
            return [self.frame(table, news, last=last)]
        if not table.has_secrets(self.viewpoint.seats):
            self._look_from(seat)
            return [self.frame(table, news, last=last)]
        farewell = self.frame(table, news, last=False)
        self._look_from(seat)
        return [farewell, self.first_frame(table)]

    def look_again(self, table: Table) -> dict[str, Any]:
        """The whole picture, from where the viewpoint is now."""
        self.seat = self.viewpoint.seat
        return self.first_frame(table)

    def _look_from(self, seat: int | None) -> None:
        self.viewpoint.seat = self.seat = seat
