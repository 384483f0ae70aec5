"""Upright and wide: nothing lies on anything else, and whoever looks sits at the bottom."""

from itertools import combinations

import pytest

from tablee.games.shared.widgets.layouts import SceneLayout, upright, wide
from tablee.games.shared.widgets.panels import Box, Form, PlayerPanel
from tests.cases import each

SMALL, LARGE = Form(400, 80), Form(600, 80)


def box_of(panel: PlayerPanel) -> Box:
    return Box(panel.left, panel.y - panel.form.height / 2, panel.form.width, panel.form.height)


def boxes(stage: SceneLayout) -> list[Box]:
    found = [stage.board, stage.strip, stage.tray, stage.free or Box(0, 0, 0, 0), *map(box_of, stage.panels)]
    return [box for box in [*found, *(panel.corner for panel in stage.panels)] if box.width and box.height]


def overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


STAGES = [
    make(players, bottom, (600, 500), tray=tray, rim=rim)
    for make in (upright, wide)
    for players in (2, 3, 4)
    for bottom in range(players)
    for tray in (0, 90)
    for rim in (0, 4)
]
STAGES += [
    upright(4, 0, (600, 500), strip=34),
    upright(2, 1, (600, 500), SMALL, (SMALL,)),
    wide(3, 0, (600, 500), SMALL, LARGE),
]


@each("stage", STAGES)
def test_nothing_overlaps_and_all_lies_in_the_picture(stage: SceneLayout) -> None:
    assert not [pair for pair in combinations(boxes(stage), 2) if overlap(*pair)]
    for box in boxes(stage):
        assert box.x >= 0
        assert box.y >= 0
        assert box.x + box.width <= stage.width
        assert box.y + box.height <= stage.height


@each("stage", STAGES)
def test_panels_are_told_by_seat_and_the_own_one_lies_lowest(stage: SceneLayout) -> None:
    assert [panel.seat for panel in stage.panels] == list(range(len(stage.panels)))
    assert stage.own.y == max(panel.y for panel in stage.panels)
    assert sum(panel.own for panel in stage.panels) == 1


@pytest.mark.parametrize("make", [upright, wide])
def test_the_others_follow_in_turn_order(make) -> None:  # type: ignore[no-untyped-def]
    others = sorted((panel for panel in make(4, 2, (600, 600)).panels if not panel.own), key=lambda it: (it.y, it.x))
    assert [panel.seat for panel in others] == [3, 0, 1]


def test_a_panel_that_does_not_fill_its_row_leaves_a_corner() -> None:
    stage = upright(2, 0, (600, 500), SMALL, (SMALL,))
    assert [panel.corner.width for panel in stage.panels] == [192, 192]
    assert upright(2, 0, (600, 500)).own.corner.width == 0


def test_what_is_asked_for_has_the_height_asked_for() -> None:
    stage = upright(2, 0, (600, 500), strip=34, tray=90)
    assert (stage.strip.height, stage.tray.height) == (34, 90)
    assert stage.strip.y < stage.board.y < stage.tray.y < stage.own.y
    beside = wide(2, 0, (600, 500), tray=90)
    assert beside.tray.height == 90
    assert beside.free is not None
    assert beside.free.y + beside.free.height < beside.tray.y < beside.own.y


def test_only_a_wide_picture_has_room_for_words() -> None:
    assert upright(2, 0, (600, 500)).free is None
    assert wide(2, 0, (600, 500)).free is not None


def test_the_same_question_gives_the_very_same_stage() -> None:
    assert upright(3, 1, (600, 500)) is upright(3, 1, (600, 500))
