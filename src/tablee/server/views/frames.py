"""Frames of a table for pages: pictures and sentences, made from views alone."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import chain
from typing import Any

import msgspec

from tablee.games import GameDefinition
from tablee.games.canvas import Canvas, PaintedParts
from tablee.games.document import Document
from tablee.games.language import Language
from tablee.games.scenery import NOTHING, PREVIEW, THEN, THROWN, UPRIGHT, Lately, Node, Scene
from tablee.server.table.events import (
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
    Step,
    UndoAnswer,
    UndoRequest,
)
from tablee.server.table.past import table_at
from tablee.server.table.seating import Seating
from tablee.server.table.table import Table
from tablee.server.views.bot_characters import remark
from tablee.server.views.bot_marks import spoken
from tablee.server.views.finale import Counting, counting_of, finale
from tablee.server.views.result import result_of
from tablee.server.views.scenes import scene_of
from tablee.server.views.sentences import log_line, panel_names, prompt_of, seat_names, undo_label

SHOWN = (Start, Act, Chance, Back, UndoRequest, UndoAnswer, Leave, Hand, Return, Over)
"""The kinds of events that change the picture, or what can be done."""

MOST_MISSED = 24
"""Somebody who was away is shown at most this many of the latest events, one by one."""

LATEST = 3
"""Search this many of the latest actions for one that left a visible trace: some leave none."""

HELD = 3
"""The latest states of a table that are at hand however full the house is."""

MOST_LOGS = 8
"""The most logs that a table's builders share: by language, names, and what was taken back."""

UNMARKED = {THROWN, PREVIEW}
"""Kinds of nodes that are never marked as new."""

Parts = Sequence[Sequence[Node]]
"""The parts of a scene."""


Lines = dict[int, tuple[tuple[object, ...], str]]
"""Lines of a log by the numbers of their events, each with what it depends on."""
_UNTOLD: tuple[tuple[object, ...], str] = ((None,), "")

encode: Callable[[dict[str, Any]], bytes] = msgspec.json.Encoder().encode
"""Encode a message for the wire."""


class TableMoment:
    """A table after one event: what is worked out of it once for all who see the same."""

    def __init__(self, table: Table, held: Sequence[object] = ()) -> None:
        """`held` are the states of the moments before: the next differs little, and their lines are told again."""
        self.table, self.number, self.held = table, table.number, held
        self._views: dict[int | None, Document] = {}
        self.told: dict[Hashable, tuple[list[tuple[int, str]], tuple[int, str]]] = {}
        """Lines to add to the log, and the line after them that may have to be told again."""
        self._countings: dict[Hashable, Counting | None] = {}

    def view(self, seat: int | None, eyes: int | None) -> Document:
        """What a seat sees; all with the same `eyes` see the same."""
        view = self._views.get(eyes)
        if view is None:
            view = self.table.view(seat)
            if not self._views:
                self.held = self.table.held, *self.held[: HELD - 1]
            self._views[eyes] = view
        return view

    def counting(
        self, definition: GameDefinition, view: Document, names: Sequence[str], say: Language
    ) -> Counting | None:
        """What the finale counts. The game is over, so all have the same view."""
        key = say, tuple(names)
        if key not in self._countings:
            self._countings[key] = counting_of(definition, view, names, say)
        return self._countings[key]


class TableViews:
    """What the frame builders of one table share: paintings, the latest moment, and lines of the log."""

    def __init__(self) -> None:
        self.canvas = Canvas()
        self._lines: dict[Hashable, Lines] = {}
        self._moment: TableMoment | None = None

    def moment(self, table: Table) -> TableMoment:
        """The moment after the latest event of a table."""
        moment = self._moment
        if moment is None or moment.table is not table or moment.number != table.number:
            moment = self._moment = TableMoment(table, moment.held if moment else ())
        return moment

    def lines(self, key: Hashable) -> Lines:
        """The lines by event; the key has what they depend on."""
        while key not in self._lines and len(self._lines) >= MOST_LOGS:
            del self._lines[next(iter(self._lines))]
        return self._lines.setdefault(key, {})


