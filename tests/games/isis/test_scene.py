"""The picture of Isis & Osiris.

After a wanted change of looks, write the snapshots anew: TABLEE_SNAPSHOTS=write pytest tests/games/isis/test_scene.py
"""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tablee
from tablee.api.game import Game
from tablee.games import find_game
from tablee.games.isis.scene import BREATH, LOOK
from tablee.games.language import ENGLISH, HOUSE, Language, read_catalogues
from tablee.games.scenery import Scene
from tests.cases import each
from tests.games.pictures import assert_is_as_agreed, assert_is_well_formed, assert_shapes_have_no_styles

ISIS = find_game("isis")
FRENCH = read_catalogues("fr", [HOUSE, ISIS.path])
SNAPSHOTS = Path(__file__).parent / "snapshots"
NAMES = ["Zoé", "Maximilienne", "Ada", "Jean-Baptiste"]
TABLES = [
    (2, {}),
    (3, {"reserve": "common"}),
    (4, {"memory": "open"}),
    (4, {}),
]


def picture(game: Game, seat: int | None, say: Language = ENGLISH) -> Scene:
    actions = game.legal() if game.to_act == seat else []
    return ISIS.paint(game.sight(seat), seat, actions, NAMES[: game.players], say)  # type: ignore[no-any-return]


def moments(players: int, options: dict[str, Any], seed: int = 1, leaver: int | None = None) -> Iterator[Game]:
    """A random game, before each of its steps and at its end; perhaps a seat gives up on the way."""
    game = tablee.new("isis", players=players, options=options, seed=seed)
    choice = random.Random(seed)
    while game.to_act is not None:
        yield game
        if leaver is not None and len(game.log) == 15:
            game.leave(leaver)
        elif game.to_act == "chance":
            game.chance()
        else:
            actions = game.legal()
            game.play("draw" if "draw" in actions and choice.random() < 0.6 else choice.choice(actions))
    yield game


def after(steps: int, players: int, options: dict[str, Any] | None = None, leaver: int | None = None) -> Game:
    for game in moments(players, options or {}, leaver=leaver):
        if len(game.log) == steps:
            return game
    return game


# ---- snapshots ---------------------------------------------------------------------------------------------

SNAPSHOT_MOMENTS = {
    "start-of-two": lambda: picture(after(0, 2), 0),
    "turned-up-french": lambda: picture(after(17, 2), 1, FRENCH),
    "four-french": lambda: picture(after(30, 4), 2, FRENCH),
    "common-reserve": lambda: picture(after(20, 3, {"reserve": "common"}), 1),
    "open-memory": lambda: picture(after(40, 4, {"memory": "open"}), 0),
    "given-up": lambda: picture(after(25, 3, leaver=2), 0, FRENCH),
    "over-for-a-spectator": lambda: picture(after(1000, 3), None),
}


@each("name", SNAPSHOT_MOMENTS)
def test_the_picture_is_the_one_that_was_agreed_on(name: str) -> None:
    assert_is_as_agreed(ISIS, SNAPSHOT_MOMENTS[name](), SNAPSHOTS / f"{name}.svg")


@each("name", SNAPSHOT_MOMENTS)
def test_the_whole_picture_is_well_formed_and_has_every_shape_it_uses(name: str) -> None:
    assert_is_well_formed(ISIS, SNAPSHOT_MOMENTS[name]())


def test_shapes_have_no_styles_of_their_own() -> None:
    assert_shapes_have_no_styles(ISIS)


# ---- properties --------------------------------------------------------------------------------------------


@each(("players", "options"), TABLES)
def test_keys_are_unique_and_every_legal_action_is_offered_exactly_once(players: int, options: dict[str, Any]) -> None:
    for game in moments(players, options):
        for seat in range(players):
            scene = picture(game, seat)
            keys = [node.key for node in scene.nodes]
            assert len(set(keys)) == len(keys)
            assert set(scene.offers) <= set(keys)
            offered = [action for actions in scene.offers.values() for action in actions]
            assert sorted(offered) == sorted(game.legal() if game.to_act == seat else [])


@each(("players", "options"), TABLES)
def test_what_is_offered_says_what_it_is(players: int, options: dict[str, Any]) -> None:
    for game in moments(players, options):
        for seat in range(players):
            scene = picture(game, seat, FRENCH)
            assert all(node.label for node in scene.nodes if node.key in scene.offers)


@each("seed", range(4))
def test_hidden_values_are_nowhere_in_the_picture(seed: int) -> None:
    for game in moments(3, {}, seed):
        if game.to_act is None:
            continue
        shown = game.view(None)["drawn"]
        for seat in (None, 0, 1, 2):
            for node in picture(game, seat).nodes:
                if node.key != "drawn":
                    assert node.shape != "tile-face"
                    assert not re.search(r"[+−]", node.text + node.label), node
                else:
                    assert node.text == ("" if shown == "?" else shown.replace("-", "−"))


