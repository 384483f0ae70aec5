"""What is sent of a table: pictures and sentences for pages, texts for programs, all of it from views."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec

from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.games.scenery import NOTHING, PREVIEW, THROWN, UPRIGHT, Lately, Node, Scene
from tablee.language import Language
from tablee.show.finale import finale
from tablee.show.programs import spoken
from tablee.show.remarks import remark
from tablee.show.result import result_of
from tablee.show.scenes import scene_of
from tablee.show.sentences import log_line, plate_names, seat_names
from tablee.show.since import own_turn, since_turn
from tablee.table.events import (
    STEPS,
    Act,
    Back,
    Chance,
    Event,
    Hand,
    Leave,
    Over,
    Return,
    Start,
)
from tablee.table.past import table_at
from tablee.table.table import Table

SHOWN = (Start, Act, Chance, Back, Leave, Hand, Return, Over)
"""The kinds of events that change what the table looks like."""

MOST_MISSED = 24
"""So many of the latest events are shown one by one to somebody who was away."""

LATEST = 3
"""Among so many actions the one is sought that came last and can still be seen: some leave nothing."""

Parts = Sequence[Sequence[Node]]
"""Those of a scene."""


class Difference(NamedTuple):
    """The nodes of those parts of a picture that have changed: what they were, by key, and what they are now."""

    before: dict[str, Node]
    now: list[Node]


_encode = msgspec.json.Encoder().encode


def encode(message: dict[str, Any]) -> str:
    """A message as it goes over the wire."""
    return _encode(message).decode()


class Painter:
    """Paints frames for one seat in one language and shape, each as the difference to the one before."""

    def __init__(self, seat: int | None, say: Language, shape: str = UPRIGHT, *, finales: bool = True) -> None:
        """With `finales`, an end is counted before it is shown."""
        self.seat = seat
        self._finales = finales
        self._say = say
        self._shape = shape
        self._parts: Parts | None = None
        self._view: Document | None = None
        self._over = False
        self._left: dict[int, bool] = {}
        self._line_of: dict[int, str] = {}
        self._scene: Scene | None = None
        self._open_line: tuple[int, str] = (0, "")
        self._given_names: list[str] = []
        self._shown_names: list[str] = []

    def first_frame(self, table: Table, *, last: bool = True) -> dict[str, Any]:
        """The whole picture and the whole log."""
        self._parts = None
        return self.frame(table, table.events, last=last)

    def frame(self, table: Table, news: Sequence[Event], *, last: bool = True) -> dict[str, Any]:
        """The table as it stands now that the news have happened; only the last frame offers actions."""
        assert table.folder is not None
        self._say = self._say.in_colours(table.colours)
        names = self._names(table)
        view = table.view(self.seat)
        to_act = table.to_act
        actions = table.actions(self.seat) if last else []
        lately = self._lately(table, table.folder, news)
        self._view = view
        on_plates = plate_names(table, names, self._say)
        scene = scene_of(table.folder, self._shape, view, self.seat, actions, on_plates, self._say, lately)
        self._scene = scene
        whole, finale = self._parts is None, self._finale(table, table.folder, view, on_plates)
        return {
            "say": "frame",
            "number": table.number,
            "step": table.step,
            "whole": whole,
            "finale": finale,
            "scene": self._patch(scene, news),
            "prompt": table.folder.words.prompt(view, self.seat, names, self._say) if table.going_on else "",
            "yours": last and to_act is not None and to_act == self.seat,
            "turn": to_act,
            "log": self._lines(table, news, names),
            "back": last and table.can_take_back(self.seat) is not None,
            "since": self._since(table, names),
            "seat": self.seat,
            "curtain": None,
            "result": result_of(table, self.own, names, self._say),
            "remark": remark(table, news, self._say),
        }

    @property
    def own(self) -> Sequence[int]:
        """The seats of those who look."""
        return () if self.seat is None else (self.seat,)

    def _finale(self, table: Table, folder: GameFolder, view: Document, names: Sequence[str]) -> dict[str, Any] | None:
        """How the end is shown to somebody who has seen the game until now."""
        was_over, self._over = self._over, not table.going_on
        ends = self._finales and self._over and not was_over and self._parts is not None
        if not ends or table.state is None or folder.result(table.state).reason == "left":
            return None
        shown = finale(folder, view, self.seat, names, self._say, self._shape)
        if shown is None:
            return None
        beats = [{"scene": self._patch(beat.scene, ()), "words": beat.words, "stay": beat.stay} for beat in shown.beats]
        return {"beats": beats, "told": spoken(shown.told, self._say)}

    def frames(self, table: Table, news: Sequence[Event], *, last: bool) -> list[dict[str, Any]]:
        """The frames for some news: one, but for a device that goes from hand to hand."""
        return [self.frame(table, news, last=last)]

    def frames_since(self, table: Table, after: int, seen: int) -> list[dict[str, Any]]:  # noqa: ARG002
        """The frames for somebody who comes, and has seen the table up to `seen`: see `missed_frames`."""
        return self.missed_frames(table, seen)

    def look_again(self, table: Table) -> dict[str, Any]:
        """The whole picture once more."""
        return self.first_frame(table)

    def _lately(self, table: Table, folder: GameFolder, news: Sequence[Event]) -> Lately:
        """What led to the present view; nothing moves but by an action or outcome that has just happened."""
        count = folder.pictures.LOOK_BACK
        if not count:
            return NOTHING
        moved = self._parts is not None and len(news) == 1 and isinstance(news[0], STEPS)
        return Lately(self._view if moved else None, table.latest_steps(self.seat, count))

    def shows(self, key: str) -> bool:
        """Is there a node of that name in the picture?"""
        return any(node.key == key for part in self._parts or () for node in part)

    def offers_more_than(self, action: str) -> bool:
        """Is an action offered only together with the one after it? Then it stands nowhere by itself."""
        offered = _offered(self._scene) if self._scene else frozenset()
        return action not in offered and any(_begins_with(text, action) for text in offered)

    def _names(self, table: Table) -> list[str]:
        """The names of the seats, looked up anew only when somebody has taken another."""
        given = table.names
        if given != self._given_names:
            self._given_names, self._shown_names = given, seat_names(table, self._say)
            self._line_of = {}
        return self._shown_names

    def missed_frames(self, table: Table, seen: int) -> list[dict[str, Any]]:
        """Frames for the events after `seen`, as it was then; the first is whole. At least the table as it is now."""
        missed = [event for event in table.events if event.number > seen and isinstance(event, SHOWN)]
        if not missed:
            return [self.first_frame(table) | {"fresh": self._latest_nodes(table)}]
        shown = {event.number for event in missed if self._lay_open(table, event)}
        shown |= {event.number for event in missed[-MOST_MISSED:-1]}
        frames = self._past_frames(table, [*sorted(shown - {table.number}), table.number])
        told = {"missed": {"after": seen, "until": table.number}, "fresh": self._first_nodes(table, frames)}
        return [frames[0] | told, *frames[1:]]

    def _first_nodes(self, table: Table, frames: Sequence[dict[str, Any]]) -> list[str]:
        """The keys of the nodes that came with the first of some past frames, before which nothing was shown."""
        number = frames[0]["number"]
        if number == table.number:
            return self._latest_nodes(table)
        if not isinstance(table.events[number - 1], STEPS):
            return []
        return self._came_with(table, number, number)

    def _lay_open(self, table: Table, event: Event) -> bool:
        """Did an event show something that is hidden now? Then it is shown to those who missed it, whenever it was."""
        if not isinstance(event, STEPS):
            return False
        then, now = (table.as_known_now(event, self.seat, unseen=unseen) for unseen in (True, False))
        return then != now

    def _past_frames(self, table: Table, numbers: Sequence[int]) -> list[dict[str, Any]]:
        """The table after each of these events; the first frame is whole."""
        past = table_at(table, numbers[0] - 1)
        frames = []
        self._parts = None
        for number in numbers:
            news = table.events[past.number : number]
            for event in news:
                past.append(event)
            news = past.events if self._parts is None else news
            frames.append(self.frame(past, news, last=number == table.number))
        return frames

    def _since(self, table: Table, names: Sequence[str]) -> list[dict[str, Any]]:
        """What the others have done since the turn of the one who looks."""

        def tell(event: Event) -> str:
            known = self._line_of.get(event.number)
            return known if known is not None else self._line(table, event, names)

        return since_turn(table, self.seat, tell, lambda event: self._leaves(table, event.number))

    def _line(self, table: Table, event: Event, names: Sequence[str]) -> str:
        """What the log says of an event now; it is remembered, as it is told again until one's turn, and at the end."""
        line = self._line_of.get(event.number)
        if line is None or not (isinstance(event, STEPS) and table.hides_nothing):
            line = self._line_of[event.number] = log_line(table, event, self.seat, names, self._say)
        return line

    def _remember(self, event: Event, found: Difference, window: int) -> None:
        """Remember whether an event left something to be seen: it is asked for again and again."""
        self._left[event.number] = any(_has_come(node, found.before.get(node.key), window) for node in found.now)

    def _leaves(self, table: Table, number: int) -> bool:
        """Has a step left something to be seen?"""
        if number not in self._left:
            self._left[number] = bool(self._came_with(table, number, number))
        return self._left[number]

    def _latest_nodes(self, table: Table) -> list[str]:
        """The keys of what came since the turn of the one who looks, or else with the latest action that left any."""
        first = own_turn(table, self.seat)
        return (self._came_with(table, first + 1, table.number) if first else []) or self._latest_of_all(table)

    def _latest_of_all(self, table: Table) -> list[str]:
        acts = [event.number for event in table.events if isinstance(event, Act)][-LATEST:]
        return next((keys for number in reversed(acts) if (keys := self._came_with(table, number, table.number))), [])

    def _came_with(self, table: Table, first: int, last: int) -> list[str]:
        """The keys of the nodes that came with some events, as they lay there after the last of them."""
        then, now = (self._bare_scene(table, number) for number in (first - 1, last))
        return came(then.nodes, now.nodes, now.window)

    def _bare_scene(self, table: Table, number: int) -> Scene:
        """The picture after an event, without anything that could be done."""
        state = table.moments[number - 1].state
        assert table.folder is not None
        assert state is not None
        view, names = table.folder.sight(state, self.seat), self._names(table)
        return scene_of(table.folder, self._shape, view, self.seat, [], names, self._say)

    def _patch(self, scene: Scene, news: Sequence[Event]) -> dict[str, Any]:
        """What has changed in the picture; of a single piece of news it is remembered whether it left something."""
        before, self._parts = self._parts, scene.parts
        found = difference(before or (), scene.parts)
        if before is not None and len(news) == 1:
            self._remember(news[0], found, scene.window)
        return _patch(scene, found)

    def _lines(self, table: Table, news: Sequence[Event], names: Sequence[str]) -> list[tuple[int, str]]:
        """The lines to add to the log, and those that read otherwise now: what lay open may lie hidden."""
        if Back in map(type, news):
            self._line_of = {}  # nothing follows any more from what is taken back
        lines = ((event.number, self._line(table, event, names)) for event in self._told(table, news))
        return [(number, line) for number, line in lines if line]

    def _told(self, table: Table, news: Sequence[Event]) -> Sequence[Event]:
        (before, text), now = self._open_line, table.latest_step
        known = self._known(table, now) if now else ""
        self._open_line = now, known
        if Over in map(type, news):
            return table.events
        numbers = {event.number for event in news}
        if before and (known if before == now else self._known(table, before)) != text:
            numbers.add(before)
        if now and now != before:
            numbers.add(now)
        return [table.events[number - 1] for number in sorted(numbers)]

    def _known(self, table: Table, number: int) -> str:
        step = table.events[number - 1]
        return table.as_known_now(step, self.seat) if isinstance(step, STEPS) else ""


