import msgspec
import pytest

from tablee.server.table.events import Act, Refused, Start
from tablee.server.table.stored import stored_table
from tests.server.table.tables import ISIS, NOW, SEED, finished, happen, started


def test_a_log_that_is_whole_is_served():
    table = finished(3)
    again = stored_table(table.opening, SEED, ISIS, table.events)
    assert (again.unserved, again.state.tobytes()) == ("", table.state.tobytes())


def test_a_log_that_could_not_be_read_to_its_end_tells_who_sat_there_and_nothing_can_be_done():
    table = started(3)
    told = stored_table(table.opening, SEED, ISIS, table.events, fault="event 9: nonsense")
    assert (told.unserved, told.fault, told.names) == ("log", "event 9: nonsense", table.names)
    with pytest.raises(Refused, match="not_served"):
        told.leave(0, NOW)


@pytest.mark.parametrize(
    "impossible",
    [
        lambda number: Act(number, NOW, 0, "pawn z9"),
        lambda number: Act(number, NOW, 7, "pawn z9"),
        lambda number: Start(number, NOW, [99, 98]),
    ],
)
def test_a_log_that_cannot_have_happened_hurts_its_own_table_alone(impossible):
    table = started()
    events = [*table.events, impossible(table.number + 1)]
    told = stored_table(table.opening, SEED, ISIS, events)
    assert told.unserved == "log"
    assert f"event {len(events)}" in told.fault
    assert told.names == table.names


def test_options_that_the_game_does_not_have_hurt_their_own_table_alone():
    table = started()
    opening = msgspec.structs.replace(table.opening, options={"moon": "full"})
    assert stored_table(opening, SEED, ISIS, table.events).unserved == "log"


def test_a_missing_game_still_tells_names_and_result():
    table = finished()
    told = stored_table(table.opening, SEED, None, table.events)
    assert (told.unserved, told.result, told.names) == ("game", table.result, table.names)


def test_a_broken_snapshot_is_passed_over():
    table = started()
    happen(table, table.act(table.to_act, table.step, "draw", NOW))
    again = stored_table(table.opening, SEED, ISIS, table.events, snapshot=b"nonsense")
    assert again.state.tobytes() == table.state.tobytes()
