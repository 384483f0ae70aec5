import random
from copy import deepcopy
from dataclasses import replace
from itertools import takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games import find_game, sights, working_games
from tablee.games.language import ENGLISH
from tablee.server.views.bot_characters import stand_in
from tablee.server.views.frames import MOST_MISSED, FrameBuilder, TableViews, encode
from tablee.server.views.scenes import shape_of
from tablee.server.views.sentences import language
from tests.cases import each
from tests.server.table.tables import NOW, finished, happen, play_randomly, started
from tests.server.views.painted import put_up

positions = st.fixed_dictionaries(
    {
        "players": st.sampled_from([2, 3, 4]),
        "seed": st.integers(0, 10_000),
        "steps": st.integers(2, 60),
        "reserve": st.sampled_from(["own", "common"]),
    }
)


def position(players, seed, steps, **options):
    table = started(players, **options)
    play_randomly(table, random.Random(seed), steps)
    return table


def a_decision(table, rng):
    """What follows from a random action, or now and then from taking one back."""
    seat = table.to_act
    takers = [taker for taker in range(table.opening.players) if table.can_take_back(taker)]
    if takers and rng.random() < 0.2:
        return table.take_back(takers[0], table.step, NOW)
    return table.act(seat, table.step, rng.choice(table.actions(seat)), NOW)


@settings(max_examples=30)
@given(positions)
def test_patches_add_up_to_the_whole_picture_and_the_whole_log(game):
    table = started(game["players"], reserve=game["reserve"])
    builder = FrameBuilder(0, ENGLISH)
    whole = builder.first_frame(table)
    nodes = {node.key: node for node in whole["scene"]["set"]}
    log = dict(whole["log"])
    rng = random.Random(game["seed"])
    while table.to_act is not None:
        for event in a_decision(table, rng):
            happen(table, [event])
            frame = builder.frame(table, [event])
            nodes = put_up(nodes, frame)
            log |= dict(frame["log"])
        fresh = FrameBuilder(0, ENGLISH).first_frame(table)
        assert nodes == {node.key: node for node in fresh["scene"]["set"]}
        assert log == dict(fresh["log"])


@each("game", [definition.id for definition in working_games()])
def test_what_was_worked_out_for_others_changes_no_frame_and_in_the_end_the_log_reads_as_if_told_anew(game):
    table, rng = started(2, game=game), random.Random(1)
    builders = [(FrameBuilder(seat, ENGLISH), FrameBuilder(seat, ENGLISH), {}) for seat in (0, 1, None)]
    news = table.events
    while news:
        for builder, alone, log in builders:
            frame = builder.frame(table, news)
            assert frame == alone.frame(unseen(table), news)
            log |= dict(frame["log"])
        news = [] if table.to_act is None else a_decision(table, rng)
        happen(table, news)
    for builder, _, log in builders:
        assert log == dict(FrameBuilder(builder.seat, ENGLISH).first_frame(unseen(table))["log"])


def unseen(table):
    """The same table of a game at which nobody has looked yet: nothing that was worked out for others is at hand."""
    twin = table.ahead()
    twin.definition = replace(table.definition)
    return twin


@each("game", [definition.id for definition in working_games()])
def test_however_full_a_house_is_what_a_step_has_not_changed_is_not_written_anew(game):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sights, "LATEST_STATES", 1)
        table, rng, shared = started(2, game=game), random.Random(3), TableViews()
        table.definition = replace(table.definition)
        builder, options = FrameBuilder(0, ENGLISH, shared=shared), []
        builder.first_frame(table)
        for seed in takewhile(lambda _: table.to_act is not None, range(20)):
            for event in table.act(table.to_act, table.step, rng.choice(table.actions(table.to_act)), NOW):
                happen(table, [event])
                builder.frame(table, [event])
            table.definition.sight(table.definition.new(2, {}, seed), None)  # at another table
            options.append(shared.moment(table).view(0, table.eyes(0))["options"])
        assert all(one is options[0] for one in options)


@each("game", [definition.id for definition in working_games()])
def test_a_view_is_shared_and_nothing_that_is_made_from_it_changes_it(game):
    table, rng = started(2, game=game), random.Random(2)
    builder = FrameBuilder(0, ENGLISH)
    builder.first_frame(table)
    for _ in takewhile(lambda _: table.to_act is not None, range(80)):
        before = table.view(0), deepcopy(table.view(0))
        happen(table, news := a_decision(table, rng))
        now = table.view(0), deepcopy(table.view(0))
        builder.frame(table, news)
        assert before[0] == before[1]
        assert now[0] == now[1]


def test_who_comes_back_after_the_end_reads_all_values_in_the_log():
    table = finished(seed=2)
    happen(table, table.follow("another", NOW))
    log = dict(FrameBuilder(0, ENGLISH).frames_since(table, 0, table.number - 3)[-1]["log"])
    reveals = [event for event in table.events if event.kind == "chance"]
    assert reveals
    assert all("turns up" in log[event.number] for event in reveals)


