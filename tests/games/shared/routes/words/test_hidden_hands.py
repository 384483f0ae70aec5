"""With hidden hands, who comes late or looks back is not told which cubes the others took and paid."""

import itertools
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tablee.games import find_game
from tablee.games.language import ENGLISH
from tablee.server.features.replays.service import past_frame
from tablee.server.table.table import Table
from tablee.server.views.frames import SHOWN, FrameBuilder, encode
from tablee.server.views.viewpoint import event_texts
from tests.cases import each
from tests.games.shared.routes.hexes import around
from tests.games.shared.routes.position import COLORS
from tests.server.table.tables import NOW, happen, play_randomly, started

BOTH = each("game", ["morisi", "netzwerk"])
GAMES = 30
LANDS = ("field", "pasture", "vineyard", "forest", "fishery")


def hidden_table(game: str, players: int, **options: Any) -> Table:
    return started(players, game=game, rules=find_game(game).version, hands="hidden", **options)


def played(game: str, number: int) -> Table:
    """A table in the middle of a game."""
    table = hidden_table(game, 2 + number % 3)
    play_randomly(table, random.Random(number), steps=60 + number)
    return table


def log_texts(table: Table, seat: int | None) -> list[tuple[int, int, str]]:
    """What a program is sent that comes late."""
    texts: list[tuple[int, int, str]] = event_texts(table, table.events, seat, seen=table.number)["events"]
    return texts


def rebuilt(table: Table, seat: int | None) -> list[Counter[str]]:
    """The hands, as late spectators once found them: taken is what lay where pawns went, paid what sticks cost."""
    hexes = table.view(seat)["hexes"]
    hands: list[Counter[str]] = [Counter() for _ in table.seats]
    for _, whose, text in log_texts(table, seat):
        verb, _, what = text.partition(" ")
        if verb in ("place", "move"):
            hands[whose][hexes.get(what, {}).get("color", "?")] += 1
        elif verb == "stick":
            hands[whose][text.rpartition(" ")[2]] -= 1
    return hands


@BOTH
def test_hands_cannot_be_rebuilt_from_the_log_by_who_comes_late(game: str) -> None:
    others = 0
    for number in range(GAMES):
        table = played(game, number)
        if table.status != "playing":
            continue
        for seat in (None, 0):
            latest = table.events[table.latest_step - 1].seat
            hands = rebuilt(table, seat)
            for other in {*range(len(table.seats))} - {seat}:
                others += 1
                assert sum(hands[other][color] != 0 for color in COLORS) <= (other == latest)
    assert others > GAMES


@BOTH
def test_lines_and_texts_of_earlier_steps_name_no_colour_and_not_where_pawns_of_others_went(
    game: str,
) -> None:
    lands = "|".join(LANDS)
    named = re.compile(rf"\b({'|'.join(COLORS)})\b|To the ({lands})|From the ({lands}).* with|^(move|place) [^#]")
    lines = 0
    for number in range(0, GAMES, 3):
        table = played(game, number)
        if table.status != "playing":
            continue
        for seat in (None, 1):
            mine = {event.number for event in table.events if seat is not None and getattr(event, "seat", None) == seat}
            told = [(number, text) for number, _, text in log_texts(table, seat)]
            told += FrameBuilder(seat, ENGLISH).first_frame(table)["log"]
            past = [line for event, line in told if event < table.latest_step and event not in mine]
            assert not [line for line in past if named.search(line)]
            lines += len(past)
    assert lines > 200


def crossings(table: Table) -> Iterator[tuple[str, str, str, str]]:
    """Two hexes where pawns may end and two between them, of different colours, over which either can come."""
    hexes = table.view(None)["hexes"]
    lands = [place for place, site in hexes.items() if site["kind"] == "land"]
    for one, other in itertools.permutations(lands, 2):
        ends = [
            end
            for end in around(one)
            if end in around(other) and hexes.get(end, {"kind": "desert"})["kind"] != "desert"
        ]
        if hexes[one]["color"] != hexes[other]["color"] and len(ends) == 2:
            yield one, other, ends[0], ends[1]


@BOTH
@each("seat", [None, 2])
def test_who_took_which_of_two_cubes_changes_nothing_that_is_sent_to_others_later(game: str, seat: int | None) -> None:
    """Black and White come to the same hexes over two others, once each over the one and once over the other."""
    compared = 0
    for one, other, left, right in itertools.islice(crossings(hidden_table(game, 3)), 20):
        tables = [crossed(game, ways, (left, right)) for ways in ((one, other), (other, one))]
        if None not in tables:
            compared += 1
            hands = [table.definition.words.write(table.state)["cubes"][:2] for table in tables]
            assert hands[0] != hands[1]
            assert [*late(tables[0], seat)] == [*late(tables[1], seat)]
    assert compared > 2


def crossed(game: str, ways: tuple[str, str], ends: tuple[str, str]) -> Table | None:
    """Black and White have come each over one hex to another, and Grey has moved; None if something could be built."""
    table = hidden_table(game, 3)
    taken = {*ways, *ends}
    away = next(text for text in reversed(table.actions(0)) if text.partition(" ")[2] not in taken)
    for text in (*(f"place {place}" for place in ways), away, *(f"move {place}" for place in ends), "move"):
        found = [legal for legal in table.actions(table.to_act) if legal.startswith(text)]
        if not found:
            return None
        happen(table, table.act(table.to_act, table.step, found[0], NOW))
    return table


def late(table: Table, seat: int | None) -> Iterator[str]:
    """All that is sent to who comes late, and to who then looks back."""
    yield encode(FrameBuilder(seat, ENGLISH).first_frame(table))
    yield encode(event_texts(table, table.events, seat, seen=table.number))
    for event in table.events:
        if isinstance(event, SHOWN):
            yield encode(past_frame(table, event.number, seat, ENGLISH))
