"""What was stored once is read for ever. The logs in `logs/` were written by the version that they are named for."""

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games import find_game
from tablee.table.events import Act, Event, Opening, Sit
from tablee.table.export import Export, read_export, verify
from tablee.table.log import Unreadable, read_event, read_log, write_event
from tablee.table.table import fold
from tests.table.tables import NOW, finished, happen

LOGS = sorted((Path(__file__).parent / "logs").glob("*/*.json"))
FINISHED = [path for path in LOGS if path.stem.endswith("to_the_end")]
KINDS = {option.__struct_config__.tag for option in Event.__args__}
SINCE = {"first", "colour", "away"}
"""Kinds that the first way of writing never had."""
names = {"ids": lambda path: f"{path.parent.name} {path.stem}"}


def written(path):
    """What a file holds: an opening, a seed, lines, and what the version that wrote it made of them."""
    return json.loads(path.read_text("utf8"))


def table_of(log):
    events, fault = read_log(json.dumps(line) for line in log["events"])
    assert fault == ""
    opening = msgspec.convert(log["opening"], Opening)
    return fold(opening, bytes.fromhex(log["seed"]), find_game(opening.game), events)


def test_there_is_a_stored_log_for_each_kind_of_event_in_each_way_of_writing():
    for version, tag in (("1", "kind"), ("2", "event")):
        found = {line[tag] for path in LOGS if path.parent.name == version for line in written(path)["events"]}
        assert found == (KINDS if version == "2" else KINDS - SINCE)


def with_options_of_today(state, folder):
    """A state written once, with the options that its game has got since, at their defaults."""
    return state and {**state, "options": folder.full_options(state["players"], state["options"])}


@pytest.mark.parametrize("path", LOGS, **names)
def test_a_stored_log_adds_up_to_what_it_was(path):
    log = written(path)
    table, then = table_of(log), log["then"]
    assert table.unserved == ""
    assert (table.names, table.next_table) == (then["names"], then["next"])
    assert [sitter.played_by for sitter in table.seats] == then["played_by"]
    assert msgspec.to_builtins(table.result) == then["result"]
    state = None if table.state is None else table.folder.words.write(table.state)
    assert json.loads(json.dumps(state, default=str)) == with_options_of_today(then["state"], table.folder)
    assert list(table.times.banks) == then.get("banks", [])
    if then["status"] != "closed":
        assert (table.status, table.to_act) == (then["status"], then["to_act"])


@pytest.mark.parametrize("path", [path for path in LOGS if "closed" in path.stem], **names)
def test_a_table_that_an_earlier_version_closed_for_other_rules_can_be_played_again(path):
    table = table_of(written(path))
    assert table.events[-1].kind == "close"
    if table.status == "playing":
        assert table.act(table.to_act, table.step, table.actions(table.to_act)[0], NOW)
    else:
        assert table.sit("Ida", NOW)


def test_a_table_of_former_rules_is_played_on_by_them():
    (path,) = [path for path in LOGS if path.stem == "morfals_asked_for_its_last_one"]
    table = table_of(written(path))
    assert (table.opening.rules, table.folder.version) == (1, 2)
    assert table.folder.words.write(table.state)["hands"][table.to_act] == 1
    happen(table, table.act(table.to_act, table.step, "announce", NOW))
    while table.status == "playing":
        seat = table.to_act
        hand, told = (table.folder.words.write(table.state)[name][seat] for name in ("hands", "announced"))
        actions = table.actions(seat)
        assert "silent" not in actions or (hand == 1 and not told)
        happen(table, table.act(seat, table.step, actions[-1], NOW))


@pytest.mark.parametrize("path", FINISHED, **names)
def test_a_game_that_was_downloaded_once_is_verified_today(path):
    log = written(path)
    document = {"tablee": int(path.parent.name), **{name: log[name] for name in ("opening", "seed", "events")}}
    exported = read_export(json.dumps(document).encode())
    assert verify(exported, find_game(exported.opening.game)) > 0


def test_every_event_is_read_as_it_was_written():
    events = finished(3, leaving=0.02).events
    assert [read_event(write_event(event)) for event in events] == events
    assert len(events) > 40


@pytest.mark.parametrize(
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
    events, fault = read_log([write_event(first), line, write_event(Sit(3, NOW, "Eve"))])
    assert events == [first]
    assert fault.startswith("event 2: ")


@given(st.binary(max_size=80) | st.text(max_size=80))
def test_whatever_lies_in_a_log_reading_it_is_no_accident(line):
    events, fault = read_log([line])
    assert bool(events) != bool(fault)


def test_a_line_in_the_wrong_place_is_not_read():
    events, fault = read_log([write_event(Act(2, NOW, 0, "draw"))])
    assert (events, fault) == ([], "event 1: it says that it is event 2")


def test_an_export_of_a_later_format_is_refused():
    text = msgspec.json.encode(Export(3, finished().opening, "00", []))
    with pytest.raises(ValueError, match="format 3"):
        read_export(text)
