"""Whose time runs, and what everybody has left."""

import random
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.server.table.clock import A_DAY, AN_HOUR, GRACE, MOST_LAG, clock_of
from tablee.server.table.directory import entry_of
from tablee.server.table.events import Away, Clock, Event, Hand, Leave, Opening, Refused
from tablee.server.table.export import Dishonest, export, read_export, verify
from tablee.server.table.past import table_at
from tablee.server.table.table import fold
from tablee.server.table.timeouts import BOTS_PATIENCE, away, due, somebody_waits, time_up
from tests.cases import each
from tests.server.table.clocked import DAYS, LIVE, clocked, play
from tests.server.table.tables import NOW, happen

GAMES = ("isis", "morfals", "morisi", "morpyam", "netzwerk")
INCREMENT = LIVE.increment


def left(table, seat, now):
    return table.times.left(seat, table.opening.clock, now)


def both_left(table, now):
    return [left(table, seat, now) for seat in range(len(table.seats))]


# ---- a turn -----------------------------------------------------------------------------------------------


def test_time_runs_for_the_one_to_act_and_a_turn_that_was_played_is_worth_its_increment():
    table = clocked()
    assert both_left(table, NOW + 7_000) == [LIVE.bank - 7_000, LIVE.bank]
    play(table, NOW + 7_000)
    assert both_left(table, NOW + 9_000) == [LIVE.bank - 7_000 + INCREMENT, LIVE.bank - 2_000]


def test_all_actions_of_a_turn_and_what_chance_answers_are_one_turn():
    table = clocked()
    happen(table, table.act(0, table.step, "draw", NOW + 1_000))
    assert table.times.seat == 0
    assert left(table, 0, NOW + 3_000) == LIVE.bank - 3_000
    play(table, NOW + 4_000)
    assert left(table, 0, NOW + 9_000) == LIVE.bank - 4_000 + INCREMENT


@each("game", GAMES)
@each("clock", [LIVE, DAYS])
def test_in_every_game_a_turn_is_the_unbroken_span_in_which_a_seat_is_to_act(game, clock):
    table, choice, now = clocked(clock, game=game), random.Random(3), NOW
    expected = [clock.bank, clock.bank]
    taken = 0
    while (seat := table.to_act) is not None and table.number < 400:
        taken += 777
        now += 777
        play(table, now, choice)
        if table.to_act != seat:
            expected[seat] += clock.increment - max(0, taken - clock.turn)
            taken = 0
    assert list(table.times.banks) == expected


def test_throwing_by_hand_takes_time_and_the_throws_after_a_triple_are_of_the_same_turn():
    table = clocked(game="morfals")
    thrower = table.to_act
    happen(table, table.act(thrower, table.step, "throw", NOW + 2_000))
    if table.to_act == thrower:
        assert left(table, thrower, NOW + 5_000) == LIVE.bank - 5_000
    else:  # 1 2 3: the turn is passed
        assert left(table, thrower, NOW + 5_000) == LIVE.bank - 2_000 + INCREMENT


# ---- who has no time to lose ------------------------------------------------------------------------------


def test_while_a_bot_thinks_nobodys_time_runs():
    table = clocked(bots=1)
    while table.times.seat is None:
        play(table, NOW)
    person, before = table.times.seat, left(table, table.times.seat, NOW)
    play(table, NOW + 1_000)
    assert table.times.seat is None
    assert left(table, person, NOW + 99_000) == before - 1_000 + INCREMENT
    play(table, NOW + 100_000)
    assert left(table, person, NOW + 101_000) == before - 2_000 + INCREMENT


def test_while_a_bot_plays_for_somebody_their_time_stands_still():
    table = clocked()
    happen(table, table.hand(0, NOW + 5_000))
    assert table.times.seat is None
    assert left(table, 0, NOW + 60_000) == LIVE.bank - 5_000


