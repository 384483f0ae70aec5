"""The picture of the route games.

After a wanted change of looks, write the snapshots anew:
TABLEE_SNAPSHOTS=write pytest tests/games/shared/routes/picture/test_route_scene.py
"""

import re
from collections import Counter
from pathlib import Path

import pytest

from tablee.games import find_game
from tablee.games.language import ENGLISH, read_catalogues
from tablee.games.scenery import Scene
from tablee.server import web
from tests.cases import each
from tests.games.pictures import assert_is_as_agreed, assert_is_well_formed, assert_shapes_have_no_styles
from tests.games.shared.routes.games import Setup
from tests.games.shared.routes.pictured import (
    SETUPS,
    Moment,
    building,
    given_up,
    last_turn,
    moments,
    nodes_of,
    now_and_then,
    played,
    position,
    predicting,
)

SNAPSHOTS = Path(__file__).parent / "snapshots"

SNAPSHOT_MOMENTS = {
    "morisi-move": lambda: position("morisi", phase="move").picture(0),
    "morisi-first-stick": lambda: position("morisi", phase="build").picture(0),
    "morisi-route": lambda: building().picture(0),
    "morisi-route-for-another": lambda: building().picture(1),
    "morisi-predictions": lambda: predicting().picture(1),
    "netzwerk-move": lambda: position("netzwerk", phase="move").picture(0),
    "netzwerk-route-for-a-spectator": lambda: building("netzwerk").picture(None),
    "netzwerk-last-turn-of-two": lambda: last_turn().picture(0),
    "netzwerk-given-up": lambda: given_up().picture(0),
}


@each("name", SNAPSHOT_MOMENTS)
def test_the_picture_is_the_one_that_was_agreed_on(name: str) -> None:
    definition = find_game(name.partition("-")[0])
    assert_is_as_agreed(definition, SNAPSHOT_MOMENTS[name](), SNAPSHOTS / f"{name}.svg")


@each("setup", SETUPS)
def test_the_whole_picture_is_well_formed_and_has_every_shape_it_uses(setup: Setup) -> None:
    for moment in moments(setup)[::20]:
        assert_is_well_formed(moment.definition, moment.picture(0))


@pytest.mark.parametrize("game", ["netzwerk", "morisi"])
def test_shapes_have_no_styles_of_their_own(game: str) -> None:
    assert_shapes_have_no_styles(find_game(game))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_told_of_cities_is_read_on_its_paper_in_any_light(theme: str) -> None:
    light, dark = (dict(re.findall(r"(--[\w-]+): (#\w{6});", part)) for part in _by_theme(find_game("morisi").style))
    colours = light if theme == "light" else light | dark
    assert _contrast(colours["--on-tag"], colours["--paper-tag"]) > 7
    assert _contrast(colours["--on-tag"], colours["--gold"]) > 7


def _by_theme(style: str) -> tuple[str, str]:
    """What is said for a light screen, and for a dark one."""
    dark = re.findall(r"@media \(prefers-color-scheme: dark\) \{\s*:root \{[^}]*\}", style)
    return re.sub(r"@media \(prefers-color-scheme: dark\) \{\s*:root \{[^}]*\}", "", style), "".join(dark)


