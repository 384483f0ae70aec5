import random

import msgspec
import pytest

from tablee.games import find_game
from tablee.server.table.dice import commitment
from tablee.server.table.events import Event, Opening, Refused
from tablee.server.table.export import Dishonest, export, read_export, verify
from tablee.server.table.table import MOST_EVENTS, Table, fold
from tests.cases import each
from tests.server.table.tables import ISIS, NOW, SEED, happen, new_table, play_randomly, started

# ---- the order of the seats ---------------------------------------------------------------------------------


def table_in_order():
    """A waiting table whose seats follow the order in which people sit down."""
    opening = Opening("table", "isis", ISIS.version, 3, ISIS.full_options(3, {}), commitment(SEED), in_order=True)
    table = Table(opening, SEED, ISIS)
    for name in ("Zoé", "Ali", "Eve"):
        happen(table, table.sit(name, NOW))
    return table


def test_a_table_in_order_gives_its_seats_out_as_people_sat_down():
    table = table_in_order()
    happen(table, table.start(NOW))
    assert table.names == ["Zoé", "Ali", "Eve"]


def test_a_game_in_order_is_verified_and_another_order_is_found_out():
    table = table_in_order()
    happen(table, table.start(NOW))
    play_randomly(table, random.Random(3))
    document = msgspec.to_builtins(export(table))
    assert verify(read_export(msgspec.json.encode(document)), ISIS)
    next(event for event in document["events"] if event["event"] == "start")["order"].reverse()
    with pytest.raises(Dishonest):
        verify(read_export(msgspec.json.encode(document)), ISIS)


# ---- starting by itself --------------------------------------------------------------------------------------


def test_a_table_that_need_not_wait_starts_when_all_have_come_and_added_to_the_dice():
    opening = Opening("table", "isis", ISIS.version, 2, ISIS.full_options(2, {}), commitment(SEED), starts_full=True)
    table = Table(opening, SEED, ISIS)
    happen(table, table.sit("Zoé", NOW, nonce="0" * 32))
    happen(table, table.sit("Ali", NOW))
    assert table.status == "waiting"
    happen(table, table.add_nonce(table.participants[1].id, "1" * 32, NOW))
    assert table.status == "playing"


# ---- a bot in somebody's place ------------------------------------------------------------------------------


def test_a_seat_is_handed_to_a_bot_and_taken_back():
    table = started(2)
    happen(table, table.hand(1, NOW))
    assert [participant.played_by for participant in table.seats] == [0, 3]
    assert table.seats[1].level == 0
    happen(table, table.give_back(1, NOW))
    assert [participant.played_by for participant in table.seats] == [0, 0]


def test_a_seat_is_handed_only_once_and_only_if_a_person_still_plays_there():
    table = started(3, bots=1)
    bot = next(participant.seat for participant in table.seats if participant.level)
    away, gone = (participant.seat for participant in table.seats if not participant.level)
    happen(table, table.hand(away, NOW))
    happen(table, table.leave(gone, NOW))
    for seat in (bot, away, gone):
        with pytest.raises(Refused, match="not_now"):
            table.hand(seat, NOW)
    with pytest.raises(Refused, match="not_seated"):
        table.hand(7, NOW)
    with pytest.raises(Refused, match="not_now"):
        table.give_back(gone, NOW)


def test_nothing_is_handed_before_the_game():
    with pytest.raises(Refused, match="not_now"):
        new_table().hand(0, NOW)


def test_whoever_plays_takes_the_seat_back():
    table = started(2)
    seat = table.to_act
    happen(table, table.hand(seat, NOW))
    action = table.actions(seat)[0]
    happen(table, table.come_back(seat, table.step, action, NOW))
    assert [event.kind for event in table.events[-2:]] == ["return", "act"]
    assert not table.seats[seat].stand_in


def test_a_game_with_a_stand_in_is_read_back_and_verified():
    table = started(2)
    play_randomly(table, random.Random(1), steps=5)
    happen(table, table.hand(0, NOW))
    play_randomly(table, random.Random(2), steps=5)
    happen(table, table.give_back(0, NOW))
    play_randomly(table, random.Random(3))
    text = msgspec.json.encode(table.events)
    again = fold(table.opening, SEED, ISIS, msgspec.json.decode(text, type=list[Event]))
    assert again.seats == table.seats
    assert verify(read_export(msgspec.json.encode(export(table))), ISIS)