class FrameBuilder:
    """Builds frames for one seat, language and shape, each as the difference to the previous one."""

    def __init__(
        self,
        seat: int | None,
        say: Language,
        shape: str = UPRIGHT,
        *,
        finales: bool = True,
        shared: TableViews | None = None,
    ) -> None:
        """With `finales`, the end of a game is counted before it is shown."""
        self._shared = shared or TableViews()
        self.seat = seat
        self._finales = finales
        self._say = say
        self._shape = shape
        self._parts: Parts | None = None
        self._view: Document | None = None
        self._over = False
        self._left: dict[int, bool] = {}
        self._line_of: Lines = {}
        self._taken_back = 0
        self._open_line: tuple[int, str] = (0, "")
        self._seating: Seating | None = None
        self._eyes: int | None = None
        self._names: Sequence[str] = ()
        self._on_panels: Sequence[str] = ()

    def first_frame(self, table: Table, *, last: bool = True) -> dict[str, Any]:
        """A frame with the whole picture and the whole log."""
        self._parts = None
        return self.frame(table, table.events, last=last)

    def frame(self, table: Table, news: Sequence[Event], *, last: bool = True) -> dict[str, Any]:
        """The frame after some new events. Only the last frame offers actions."""
        definition = table.definition
        assert definition is not None
        eyes = self._look_round(table)
        names, say, seat, own, moment = self._names, self._say, self.seat, self.own, self._shared.moment(table)
        view = moment.view(seat, eyes)
        actions = self._offered(table) if last else []
        lately = self._lately(table, definition, news)
        self._view = view
        scene = scene_of(
            definition, self._shape, view, seat, actions, self._on_panels, say, lately, self._shared.canvas
        )
        whole, finale = self._parts is None, self._finale(moment, definition, view)
        patch, log, since = self._patch(scene, news), self._log(moment, news, eyes), self._since(table)
        result, said = result_of(table, own, names, say), remark(table, news, say)
        turn, back = table.to_act, last and any(table.can_take_back(one) is not None for one in own)
        return {
            "say": "frame",
            "number": moment.number,
            "step": table.step,
            "whole": whole,
            "finale": finale,
            "scene": patch,
            "prompt": prompt_of(table, view, seat, names, say),  # last, as it tells of all faults so far
            "yours": last and turn is not None and turn == seat,
            "turn": turn,
            "log": log,
            "back": back,
            "undo": undo_label(table, own, say, back=back) if last else "",
            "since": since,
            "seat": seat,
            "curtain": None,
            "result": result,
            "remark": said,
        }

    def _offered(self, table: Table) -> list[str]:
        """The actions that are offered."""
        return table.actions(self.seat)

    @property
    def own(self) -> Sequence[int]:
        """The seats of those who look."""
        return () if self.seat is None else (self.seat,)

    def _finale(self, moment: TableMoment, definition: GameDefinition, view: Document) -> dict[str, Any] | None:
        """The finale, for a viewer who has seen the game until now."""
        table = moment.table
        was_over, self._over = self._over, not table.going_on
        ends = self._finales and self._over and not was_over and self._parts is not None
        if not ends or table.state is None or definition.result(table.state).reason == "left":
            return None
        names, say = self._on_panels, self._say
        counting = moment.counting(definition, view, names, say)
        if counting is None:
            return None
        shown = finale(counting, definition, self.seat, names, say, self._shape, self._shared.canvas)
        beats = [{"scene": self._patch(beat.scene, ()), "words": beat.words, "stay": beat.stay} for beat in shown]
        return {"beats": beats, "told": spoken(counting.told, say)}

    def frames(self, table: Table, news: Sequence[Event], *, last: bool) -> list[dict[str, Any]]:
        """The frames for some new events: always one; `SharedFrameBuilder` may send more."""
        return [self.frame(table, news, last=last)]

    def look_again(self, table: Table) -> dict[str, Any]:
        """A frame with the whole picture."""
        return self.first_frame(table)

    def _lately(self, table: Table, definition: GameDefinition, news: Sequence[Event]) -> Lately:
        """The steps that led to the current view. Nodes are animated only for a step that has just happened."""
        count = definition.pictures.LOOK_BACK
        if not count:
            return NOTHING
        moved = self._parts is not None and len(news) == 1 and isinstance(news[0], STEPS)
        return Lately(self._view if moved else None, table.latest_steps(self.seat, count))

    def shows(self, key: str) -> bool:
        """Does the picture have a node with this key, or with each of these, joined by " > "?"""
        return set(key.split(THEN)) <= {node.key for part in self._parts or () for node in part}

    def offers_more_than(self, table: Table, action: str) -> bool:
        """Is an action offered only together with the next one, and never alone?"""
        scene = self._bare_scene(table, table.number, self._offered(table))
        buttons = (button.action for row in scene.bar for button in row.buttons)
        offered = {*chain.from_iterable(scene.offers.values()), *scene.moves, *buttons, scene.throw}
        return action not in offered and any(_begins_with(text, action) for text in offered)

    def _look_round(self, table: Table) -> int | None:
        """Note who sits there, if that has changed: names and colours. Returns through whose eyes this seat sees."""
        seating, eyes = table.seating, table.eyes(self.seat)
        if seating is not self._seating or eyes != self._eyes:
            self._seating, self._eyes, self._say = seating, eyes, self._say.in_colours(seating.colours)
            self._names = seat_names(table, self._say)
            self._on_panels = panel_names(table, self._names, self._say)
            self._change_lines()
        return eyes

    def _change_lines(self, kept_before: int = 0) -> None:
        """Go on with the lines of other builders that tell the same; else with one's own before an event."""
        known = self._line_of
        self._line_of = self._shared.lines((self._say, tuple(self._names), self._taken_back, self._eyes))
        if not self._line_of:
            self._line_of.update((number, line) for number, line in known.items() if number < kept_before)

    def frames_since(self, table: Table, after: int, seen: int) -> list[dict[str, Any]]:  # noqa: ARG002
        """Frames for the events after `seen`; the first has the whole picture. At least the current table."""
        missed = [event for event in table.events if event.number > seen and isinstance(event, SHOWN)]
        if not missed:
            return [self.first_frame(table) | {"fresh": self._latest_nodes(table)}]
        shown = {event.number for event in missed[-MOST_MISSED:-1]}
        for event in missed:
            if isinstance(event, STEPS):  # what an event showed that is hidden now is shown, however old it is
                then, now = (table.as_known_now(event, self.seat, unseen=unseen) for unseen in (True, False))
                shown |= {event.number} if then != now else set()
        frames = self._past_frames(table, [*sorted(shown - {table.number}), table.number])
        told = {"missed": {"after": seen, "until": table.number}, "fresh": self._first_nodes(table, frames)}
        return [frames[0] | told, *frames[1:]]

    def _first_nodes(self, table: Table, frames: Sequence[dict[str, Any]]) -> list[str]:
        """The keys of the new nodes in the first of some past frames, which has no frame before it."""
        number = frames[0]["number"]
        if number == table.number:
            return self._latest_nodes(table)
        if not isinstance(table.events[number - 1], STEPS):
            return []
        return self._came_with(table, number, number)

    def _past_frames(self, table: Table, numbers: Sequence[int]) -> list[dict[str, Any]]:
        """The table after each of these events; the first frame has the whole picture."""
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

    def _since(self, table: Table) -> list[dict[str, Any]]:
        """One line for each player who has done something since the viewer's turn, in order."""
        told: dict[int, Step | Leave] = {}
        for event in since_own_turn(table, self.seat)[1]:
            if event.seat not in told and self._matters(table, event):
                told[event.seat] = event
        lines = []
        for seat, event in reversed(told.items()):
            known = self._line_of.get(event.number)
            words = self._line(table, event) if known is None else known[1]
            if words:
                whose = _starter(table) if event is table.steps[0].event and table.opens_with_chance else seat
                lines.append({"seat": whose, "colour": table.colour(whose), "words": words})
        return lines

    def _matters(self, table: Table, event: Step | Leave) -> bool:
        """Is an event told to a viewer whose turn was before it?

        A step that left no visible trace is told only if chance decided it (a throw that lost a turn), even if it was
        the viewer's own.
        """
        if isinstance(event, Leave):
            return True
        if event.seat == self.seat:
            return isinstance(event, Chance) and table.to_act != self.seat and event.number == table.latest_step
        if not isinstance(event, Chance) and event.number not in self._left:
            self._left[event.number] = bool(self._came_with(table, event.number, event.number))
        return isinstance(event, Chance) or self._left[event.number]

    def _line(self, table: Table, event: Event) -> str:
        """The log's line for an event. It is cached, because it is repeated until the viewer's turn and at the end."""
        known: tuple[object, ...] = ()
        # What is told depends on what the seat may know now, and its consequences on what it sees.
        if isinstance(event, STEPS) and not table.hides_nothing:
            assert table.definition is not None
            latest = event.number == table.latest_step and table.definition.words.has("aftermath")
            known = table.as_known_now(event, self.seat), latest
        told, line = self._line_of.get(event.number, _UNTOLD)
        if told != known:
            line = log_line(table, event, self.seat, self._names, self._say)
            self._line_of[event.number] = known, line
        return line

    def _latest_nodes(self, table: Table) -> list[str]:
        """The keys of what is new since the viewer's turn; else, of the latest action that left a visible trace."""
        first = since_own_turn(table, self.seat)[0]
        if first and (keys := self._came_with(table, first + 1, table.number)):
            return keys
        acts = [event.number for event in table.events if isinstance(event, Act)][-LATEST:]
        return next((keys for number in reversed(acts) if (keys := self._came_with(table, number, table.number))), [])

    def _came_with(self, table: Table, first: int, last: int) -> list[str]:
        """The keys of the nodes that some events added or moved."""
        then, now = (self._bare_scene(table, number) for number in (first - 1, last))
        return came(then.nodes, now.nodes, now.window)

    def _bare_scene(self, table: Table, number: int, actions: Sequence[str] = ()) -> Scene:
        """The picture after an event, with these actions offered."""
        state = table.past_states[number - 1].state
        assert table.definition is not None
        assert state is not None
        view = table.definition.sight(state, self.seat)
        self._look_round(table)
        return scene_of(
            table.definition,
            self._shape,
            view,
            self.seat,
            actions,
            self._names,
            self._say,
            NOTHING,
            self._shared.canvas,
        )

    def _patch(self, scene: Scene, news: Sequence[Event]) -> dict[str, Any]:
        """The changes in the picture. For a single event, cache whether it left a visible trace."""
        before, self._parts = self._parts, scene.parts
        changed, gone = difference(before, scene.parts) if before is not None else (scene.nodes, {})
        if before is not None and len(news) == 1:
            self._left[news[0].number] = any(_has_come(node, gone.get(node.key), scene.window) for node in changed)
        for node in changed:
            gone.pop(node.key, None)
        return _patch(scene, changed, gone)

    def _log(self, moment: TableMoment, news: Sequence[Event], eyes: int | None) -> list[tuple[int, str]]:
        """The lines to add to the log, and those whose text has changed because something is hidden now."""
        table = moment.table
        if backs := [event for event in news if isinstance(event, Back)]:  # what was taken back is told otherwise
            self._taken_back = backs[-1].number
            self._change_lines(kept_before=min(event.to for event in backs))
        key = self._say, eyes, news[0].number if news else 0, len(news), self._open_line
        if key not in moment.told:
            told = ((event.number, self._line(table, event)) for event in self._told(table, news))
            moment.told[key] = [(number, line) for number, line in told if line], self._open_line
        lines, self._open_line = moment.told[key]
        return lines

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
    """A scene as it is sent: its differences to the previous parts."""
    changed, gone = difference(before, scene.parts)
    for node in changed:
        gone.pop(node.key, None)
    return _patch(scene, changed, gone)


