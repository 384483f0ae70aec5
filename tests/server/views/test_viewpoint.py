"""What a device is shown that two people share, step by step through games played at random."""

import random

import pytest

from tablee.games import find_game
from tablee.server.views.frames import FrameBuilder
from tablee.server.views.sentences import language
from tablee.server.views.viewpoint import SharedFrameBuilder, Viewpoint
from tests.server.table.tables import NOW, happen, started
from tests.server.views.painted import put_up

SAY = language("en")


def shared_device(game, **options):
    """A table for two on one device, and the painter for it."""
    table = started(2, game=game, rules=find_game(game).version, **options)
    viewpoint = Viewpoint((0, 1))
    viewpoint.turn(table)
    return table, SharedFrameBuilder(viewpoint, SAY)


def play(table, builder, rng):
    """One action at random of the seat to act; returns the frames that the device is sent."""
    events = table.act(table.to_act, table.step, rng.choice(table.actions(table.to_act)), NOW)
    frames = []
    for event in events:
        happen(table, [event])
        frames += builder.frames(table, [event], last=event is events[-1])
    return frames


def seen_from(table, seat):
    return FrameBuilder(seat, SAY).first_frame(table)


@pytest.mark.parametrize("game", ["isis", "morfals", "netzwerk"])
def test_without_secrets_the_device_sees_what_the_seat_to_act_sees(game):
    table, builder = shared_device(game)
    rng, nodes = random.Random(4), put_up({}, builder.first_frame(table))
    for _ in range(40):
        for frame in play(table, builder, rng):
            nodes = put_up(nodes, frame)
        if table.to_act is None:
            break
        assert (frame["seat"], frame["curtain"], frame["yours"]) == (table.to_act, None, True)
        seen = seen_from(table, table.to_act)["scene"]
        assert frame["scene"]["offers"] == seen["offers"]
        assert set(nodes) >= {node.key for node in seen["set"]}  # besides, there is what has just moved


@pytest.mark.parametrize("options", [{"predictions": "on"}, {"hands": "open", "predictions": "on"}, {}])
def test_behind_the_curtain_the_device_is_sent_what_onlookers_see_and_nothing_else(options):
    table, builder = shared_device("morisi", **options)
    rng, frame = random.Random(7), builder.first_frame(table)
    curtains = 0
    for _ in range(30):
        if frame["curtain"] is not None:
            curtains += 1
            spectator = seen_from(table, None)
            assert (frame["whole"], frame["seat"], frame["yours"]) == (True, None, False)
            assert frame["scene"] == spectator["scene"]
            assert frame["log"] == spectator["log"]
            builder.viewpoint.lift(table, frame["curtain"])
            frame = builder.look_again(table)
        assert (frame["seat"], frame["yours"]) == (table.to_act, True)
        frame = play(table, builder, rng)[-1]
        if table.to_act is None:
            break
    assert curtains > 3


def test_one_who_sits_alone_at_a_device_needs_no_curtain():
    table = started(2, game="morisi", rules=find_game("morisi").version)
    viewpoint = Viewpoint((1,))
    viewpoint.turn(table)
    assert (viewpoint.seat, viewpoint.curtain(table)) == (1, None)