def _contrast(one: str, other: str) -> float:
    """As WCAG measures it."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    shares = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return sum(weight * share for weight, share in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_shapes_are_not_mistaken_for_parts_of_the_page() -> None:
    page = (Path(web.__file__).parent / "templates" / "table" / "table.html").read_text("utf8")
    for game in ("netzwerk", "morisi"):
        shapes = re.findall(r'symbol id="([\w-]+)"', find_game(game).shapes)
        assert not set(shapes) & set(re.findall(r'id="([\w-]+)"', page))


# ---- what may be done --------------------------------------------------------------------------------------


def unordered(action: str) -> str:
    """A stick may be laid from either end: if both is legal, the route has no other, and it comes to the same."""
    return " ".join(sorted(re.split("[> ]", action))) if action.startswith("stick") else action


@each("setup", SETUPS)
def test_keys_are_unique_and_whatever_can_be_done_is_offered_once_in_the_picture_or_below_it(setup: Setup) -> None:
    for moment in now_and_then(setup):
        for seat in range(setup.players):
            scene = moment.picture(seat)
            keys = [node.key for node in scene.nodes]
            assert len(set(keys)) == len(keys)
            assert set(scene.offers) <= set(keys)
            offered = [action for actions in scene.offers.values() for action in actions]
            buttons = [button.action for row in scene.bar for button in row.buttons]
            assert len(set(offered + buttons)) == len(offered + buttons)
            assert sorted(map(unordered, offered + buttons)) == sorted(set(map(unordered, moment.actions(seat))))


@each("setup", SETUPS)
def test_what_is_offered_says_what_it_is(setup: Setup) -> None:
    definition = find_game(setup.game)
    french = read_catalogues("fr", [definition.path.parent / "routes", definition.path])
    for moment in now_and_then(setup):
        if moment.game.to_act is None:
            continue
        for say in (ENGLISH, french):
            scene = moment.picture(moment.game.to_act, say)  # type: ignore[arg-type]
            offered = [node for node in scene.nodes if node.key in scene.offers]
            assert all(node.label for node in offered)
            if moment.game.view(None)["phase"] == "build":
                assert all("explained" in node.kind for node in offered)


def test_where_several_payments_are_possible_each_of_them_is_told() -> None:
    scene = position("morisi", phase="build").acting
    assert scene.offers["edge 3,0>3,1"] == ["stick 3,0>3,1 blue", "stick 3,0>3,1 red"]
    assert [scene.spoken[action] for action in scene.offers["edge 3,0>3,1"]] == ["Pay a blue cube", "Pay a red cube"]
    several = [action for actions in scene.offers.values() if len(actions) > 1 for action in actions]
    assert sorted(scene.spoken) == sorted(scene.depicted) == sorted(several)
    assert scene.depicted["stick 3,0>3,1 blue"] == ["cube-blue"]


def test_the_first_stick_is_pointed_at_by_its_way_and_the_next_one_by_its_hex() -> None:
    first, second = position("morisi", phase="build"), building()
    assert {key.split()[0] for key in first.acting.offers} == {"edge"}
    assert {key.split()[0] for key in second.acting.offers} == {"hex"}
    starts = {key for key, node in nodes_of(first.acting, "hex").items() if "start" in node.kind}
    assert starts == {f"hex {key.split()[1].partition('>')[0]}" for key in first.acting.offers}


def test_a_turn_can_be_ended_below_the_picture_but_not_in_the_middle_of_a_route() -> None:
    assert [button.action for row in position("morisi").acting.bar for button in row.buttons] == ["end"]
    assert building().acting.bar == ()


# ---- what is shown beforehand ------------------------------------------------------------------------------


@each("setup", SETUPS)
def test_what_a_stick_will_cost_and_bring_is_told_beforehand(setup: Setup) -> None:
    completed = 0
    for moment in moments(setup)[::3]:
        view = moment.game.view(None)
        if view["phase"] != "build":
            continue
        scene = moment.acting
        labels = {node.key: node for node in scene.nodes}
        for key, actions in scene.offers.items():
            for action in actions:
                after = played(moment, action)
                completes = after.game.view(None)["route"] is None
                assert completes == ("goal" in labels[key].kind)
                assert _price(moment, after, action) in labels[key].label
                if completes:
                    assert _promised(scene, key) == _brought(moment, after)
                    completed += 1
    assert completed


def _price(moment: Moment, after: Moment, action: str) -> str:
    seat, colour = moment.game.view(None)["turn"], action.split()[-1]
    before, rest = (one.game.state()["cubes"][seat].get(colour, 0) for one in (moment, after))
    count = before - rest
    return f"{count} {colour} cubes" if count > 1 else f"{colour} cube"


def _promised(scene: Scene, key: str) -> dict[str, int]:
    label = next(node.label for node in scene.nodes if node.key == key)
    assert "That completes the route." in label
    told = dict(re.findall(r"(\w+) \+(\d)", label))
    shown = {node.key.split()[-1]: node.text[1:] for node in scene.nodes if node.enter == key and node.shape == "gain"}
    assert shown == told
    return {city: int(count) for city, count in told.items()}


def _brought(moment: Moment, after: Moment) -> dict[str, int]:
    seat = moment.game.view(None)["turn"]
    before, houses = (Counter(one.game.view(None)["houses"][seat]) for one in (moment, after))
    return dict(houses - before)


def test_the_route_so_far_looks_unfinished_and_says_what_it_has_cost() -> None:
    for seat in (0, 1, None):
        scene = building().picture(seat)
        unfinished = [key for key, node in nodes_of(scene, "stick").items() if "unfinished" in node.kind]
        assert unfinished == ["stick 3,1|3,2 0"]
        assert [key for key in nodes_of(scene, "paid") if not key.endswith("chip")] == ["paid blue"]
        assert nodes_of(scene, "head")["head"].label == "The route so far: 1 stick, for a blue cube."


def test_a_dearer_stick_says_so_with_a_number() -> None:
    scene = building().acting
    prices = {key: node.text for key, node in nodes_of(scene, "price").items() if not key.endswith("chip")}
    assert prices
    for key in scene.offers:
        assert any(price.startswith(f"price {key.split()[1]} ") for price in prices)
