"""Tables with a clock, at which time passes as a test says."""

import random
from typing import Any

import msgspec

from tablee.kit.trial_tables import NOW, SEED, happen, new_table
from tablee.server.table.clock import A_DAY, A_MINUTE, A_SECOND, AN_HOUR
from tablee.server.table.events import Clock
from tablee.server.table.table import Table

LIVE = Clock(bank=5 * A_MINUTE, increment=10 * A_SECOND)
DAYS = Clock(bank=3 * A_DAY, turn=A_DAY + AN_HOUR)


def clocked(
    clock: Clock | None = LIVE,
    *,
    players: int = 2,
    bots: int = 0,
    game: str = "isis",
    rated: bool = False,
    **options: Any,
) -> Table:
    """A table at which people and bots sit, and the game has started; it is `NOW`."""
    plain = new_table(players, game=game, **options)
    table = Table(msgspec.structs.replace(plain.opening, clock=clock, rated=rated), SEED, plain.definition)
    for place in range(players - bots):
        happen(table, table.sit(f"Person {place}", NOW, nonce=f"{place:032x}"))
    for _ in range(bots):
        happen(table, table.sit("", NOW, level=1))
    happen(table, table.start(NOW))
    return table


def play(table: Table, now: int, choice: random.Random | None = None, **forgiven: int) -> int:
    """Whoever is to act does something; returns the seat."""
    seat = table.to_act
    assert seat is not None
    actions = table.actions(seat)
    action = choice.choice(actions) if choice else actions[0]
    happen(table, table.act(seat, table.step, action, now, **forgiven))
    return seat