def _patch(scene: Scene, changed: Sequence[Node], gone: Iterable[str]) -> dict[str, Any]:
    return {
        "width": scene.width,
        "height": scene.height,
        "set": changed,
        "gone": list(gone),
        "offers": scene.offers,
        "moves": scene.moves,
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


def difference(before: Parts, now: Parts) -> tuple[list[Node], dict[str, Node]]:
    """The nodes that are new or have changed, and the old nodes by key that are not there any more or have changed.

    Parts and nodes that are the same object have not changed.
    """
    missing: dict[str, Node] = {}
    new: list[Node] = []
    for gone, come in _unlike_parts(before, now):
        if len(gone) == len(come):
            for node, other in zip(gone, come, strict=True):
                if node is not other and node != other:
                    missing[node.key] = node
                    new.append(other)
        else:
            for node in gone:
                missing[node.key] = node
            new += come
    if not missing:
        return new, missing
    changed = []
    for node in new:
        if node.key in missing and missing[node.key] == node:
            del missing[node.key]
        else:
            changed.append(node)
    return changed, missing


def _unlike_parts(before: Parts, now: Parts) -> Iterable[tuple[Sequence[Node], Sequence[Node]]]:
    """The old and new parts that are not the same object, side by side."""
    if isinstance(before, PaintedParts) and isinstance(now, PaintedParts) and len(before.groups) == len(now.groups):
        found: list[tuple[Sequence[Node], Sequence[Node]]] = []
        for old, new in _pairs(before.groups, now.groups):
            found += _unlike(old, new)
        return found
    return _unlike(before, now)


def _unlike(before: Parts, now: Parts) -> Iterable[tuple[Sequence[Node], Sequence[Node]]]:
    """The parts that are not in both."""
    if len(before) == len(now):
        return _pairs(before, now)
    old, new = set(map(id, before)), set(map(id, now))
    gone: list[Node] = [node for part in before if id(part) not in new for node in part]
    return [(gone, [node for part in now if id(part) not in old for node in part])]


def _pairs(before: Sequence[Any], now: Sequence[Any]) -> Iterable[tuple[Any, Any]]:
    """The places at which two sequences of one length do not have the same object."""
    return [(old, new) for old, new in zip(before, now, strict=True) if old is not new]


def came(before: Sequence[Node], now: Sequence[Node], window: int) -> list[str]:
    """The keys of nodes to mark: those that came from somewhere, or moved below the layer `window`."""
    known = {node.key: node for node in before}
    return [node.key for node in now if before and _has_come(node, known.get(node.key), window)]


def _has_come(node: Node, before: Node | None, window: int) -> bool:
    """Dice and previews are never marked."""
    if before is None:
        has_come = bool(node.enter)
    else:
        has_come = node.layer < window and (node.x != before.x or node.y != before.y)
    return has_come and UNMARKED.isdisjoint(node.kind.split())


def _begins_with(offered: str, action: str) -> bool:
    """Is an action the first of several that are offered together, for any picks?"""
    first, separator, _ = offered.partition("; ")
    before, picks, after = first.partition("{picks}")
    matches = action.startswith(before) and action.endswith(after) if picks else action == first
    return bool(separator) and matches


FURTHEST = 60
"""Maximum number of events to look back: no turn takes longer to come."""


def since_own_turn(table: Table, seat: int | None) -> tuple[int, list[Step | Leave]]:
    """The number of a seat's latest action in force (0: none), and what is in force after it, the latest first.

    For a spectator, the action before the latest.
    """
    to_skip, oldest = 1 if seat is None else 0, table.number - FURTHEST
    since: list[Step | Leave] = []
    for step in reversed(table.steps):
        event = step.event
        if event.number <= oldest:
            break
        if isinstance(event, Act) and seat in (None, event.seat):
            if not to_skip:
                return event.number, since
            to_skip -= 1
        since.append(event)
    return 0, since


def _starter(table: Table) -> int:
    """The seat that an opening throw lets begin."""
    return table.steps[1].event.seat if len(table.steps) > 1 else table.to_act or 0