def patch(before: Parts, scene: Scene) -> dict[str, Any]:
    """A scene as it is sent: what is different from the parts of the scene before."""
    return _patch(scene, difference(before, scene.parts))


def _patch(scene: Scene, found: Difference) -> dict[str, Any]:
    gone = found.before.copy()
    return {
        "width": scene.width,
        "height": scene.height,
        "set": [node for node in found.now if gone.pop(node.key, None) != node],
        "gone": list(gone),
        "offers": scene.offers,
        "hold": scene.hold,
        "bar": scene.bar,
        "picks": scene.picks,
        "throw": scene.throw,
        "spoken": scene.spoken,
        "depicted": scene.depicted,
        "window": scene.window,
        "window_at": scene.window_at,
        "free": scene.free,
    }


def difference(before: Parts, now: Parts) -> Difference:
    """What is in those parts of a picture that are not the very same as before."""
    gone: list[Node] = []
    come: list[Node] = []
    for old, new in zip_longest(before, now, fillvalue=()):
        if old is not new:
            gone += old
            come += new
    return Difference({node.key: node for node in gone}, come)


def came(before: Sequence[Node], now: Sequence[Node], window: int) -> list[str]:
    """The keys of what has just come from somewhere, or was moved within a window: it is marked."""
    known = {node.key: node for node in before}
    return [node.key for node in now if before and _has_come(node, known.get(node.key), window)]


def _has_come(node: Node, before: Node | None, window: int) -> bool:
    """Dice never have, nor what is only foreseen."""
    has_come = _was_moved(node, before, window) if before else bool(node.enter)
    return has_come and not {THROWN, PREVIEW} & set(node.kind.split())


def _was_moved(node: Node, before: Node, window: int) -> bool:
    return node.layer < window and (node.x, node.y) != (before.x, before.y)


def _offered(scene: Scene) -> frozenset[str]:
    """All texts that a picture offers."""
    nodes = (text for texts in scene.offers.values() for text in texts)
    return frozenset((*nodes, *(button.action for row in scene.bar for button in row.buttons), scene.throw))


def _begins_with(offered: str, action: str) -> bool:
    """Is an action the first of several that are offered together, whatever is picked?"""
    first, separator, _ = offered.partition("; ")
    before, picks, after = first.partition("{picks}")
    matches = action.startswith(before) and action.endswith(after) if picks else action == first
    return bool(separator) and matches
