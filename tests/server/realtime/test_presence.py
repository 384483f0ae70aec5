"""Who is here and who is absent, as the clock goes."""

import pytest

from tablee.server.realtime.presence import Presence
from tablee.server.table.events import Refused
from tests.server.table.tables import started

PEOPLE = {1: "zoé", 3: "ali"}


class Clock:
    """A clock that is moved by hand."""

    def __init__(self):
        self.now = 1_700_000_000_000

    def __call__(self):
        return self.now


def presence_at(table, clock, patience=60.0):
    presence = Presence(patience, clock)
    presence.seat(table.participants, PEOPLE)
    return presence


def test_somebody_is_absent_after_a_minute_and_not_before():
    table, clock = started(2), Clock()
    presence = presence_at(table, clock)
    presence.came("zoé")
    presence.came("ali")
    clock.now += 500_000
    presence.went("ali")
    clock.now += 59_999
    ali = next(participant for participant in table.participants if participant.id == 3)
    with pytest.raises(Refused, match="not_absent"):
        presence.check_absent(ali)
    assert presence.company().away == {1: None, 3: 59}
    clock.now += 1
    presence.check_absent(ali)
    presence.came("ali")
    with pytest.raises(Refused, match="not_absent"):
        presence.check_absent(ali)


def test_who_has_two_tabs_is_here_until_both_are_closed():
    clock = Clock()
    presence = presence_at(started(2), clock)
    for _ in range(2):
        presence.came("zoé")
    presence.went("zoé")
    assert presence.somebody_is_here
    assert presence.company().away[1] is None
    presence.went("zoé")
    assert not presence.somebody_is_here
    assert presence.company().away[1] == 0


def test_every_tab_of_a_stranger_watches_and_none_of_who_sits_here():
    presence = presence_at(started(2), Clock())
    for person in ("zoé", "", "", "eve", "eve"):
        presence.came(person)
    assert presence.watching == 4
    presence.went("eve")
    assert presence.watching == 3


def test_who_is_here_is_sent_away_by_nobody_else():
    presence = presence_at(started(2), Clock())
    presence.came("ali")
    presence.check_may_rise("ali", 3)
    with pytest.raises(Refused, match="not_now"):
        presence.check_may_rise("zoé", 3)
    presence.went("ali")
    presence.check_may_rise("zoé", 3)
