"""Until when somebody has to play, in lists."""

from tablee.games.language import ENGLISH
from tablee.server.table.directory import Seated
from tablee.server.views.clock_texts import deadline
from tests.server.storage.entries import entry
from tests.server.table.clocked import DAYS, LIVE

ZOÉ, BOT, STOOD_IN = Seated(1, "Zoé", seat=0), Seated(2, "Malo", 2, 1), Seated(3, "Ali", seat=1, stand_in=4)


def test_people_have_until_the_end_of_their_turn_by_days_and_nobody_else_has():
    def told(turn, clock=DAYS):
        made = entry("t", status="playing", participants=[ZOÉ, BOT, STOOD_IN], turn=turn, clock=clock, due=60_000)
        return deadline(made, ENGLISH)["until_exactly"]

    assert told(1) == "1970-01-01T00:01:00+00:00"
    assert [told(2), told(3), told(None), told(1, LIVE), told(1, None)] == [""] * 5