def test_while_a_tile_is_being_turned_up_there_is_a_prompt_and_no_taking_back():
    table = started()
    act, chance = table.act(0, table.step, "draw", NOW)
    happen(table, [act])
    frame = FrameBuilder(0, ENGLISH).frame(table, [act], last=False)
    assert (frame["prompt"], frame["back"]) == ("Your tile is being turned up…", False)
    happen(table, [chance])
    assert "face down" in FrameBuilder(0, ENGLISH).frame(table, [chance])["prompt"]


def test_only_the_seat_to_act_is_offered_actions():
    table = started(3)
    frames = [FrameBuilder(seat, ENGLISH).first_frame(table) for seat in (0, 1, 2, None)]
    assert [frame["yours"] for frame in frames] == [True, False, False, False]
    assert [bool(frame["scene"]["offers"]) for frame in frames] == [True, False, False, False]


def test_missed_frames_end_with_the_table_as_it_is():
    table = position(2, 9, 30)
    seen = table.number - 8
    frames = FrameBuilder(1, ENGLISH).frames_since(table, 0, seen)
    assert [frame["whole"] for frame in frames[:2]] == [True, False]
    assert frames[0]["number"] == seen + 1
    assert frames[0]["missed"] == {"after": seen, "until": table.number}
    assert {node.key for node in frames[0]["scene"]["set"]} >= set(frames[0]["fresh"])
    assert frames[-1]["number"] == table.number
    assert all(not frame["scene"]["offers"] and not frame["back"] for frame in frames[:-1])


def test_who_was_away_for_long_is_shown_the_latest_events_and_all_that_lay_open_only_then():
    table = position(2, 9, 60)
    frames = FrameBuilder(1, ENGLISH).frames_since(table, 0, 0)
    shown = [frame["number"] for frame in frames]
    once = [event.number for event in table.events if event.kind == "chance"]  # a tile is turned up
    latest = range(table.number - MOST_MISSED + 1, table.number + 1)
    assert once
    assert len(shown) < table.number - 5
    assert set(once) | set(latest) <= set(shown)


def test_a_whole_frame_names_what_came_with_the_latest_action():
    table = started()
    happen(table, table.act(0, table.step, "pawn c4", NOW))
    (frame,) = FrameBuilder(1, ENGLISH).frames_since(table, 0, table.number)
    assert frame["fresh"] == ["pawn c4"]


def test_a_game_is_painted_in_the_shape_that_is_wished_for_if_it_has_that():
    game = find_game("netzwerk")
    assert [shape_of(game, shape) for shape in ("upright", "wide", "round")] == ["upright", "wide", "upright"]
    assert shape_of(None, "wide") == "upright"


def test_the_last_missed_frame_has_the_number_of_the_latest_event_whatever_that_was():
    table = started()
    happen(table, table.act(table.to_act, table.step, "pawn a1", NOW))
    happen(table, table.rename(table.seats[0].id, "Zoé", NOW))
    assert FrameBuilder(0, ENGLISH).frames_since(table, 0, 0)[-1]["number"] == table.number


def test_who_has_seen_everything_gets_one_whole_frame():
    table = position(2, 9, 30)
    (frame,) = FrameBuilder(1, ENGLISH).frames_since(table, 0, table.number)
    assert frame["whole"]
    assert [number for number, _ in frame["log"]] == [
        event.number for event in table.events if event.kind in ("start", "act", "chance", "back")
    ]


def test_the_panel_of_somebody_absent_names_the_bot_that_plays_for_them():
    table = started(2)
    builder = FrameBuilder(0, ENGLISH)
    builder.first_frame(table)
    happen(table, table.hand(1, NOW, level=1))
    handed = builder.frame(table, table.events[-1:])
    happen(table, table.give_back(1, NOW))
    back = builder.frame(table, table.events[-1:])
    shown = [next(node.text for node in frame["scene"]["set"] if node.key == "name 1") for frame in (handed, back)]
    assert shown[0].startswith(f"{stand_in(table.seats, 1, level=1).name} for ")
    assert shown[1] == "Person 1"


def builders(shared):
    """One for each seat and a spectator, in both languages."""
    languages = language("en"), language("fr")
    shapes = "upright", "wide"
    return {
        (seat, say.code, shape): FrameBuilder(seat, say, shape, shared=shared)
        for seat in (None, 0, 1)
        for say, shape in zip(languages, shapes, strict=True)
    }


@settings(max_examples=20)
@given(st.sampled_from([game.id for game in working_games()]), st.integers(0, 10_000))
def test_builders_that_share_what_is_common_show_what_each_would_show_alone(game, seed):
    """So nobody is shown a secret that others may know, whoever looked before."""
    rng = random.Random(seed)
    options = {name: rng.choice(values) for name, values in find_game(game).options.items()}
    table = started(2, game=game, **options)
    together = builders(TableViews())
    alone = {key: FrameBuilder(key[0], language(key[1]), key[2]) for key in together}
    for frames in (together, alone):
        for builder in frames.values():
            builder.first_frame(table)
    for _ in range(40):
        if table.to_act is None:
            return
        for event in a_decision(table, rng):
            happen(table, [event])
            order = list(together)
            rng.shuffle(order)
            for key in order:
                assert encode(together[key].frame(table, [event])) == encode(alone[key].frame(table, [event]))
