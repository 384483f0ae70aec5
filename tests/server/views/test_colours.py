"""Colours chosen at a table: picture, names, lists, counting and replay agree, and rules and log know nothing of it."""

import random
import re

import msgspec
import pytest

from tablee.games import find_game, game_ids
from tablee.games.language import ENGLISH
from tablee.server.features.replays.service import replay
from tablee.server.views.company import Company, about
from tablee.server.views.frames import FrameBuilder
from tablee.server.views.sentences import language
from tablee.server.views.text_play import in_words
from tests.cases import each
from tests.server.table.tables import NOW, happen, new_table, play_randomly
from tests.server.views.painted import put_up

SEATED = re.compile(r"\bseat-(\d)")


def table_in_colours(game, *, chosen=True, steps=20_000):
    """A table that is played for a while; the first two wear the last two colours of the box if they were `chosen`."""
    definition = find_game(game)
    table = new_table(2, game=game, rules=definition.version)
    for name in ("Zoé", "Ali"):
        happen(table, table.sit(name, NOW))
    last = max(definition.players) - 1
    if chosen:
        for participant, colour in zip(
            table.start(NOW)[-1 - definition.throws_for_start].order, (last, last - 1), strict=True
        ):
            happen(table, table.choose_colour(participant, colour, NOW))
    happen(table, table.start(NOW))
    play_randomly(table, random.Random(1), steps=steps)
    return table


def painted(table, seat=0, say=ENGLISH):
    return {node.key: node for node in FrameBuilder(seat, say).first_frame(table)["scene"]["set"]}


@each("game", game_ids())
def test_a_picture_wears_the_colours_of_the_table_and_is_the_same_otherwise(game):
    table = table_in_colours(game, steps=40)
    definition, colours = table.definition, table.colours
    assert colours
    nodes = painted(table)
    table.seating = msgspec.structs.replace(table.seating, colours=())
    plain = painted(table)
    assert nodes.keys() == plain.keys()
    seen = set()
    for key, node in nodes.items():
        own = SEATED.search(plain[key].kind)
        if own:
            seat, colour = int(own[1]), int(SEATED.search(node.kind)[1])
            assert colour == colours[seat]
            assert node.shape == re.sub(rf"-{seat}$", f"-{colour}", plain[key].shape)
            assert f'id="{node.shape}"' in definition.shapes or node.shape == "text"
            seen.add(seat)
        else:
            assert (node.shape, node.kind) == (plain[key].shape, plain[key].kind)
        assert (node.x, node.y, node.text) == (plain[key].x, plain[key].y, plain[key].text)
    assert seen == {0, 1}


@each("game", game_ids())
@each("code", ["en", "fr"])
def test_whoever_listens_hears_the_colours_that_others_see(game, code):
    say = language(code)
    table = table_in_colours(game, steps=40)
    name = table.definition.words.seat_name
    panels = in_words(table, 0, say)["seats"]
    for seat, colour in enumerate(table.colours):
        told = next(panel for panel in panels if panel.startswith(table.names[seat]))
        assert f", {name(colour, say)}," in told
        assert f", {name(seat, say)}," not in told or colour == seat


@each("game", game_ids())
def test_the_log_calls_people_by_their_names_and_never_by_a_colour(game):
    table = table_in_colours(game, steps=30)
    called = [table.definition.words.seat_name(colour, ENGLISH) for colour in range(max(table.definition.players))]
    lines = [line for _, line in FrameBuilder(0, ENGLISH).first_frame(table)["log"]]
    assert any("Zoé" in line for line in lines)
    assert not any(re.search(rf"\b{word}\b", line) for line in lines for word in called)


@pytest.mark.parametrize("game", ["isis", "morfals"])
def test_the_end_the_result_the_lists_and_the_replay_agree_with_the_picture(game):
    table = table_in_colours(game)
    builder = FrameBuilder(None, ENGLISH)
    past = table.ahead()
    over = past.events.pop()
    del past.past_states[-1]
    past.status, past.result = "playing", None
    shown = put_up({}, builder.first_frame(past))
    past.append(over)
    end = builder.frame(past, [over])
    shown = put_up(shown, end)
    for seat, colour in enumerate(table.colours):
        assert shown[f"panel {seat}"].kind.startswith(f"seat-{colour}")
    assert {row["seat"]: row["colour"] for row in end["result"]["rows"]} == dict(enumerate(table.colours))
    participants = about(table, Company({}), ENGLISH)["sitters"]
    assert {one["seat"]: one["colour"] for one in participants} == dict(enumerate(table.colours))
    again = replay(table, "all", ENGLISH)
    assert tuple(again["colours"]) == table.colours
    for frame in again["frames"]:
        for node in frame["scene"]["set"]:
            if node.key.startswith("mark "):
                assert node.shape == f"mark-{table.colours[int(node.key[5:])]}"


def test_a_part_that_has_not_changed_is_sent_only_once():
    table = table_in_colours("isis", steps=10)
    builder = FrameBuilder(0, ENGLISH)
    builder.first_frame(table)
    assert builder.frame(table, [])["scene"]["set"] == []
