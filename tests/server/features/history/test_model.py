"""How a person stands against bots, from the directory alone."""

from tablee.server.features.history.model import BotRecord, records_against_bots
from tablee.server.table.directory import Seated
from tests.server.storage.entries import entry


def over(winners, *bots, game="isis", status="over"):
    """A table at which participant 1, in seat 0, played against these bots."""
    participants = [Seated(1, "Zoé", seat=0)]
    participants += [Seated(seat + 1, name, level, seat) for seat, (name, level) in enumerate(bots, start=1)]
    return entry("t", status=status, game=game, winners=winners, participants=participants), [1]


MALO, ROSALIE = ("Malo", 2), ("Rosalie", 2)


def test_won_is_where_one_has_won_and_the_bot_has_not():
    tables = [over([0], MALO), over([0], MALO, ROSALIE), over([1], MALO, ROSALIE)]
    assert records_against_bots(tables, "isis") == {"Malo": BotRecord(2, 1), "Rosalie": BotRecord(1, 0)}


def test_a_shared_win_and_one_of_somebody_else_count_for_neither():
    assert records_against_bots([over([0, 1], MALO)], "isis") == {}
    assert records_against_bots([over([2], MALO, ROSALIE)], "isis") == {"Rosalie": BotRecord(0, 1)}


def test_only_finished_tables_of_the_game_count():
    tables = [over([0], MALO, game="morisi"), over([], MALO, status="playing"), over([0], MALO, status="closed")]
    assert records_against_bots(tables, "isis") == {}


def test_people_are_no_bots_and_the_second_malo_of_old_is_malo():
    tables = [over([0], ("Ali", 0)), over([0], MALO, ("Malo 2", 2))]
    assert records_against_bots(tables, "isis") == {"Malo": BotRecord(2, 0)}