def test_changing_a_hidden_value_changes_nothing_in_the_picture() -> None:
    state = after(30, 2).state()
    tiles = [name for name, text in state["board"].items() if text[0] != "P"]
    values = [state["board"][name] for name in tiles]
    other = state | {"board": state["board"] | dict(zip(tiles, values[1:] + values[:1], strict=True))}
    assert other["board"] != state["board"]
    assert picture(tablee.load(other), 0) == picture(tablee.load(state), 0)


def test_a_value_stays_to_be_seen_unless_it_stays_visible_anyway() -> None:
    for options, look in (({}, LOOK), ({"memory": "open"}, 0)):
        game = tablee.new("isis", players=2, options=options)
        assert picture(game, 0).hold == 0
        game.play("draw")
        assert picture(game, 1).hold == (BREATH if look else 0)
        game.chance()
        assert picture(game, 1).hold == look
        game.play("place a1")
        assert picture(game, 1).hold == 0


@each(("players", "options"), TABLES)
def test_pieces_come_from_where_they_were(players: int, options: dict[str, Any]) -> None:
    before: set[str] = set()
    for game in moments(players, options):
        nodes = picture(game, 0).nodes
        new = [node for node in nodes if node.key not in before and node.key.startswith(("pawn", "tile", "drawn"))]
        assert all(node.enter in before for node in new)
        before = {node.key for node in nodes}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_sees_their_own_panel_at_the_bottom(players: int) -> None:
    game = tablee.new("isis", players=players)
    for seat in range(players):
        panels = {node.key: node for node in picture(game, seat).nodes if node.key.startswith("panel")}
        assert max(panels, key=lambda key: panels[key].y) == f"panel {seat}"
        others = sorted((node for key, node in panels.items() if key != f"panel {seat}"), key=lambda node: node.x)
        assert [node.key for node in others] == [f"panel {(seat + step) % players}" for step in range(1, players)]


def test_at_the_end_each_pawn_shows_what_it_is_worth() -> None:
    game = after(1000, 4)
    worths = {node.key: int(node.text.replace("−", "-")) for node in picture(game, 0).nodes if node.shape == "worth"}
    board = game.state()["board"]
    scores = [
        sum(worths[f"worth {name}"] for name, text in board.items() if text == f"P{seat}")
        for seat in range(game.players)
    ]
    assert scores == game.result().scores


def counted(*totals: int) -> dict[str, Any]:
    """The nodes of a game that is over, while points are counted."""
    view = {**after(1000, len(totals)).sight(None), "counted": totals}
    return {node.key: node for node in ISIS.paint(view, None, [], NAMES[: len(totals)], ENGLISH).nodes}


def test_at_the_end_pawns_walk_on_scales_that_have_their_zero_in_the_middle() -> None:
    nodes = counted(0, 20, -20, 7)
    scales = [nodes[f"scale {seat}"] for seat in range(4)]
    ahead = [nodes[f"walker {seat}"].x - scales[seat].x for seat in range(4)]
    assert ahead[0] == 0
    assert ahead[1] == pytest.approx(-ahead[2], abs=0.1)
    assert 0 < ahead[3] < ahead[1]
    assert [nodes[f"points {seat}"].text for seat in range(4)] == ["0", "+20", "−20", "+7"]
    assert not any(key.startswith("lap") for key in nodes)


@pytest.mark.parametrize(("total", "marker", "kind"), [(23, "+20", "plus"), (-21, "−20", "minus"), (40, "+20", "plus")])
def test_who_goes_beyond_20_begins_the_scale_anew_on_a_marker(total: int, marker: str, kind: str) -> None:
    nodes, rest = counted(0, total), counted(0, total - int(marker.replace("−", "-")))
    assert (nodes["lap 1"].text, nodes["lap 1"].kind) == (marker, kind)
    assert nodes["lap 1"].x == nodes["walker 1"].x == rest["walker 1"].x
    assert nodes["lap 1"].y > nodes["walker 1"].y, "the pawn stands on it"


def test_nobody_is_to_play_once_the_game_is_over() -> None:
    for game in (after(1000, 2), after(1000, 3, leaver=0), after(16, 2, leaver=1)):
        assert game.to_act is None
        assert not [node for node in picture(game, 0).nodes if "turn" in node.kind.split()]


def test_names_are_whole_unless_two_lines_are_too_few() -> None:
    game = tablee.new("isis", players=4)
    names = ["W" * 24, "i" * 24, "Zoé", "漢字" * 12]
    shown = {node.key: node.text for node in ISIS.paint(game.sight(0), 0, [], names, ENGLISH).nodes}
    assert shown["name 0"] == "W" * 12 + "-\n" + "W" * 12
    assert shown["name 2"] == "Zoé"
    assert shown["name 3"].endswith("…")
    assert all(shown[f"name {seat}"] for seat in range(4))
