"""Past positions as they are sent: one of a table at which somebody looks back, or all of a game that is over."""

from typing import Any

from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.games.scenery import UPRIGHT, Lately, Scene
from tablee.language import Language
from tablee.show.frames import SHOWN, came, patch
from tablee.show.scenes import scene_of
from tablee.show.sentences import log_line, seat_names
from tablee.table.events import STEPS, Refused
from tablee.table.past import Position
from tablee.table.table import Table

EVERYTHING, ONLOOKER = "all", "onlooker"
"""Through whose eyes a game can be seen again, besides those of a seat, which is named by its number."""


def past_frame(table: Table, number: int, seat: int | None, say: Language, shape: str = UPRIGHT) -> dict[str, Any]:
    """The whole picture after an event, as far as a seat may know it now; raises `Refused`."""
    eyes, position = Eyes(table, seat, say, shape=shape), Position(table, number)
    scene, former = eyes.scene(position), position.former()
    fresh = came(eyes.scene(former).nodes, scene.nodes, scene.window) if former else []
    return {"say": "past", "number": number, "scene": patch((), scene), "came": fresh}


def replay(table: Table, eyes: str, say: Language, shape: str = UPRIGHT, bottom: int | None = None) -> dict[str, Any]:
    """A game that is over, position by position: each picture as the difference to the one before.

    `bottom` is the seat at the bottom of the picture, as at the table; None for that of the eyes.
    """
    everything = eyes == EVERYTHING
    looking = Eyes(table, seat_of(table, eyes), say, everything=everything, bottom=bottom, shape=shape)
    return {"frames": looking.frames(), "log": looking.log(), "course": course(table), "colours": table.colours}


def course(table: Table) -> list[tuple[int, list[int]]]:
    """How the points went: those of every seat after each event at which they changed."""
    assert table.folder is not None
    points: list[tuple[int, list[int]]] = []
    for event, moment in zip(table.events, table.moments, strict=True):
        if moment.state is not None:
            scores = table.folder.result(moment.state).scores
            if not points or scores != points[-1][1]:
                points.append((event.number, scores))
    return points


def seat_of(table: Table, eyes: str) -> int | None:
    """The seat through whose eyes somebody looks, None for those of no seat; raises `Refused`."""
    if table.status != "over" or table.folder is None:
        raise Refused("not_now")
    if eyes in (EVERYTHING, ONLOOKER):
        return None
    if eyes not in map(str, range(len(table.seats))):
        raise Refused("bad_message")
    return int(eyes)


class Eyes:
    """Somebody who looks at the past of a table."""

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
        """With `everything`, they see what nobody saw then; the game must be over.

        `bottom` is the seat at the bottom of the picture, if it is not the one through whose eyes they look.
        """
        self.names = seat_names(table, say)
        self._table = table
        self._seat = seat
        self._say = say.in_colours(table.colours)
        self._everything = everything
        self._bottom = seat if bottom is None else bottom
        self._revealed = range(len(table.seats)) if everything else () if seat is None else (seat,)
        """Whose secrets are seen: a scene goes by that, and not by who sits at the bottom."""
        self._shape = shape

    def scene(self, position: Position, before: Document | None = None) -> Scene:
        """The picture of a position; with the view before it, what moved since then moves."""
        folder = self._folder
        lately = Lately(before, position.latest_steps(self._seat, folder.pictures.LOOK_BACK))
        view = {**self._view(position), "revealed": self._revealed}
        return scene_of(folder, self._shape, view, self._bottom, [], self.names, self._say, lately)

    def frames(self) -> list[dict[str, Any]]:
        """All positions."""
        frames = []
        before, view = Scene(0, 0, ()), None
        for event in self._table.events:
            if isinstance(event, SHOWN):
                position = Position(self._table, event.number)
                scene = self.scene(position, view if isinstance(event, STEPS) else None)
                news = patch(before.parts, scene)
                frames.append(
                    {"number": event.number, "scene": news, "came": came(before.nodes, news["set"], scene.window)}
                )
                before, view = scene, self._view(position)
        return frames

    def log(self) -> list[tuple[int, str]]:
        """The log in words."""
        lines = (
            (event.number, log_line(self._table, event, self._seat, self.names, self._say))
            for event in self._table.events
        )
        return [(number, line) for number, line in lines if line]

    @property
    def _folder(self) -> GameFolder:
        if self._table.folder is None:
            raise Refused("not_now")
        return self._table.folder

    def _view(self, position: Position) -> Document:
        return position.truth() if self._everything else position.view(self._seat)