def test_a_stand_in_is_no_bot_where_actions_are_taken_back():
    """Else an answer of the stand-in could be taken back behind the back of the one who is away."""
    table = started(2)
    first = table.to_act
    happen(table, table.act(first, table.step, "pawn a1", NOW))
    happen(table, table.hand(1 - first, NOW))
    happen(table, table.act(1 - first, table.step, "pawn a2", NOW))
    assert table.can_take_back(first) is None


# ---- secrets ------------------------------------------------------------------------------------------------

OPEN = [("isis", {}), ("morfals", {}), ("morpyam", {}), ("netzwerk", {}), ("morisi", {"hands": "open"})]
SECRET = [("netzwerk", {"hands": "hidden"}), ("morisi", {}), ("morisi", {"hands": "open", "predictions": "on"})]


@each(("game", "options"), OPEN)
def test_where_no_secrets_are_kept_all_seats_see_the_same_throughout(game, options):
    table = started(2, game=game, rules=find_game(game).version, **options)
    for seed in range(12):
        assert not table.has_secrets([0, 1])
        for event in table.events:
            if event.kind in ("act", "chance"):
                assert table.as_known_now(event, 0) == table.as_known_now(event, 1) == table.as_known_now(event, None)
        play_randomly(table, random.Random(seed), steps=6)


@pytest.mark.parametrize(("game", "options"), SECRET)
def test_where_secrets_are_kept_this_is_known_from_the_start(game, options):
    table = started(2, game=game, rules=find_game(game).version, **options)
    assert table.has_secrets([0, 1])


def test_nothing_is_secret_once_a_game_is_over():
    table = started(2, game="morisi", rules=find_game("morisi").version)
    happen(table, table.leave(0, NOW))
    assert table.status == "over"
    assert not table.has_secrets([0, 1])


# ---- a log does not grow for ever ---------------------------------------------------------------------------


def with_long_log(table):
    """The same table after somebody has played with its log for hours."""
    while table.number < MOST_EVENTS:
        happen(table, table.rename(table.participants[0].id, f"Zoé {table.number}", NOW))
    return table


def test_who_goes_on_for_ever_is_refused_at_some_time():
    table = with_long_log(started(2))
    for wish in (lambda: table.rename(table.participants[0].id, "Zoé", NOW), lambda: table.hand(1, NOW)):
        with pytest.raises(Refused, match="not_now"):
            wish()
    waiting = new_table(2)
    happen(waiting, waiting.sit("Zoé", NOW))
    with pytest.raises(Refused, match="not_now"):
        with_long_log(waiting).sit("Ali", NOW)


def test_after_a_long_log_nothing_is_taken_back_but_the_game_can_be_finished():
    table = with_long_log(started(2))
    seat = table.to_act
    happen(table, table.act(seat, table.step, "pawn a1", NOW))
    with pytest.raises(Refused, match="no_take_back"):
        table.take_back(seat, table.step, NOW)
    play_randomly(table, random.Random(1))
    assert table.status == "over"


# ---- bots are different people ------------------------------------------------------------------------------


def seated(*guests):
    """The names at a waiting table after these names and levels have sat down."""
    table = new_table(4)
    for name, level in guests:
        happen(table, table.sit(name, NOW, level=level))
    return [participant.name for participant in table.participants]


def test_bots_of_one_level_are_different_people():
    names = seated(("Zoé", 0), ("", 2), ("", 2), ("", 2))
    assert names[1] == "Malo"
    assert len(set(names)) == 4
    assert not any(character.isdigit() for name in names for character in name)


def test_a_bot_that_is_wished_for_by_name_comes_unless_somebody_is_called_so():
    assert seated(("Gaston", 2), ("Gaston", 2))[0] == "Gaston"
    assert seated(("Malo", 0), ("Malo", 2))[1] != "Malo"


def test_empty_seats_are_filled_with_different_people():
    table = new_table(4)
    happen(table, table.sit("Zoé", NOW, nonce="0" * 32))
    happen(table, table.start(NOW))
    assert len(set(table.names)) == 4
