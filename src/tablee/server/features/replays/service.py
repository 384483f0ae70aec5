"""Past positions as messages: one position of a table, or all positions of a finished game."""

from typing import Any

from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import UPRIGHT, Lately, Scene
from tablee.server.table.events import STEPS, Refused
from tablee.server.table.past import Position
from tablee.server.table.table import Table
from tablee.server.views.frames import SHOWN, came, patch
from tablee.server.views.scenes import scene_of
from tablee.server.views.sentences import log_line, seat_names

EVERYTHING, SPECTATOR = "all", "onlooker"
"""The views of a replay besides those of the seats, which are named by their numbers."""


def past_frame(table: Table, number: int, seat: int | None, say: Language, shape: str = UPRIGHT) -> dict[str, Any]:
    """The whole picture after an event, as far as a seat may know it now; raises `Refused`."""
    eyes, position = PastViewer(table, seat, say, shape=shape), Position(table, number)
    scene, former = eyes.scene(position), position.former()
    fresh = came(eyes.scene(former).nodes, scene.nodes, scene.window) if former else []
    return {"say": "past", "number": number, "scene": patch((), scene), "came": fresh}


def replay(table: Table, eyes: str, say: Language, shape: str = UPRIGHT, bottom: int | None = None) -> dict[str, Any]:
    """A finished game, position by position: each picture as the difference to the previous one.

    `bottom` is the seat at the bottom of the picture, as at the table; None for the seat whose view it is.
    """
    everything = eyes == EVERYTHING
    looking = PastViewer(table, seat_of(table, eyes), say, everything=everything, bottom=bottom, shape=shape)
    return {"frames": looking.frames(), "log": looking.log(), "course": course(table), "colours": table.colours}


def course(table: Table) -> list[tuple[int, list[int]]]:
    """The scores of all seats after each event that changed them."""
    assert table.definition is not None
    points: list[tuple[int, list[int]]] = []
    for event, moment in zip(table.events, table.past_states, strict=True):
        if moment.state is not None:
            scores = table.definition.result(moment.state).scores
            if not points or scores != points[-1][1]:
                points.append((event.number, scores))
    return points


def seat_of(table: Table, eyes: str) -> int | None:
    """The seat whose view is requested, None for the others; raises `Refused`."""
    if table.status != "over" or table.definition is None:
        raise Refused("not_now")
    if eyes in (EVERYTHING, SPECTATOR):
        return None
    if eyes not in map(str, range(len(table.seats))):
        raise Refused("bad_message")
    return int(eyes)


class PastViewer:
    """Draws past positions of a table for one viewer."""

    def __init__(
        self,
        table: Table,
        seat: int | None,
        say: Language,
        *,
        everything: bool = False,
        bottom: int | None = None,
        shape: str = UPRIGHT,
    ) -> None:
        """With `everything`, the viewer sees the whole state; the game must be over.

        `bottom` is the seat at the bottom of the picture, if it is not the one whose view it is.
        """
        self.names = seat_names(table, say)
        self._table = table
        self._seat = seat
        self._say = say.in_colours(table.colours)
        self._everything = everything
        self._bottom = seat if bottom is None else bottom
        self._revealed = range(len(table.seats)) if everything else () if seat is None else (seat,)
        """The seats whose secrets are shown: a scene depends on these, not on the seat at the bottom."""
        self._shape = shape

    def scene(self, position: Position, before: Document | None = None) -> Scene:
        """The picture of a position; with the view before it, moved nodes are animated."""
        definition = self._table.definition
        if definition is None:
            raise Refused("not_now")
        lately = Lately(before, position.latest_steps(self._seat, definition.pictures.LOOK_BACK))
        view = {**self._view(position), "revealed": self._revealed}
        return scene_of(definition, self._shape, view, self._bottom, [], self.names, self._say, lately)

    def frames(self) -> list[dict[str, Any]]:
        """All positions."""
        frames = []
        before, view = Scene(0, 0, ()), None
        for event in self._table.events:
            if isinstance(event, SHOWN):
                position = Position(self._table, event.number)
                scene = self.scene(position, view if isinstance(event, STEPS) else None)
                news = patch(before.parts, scene)
                fresh = came(before.nodes, news["set"], scene.window)
                frames.append({"number": event.number, "scene": news, "came": fresh})
                before, view = scene, self._view(position)
        return frames

    def log(self) -> list[tuple[int, str]]:
        """The log in words."""
        table, events = self._table, self._table.events
        lines = ((one.number, log_line(table, one, self._seat, self.names, self._say)) for one in events)
        return [(number, line) for number, line in lines if line]

    def _view(self, position: Position) -> Document:
        return position.truth() if self._everything else position.view(self._seat)
