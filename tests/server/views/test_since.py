"""What has happened since one's turn: a line for each of the others, of what matters."""

from tablee.games.language import ENGLISH
from tablee.server.table.table import Table
from tablee.server.views.frames import FrameBuilder
from tests.server.table.tables import NOW, happen, started


def act(table: Table, builder: FrameBuilder, action: str) -> dict:
    """Somebody acts; returns the last frame that is shown of it."""
    known = table.number
    happen(table, table.act(table.to_act, table.step, action, NOW))
    frames = [builder.frame(table, [event]) for event in table.events[known:]]
    return frames[-1]


def test_everybody_else_has_a_line_of_what_they_did_last() -> None:
    table, builder = started(3), FrameBuilder(0, ENGLISH)
    builder.first_frame(table)
    assert act(table, builder, "pawn a1")["since"] == []
    act(table, builder, "pawn b2")
    frame = act(table, builder, "pawn c3")
    names = table.names
    assert frame["since"] == [
        {"seat": 1, "colour": 1, "words": f"{names[1]} places a pawn on b2."},
        {"seat": 2, "colour": 2, "words": f"{names[2]} places a pawn on c3."},
    ]
    assert act(table, builder, "pawn d4")["since"] == []


def test_who_comes_back_is_told_the_same_and_all_of_it_is_marked() -> None:
    table, builder = started(3), FrameBuilder(0, ENGLISH)
    builder.first_frame(table)
    for square in ("a1", "b2", "c3"):
        frame = act(table, builder, f"pawn {square}")
    again = FrameBuilder(0, ENGLISH).frames_since(table, 0, table.number)[0]
    assert again["since"] == frame["since"]
    assert again["fresh"] == ["pawn c3", "pawn b2"]


def test_of_several_steps_of_a_turn_the_last_is_told_that_left_something() -> None:
    table, builder = started(2), FrameBuilder(0, ENGLISH)
    builder.first_frame(table)
    act(table, builder, "pawn a1")
    act(table, builder, "draw")
    frame = act(table, builder, "place b2")
    assert [line["words"] for line in frame["since"]] == [f"{table.names[1]} lays the tile on b2."]


def test_what_was_taken_back_is_not_told() -> None:
    table, builder = started(3), FrameBuilder(0, ENGLISH)
    builder.first_frame(table)
    act(table, builder, "pawn a1")
    act(table, builder, "pawn b2")
    happen(table, table.take_back(1, table.step, NOW))
    assert builder.frame(table, table.events[-1:])["since"] == []


def test_a_turn_lost_to_1_2_3_is_told_to_both() -> None:
    """Of many games of Morfals one has such a throw after the first few."""
    for seed in range(200):
        table = started(2, game="morfals", match=1)
        builders = [FrameBuilder(seat, ENGLISH) for seat in range(2)]
        for builder in builders:
            builder.first_frame(table)
        for _ in range(12):
            known, seat = table.number, table.to_act
            if seat is None:
                break
            happen(table, table.act(seat, table.step, table.actions(seat)[seed % len(table.actions(seat))], NOW))
            frames = [[one.frame(table, [event]) for one in builders] for event in table.events[known:]]
            latest = table.events[-1]
            if getattr(latest, "text", "") == "roll 123":
                for frame in frames[-1]:
                    assert any("1 2 3: no cannibal" in line["words"] for line in frame["since"])
                return
    raise AssertionError("nobody has thrown 1 2 3")


def test_what_leaves_nothing_is_passed_over_for_what_did_before_it() -> None:
    table, builder = started(2, game="netzwerk"), FrameBuilder(0, ENGLISH)
    builder.first_frame(table)
    while (seat := table.to_act) is not None:
        actions = table.actions(seat)
        frame = act(table, builder, "end" if "end" in actions else actions[0])
        if seat == 1 and "end" in actions:
            break
    (line,) = frame["since"]
    assert line["seat"] == 1
    assert "moves on" in line["words"]


def test_lines_stand_in_the_order_in_which_things_happened() -> None:
    """Whoever has given up has no turn any more, and the others act again and again."""
    table, builder = started(3), FrameBuilder(2, ENGLISH)
    builder.first_frame(table)
    for square in ("a1", "b2"):
        act(table, builder, f"pawn {square}")
    happen(table, table.leave(2, NOW))
    frame = act(table, builder, "pawn c3")
    assert [line["seat"] for line in frame["since"] if line["seat"] != 2] == [1, 0]
