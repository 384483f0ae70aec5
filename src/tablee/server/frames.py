"""What is sent of a table: pictures and sentences for pages, texts for programs, all of it from views."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from tablee.games.scenery import Node, Scene
from tablee.language import Language
from tablee.server.texts import headline, log_line, seat_names
from tablee.table.events import Event
from tablee.table.table import Table, fold

Nodes = dict[str, Node]
SHOWN = ("start", "act", "chance", "back", "leave", "over")
"""The kinds of events that change what the table looks like."""

_encode = msgspec.json.Encoder().encode


def encode(message: dict[str, Any]) -> str:
    """A message as it goes over the wire."""
    return _encode(message).decode()


class Painter:
    """Paints frames for one seat in one language, each as the difference to the one before."""

    def __init__(self, seat: int | None, say: Language) -> None:
        self._seat = seat
        self._say = say
        self._nodes: Nodes | None = None

    def frame(self, table: Table, lines: Iterable[Event], *, last: bool = True) -> dict[str, Any]:
        """The table as it stands now, with the log lines of some events; only the last frame offers actions."""
        names = seat_names(table, self._say)
        view = table.view(self._seat)
        actions = table.actions(self._seat) if last else []
        assert table.folder is not None
        scene: Scene = table.folder.scene.scene(view, self._seat, actions, names, self._say)
        whole = self._nodes is None
        to_act = table.to_act
        prompt = "" if to_act is None else table.folder.words.prompt(view, self._seat, names, self._say)
        return {
            "say": "frame",
            "number": table.number,
            "whole": whole,
            "scene": self._patch(scene),
            "prompt": prompt,
            "yours": last and to_act is not None and to_act == self._seat,
            "turn": to_act,
            "log": self._lines(table, lines),
            "back": last and table.can_take_back(self._seat) is not None,
            "result": result_rows(table, self._say),
        }

    def first_frame(self, table: Table) -> dict[str, Any]:
        """The whole picture and the whole log."""
        self._nodes = None
        return self.frame(table, table.events)

    def missed_frames(self, table: Table, seen: int) -> list[dict[str, Any]]:
        """A frame for each event after `seen`, as it was then; the first is whole. At least the table as it is now."""
        missed = [event.number for event in table.events if event.number > seen and event.kind in SHOWN]
        if not missed:
            return [self.first_frame(table)]
        past = fold(table.opening, table.seed, table.folder, table.events[: missed[0] - 1])
        frames = []
        self._nodes = None
        for number in [*missed[:-1], table.number]:
            before, latest = past.number, past.latest_step
            for event in table.events[before:number]:
                past.append(event)
            lines = past.events if self._nodes is None else changed_lines(past, past.events[before:], latest)
            frames.append(self.frame(past, lines, last=number == table.number))
        return frames

    def _patch(self, scene: Scene) -> dict[str, Any]:
        before = self._nodes or {}
        after = {node.key: node for node in scene.nodes}
        self._nodes = after
        return {
            "width": scene.width,
            "height": scene.height,
            "set": [node for key, node in after.items() if before.get(key) != node],
            "gone": [key for key in before if key not in after],
            "offers": scene.offers,
            "hold": scene.hold,
        }

    def _lines(self, table: Table, events: Iterable[Event]) -> list[tuple[int, str]]:
        lines = ((event.number, log_line(table, event, self._seat, self._say)) for event in events)
        return [(number, line) for number, line in lines if line]


def changed_lines(table: Table, news: Sequence[Event], latest_before: int) -> Sequence[Event]:
    """The events whose log lines are not what they were before the news: what lay open may lie hidden now."""
    if news[-1].kind == "over":
        return table.events
    numbers = {latest_before, table.latest_step, *(event.number for event in news)} - {0}
    return [table.events[number - 1] for number in sorted(numbers)]


def result_rows(table: Table, say: Language) -> dict[str, Any] | None:
    """The result as the page shows it, once the game is over."""
    if table.result is None:
        return None
    left = {event.seat for event in table.events if event.kind == "leave"}
    rows = [
        {
            "name": name,
            "seat": seat,
            "score": table.result.scores[seat],
            "winner": seat in table.result.winners,
            "left": seat in left,
        }
        for seat, name in enumerate(seat_names(table, say))
    ]
    return {"headline": headline(table, say), "rows": rows, "export": f"/tables/{table.id}/export.json"}


def event_texts(table: Table, events: Sequence[Event], seat: int | None, *, seen: int) -> dict[str, Any]:
    """What happened, as texts for programs."""
    texts = [
        (event.number, event.seat, _event_text(table, event, seat, unseen=event.number > seen))
        for event in events
        if event.kind in SHOWN
    ]
    return {
        "say": "events",
        "number": table.number,
        "events": texts,
        "to_act": table.to_act,
        "actions": table.actions(seat),
        "back": table.can_take_back(seat) is not None,
        "result": table.result,
    }


def _event_text(table: Table, event: Event, seat: int | None, *, unseen: bool) -> str:
    if event.kind in ("act", "chance"):
        return table.as_known_now(event, seat, unseen=unseen)
    return f"back {event.to}" if event.kind == "back" else event.kind
