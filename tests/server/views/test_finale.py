"""The end as it is shown before its result: everything is counted, nothing too early, in five to eight seconds."""

from functools import reduce
from typing import Any

import pytest

from tablee.games import find_game, game_ids
from tablee.games.language import ENGLISH
from tablee.server.table.past import table_at
from tablee.server.table.table import Table
from tablee.server.views.frames import FrameBuilder, encode
from tests.cases import each
from tests.server.table.tables import NOW, finished, happen, started
from tests.server.views.painted import put_up

TABLES = [(game, players) for game in game_ids() for players in find_game(game).players]


def ending(table: Table, seat: int | None = 0, shape: str = "upright") -> tuple[dict[str, Any], dict[str, Any]]:
    """The frame before the last step of a game, and the one with its end."""
    last = table.latest_step
    past = table_at(table, last - 1)
    builder = FrameBuilder(seat, ENGLISH, shape)
    before = builder.first_frame(past)
    past.append(table.events[last - 1])
    return before, builder.frame(past, [table.events[last - 1]])


def shown(before: dict[str, Any], beats: list[dict[str, Any]]) -> dict[str, Any]:
    """What lies there after some of its pictures, by key."""
    return reduce(put_up, beats, put_up({}, before))


@each(("game", "players"), TABLES)
def test_its_pictures_lead_from_the_last_step_to_the_picture_of_the_end(game: str, players: int) -> None:
    table = finished(players, 2, game=game)
    before, end = ending(table)
    nodes = put_up(put_up({}, before), end)
    whole = FrameBuilder(0, ENGLISH).first_frame(table)["scene"]["set"]
    latest = {node.key: node for node in whole}
    # A cube that has just been taken is on its way; else the same things say the same.
    nodes.pop("taken", None)
    assert {key: node.text for key, node in nodes.items()} == {key: node.text for key, node in latest.items()}


@each(("game", "players"), TABLES)
def test_it_takes_five_to_eight_seconds_and_says_what_is_counted(game: str, players: int) -> None:
    table = finished(players, 2, game=game)
    beats = ending(table)[1]["finale"]["beats"]
    assert 5_000 <= sum(beat["stay"] for beat in beats) <= 8_000
    assert all(beat["words"] for beat in beats)
    lit = [node for beat in beats for node in beat["scene"]["set"] if "counted" in node.kind.split()]
    poured = [node.text for beat in beats for node in beat["scene"]["set"] if node.key.startswith("pour")]
    assert lit
    assert poured


@each(("game", "players"), TABLES)
def test_it_is_told_to_those_who_listen(game: str, players: int) -> None:
    table = finished(players, 2, game=game)
    told = ending(table)[1]["finale"]["told"]
    assert all(name in told for name in table.names)
    assert table.result is not None
    assert all(f"{abs(points)} point" in told for points in table.result.scores if points)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_isis_turns_up_only_tiles_beside_pawns_that_have_been_counted(players: int) -> None:
    table = finished(players, 5)
    before, end = ending(table)
    beats = end["finale"]["beats"]
    backs = [
        sum(node.shape == "tile-back" for node in shown(before, beats[:at]).values()) for at in range(1, len(beats) + 1)
    ]
    tiles = sum(piece[0] != "P" for piece in table.view(None)["board"].values())
    assert backs[0] == tiles
    assert backs == sorted(backs, reverse=True)
    assert backs[-1] < tiles
    worths = [sum(key.startswith("worth") for key in shown(before, beats[:at]))
              for at in range(1, len(beats) + 1)]  # fmt: skip
    assert worths == list(range(len(beats)))


def test_morfals_carries_the_last_cannibals_home_one_by_one() -> None:
    table = finished(2, 2, game="morfals")
    before, end = ending(table)
    hands = table.view(None)["hands"]
    loser = hands.index(max(hands))
    homes = []
    for at in range(1, len(end["finale"]["beats"]) + 1):
        nodes = shown(before, end["finale"]["beats"][:at])
        panel = nodes[f"panel {1 - loser}"]
        mine = [node for key, node in nodes.items() if key.startswith(f"hand {loser} ")]
        homes.append(sum(abs(node.y - panel.y) < 60 for node in mine))
    assert homes == list(range(max(hands) + 1))


def test_who_comes_when_all_is_over_is_not_kept_waiting() -> None:
    table = finished(2, 2)
    assert FrameBuilder(0, ENGLISH).first_frame(table)["finale"] is None
    (only,) = FrameBuilder(0, ENGLISH).frames_since(table, 0, table.number)
    assert only["finale"] is None


def test_who_has_missed_the_end_is_shown_it_once() -> None:
    table = finished(2, 2)
    frames = FrameBuilder(0, ENGLISH).frames_since(table, 0, table.number - 6)
    assert [frame["number"] for frame in frames if frame["finale"]] == [table.latest_step]


def test_nothing_is_counted_when_somebody_has_given_up() -> None:
    table = started(2)
    builder = FrameBuilder(0, ENGLISH)
    builder.first_frame(table)
    happen(table, table.leave(1, NOW))
    assert builder.frame(table, table.events[-1:])["finale"] is None


@each(("game", "players"), TABLES)
def test_the_end_fits_into_a_message_of_a_hundred_kilobytes(game: str, players: int) -> None:
    table = finished(players, 2, game=game)
    assert len(encode(ending(table, shape="wide")[1])) < 100_000


def test_a_lesson_goes_on_without_one() -> None:
    table = finished(2, 2)
    frames = FrameBuilder(0, ENGLISH, finales=False).frames_since(table, 0, table.number - 6)
    assert all(frame["finale"] is None for frame in frames)
