"""What is sent of a table with dice."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.engine.calls import copy
from tablee.games import find_game
from tablee.games.language import ENGLISH
from tablee.games.score_sheets import totals_of
from tablee.server.table.table import THROW
from tablee.server.views.frames import FrameBuilder, encode
from tablee.server.views.viewpoint import event_texts
from tests.server.table.tables import NOW, happen, play_randomly, started
from tests.server.views.painted import put_up

MORFALS = find_game("morfals")
MOVING = {"thrown", "caught", "cheer", "soon"}

setups = st.sampled_from(
    [
        {"game": "morfals"},
        {"game": "morfals", "match": 20},
        {"game": "morfals", "capture": "claim", "last_man": "announce"},
        {"game": "morpyam", "players": 2},
        {"game": "morpyam", "players": 3},
        {"game": "morpyam", "players": 4, "double_morpyam": "ko"},
    ]
)


def decided(table, rng):
    seat = table.to_act
    return table.act(seat, table.step, rng.choice(table.actions(seat)), NOW)


@settings(max_examples=15)
@given(setups, st.integers(0, 10_000))
def test_patches_add_up_to_the_picture_and_the_log_that_a_newcomer_gets(setup, seed):
    table = started(**setup)
    builder = FrameBuilder(0, ENGLISH)
    whole = builder.first_frame(table)
    nodes = {node.key: node for node in whole["scene"]["set"]}
    log = dict(whole["log"])
    rng = random.Random(seed)
    for _ in range(60):
        if table.to_act is None:
            break
        for event in decided(table, rng):
            happen(table, [event])
            frame = builder.frame(table, [event])
            nodes = put_up(nodes, frame)
            log |= dict(frame["log"])
        nodes = put_up(nodes, builder.frame(table, []))  # the moment has gone, and everything lies still
        fresh = FrameBuilder(0, ENGLISH).first_frame(table)
        assert log == dict(fresh["log"])
        assert all(builder.shows(key) for key in nodes)
        assert nodes == {node.key: node for node in fresh["scene"]["set"]}


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(0, 2**49 - 1))
def test_nothing_that_is_sent_gives_away_who_is_trapped(seed, other_traps):
    table = claiming(random.Random(seed))
    if table is None:
        return
    other = copy(table.state)
    other[0].trapped = other_traps
    before = [everything(table, seat) for seat in (0, 1, None)]
    table.enter(other)
    assert [everything(table, seat) for seat in (0, 1, None)] == before


def claiming(rng):
    """A table of Morfals where a seat may claim, or None if chance did not lead there."""
    table = started(game="morfals", capture="claim")
    for _ in range(rng.randrange(20, 80)):
        if table.to_act is None:
            return None
        happen(table, decided(table, rng))
    while table.to_act is not None:
        if "done" in table.actions(table.to_act):
            return table
        happen(table, decided(table, rng))
    return None


def everything(table, seat):
    """All that a seat gets or may ask for."""
    why_not = MORFALS.words.why_not
    frame = FrameBuilder(seat, ENGLISH).first_frame(table)
    texts = event_texts(table, table.events, seat, seen=table.number)
    keys = [node.key for node in frame["scene"]["set"]]
    reasons = [why_not(table.view(seat), table.to_act, key, ["Zoé", "Ada"], ENGLISH) for key in keys]
    return encode(frame), encode(texts), reasons


def test_in_a_claim_every_enemy_is_offered_and_looks_like_any_other():
    table = claiming(random.Random(5))
    seat = table.to_act
    frame = FrameBuilder(seat, ENGLISH).first_frame(table)
    enemies = [square for square, owner in table.view(seat)["board"].items() if owner != seat]
    assert {action for actions in frame["scene"]["offers"].values() for action in actions} >= {
        f"eat {square}" for square in enemies
    }
    offered = [node for node in frame["scene"]["set"] if node.key in frame["scene"]["offers"]]
    assert len({(node.shape, node.kind, node.layer) for node in offered if node.key.startswith("cannibal")}) == 1


def test_who_is_to_throw_is_offered_the_throw_and_the_others_read_who_it_is():
    table = started(game="morfals")
    thrower = table.to_act
    own, other = (FrameBuilder(seat, ENGLISH).first_frame(table) for seat in (thrower, 1 - thrower))
    assert (own["yours"], own["scene"]["throw"]) == (True, THROW)
    assert [button.action for row in own["scene"]["bar"] for button in row.buttons] == [THROW]
    assert (other["yours"], other["scene"]["throw"], other["scene"]["offers"]) == (False, "", {})
    assert table.names[thrower] in other["prompt"]


@pytest.mark.parametrize("setup", [{"game": "morfals"}, {"game": "morpyam"}], ids=["morfals", "morpyam"])
def test_dice_tumble_once_and_lie_still_for_whoever_comes_later(setup):
    table = started(**setup)
    builder = FrameBuilder(0, ENGLISH)
    builder.first_frame(table)
    events = decided(table, random.Random(1))
    for event in events:
        happen(table, [event])
        frame = builder.frame(table, [event])
    assert [node for node in frame["scene"]["set"] if "thrown" in node.kind.split()]
    fresh = FrameBuilder(0, ENGLISH).first_frame(table)
    assert [node for node in fresh["scene"]["set"] if node.key.startswith("die ")]
    assert not [node for node in fresh["scene"]["set"] if MOVING & set(node.kind.split())]


@pytest.mark.parametrize("setup", [{"game": "morfals"}, {"game": "morpyam", "players": 4}], ids=["morfals", "morpyam"])
def test_a_finished_game_explains_its_points(setup):
    table = started(**setup)
    play_randomly(table, random.Random(4))
    result = FrameBuilder(None, ENGLISH).first_frame(table)["result"]
    assert result["headline"]
    scores = {row["seat"]: row["score"] for row in result["rows"]}
    assert dict(enumerate(totals_of(result["sheet"], len(scores)))) == scores