def test_what_the_network_and_the_house_took_is_forgiven_and_of_the_network_not_more_than_a_little():
    table = clocked()
    play(table, NOW + 4_000, lag=200, late=1_500)
    assert left(table, 0, NOW + 4_000) == LIVE.bank - 4_000 + 1_700 + INCREMENT
    play(table, NOW + 8_000, lag=60_000)
    assert left(table, 1, NOW + 8_000) == LIVE.bank - 4_000 + MOST_LAG + INCREMENT


def test_what_is_forgiven_is_written_down_only_where_there_is_a_clock():
    table = clocked(None)
    play(table, NOW, lag=200, late=30)
    assert msgspec.to_builtins(table.events[-1]).keys() == {"event", "number", "at", "seat", "text"}


def test_while_the_house_was_shut_nobodys_time_ran():
    table = clocked()
    happen(table, away(table, [(NOW - 50_000, NOW - 40_000), (NOW + 1_000, NOW + 31_000)], NOW + 40_000))
    assert [type(event) for event in table.events[-1:]] == [Away]
    assert left(table, 0, NOW + 40_000) == LIVE.bank - 10_000
    assert away(table, [(NOW + 1_000, NOW + 31_000)], NOW + 40_000) == []


def test_several_times_at_which_the_house_was_shut_are_all_forgiven():
    table = clocked()
    happen(table, away(table, [(NOW + 10_000, NOW + 20_000), (NOW + 1_000, NOW + 2_000)], NOW + 30_000))
    assert left(table, 0, NOW + 30_000) == LIVE.bank - 19_000


def test_by_days_a_house_that_was_shut_for_less_than_a_minute_is_not_worth_a_word():
    table = clocked(DAYS)
    assert away(table, [(NOW + 1_000, NOW + 31_000)], NOW + AN_HOUR) == []
    assert len(away(table, [(NOW + 1_000, NOW + 99_000)], NOW + AN_HOUR)) == 1


# ---- taking back ------------------------------------------------------------------------------------------


def test_who_takes_back_pays_as_if_the_turn_had_never_been_passed_on_and_the_other_nothing():
    table = clocked()
    play(table, NOW + 5_000)
    happen(table, table.take_back(0, table.step, NOW + 20_000))
    assert both_left(table, NOW + 20_000) == [LIVE.bank - 20_000, LIVE.bank]
    play(table, NOW + 30_000)
    assert both_left(table, NOW + 30_000) == [LIVE.bank - 30_000 + INCREMENT, LIVE.bank]


def test_who_takes_back_past_a_bots_answer_pays_for_their_own_time_alone():
    table = clocked(bots=1)
    while table.times.seat is None:
        play(table, NOW)
    person, before = table.times.seat, left(table, table.times.seat, NOW)
    play(table, NOW + 1_000)
    while table.times.seat is None:
        play(table, NOW + 50_000)
    happen(table, table.take_back(person, table.step, NOW + 52_000))
    assert left(table, person, NOW + 52_000) == before - 3_000


# ---- time is up -------------------------------------------------------------------------------------------


def test_in_a_friendly_game_a_bot_plays_on_and_who_comes_back_has_a_little_time():
    table = clocked()
    assert time_up(table, NOW + LIVE.bank - 1) == []
    events = time_up(table, NOW + LIVE.bank)
    assert events == [Hand(table.number + 1, NOW + LIVE.bank, 0, events[0].level, time=True)]
    happen(table, events)
    assert time_up(table, NOW + 10 * LIVE.bank) == []
    happen(table, table.give_back(0, NOW + 2 * LIVE.bank))
    assert left(table, 0, NOW + 2 * LIVE.bank) == GRACE


def test_who_comes_back_with_time_left_has_what_they_had():
    table = clocked()
    happen(table, table.hand(0, NOW + 1_000))
    happen(table, table.give_back(0, NOW + 9_000))
    assert left(table, 0, NOW + 9_000) == LIVE.bank - 1_000


def test_where_it_counts_who_runs_out_of_time_has_left_and_nothing_is_taken_back():
    table = clocked(rated=True)
    play(table, NOW)
    with pytest.raises(Refused, match="no_take_back"):
        table.take_back(0, table.step, NOW)
    happen(table, time_up(table, NOW + LIVE.bank))
    assert isinstance(table.events[-2], Leave)
    assert table.events[-2].time
    assert table.result.winners == [0]


