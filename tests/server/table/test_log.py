"""What was stored once is read for ever. The logs in `logs/` were written by the version that they are named for."""

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games import find_game
from tablee.server.table import log
from tablee.server.table.events import Act, Event, Opening, Sit
from tablee.server.table.export import Export, read_export, verify
from tablee.server.table.log import Unreadable, encode_event, read_event, read_log
from tablee.server.table.table import fold
from tests.cases import each
from tests.server.table.tables import NOW, finished

LOGS = sorted((Path(__file__).parent / "logs").glob("*/*.json"))
FINISHED = [path for path in LOGS if path.stem.endswith("to_the_end")]
KINDS = {option.__struct_config__.tag for option in Event.__args__}
names = {"ids": lambda path: f"{path.parent.name} {path.stem}"}


def written(path):
    """What a file holds: an opening, a seed, lines, and what the version that wrote it made of them."""
    return json.loads(path.read_text("utf8"))


def table_of(stored):
    events, fault = read_log(json.dumps(line) for line in stored["events"])
    assert fault == ""
    opening = msgspec.convert(stored["opening"], Opening)
    return fold(opening, bytes.fromhex(stored["seed"]), find_game(opening.game), events)


def test_there_is_a_stored_log_for_each_kind_of_event():
    assert {line["event"] for path in LOGS for line in written(path)["events"]} == KINDS


def with_options_of_today(state, definition):
    """A state written once, with the options that its game has got since, at their defaults."""
    return state and {**state, "options": definition.full_options(state["players"], state["options"])}


@pytest.mark.parametrize("path", LOGS, **names)
def test_a_stored_log_adds_up_to_what_it_was(path):
    stored = written(path)
    table, then = table_of(stored), stored["then"]
    assert table.unserved == ""
    assert (table.names, table.next_table) == (then["names"], then["next"])
    assert [participant.played_by for participant in table.seats] == then["played_by"]
    assert msgspec.to_builtins(table.result) == then["result"]
    state = None if table.state is None else table.definition.words.write(table.state)
    assert json.loads(json.dumps(state, default=str)) == with_options_of_today(then["state"], table.definition)
    assert list(table.times.banks) == then.get("banks", [])
    assert (table.status, table.to_act) == (then["status"], then["to_act"])


@pytest.mark.parametrize("path", FINISHED, **names)
def test_a_game_that_was_downloaded_once_is_verified_today(path):
    stored = written(path)
    document = {"tablee": int(path.parent.name), **{name: stored[name] for name in ("opening", "seed", "events")}}
    exported = read_export(json.dumps(document).encode())
    assert verify(exported, find_game(exported.opening.game)) > 0


def test_every_event_is_read_as_it_was_written():
    events = finished(3, leaving=0.02).events
    assert [read_event(encode_event(event)) for event in events] == events
    assert len(events) > 40


@each(
    "line",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        '{"event":"fly","number":2,"at":1}',
        '{"event":"act","number":2,"at":1}',
        '{"event":"act","number":2,"at":1,"seat":"first","text":"draw"}',
        '{"kind":"fly","number":2}',
        '{"kind":"act","number":2,"text":"draw"}',
        '{"kind":["act"],"number":2}',
        '{"kind":"act","number":2,"seat":0,"text":7}',
        '{"kind":"over","number":2,"text":null}',
        '{"kind":"sit","number":2,"at":"noon"}',
        b"\xff\xfe",
        "[" * 100_000,
    ],
)
def test_a_line_that_cannot_be_read_is_said_so(line):
    with pytest.raises(Unreadable):
        read_event(line)
    first = Sit(1, NOW, "Zoé")
    events, fault = read_log([encode_event(first), line, encode_event(Sit(3, NOW, "Eve"))])
    assert events == [first]
    assert fault.startswith("event 2: ")


@given(st.binary(max_size=80) | st.text(max_size=80))
def test_whatever_lies_in_a_log_reading_it_is_no_accident(line):
    events, fault = read_log([line])
    assert bool(events) != bool(fault)


def test_a_line_in_the_wrong_place_is_not_read():
    events, fault = read_log([encode_event(Act(2, NOW, 0, "draw"))])
    assert (events, fault) == ([], "event 1: it says that it is event 2")


def test_an_export_of_a_later_format_is_refused():
    text = msgspec.json.encode(Export(2, finished().opening, "00", []))
    with pytest.raises(ValueError, match="format 2"):
        read_export(text)


# ---- a later version -----------------------------------------------------------------------------------------


def test_a_kind_of_event_that_is_not_written_any_more_is_read_as_its_successor(monkeypatch):
    line = '{"event":"move","number":1,"at":5,"who":0,"what":"draw"}'
    with pytest.raises(Unreadable, match="Invalid value 'move'"):
        read_event(line)

    def second(line):
        return {"event": "play", "number": line["number"], "at": line["at"], "seat": line["who"], "text": line["what"]}

    def third(line):
        return {**line, "event": "act"}

    monkeypatch.setattr(log, "OLDER_KINDS", {"move": second, "play": third})
    assert read_event(line) == Act(1, 5, 0, "draw")


def test_a_line_of_a_later_version_is_refused_in_words():
    events, fault = read_log([encode_event(Sit(1, NOW, "Zoé")), '{"event":"act 2","number":2,"at":1}'])
    assert (len(events), fault) == (1, "event 2: Invalid value 'act 2' - at `$.event`")
