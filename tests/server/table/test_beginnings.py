"""Tables that begin in a given state: of a finished game, or of whatever somebody has brought along."""

import random

import msgspec
import pytest

from tablee.games import find_game
from tablee.kit import trial_tables
from tablee.server.table.dice import commitment
from tablee.server.table.events import Beginning, Opening
from tablee.server.table.export import Dishonest, export, read_export, verify
from tablee.server.table.stored import known_states, take_snapshot
from tablee.server.table.table import Table, fold

NOW = trial_tables.NOW


def begun(game, players=2, steps=6, **options):
    """A table that begins in the middle of another game, with who is to act there for the first to sit down."""
    definition = find_game(game)
    other = trial_tables.started(players, game=game, **options)
    trial_tables.play_randomly(other, random.Random(1), steps)
    seat = other.to_act
    beginning = Beginning(dict(definition.words.write(other.state)), seat, source="table abc 12")
    opening = Opening(
        "table",
        game,
        definition.version,
        players,
        other.opening.options,
        commitment(trial_tables.SEED),
        begins=beginning,
    )
    return Table(opening, trial_tables.SEED, definition), other


def start(table):
    for place in range(table.opening.players):
        trial_tables.happen(table, table.sit(f"Person {place}", NOW, nonce=f"{place:032x}"))
    trial_tables.happen(table, table.start(NOW))


@pytest.mark.parametrize(("game", "players"), [("isis", 3), ("morpyam", 2), ("morisi", 2)])
def test_a_table_begins_where_another_has_come_to(game, players):
    table, other = begun(game, players)
    start(table)
    assert table.state.tobytes() == other.state.tobytes()
    assert table.seats[other.to_act].name == "Person 0"
    assert table.actions(table.to_act) == other.actions(other.to_act)


def test_it_is_played_to_its_end_verified_and_read_again():
    table, _ = begun("isis")
    start(table)
    trial_tables.play_randomly(table, random.Random(2))
    text = msgspec.json.encode(export(table, NOW))
    assert verify(read_export(text), table.definition) == sum(
        event.kind in ("chance", "start") for event in table.events
    )
    again = fold(read_export(text).opening, trial_tables.SEED, table.definition, table.events)
    assert again.state.tobytes() == table.state.tobytes()
    known = known_states(table.definition, table.opening, table.events, take_snapshot(table))
    assert known[3 + 2].tobytes() == table.past_states[4].state.tobytes()


def test_another_state_to_begin_with_is_noticed():
    table, _ = begun("isis")
    start(table)
    trial_tables.play_randomly(table, random.Random(2))
    document = msgspec.to_builtins(export(table, NOW))
    pawns = document["opening"]["begins"]["state"]["board"]
    square = next(name for name, piece in pawns.items() if piece.startswith("P"))
    pawns[square] = "P1" if pawns[square] == "P0" else "P0"
    with pytest.raises((Dishonest, ValueError)):
        verify(read_export(msgspec.json.encode(document)), table.definition)


def test_what_a_seat_could_not_know_is_drawn_from_the_seed_of_the_table():
    definition = find_game("morisi")
    other = trial_tables.started(2, game="morisi", predictions="on")
    trial_tables.play_randomly(other, random.Random(3), 12)
    seat = other.to_act
    known = dict(definition.knowledge(other.state, seat))
    states = []
    for seed in (bytes(32), bytes(32), trial_tables.SEED):
        beginning = Beginning(known, seat, known_to=seat)
        opening = Opening(
            "t", "morisi", definition.version, 2, other.opening.options, commitment(seed), begins=beginning
        )
        table = Table(opening, seed, definition)
        start(table)
        assert definition.knowledge(table.state, seat) == known
        states.append(table.state.tobytes())
    assert states[0] == states[1]


def test_openings_from_before_say_nothing_of_it():
    stored = b'{"table":"a","game":"isis","rules":1,"players":2,"options":{},"commitment":"","solo":true}'
    assert msgspec.json.decode(stored, type=Opening).begins is None


def test_nobody_can_be_named_to_begin_what_has_begun():
    table, _ = begun("isis")
    assert table.throws_for_start