def test_there_is_no_time_to_be_up_without_a_clock_before_the_start_or_after_the_end():
    assert time_up(clocked(None), NOW + 99 * A_DAY) == []
    over = clocked()
    happen(over, over.leave(0, NOW))
    assert time_up(over, NOW + 99 * A_DAY) == []
    assert due(over) is None


def test_what_is_due_is_the_end_of_the_time_or_a_look_at_a_bot_for_which_somebody_waits():
    table = clocked()
    assert due(table) == entry_of(table).due == NOW + LIVE.bank
    happen(table, table.hand(0, NOW + 1_000))
    assert due(table) == NOW + 1_000 + BOTS_PATIENCE
    happen(table, table.hand(1, NOW + 2_000))
    assert not somebody_waits(table)
    assert due(table) is None
    assert due(clocked(None)) is None


# ---- by days ----------------------------------------------------------------------------------------------


def test_by_days_every_turn_has_its_own_time_and_holidays_are_for_what_takes_longer():
    table = clocked(DAYS)
    play(table, NOW + DAYS.turn - 1)
    assert table.times.banks == (DAYS.bank, DAYS.bank)
    play(table, NOW + DAYS.turn - 1 + DAYS.turn + A_DAY)
    assert table.times.banks == (DAYS.bank, DAYS.bank - A_DAY)
    assert due(table) == table.times.at + DAYS.turn + DAYS.bank


def test_by_days_who_comes_back_has_a_turn_again_and_no_holidays():
    table = clocked(DAYS)
    now = NOW + DAYS.turn + DAYS.bank
    happen(table, time_up(table, now))
    happen(table, table.give_back(0, now + A_DAY))
    assert left(table, 0, now + A_DAY) == DAYS.turn
    assert table.times.bank(0, DAYS, now + A_DAY) == 0


def at(zone, *when):
    return int(datetime(*when, tzinfo=ZoneInfo(zone)).timestamp() * 1000)


@pytest.mark.parametrize(
    ("given_at", "until"),
    [
        ((2026, 3, 27, 18), (2026, 3, 28, 19)),  # an ordinary day
        ((2026, 3, 28, 18), (2026, 3, 29, 20)),  # summer time begins: the day has 23 hours
        ((2026, 10, 24, 18), (2026, 10, 25, 18)),  # it ends: the day has 25 hours
        ((2026, 10, 25, 1, 30), (2026, 10, 26, 1, 30)),
    ],
)
def test_in_paris_one_day_is_over_no_sooner_than_at_the_same_hour(given_at, until):
    clock = clock_of("days-1", 20)
    assert at("Europe/Paris", *given_at) + clock.turn == at("Europe/Paris", *until)


@each("zone", ["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"])
@each("days", [1, 2, 3, 7])
def test_who_plays_at_the_same_hour_so_many_days_later_is_in_time_on_every_day_of_the_year(zone, days):
    clock = clock_of(f"days-{days}", 20)
    noon = datetime(2026, 1, 1, 18, 0, tzinfo=ZoneInfo(zone))
    for day in range(366):
        begin = noon + timedelta(days=day)  # by the clock on the wall
        end = begin + timedelta(days=days)
        took = int((end.timestamp() - begin.timestamp()) * 1000)
        assert took <= clock.turn
        assert clock.turn - took <= 2 * AN_HOUR


# ---- whatever happens -------------------------------------------------------------------------------------

moments = st.integers(0, 90_000)
doings = st.lists(st.tuples(st.sampled_from("ppppbhrtoa"), moments, st.integers(0, 99)), max_size=60)


def do(table, what, now, choice):
    """Something happens, if it can."""
    seat = choice % len(table.seats)
    try:
        match what:
            case "p" if table.to_act is not None:
                play(table, now, random.Random(choice), lag=choice * 9, late=choice)
            case "b":
                happen(table, table.take_back(seat, table.step, now))
            case "h":
                happen(table, table.hand(seat, now))
            case "r":
                happen(table, table.give_back(seat, now))
            case "t":
                happen(table, time_up(table, now))
            case "o":
                happen(table, table.rename(table.seats[seat].id, f"Name {choice}", now))
            case "a":
                happen(table, away(table, [(now - 10_000, now)], now))
    except Refused:
        pass


