"""Whom to call, when: by what they wish for, what they know, and the clock on their wall."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tablee.server.features.notifications.model import (
    DAYS_DELAY,
    LIVE_DELAY,
    LOBBY_DELAY,
    STALE,
    NotificationPreferences,
    WaitingTurn,
    day_of,
    judge_ending,
    judge_invitation,
    judge_turn,
    latest_hour,
)
from tablee.server.table.clock import A_DAY, AN_HOUR
from tablee.server.table.directory import Entry, Seated
from tests.server.table.clocked import DAYS, LIVE
from tests.server.table.tables import NOW

PARTICIPANTS = [Seated(1, "Zoé", seat=0), Seated(2, "Ali", seat=1)]


def turn(clock=None, preferences=None, participants=PARTICIPANTS, due=None):
    entry = Entry("t", "isis", 1, 2, {}, False, "playing", 4, participants, 1, moved=NOW, clock=clock, due=due)
    return WaitingTurn(entry, "zoé", preferences or NotificationPreferences())


@pytest.mark.parametrize(("clock", "delay"), [(None, LIVE_DELAY), (LIVE, LIVE_DELAY), (DAYS, DAYS_DELAY)])
def test_somebody_has_a_moment_to_come_by_themselves(clock, delay):
    assert judge_turn(turn(clock), NOW + delay - 1, looking=False) == "later"
    assert judge_turn(turn(clock), NOW + delay, looking=False) == "send"
    assert judge_turn(turn(clock), NOW + delay, looking=True) == "skip"


def test_each_kind_can_be_switched_off():
    later = NOW + AN_HOUR
    assert judge_turn(turn(DAYS, NotificationPreferences(days="no")), later, looking=False) == "skip"
    assert judge_turn(turn(DAYS, NotificationPreferences(live=False)), later, looking=False) == "send"
    assert judge_turn(turn(LIVE, NotificationPreferences(live=False)), later, looking=False) == "skip"
    assert judge_turn(turn(LIVE, NotificationPreferences(days="no")), later, looking=False) == "send"
    assert judge_ending(turn(DAYS, NotificationPreferences(ending=False), due=later), NOW, looking=False) == "skip"
    assert judge_invitation(NotificationPreferences(lobby=False), NOW, later, here=False) == "skip"


def test_nobody_is_called_for_a_bot_by_a_bot_or_for_what_is_long_past():
    later = NOW + LIVE_DELAY
    for_me = [Seated(1, "Zoé", seat=0, stand_in=3), PARTICIPANTS[1]]
    bots = [PARTICIPANTS[0], Seated(2, "Bot", level=3, seat=1)]
    assert judge_turn(turn(participants=for_me), later, looking=False) == "skip"
    assert judge_turn(turn(participants=bots), later, looking=False) == "skip"
    assert judge_turn(turn(DAYS, participants=bots), NOW + A_DAY, looking=False) == "send", "time runs out all the same"
    assert judge_ending(turn(DAYS, participants=for_me, due=NOW + 2), NOW, looking=False) == "skip"
    assert judge_turn(turn(), NOW + STALE + 1, looking=False) == "skip"
    assert judge_turn(turn(DAYS), NOW + 30 * A_DAY, looking=False) == "send"
    assert judge_turn(turn(DAYS, NotificationPreferences(since=NOW + 1)), NOW + A_DAY, looking=False) == "skip"


def test_a_warning_comes_when_a_quarter_of_the_turn_is_left():
    due = NOW + 2 * A_DAY
    assert judge_ending(turn(DAYS, due=due), due - DAYS.turn // 4 - 1, looking=False) == "later"
    assert judge_ending(turn(DAYS, due=due), due - AN_HOUR, looking=False) == "send"
    assert judge_ending(turn(DAYS, due=due), due - AN_HOUR, looking=True) == "skip"
    assert judge_ending(turn(DAYS, due=due), due, looking=False) == "skip"
    assert judge_ending(turn(LIVE, due=due), due - 1, looking=False) == "skip"


def test_who_has_a_page_open_is_not_called_over_from_elsewhere():
    assert judge_invitation(NotificationPreferences(), NOW, NOW + LOBBY_DELAY, here=True) == "skip"
    assert judge_invitation(NotificationPreferences(), NOW, NOW + LOBBY_DELAY - 1, here=False) == "later"
    assert judge_invitation(NotificationPreferences(), NOW, NOW + LOBBY_DELAY, here=False) == "send"


# ---- once a day --------------------------------------------------------------------------------------------


def in_paris(*when):
    return round(datetime(*when, tzinfo=ZoneInfo("Europe/Paris")).timestamp() * 1000)


PARIS = NotificationPreferences(days="digest", hour=9, zone="Europe/Paris")


def test_what_came_before_the_hour_is_told_at_that_hour_and_the_rest_the_next_day():
    def at(moved, now):
        entry = turn(DAYS, PARIS).entry
        told = Entry(**{name: getattr(entry, name) for name in entry.__struct_fields__} | {"moved": moved})
        return judge_turn(WaitingTurn(told, "zoé", PARIS), now, looking=False)

    assert at(in_paris(2026, 6, 1, 8), in_paris(2026, 6, 1, 8, 59)) == "later"
    assert at(in_paris(2026, 6, 1, 8), in_paris(2026, 6, 1, 9)) == "digest"
    assert at(in_paris(2026, 6, 1, 9, 1), in_paris(2026, 6, 1, 23)) == "later"
    assert at(in_paris(2026, 6, 1, 9, 1), in_paris(2026, 6, 2, 9)) == "digest"


@pytest.mark.parametrize(
    ("before", "hours"),
    [((2026, 3, 28), 23), ((2026, 10, 24), 25), ((2026, 6, 1), 24)],
    ids=["summer time begins", "summer time ends", "any day"],
)
def test_it_is_the_hour_on_the_wall_also_when_summer_time_begins_and_ends(before, hours):
    first = in_paris(*before, 9)
    following = first + hours * AN_HOUR
    assert latest_hour(PARIS, following - 1) == first
    assert latest_hour(PARIS, following) == following
    assert day_of(PARIS, following) == day_of(PARIS, following - 1) + 1


def test_an_hour_that_is_left_out_or_comes_twice_is_met_once_a_day():
    night = NotificationPreferences(days="digest", hour=2, zone="Europe/Paris")
    for begin in (in_paris(2026, 3, 28, 12), in_paris(2026, 10, 24, 12)):
        days = [day_of(night, begin + minutes * 60_000) for minutes in range(0, 48 * 60, 10)]
        assert days == sorted(days)
        assert len(set(days)) == 3
