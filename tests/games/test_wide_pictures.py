"""Every game has a picture that lies wide, and it shows the very same things as the upright one."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import tablee
from tablee.game import Game
from tablee.games import find_game, game_ids
from tablee.games.scenery import Scene
from tablee.language import ENGLISH
from tests.games.pictures import assert_is_well_formed

NAMES = ("Zoé", "Maximilienne", "Otto", "Anna-Maria")
SETUPS = [(game, players, {}) for game in game_ids() for players in find_game(game).players]
SETUPS += [("isis", 4, {"reserve": "common"}), ("morfals", 2, {"match": 20})]


def picture(game: Game, seat: int | None, shape: str) -> Scene:
    folder = find_game(game.id)
    actions = game.legal() if seat == game.to_act else []
    scene: Scene = folder.paint(game.sight(seat), seat, actions, NAMES[: game.players], ENGLISH, shape=shape)
    return scene


def moments(game: str, players: int, options: dict[str, Any]) -> Iterator[Game]:
    """Now and then in a game that is played at random, and its end."""
    chance, playing = random.Random(players), tablee.new(game, players=players, seed=3, options=options)
    for step in range(200):
        if step % 20 == 0:
            yield playing
        if playing.to_act is None:
            return
        if playing.to_act == "chance":
            playing.chance()
        else:
            playing.play(chance.choice(playing.legal()))


@pytest.mark.parametrize(("game", "players", "options"), SETUPS)
def test_a_wide_picture_shows_the_same_things_elsewhere(game: str, players: int, options: dict[str, Any]) -> None:
    for moment in moments(game, players, options):
        for seat in (0, None):
            upright, wide = picture(moment, seat, "upright"), picture(moment, seat, "wide")
            assert labels(wide) == labels(upright)
            assert (wide.offers, wide.bar, wide.picks) == (upright.offers, upright.bar, upright.picks)
            assert wide.width > wide.height
            assert all(0 <= node.x <= wide.width and 0 <= node.y <= wide.height for node in wide.nodes)
            assert_is_well_formed(find_game(game), wide)


def labels(scene: Scene) -> dict[str, str]:
    return {node.key: node.label for node in scene.nodes}
