"""What is agreed before the start: who begins, and who wears which colour. Both can be checked afterwards."""

import random

import msgspec
import pytest

from tablee.games import find_game, game_ids
from tablee.server.table.events import Colour, First, Refused, Start
from tablee.server.table.export import Dishonest, export, read_export, verify
from tablee.server.table.table import fold
from tests.cases import each
from tests.server.table.tables import ISIS, NOW, SEED, finished, happen, new_table, play_randomly

PEOPLE = ("Zoé", "Ali", "Eve", "Max")


def waiting(players=4, **options):
    """A table at which people wait, and their participants in order."""
    table = new_table(players, **options)
    for place, name in enumerate(PEOPLE[:players]):
        happen(table, table.sit(name, NOW, nonce=f"{place:032x}"))
    return table, [participant.id for participant in table.participants]


def test_whoever_is_named_begins_and_the_circle_stays_as_the_lot_had_it():
    table, participants = waiting()
    drawn = table.start(NOW)[-1].order
    for participant in participants:
        ahead = table.ahead(First(table.number + 1, NOW, participant))
        order = next(event.order for event in ahead.start(NOW) if isinstance(event, Start))
        assert order[0] == participant
        assert sorted(order) == sorted(drawn)


def test_another_may_be_named_or_nobody_and_naming_twice_changes_nothing():
    table, (zoe, ali, *_) = waiting()
    happen(table, table.begin_with(zoe, NOW))
    happen(table, table.begin_with(ali, NOW))
    assert table.begin_with(ali, NOW) == []
    assert table.first == ali
    happen(table, table.begin_with(0, NOW))
    assert table.first == 0


def test_if_the_one_who_was_named_stands_up_the_lot_decides_again():
    table, (zoe, *_) = waiting()
    happen(table, table.begin_with(zoe, NOW))
    happen(table, table.rise(zoe, NOW))
    assert table.first == 0
    assert table.start(NOW)


@pytest.mark.parametrize("game", ["morfals", "morpyam"])
def test_nobody_can_be_named_where_dice_decide_who_begins(game):
    table, (zoe, _) = waiting(2, game=game)
    with pytest.raises(Refused, match="not_now"):
        table.begin_with(zoe, NOW)


def test_nobody_is_named_who_does_not_sit_here_or_once_the_game_runs():
    table, (zoe, *_) = waiting()
    with pytest.raises(Refused, match="not_seated"):
        table.begin_with(99, NOW)
    happen(table, table.start(NOW))
    with pytest.raises(Refused, match="not_now"):
        table.begin_with(zoe, NOW)


@each("game", game_ids())
def test_a_game_declares_that_it_throws_for_who_begins_exactly_if_it_does(game):
    definition = find_game(game)
    begins = definition.to_act(definition.new(2, {}, 1))
    assert definition.throws_for_start == (begins == "chance")
    assert definition.throws_for_start or begins == 0


def test_everybody_wears_what_they_have_chosen_and_the_others_their_own_or_what_is_left():
    table, (zoe, ali, *_) = waiting(3)
    happen(table, table.begin_with(zoe, NOW))
    happen(table, table.choose_colour(zoe, 3, NOW))
    happen(table, table.choose_colour(ali, 0, NOW))
    happen(table, table.start(NOW))
    worn = {participant.name: table.colour(participant.seat) for participant in table.seats}
    assert (worn["Zoé"], worn["Ali"]) == (3, 0)
    assert worn["Eve"] in (1, 2)


def test_without_a_choice_or_with_ones_own_nothing_is_written_down():
    table, (zoe, *_) = waiting(2)
    happen(table, table.begin_with(zoe, NOW))
    assert "colours" not in msgspec.to_builtins(next(e for e in table.start(NOW) if isinstance(e, Start)))
    happen(table, table.choose_colour(zoe, 0, NOW))
    happen(table, table.start(NOW))
    assert table.colours == ()
    assert [table.colour(seat) for seat in (0, 1)] == [0, 1]


def test_no_two_wear_the_same_and_what_is_given_back_is_free():
    table, (zoe, ali) = waiting(2)
    happen(table, table.choose_colour(zoe, 2, NOW))
    with pytest.raises(Refused, match="colour_taken"):
        table.choose_colour(ali, 2, NOW)
    happen(table, table.choose_colour(zoe, None, NOW))
    assert [type(event) for event in table.choose_colour(ali, 2, NOW)] == [Colour]


@pytest.mark.parametrize(("game", "colour"), [("isis", 4), ("isis", -1), ("morfals", 2)])
def test_a_colour_that_is_not_in_the_box_is_refused(game, colour):
    table, (zoe, _) = waiting(2, game=game)
    with pytest.raises(Refused, match="bad_message"):
        table.choose_colour(zoe, colour, NOW)


def played():
    """The document of a game in which both was agreed."""
    table, (zoe, ali) = waiting(2)
    happen(table, table.begin_with(ali, NOW))
    happen(table, table.choose_colour(zoe, 3, NOW))
    happen(table, table.start(NOW))
    play_randomly(table, random.Random(5))
    return msgspec.to_builtins(export(table))


def test_what_was_agreed_is_verified_from_the_file():
    read = read_export(msgspec.json.encode(played()))
    assert verify(read, ISIS)
    again = fold(read.opening, SEED, ISIS, read.events)
    assert again.names == ["Ali", "Zoé"]
    assert again.colours == (0, 3)


@pytest.mark.parametrize(
    ("kind", "field", "value"), [("first", "sitter", 1), ("start", "order", [1, 3]), ("start", "colours", [3, 0])]
)
def test_another_order_or_other_colours_are_found_out(kind, field, value):
    document = played()
    next(event for event in document["events"] if event["event"] == kind)[field] = value
    with pytest.raises(Dishonest):
        verify(read_export(msgspec.json.encode(document)), ISIS)


def test_a_log_from_before_there_were_colours_folds_and_verifies_as_it_was():
    table = finished(seed=3)
    document = msgspec.to_builtins(export(table))
    assert not {"first", "colour"} & {event["event"] for event in document["events"]}
    assert all("colours" not in event for event in document["events"])
    read = read_export(msgspec.json.encode(document))
    assert verify(read, ISIS)
    assert fold(read.opening, SEED, ISIS, read.events).colours == ()
