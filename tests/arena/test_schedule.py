"""Who plays whom: everybody equally often, everywhere, with the same dice."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.arena.entrants import Entrant
from tablee.arena.schedule import Tournament, check, pairings
from tablee.games.errors import TableeError
from tests.cases import each


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    players = draw(st.integers(2, 4))
    bots = draw(st.integers(players, 6))
    entrants = tuple(Entrant(f"bot {number}", "random") for number in range(bots))
    return Tournament("isis", players, {}, entrants, games=draw(st.integers(1, 30)))


@given(tournaments())
def test_every_set_of_bots_plays_every_deal_once_from_every_seat(tournament: Tournament) -> None:
    sets = list(combinations(range(len(tournament.entrants)), tournament.players))
    games = Counter((pairing.deal, tuple(sorted(pairing.seats))) for pairing in pairings(tournament))
    assert games == {(deal, bots): tournament.players for deal in range(tournament.deals) for bots in sets}
    seats = Counter(
        (pairing.deal, tuple(sorted(pairing.seats)), seat, bot)
        for pairing in pairings(tournament)
        for seat, bot in enumerate(pairing.seats)
    )
    assert set(seats.values()) == {1}


@given(tournaments())
def test_there_are_as_many_games_as_asked_for_rounded_up_to_whole_deals(tournament: Tournament) -> None:
    sets = len(list(combinations(tournament.entrants, tournament.players)))
    count = sum(1 for _ in pairings(tournament))
    assert count == tournament.deals * tournament.games_of_a_deal
    assert tournament.games <= count / sets < tournament.games + tournament.players


@given(tournaments())
def test_no_game_is_planned_twice_and_deals_come_one_after_the_other(tournament: Tournament) -> None:
    planned = list(pairings(tournament))
    assert len(set(planned)) == len(planned)
    assert [pairing.deal for pairing in planned] == sorted(pairing.deal for pairing in planned)


def test_in_games_for_more_everybody_follows_everybody_equally_often() -> None:
    entrants = tuple(Entrant(str(number), "random") for number in range(4))
    tournament = Tournament("isis", 4, {}, entrants, games=6 * 4)
    following = Counter(
        (pairing.seats[seat], pairing.seats[(seat + 1) % 4]) for pairing in pairings(tournament) for seat in range(4)
    )
    assert len(following) == 12
    assert len(set(following.values())) == 1


@each(("bots", "players", "games"), [(2, 3, 10), (1, 2, 10), (2, 2, 0), (2, 2, -5)])
def test_a_tournament_that_cannot_be_played_is_refused(bots: int, players: int, games: int) -> None:
    entrants = tuple(Entrant(str(number), "random") for number in range(bots))
    with pytest.raises(TableeError, match="at least"):
        check(Tournament("isis", players, {}, entrants, games))
