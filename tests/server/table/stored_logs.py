"""Write the logs of a release: `python -m tests.server.table.stored_logs`.

From the release on these files never change. A later format gets a folder of its own, `logs/2`.
"""

import json
import random
from pathlib import Path
from typing import Any

import msgspec

from tablee.kit.trial_tables import NOW, SEED, finished, happen, new_table, play_randomly, started
from tablee.server.table.events import Deal
from tablee.server.table.table import Table
from tablee.server.table.timeouts import away, time_up
from tests.server.table.clocked import A_DAY, DAYS, LIVE, clocked, play

FOLDER = Path(__file__).parent / "logs" / "1"


def described(table: Table) -> dict[str, Any]:
    """What a table has come to, as it must come to for ever."""
    state = None if table.state is None or table.definition is None else table.definition.words.write(table.state)
    return {
        "status": table.status,
        "to_act": table.to_act,
        "names": table.names,
        "next": table.next_table,
        "played_by": [participant.played_by for participant in table.seats],
        "result": msgspec.to_builtins(table.result),
        "state": json.loads(json.dumps(state, default=str)),
        "banks": list(table.times.banks),
    }


def waiting() -> Table:
    """Somebody takes another name, is forgotten, chooses a colour, is named to begin; somebody else has risen."""
    table = new_table(4, game="isis")
    for name in ("Zoé", "Otto", "Ida", "Eve"):
        happen(table, table.sit(name, NOW, nonce=f"{len(name):032x}"))
    happen(table, table.rename(1, "Zoë", NOW + 1))
    happen(table, table.rise(3, NOW + 2))
    happen(table, table.begin_with(5, NOW + 3))
    happen(table, table.choose_colour(5, 2, NOW + 4))
    happen(table, table.sit("Robot", NOW + 6, program=True))
    happen(table, table.rename(7, "", NOW + 7))
    return table


def chosen() -> Table:
    """The same game, played to its end, and another one after it."""
    table = waiting()
    happen(table, table.start(NOW + 10))
    play_randomly(table, random.Random(4))
    happen(table, table.follow("another", NOW + 20))
    return table


def with_a_clock() -> Table:
    """A game with a clock: the server was closed once, and somebody's time is up, and they come back."""
    table, now, rng = clocked(players=3), NOW, random.Random(3)
    while table.to_act is not None:
        seat, now = table.to_act, now + rng.randrange(20_000)
        if len(table.steps) == 12:
            happen(table, away(table, [(now, now + 60_000)], now := now + 60_000))
        if len(table.steps) == 20:
            late = table.times.until(LIVE)
            assert late is not None
            happen(table, time_up(table, now := max(now, late)))
            happen(table, table.give_back(seat, now))
        play(table, now, rng, lag=rng.randrange(100), late=rng.randrange(5))
    return table


def handed() -> Table:
    """A seat handed to a bot and back, and the other one handed."""
    table = started(2, game="netzwerk")
    play_randomly(table, random.Random(2), 20)
    happen(table, table.hand(0, NOW))
    happen(table, table.give_back(0, NOW))
    happen(table, table.hand(1, NOW, level=5))
    return table


def dealt() -> Table:
    """A deal that has been played before, by one person against a bot."""
    plain = new_table(2, game="morpyam", solo=True)
    deal = Deal("first 00", 1, first="first")
    table = Table(msgspec.structs.replace(plain.opening, deal=deal), SEED, plain.definition)
    happen(table, table.sit("", NOW, level=1))
    happen(table, table.sit("Zoé", NOW, nonce="0" * 32))
    play_randomly(table, random.Random(5))
    return table


def closed() -> Table:
    """The host has closed the table."""
    table = started(2, bots=1, game="isis")
    happen(table, table.close("We move house.", NOW))
    return table


def taken_back() -> Table:
    """An action was taken back, and the game goes on."""
    table = started(2, bots=1, game="isis")
    person = next(one.seat for one in table.seats if not one.level)
    while table.can_take_back(person) is None:
        assert table.to_act is not None
        happen(table, table.act(table.to_act, table.step, table.actions(table.to_act)[0], NOW))
    assert person is not None
    happen(table, table.take_back(person, table.step, NOW))
    return table


def agreed() -> Table:
    """Somebody asks to take back three times: once the other declines. By days, to the end."""
    table, now, rng = clocked(DAYS), NOW, random.Random(6)
    for yes in (True, False, True):
        while table.can_ask_back(0) is None or table.can_take_back(0) is not None:
            play(table, now := now + rng.randrange(A_DAY), rng)
        happen(table, table.ask_back(0, table.step, now := now + 1000))
        happen(table, table.answer_back(1, table.step, now := now + rng.randrange(A_DAY), yes=yes))
        play(table, now, rng)
    play_randomly(table, rng)
    return table


def main() -> None:
    """Write them all."""
    tables = {
        "waiting_with_names_and_somebody_who_rose": waiting(),
        "the_youngest_named_and_colours_chosen_to_the_end": chosen(),
        "isis_with_a_clock_to_the_end": with_a_clock(),
        "a_seat_handed_to_a_bot_and_back": handed(),
        "a_deal_played_again_to_the_end": dealt(),
        "closed_by_the_host": closed(),
        "an_action_taken_back": taken_back(),
        "taking_back_by_agreement_to_the_end": agreed(),
        "alone_against_a_bot_before_a_throw": started(2, bots=1, game="morpyam"),
        "somebody_gives_up_to_the_end": finished(3, 7, leaving=0.05, game="isis"),
        "isis_with_4_to_the_end": finished(4, 1, game="isis"),
        "morfals_with_2_to_the_end": finished(2, 2, game="morfals"),
        "morisi_with_3_to_the_end": finished(3, 3, game="morisi"),
        "morpyam_with_2_to_the_end": finished(2, 4, game="morpyam"),
        "netzwerk_with_2_to_the_end": finished(2, 5, game="netzwerk"),
    }
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        log = {"opening": table.opening, "seed": SEED.hex(), "events": table.events, "then": described(table)}
        (FOLDER / f"{name}.json").write_bytes(msgspec.json.encode(log) + b"\n")


if __name__ == "__main__":
    main()