@settings(max_examples=60)
@given(doings, st.integers(0, 2), st.sampled_from([LIVE, DAYS, Clock(bank=20_000, increment=2_000)]))
def test_a_log_adds_up_to_what_was_seen_while_it_was_written(done, bots, clock):
    table, now = clocked(clock, players=3, bots=bots), NOW
    seen = []
    for what, wait, choice in done:
        now += wait
        do(table, what, now, choice)
        seen.append((table.number, table.times))
        assert all(bank >= 0 for bank in table.times.banks)
        assert all(left(table, seat, later) >= 0 for seat in range(3) for later in (now, now + A_DAY * 99))
    lines = msgspec.json.decode(msgspec.json.encode(table.events), type=list[Event])
    again = fold(table.opening, table.seed, table.definition, lines)
    assert again.times == table.times
    for number, times in dict(seen).items():
        assert table_at(table, number).times == times


@settings(max_examples=60)
@given(st.lists(st.tuples(moments, st.booleans(), st.integers(0, 99)), max_size=50))
def test_whoever_plays_on_or_takes_back_never_has_more_time_for_it_than_before_beyond_an_increment(done):
    table, now = clocked(Clock(bank=10**9, increment=5_000)), NOW
    for wait, back, choice in done:
        now += wait
        before, number, taker = both_left(table, now), table.number, choice % 2
        if back and table.can_take_back(taker):
            happen(table, table.take_back(taker, table.step, now))
            assert left(table, taker, now) <= before[taker]
        elif table.to_act is not None:
            seat = play(table, now, random.Random(choice))
            gained = 5_000 if table.to_act != seat else 0
            assert left(table, seat, now) <= before[seat] + gained
        assert table.number >= number


@settings(max_examples=40)
@given(st.lists(moments, min_size=1, max_size=40))
def test_all_that_was_used_is_all_the_time_that_has_passed(waits):
    table, now = clocked(Clock(bank=10**9)), NOW
    for wait in waits:
        if table.to_act is None:
            break
        now += wait
        play(table, now)
    used = 2 * 10**9 - sum(table.times.banks)
    running = table.times.used(table.times.at) if table.times.seat is not None else 0
    assert used + running == table.times.at - NOW


# ---- what was written before, and what can be checked ------------------------------------------------------


def test_an_opening_from_before_clocks_has_none_and_is_friendly():
    text = b'{"table":"t","game":"isis","rules":1,"players":2,"options":{},"commitment":""}'
    opening = msgspec.json.decode(text, type=Opening)
    assert opening.clock is None
    assert not opening.rated


def ended_in_time():
    table = clocked(Clock(bank=60_000, increment=1_000), rated=True)
    for place in range(6):
        play(table, NOW + 1_000 * place, lag=10)
    happen(table, away(table, [(NOW + 6_000, NOW + 9_000)], NOW + 10_000))
    happen(table, time_up(table, due(table)))
    return table


def test_whoever_was_out_of_time_can_be_checked():
    table = ended_in_time()
    assert table.status == "over"
    assert verify(read_export(msgspec.json.encode(export(table))), table.definition) >= 1


def test_a_time_that_was_not_up_is_found_out():
    table = ended_in_time()
    early = msgspec.structs.replace(table.events[-2], at=table.events[-2].at - 1)
    forged = msgspec.structs.replace(export(table), events=[*table.events[:-2], early, table.events[-1]])
    with pytest.raises(Dishonest):
        verify(read_export(msgspec.json.encode(forged)), table.definition)


def test_the_watch_never_goes_back_though_the_clock_on_the_wall_does():
    table = clocked()
    play(table, NOW + 5_000)
    play(table, NOW - 90_000)
    assert table.times.at == NOW + 5_000
    assert both_left(table, NOW + 5_000) == [LIVE.bank - 5_000 + INCREMENT, LIVE.bank + INCREMENT]
