"""Wide pictures leave a box for the page's own words: between the panels, beside a board that takes most of it."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import tablee
from tablee.api.game import Game
from tablee.games import find_game
from tablee.games.language import ENGLISH
from tablee.games.scenery import UPRIGHT, WIDE, Scene
from tablee.server.views.frames import patch
from tablee.server.views.scenes import scene_of
from tests.cases import each
from tests.games.pictures import assert_is_well_formed

NAMES = ["Zoé", "Maximilienne", "Ada", "Jean-Baptiste"]
HEIGHT = 850
"""How high a picture is on a screen of 1440 by 900."""
TABLES = [
    ("isis", 2, {}),
    ("isis", 4, {}),
    ("isis", 4, {"reserve": "common"}),
    ("morfals", 2, {"match": 20}),
    ("morpyam", 2, {}),
    ("morpyam", 4, {}),
]


def picture(game: Game, seat: int | None, shape: str = WIDE) -> Scene:
    actions = game.legal() if game.to_act == seat else []
    return scene_of(find_game(game.id), shape, game.sight(seat), seat, actions, NAMES[: game.players], ENGLISH)


def moments(game: Game) -> Iterator[Game]:
    """Some moments of a random game, and its end."""
    choice = random.Random(1)
    while game.to_act is not None and len(game.log) < 400:
        if len(game.log) % 7 == 0:
            yield game
        if game.to_act == "chance":
            game.chance()
        else:
            game.play(choice.choice(game.legal()))
    yield game


@each(("name", "players", "options"), TABLES)
def test_the_box_is_empty_and_stays_where_it_is(name: str, players: int, options: dict[str, Any]) -> None:
    boxes = set()
    for game in moments(tablee.new(name, players=players, options=options, seed=1)):
        for seat in (*range(players), None):
            scene = picture(game, seat)
            assert scene.free is not None
            boxes.add(scene.free)
            left, top, width, height = scene.free
            inside = [
                node.key
                for node in scene.nodes
                if left < node.x < left + width and top < node.y < top + height and node.key != "board"
            ]
            assert not inside
            assert_is_well_formed(find_game(name), scene)
    assert len(boxes) == 1


@each(("name", "players", "options"), TABLES)
def test_the_board_takes_most_of_a_picture_that_fills_a_screen(
    name: str, players: int, options: dict[str, Any]
) -> None:
    scene = picture(tablee.new(name, players=players, options=options), 0)
    assert scene.free is not None
    left, _, width, height = scene.free
    assert 1.58 < scene.width / scene.height < 1.66
    assert left / scene.width > 0.59
    assert left + width <= scene.width
    assert height * HEIGHT / scene.height > 310


@each(("name", "players", "options"), TABLES)
def test_the_others_sit_above_the_box_and_oneself_below(name: str, players: int, options: dict[str, Any]) -> None:
    game = tablee.new(name, players=players, options=options)
    for seat in range(players):
        scene = picture(game, seat)
        assert scene.free is not None
        _, top, _, height = scene.free
        panels = {node.key: node.y for node in scene.nodes if node.key.startswith("panel")}
        assert panels.pop(f"panel {seat}") > top + height
        others = [f"panel {(seat + step) % players}" for step in range(1, players)]
        assert sorted(panels, key=lambda key: panels[key]) == others
        assert max(panels.values()) < top


@pytest.mark.parametrize("name", ["isis", "morfals", "morpyam"])
def test_the_page_is_told_where_it_is_and_that_an_upright_picture_has_none(name: str) -> None:
    game = tablee.new(name, players=2)
    wide, upright = picture(game, 0), picture(game, 0, UPRIGHT)
    assert patch((), wide)["free"] == wide.free
    assert patch((), upright)["free"] is None
    assert {node.key for node in upright.nodes} == {node.key for node in wide.nodes}
