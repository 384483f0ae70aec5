"""The result as the page shows it: to whom it speaks, in which order, and what next."""

from tablee.games.language import ENGLISH
from tablee.server.table.table import Table
from tablee.server.views.frames import FrameBuilder
from tablee.server.views.result import result_of
from tests.server.table.tables import NOW, finished, happen, new_table, play_randomly, started


def result(table: Table, *own: int) -> dict:
    found = result_of(table, own, table.names, ENGLISH)
    assert found is not None
    return found


def test_whoever_has_won_is_told_so_and_the_others_who_has() -> None:
    table = finished(2, 3)
    assert table.result is not None
    (winner,) = table.result.winners
    assert result(table, winner)["title"] == "You win!"
    told = f"{table.names[winner]} wins!"
    assert result(table, 1 - winner)["title"] == result(table)["title"] == told
    assert FrameBuilder(winner, ENGLISH).first_frame(table)["result"]["title"] == "You win!"


def test_several_who_share_a_device_are_called_by_their_names() -> None:
    table = finished(2, 3)
    assert result(table, 0, 1)["title"].endswith("wins!")


def test_a_shared_win_is_told_as_one() -> None:
    table = next(one for seed in range(400) if len((one := finished(2, seed)).result.winners) == 2)
    assert result(table, 0)["title"] == "You share the win!"
    assert result(table)["title"] == f"{table.names[0]} and {table.names[1]} share the win!"
    assert [row["rank"] for row in result(table)["rows"]] == [1, 1]


def test_the_ranking_begins_with_the_winner_and_ends_with_who_has_left() -> None:
    table = started(4)
    play_randomly(table, __import__("random").Random(1), steps=12)
    happen(table, table.leave(0, NOW))
    play_randomly(table, __import__("random").Random(2))
    rows = result(table, 2)["rows"]
    assert rows[0]["winner"]
    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)
    assert (rows[-1]["seat"], rows[-1]["left"]) == (0, True)
    staying = [row["score"] for row in rows[:-1]]
    assert staying == sorted(staying, reverse=True)
    assert [row["seat"] for row in rows if row["own"]] == [2]


def test_when_all_others_have_given_up_that_is_what_decided_it() -> None:
    table = started(2)
    happen(table, table.leave(1, NOW))
    assert result(table, 0)["title"] == "You win!"
    assert result(table, 0)["decision"] == f"{table.seats[1].name} resigned."


def test_whoever_played_bots_may_go_a_level_up_after_a_win_and_down_after_a_loss_with_the_same_options() -> None:
    table = new_table(3, memory="open")
    happen(table, table.sit("Zoé", NOW, nonce="0" * 32))
    for _ in range(2):
        happen(table, table.sit("", NOW, level=2))
    happen(table, table.start(NOW))
    play_randomly(table, __import__("random").Random(1))
    assert table.result is not None
    own = next(seat for seat, one in enumerate(table.seats) if not one.level)
    won = own in table.result.winners
    told = result(table, own)
    expected = {"game": "isis", "mode": "bots", "players": "3", "level": "3" if won else "1"}
    assert told["level"] == expected | {"option_memory": "open", "option_reserve": "own"}
    assert told["level_words"] == ("Next level" if won else "An easier level")
    assert result(finished(2, 3), 0)["level"] is None
