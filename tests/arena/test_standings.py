"""The table of the bots, from games whose result is known."""

from typing import Any

import pytest

from tablee.arena.arena_game import Fault, GameRecord
from tablee.arena.standings import complete_deals, standings, win_rates
from tests.arena.tournaments import tournament

GIVEN = tournament("level:1", "random", games=6)


def game(deal: int, seats: tuple[int, ...], winners: tuple[int, ...], **more: Any) -> GameRecord:
    fields: dict[str, Any] = {
        "scores": (10, 4),
        "reason": "placed",
        "steps": 50 + deal,
        "faults": (),
        "decisions": (5, 5),
        "seconds": (1.0, 0.5),
    }
    return GameRecord(deal=deal, seats=seats, winners=winners, **{**fields, **more})


GAMES = [
    game(0, (0, 1), (0,)),
    game(0, (1, 0), (0,)),
    game(1, (0, 1), (0, 1)),
    game(1, (1, 0), (1,), scores=(1, 3)),
    game(2, (0, 1), (0,), faults=(Fault(1, "crashed", "why"),), reason="left"),
    game(2, (1, 0), (1,), faults=(Fault(0, "crashed", "again"),), reason="left"),
]


def test_the_table_counts_wins_shares_losses_and_faults() -> None:
    result = standings(GIVEN, GAMES)
    assert result is not None
    best, other = result.bots
    assert (best.name, best.games, best.won, best.shared, best.lost) == ("level:1", 6, 4, 1, 1)
    assert (other.name, other.games, other.won, other.shared, other.lost) == ("random", 6, 1, 1, 4)
    assert best.win_rate.value == pytest.approx(4.5 / 6)
    assert best.win_rate.value + other.win_rate.value == pytest.approx(1)
    assert (best.faults, other.faults) == ({}, {"crashed": 2})
    assert [(fault.bot, fault.times, fault.words) for fault in result.faults] == [("random", 2, "why")]
    assert best.scores == {3: 1, 4: 2, 10: 3}
    assert best.mean_score == pytest.approx(41 / 6)
    assert (best.seconds_a_decision, other.seconds_a_decision) == pytest.approx((0.15, 0.15))


def test_random_is_the_anchor_of_the_ratings() -> None:
    result = standings(GIVEN, GAMES)
    assert result is not None
    assert (result.bots[1].name, result.bots[1].rating.value) == ("random", 0)
    assert result.bots[0].rating.value > 0


def test_without_random_the_weakest_is_the_anchor() -> None:
    result = standings(tournament("level:1", "level:2", games=6), GAMES)
    assert result is not None
    assert [bot.rating.value for bot in result.bots][1] == 0
    assert result.bots[1].name == "level:2"


def test_the_seats_share_all_wins_among_them() -> None:
    result = standings(GIVEN, GAMES)
    assert result is not None
    assert [seat.value for seat in result.seats] == pytest.approx([3.5 / 6, 2.5 / 6])


def test_lengths_and_reasons_are_counted() -> None:
    result = standings(GIVEN, GAMES)
    assert result is not None
    assert result.lengths == {50: 2, 51: 2, 52: 2}
    assert result.reasons == {"placed": 4, "left": 2}
    assert (result.games, result.deals) == (6, 3)


def test_a_deal_of_which_a_game_is_missing_does_not_count() -> None:
    assert complete_deals(GIVEN, GAMES[:3]) == [GAMES[:2]]
    assert standings(GIVEN, GAMES[:1]) is None
    assert win_rates(GIVEN, GAMES[:1]) == []
    assert [rate.value for rate in win_rates(GIVEN, GAMES[:3])] == [0.5, 0.5]


def test_head_to_head_is_seen_from_both_sides_and_only_in_games_for_two() -> None:
    result = standings(GIVEN, GAMES)
    assert result is not None
    assert {(meeting.bot, meeting.against): meeting.win_rate.value for meeting in result.meetings} == {
        ("level:1", "random"): 0.75,
        ("random", "level:1"): 0.25,
    }
    three = tournament("level:1", "random", "random", games=3, players=3, game="isis")
    rows = [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    games = [game(0, seats, (0,), scores=(3, 2, 1), decisions=(1, 1, 1), seconds=(1.0, 1.0, 1.0)) for seats in rows]
    result = standings(three, games)
    assert result is not None
    assert result.meetings == []
    assert [bot.win_rate.value for bot in result.bots] == pytest.approx([1 / 3] * 3)
