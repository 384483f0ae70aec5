"""The picture of Morfals.

After a wanted change of looks, write the snapshots anew:
TABLEE_SNAPSHOTS=write pytest tests/games/morfals/test_scene.py
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import tablee
from tablee.api.game import Game
from tablee.games import find_game
from tablee.games.document import Document
from tablee.games.language import ENGLISH, Language, read_catalogues
from tablee.games.morfals.scene import LOOK_BACK, MEAL, OPENING, PASSED, THROW, VICTORY
from tablee.games.scenery import NOTHING, Happened, Lately, Node, Scene
from tablee.games.shared.dice.throws import opening_throws
from tests.cases import each
from tests.games.morfals.positions import column, state_of
from tests.games.pictures import assert_is_as_agreed, assert_is_well_formed, assert_shapes_have_no_styles

MORFALS = find_game("morfals")
FRENCH = read_catalogues("fr", [MORFALS.path])
SNAPSHOTS = Path(__file__).parent / "snapshots"
NAMES = ["Zoé", "Maximilienne"]
SETUPS = [
    {},
    {"match": 20},
    {"match": 20, "capture": "claim", "last_man": "announce"},
]


class Moment(NamedTuple):
    """A game, and what led to it."""

    game: Game
    lately: Lately = NOTHING

    def picture(self, seat: int | None, say: Language = ENGLISH) -> Scene:
        view = self.game.sight(seat)
        return MORFALS.paint(view, seat, self.actions(seat), NAMES, say, self.lately)  # type: ignore[no-any-return]

    def actions(self, seat: int | None) -> list[str]:
        """What a seat may do at the table, where throwing is something to do."""
        view = self.game.view(seat)
        if view["phase"] == "roll":
            return ["throw"] if view["turn"] == seat else []
        return self.game.legal() if self.game.to_act == seat else []

    @property
    def before(self) -> Document:
        assert self.lately.before is not None
        return self.lately.before


def played(moment: Moment, text: str, look: int = 5) -> Moment:
    """The next moment, if that is played, left or thrown."""
    game, before = moment.game.copy(), moment.game.sight(None)
    game.play(text)
    step = Happened(before["turn"] or 0, text, look)
    return Moment(game, Lately(before, [*moment.lately.steps, step][-LOOK_BACK:]))


def position(yours: str, enemies: str, throw: str = "", **fields: Any) -> Moment:
    return Moment(tablee.load(state_of(yours, enemies, throw, **fields)))


def moments(options: dict[str, Any], seed: int = 1) -> Iterator[Moment]:
    """A random game, after each of its steps; one may find the best meals."""
    moment = Moment(tablee.new("morfals", players=2, options=options, seed=seed))
    choice = random.Random(seed)
    while moment.game.to_act is not None and len(moment.game.log) < 600:
        yield moment
        outcomes = moment.game.outcomes()
        texts = [text for text, _ in outcomes] or moment.game.legal()
        weights = [weight for _, weight in outcomes] or None
        trapped = [f"eat {name}" for name in moment.game.state()["trapped"]]
        text = trapped[0] if trapped and choice.random() < 0.8 else choice.choices(texts, weights)[0]
        moment = played(moment, text, look=choice.getrandbits(32))
    yield moment


def nodes_of(scene: Scene, first: str) -> dict[str, Node]:
    """The nodes whose key begins with that word."""
    return {node.key: node for node in scene.nodes if node.key.split()[0] == first}


def still(moment: Moment) -> Moment:
    """The same as somebody sees it who opens the page."""
    return Moment(moment.game, Lately(None, moment.lately.steps))


# ---- snapshots ---------------------------------------------------------------------------------------------

YOURS, ENEMIES = "3a 5d 6e 7g 9c 4f 8f", "4c 6b 7a 8d 5f"
CLAIM, MATCH, ANNOUNCE = {"capture": "claim"}, {"match": 20}, {"last_man": "announce"}
MANY = " ".join(f"{number}{row}" for number, row in product("34", "abcde")) + " 8a"


def last_one(**fields: Any) -> Moment:
    """A seat with one cannibal in hand, which traps 8b when it is placed on 8c."""
    return position(MANY, "8b 9g", "233", **fields)


SNAPSHOT_MOMENTS = {
    "start": lambda: Moment(tablee.new("morfals", players=2)).picture(0),
    "opening": lambda: played(Moment(tablee.new("morfals", players=2)), "start 1", look=7).picture(1),
    "lit": lambda: played(position(YOURS, ENEMIES), "roll 223").picture(0),
    "river-for-the-other": lambda: played(position(YOURS, ENEMIES), "roll 222").picture(1),
    "no-column": lambda: played(position(YOURS, ENEMIES), "roll 123").picture(1),
    "full": lambda: played(position(column(7), ENEMIES.replace("7a ", "")), "roll 223").picture(0),
    "meal": lambda: played(position("7b", "7a 8g", "223"), "place 7g").picture(0),
    "claim": lambda: played(position(YOURS, ENEMIES, "223", options=CLAIM), "place 7b").picture(0),
    "announce": lambda: played(position(MANY[:-3], "9g", "233", options=ANNOUNCE), "place 8c").picture(0),
    "won-in-a-match": lambda: played(last_one(options=MATCH, match_score=[3, -3]), "place 8c").picture(0),
    "over-for-a-spectator": lambda: played(last_one(), "place 8c").picture(None),
    "given-up": lambda: left(position(YOURS, ENEMIES, options=MATCH, match_score=[-4, 4]), 1).picture(0),
}


def left(moment: Moment, seat: int) -> Moment:
    game = moment.game.copy()
    game.leave(seat)
    return Moment(game, Lately(None, moment.lately.steps))


@each("name", SNAPSHOT_MOMENTS)
def test_the_picture_is_the_one_that_was_agreed_on(name: str) -> None:
    assert_is_as_agreed(MORFALS, SNAPSHOT_MOMENTS[name](), SNAPSHOTS / f"{name}.svg")


@each("name", SNAPSHOT_MOMENTS)
def test_the_whole_picture_is_well_formed_and_has_every_shape_it_uses(name: str) -> None:
    assert_is_well_formed(MORFALS, SNAPSHOT_MOMENTS[name]())


def test_shapes_have_no_styles_of_their_own() -> None:
    assert_shapes_have_no_styles(MORFALS)


# ---- what may be done --------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", SETUPS)
def test_keys_are_unique_and_every_action_is_offered_once_in_the_picture_or_below_it(options: dict[str, Any]) -> None:
    for moment in moments(options):
        for seat in range(2):
            scene = moment.picture(seat)
            keys = [node.key for node in scene.nodes]
            assert len(set(keys)) == len(keys)
            assert set(scene.offers) <= set(keys)
            offered = [action for actions in scene.offers.values() for action in actions]
            buttons = [button.action for row in scene.bar for button in row.buttons]
            twice = [text for text in buttons if text in ("throw", "silent")]
            early = ["announce"] * ("announce" in buttons and "announce" not in moment.actions(seat))
            assert sorted(offered + buttons) == sorted(moment.actions(seat) + twice + early)


@pytest.mark.parametrize("options", SETUPS)
def test_what_is_offered_says_what_it_is(options: dict[str, Any]) -> None:
    for moment in moments(options):
        for seat in range(2):
            scene = moment.picture(seat, FRENCH)
            assert all(node.label for node in scene.nodes if node.key in scene.offers)
            assert all(button.text for row in scene.bar for button in row.buttons)


def test_who_is_to_throw_can_do_so_at_the_cup_and_below_the_picture() -> None:
    moment = position(YOURS, ENEMIES)
    mine, theirs = moment.picture(0), moment.picture(1)
    assert mine.offers == {"cup": ["throw"]}
    assert mine.throw == "throw"
    assert [button.action for row in mine.bar for button in row.buttons] == ["throw"]
    assert (theirs.offers, theirs.throw, theirs.bar) == ({}, "", [])


def test_one_gesture_ends_every_turn_whatever_the_hand() -> None:
    for yours in (MANY[:-3], MANY[3:-3]):
        scene = played(position(yours, "9g", "233", options=ANNOUNCE), "place 8c").picture(0)
        assert scene.offers == {"cup": ["silent"]}
        assert [button.action for row in scene.bar for button in row.buttons] == ["announce", "silent"]
        assert scene.throw == ""


@pytest.mark.parametrize("capture", ["auto", "claim"])
def test_last_one_can_be_called_all_through_ones_turn_in_the_same_place_and_in_nobody_elses(capture: str) -> None:
    for moment in moments({"capture": capture, "last_man": "announce"}):
        for seat in range(2):
            bar = moment.picture(seat).bar
            assert [button.text for row in bar[:1] for button in row.buttons] == ["Last one!"] * bool(
                moment.actions(seat)
            )


def test_nobody_calls_where_the_table_tells() -> None:
    buttons = [button.action for row in position(YOURS, ENEMIES).picture(0).bar for button in row.buttons]
    assert "announce" not in buttons


def test_who_has_told_is_marked_in_the_tray_and_who_was_silent_only_once_a_turn_is_missed() -> None:
    moment = played(position(MANY[:-3], "9g", "233", options=ANNOUNCE), "place 8c")
    assert nodes_of(played(moment, "announce").picture(1), "word")["word 0"].text == "Last one!"
    silent = played(moment, "silent")
    assert "word 0" not in nodes_of(silent.picture(1), "word")
    passed = played(silent, "roll 123")
    assert "word 0" not in nodes_of(passed.picture(1), "word")
    missed = played(passed, "silent")
    assert nodes_of(missed.picture(1), "word")["word 0"].text == "misses a turn"
    assert missed.picture(1).hold == PASSED
    assert nodes_of(still(missed).picture(1), "word")["word 0"].text == "Last one!"


def test_without_announcing_the_last_one_is_marked_by_itself() -> None:
    moment = played(position(MANY[:-3], "9g", "233"), "place 8c")
    assert nodes_of(moment.picture(1), "word")["word 0"].text == "Last one!"


# ---- what must not be known --------------------------------------------------------------------------------


def test_every_enemy_can_be_claimed_and_nothing_tells_which_of_them_are_trapped() -> None:
    moment = played(position("7b 3d", "7a 6c 5c 8g", "223", options=CLAIM), "place 7g", look=1)
    state = moment.game.state()
    assert state["trapped"] == ["7a"]
    other = Moment(tablee.load({**state, "trapped": []}), moment.lately)
    for seat in (None, 0, 1):
        assert other.picture(seat) == moment.picture(seat)
    foes = {key: node for key, node in nodes_of(moment.picture(0), "cannibal").items() if "seat-1" in node.kind}
    assert set(moment.picture(0).offers) == set(foes) == {f"cannibal {name}" for name in ("7a", "6c", "5c", "8g")}
    assert len({(node.kind, node.label.replace(key.split()[1], "")) for key, node in foes.items()}) == 1
    assert moment.picture(0).hold == 0


# ---- what moves --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", SETUPS)
def test_cannibals_come_from_where_they_were(options: dict[str, Any]) -> None:
    before: set[str] = set()
    for moment in moments(options):
        nodes = moment.picture(0).nodes
        cannibals = [node for node in nodes if node.key.startswith("cannibal") and node.key not in before]
        caught = [node for node in nodes if "caught" in node.kind]
        assert all(node.enter in before for node in [*cannibals, *caught])
        assert not {node.enter for node in cannibals} & {node.key for node in nodes}
        before = {node.key for node in nodes}


@pytest.mark.parametrize("options", SETUPS)
def test_hands_and_board_show_every_cannibal(options: dict[str, Any]) -> None:
    for moment in moments(options):
        scene = moment.picture(1)
        for seat in range(2):
            shown = [node for node in scene.nodes if node.shape == f"cannibal-{seat}"]
            assert len(shown) == 12


def test_the_trapped_are_seen_to_be_carried_to_their_hand() -> None:
    moment = played(position("7b", "7a 8g", "223"), "place 7g")
    scene = moment.picture(1)
    hand = nodes_of(scene, "hand")
    assert [(node.key, node.enter) for node in hand.values() if "caught" in node.kind] == [("hand 1 11", "cannibal 7a")]
    assert scene.hold == MEAL
    assert not [node for node in still(moment).picture(1).nodes if "caught" in node.kind]


def test_the_latest_cannibal_is_marked() -> None:
    moment = played(position("7b", "7a 8g", "223"), "place 7g")
    for scene in (moment.picture(0), still(moment).picture(0)):
        latest, cannibal = nodes_of(scene, "latest")["latest"], nodes_of(scene, "cannibal")["cannibal 7g"]
        assert (latest.x, latest.y) == (cannibal.x, cannibal.y)


def test_what_has_not_changed_is_the_very_same_part() -> None:
    moment = position(YOURS, ENEMIES, "223")
    after = played(moment, "place 7b")
    pairs = list(zip(still(moment).picture(0).parts, after.picture(0).parts, strict=True))
    assert sum(old is not new for old, new in pairs) < 20


# ---- dice --------------------------------------------------------------------------------------------------


def values(scene: Scene, first: str = "die") -> list[int]:
    return [int(node.shape[-1]) for node in nodes_of(scene, first).values()]


@pytest.mark.parametrize("options", SETUPS)
def test_the_latest_throw_lies_in_the_tray_of_who_threw_it(options: dict[str, Any]) -> None:
    for moment in moments(options):
        throws = [step for step in moment.lately.steps if step.text[:4] in ("roll", "star")]
        if not throws or throws[-1].text.startswith("start"):
            continue
        scene = moment.picture(0)
        assert sorted(values(scene)) == [int(digit) for digit in throws[-1].text[-3:]]
        tray = nodes_of(scene, "tray")[f"tray {throws[-1].seat}"]
        assert all(abs(node.y - tray.y) < 40 for node in nodes_of(scene, "die").values())


def test_dice_tumble_once_and_then_lie_as_they_fell() -> None:
    thrown = played(position(YOURS, ENEMIES), "roll 223")
    after = played(thrown, "place 7b")
    first, second = nodes_of(thrown.picture(0), "die"), nodes_of(after.picture(0), "die")
    assert {node.kind for node in first.values()} == {"thrown"}
    assert {node.enter for node in first.values()} == {"cup"}
    assert {node.kind for node in second.values()} == {"spent"}
    for key in first:
        assert (first[key].x, first[key].y, first[key].turn) == (second[key].x, second[key].y, second[key].turn)
    assert nodes_of(thrown.picture(1), "die")["die 1"].turn == first["die 1"].turn


@each(
    ("yours", "throw", "word", "lit"),
    [
        (YOURS, "223", "Column 7", "column 7"),
        (YOURS, "222", "6, again!", "column 6"),
        (YOURS, "123", "1 2 3: pass", ""),
        (column(7), "223", "7 is full", "column 7"),
        (column(9), "333", "full, again!", "column 9"),
    ],
)
def test_the_tray_says_what_a_throw_means_and_the_column_is_lit(yours: str, throw: str, word: str, lit: str) -> None:
    moment = played(position(yours, "4c 5f"), f"roll {throw}")
    scene = moment.picture(1)
    assert nodes_of(scene, "word")["word 0"].text == word
    assert list(nodes_of(scene, "column")) == [lit] * bool(lit)
    assert scene.hold == (PASSED if moment.game.view(0)["dice"] is None else THROW)
    assert still(moment).picture(1).hold == 0


def test_the_better_of_two_opening_throws_begins() -> None:
    for better, look in product(range(2), range(200)):
        moment = played(Moment(tablee.new("morfals", players=2)), f"start {better}", look)
        scene = moment.picture(0)
        sums = [sum(values(scene, "opening")[:3]), sum(values(scene, "opening")[3:])]
        assert sums[better] > sums[1 - better]
        words = nodes_of(scene, "word")
        assert words[f"word {better}"].text == f"{sums[better]}: begins"
        assert words[f"word {1 - better}"].text == str(sums[1 - better])
        assert scene.hold == OPENING


def test_opening_throws_are_as_likely_as_at_a_table() -> None:
    looks = 20_000
    counts = Counter(tuple(map(sum, opening_throws(0, (False, False), look, 3, 3))) for look in range(looks))
    sums = Counter(map(sum, product((1, 2, 3), repeat=3)))
    ways = {(own, other): sums[own] * sums[other] for own, other in product(sums, sums) if own > other}
    assert set(counts) == set(ways)
    for pair, count in ways.items():
        expected = looks * count / sum(ways.values())
        assert abs(counts[pair] - expected) < 5 * expected**0.5 + 1


def test_the_opening_throws_lie_there_until_the_first_roll() -> None:
    moment = played(Moment(tablee.new("morfals", players=2)), "start 1")
    assert len(values(still(moment).picture(0), "opening")) == 6
    rolled = played(moment, "roll 223").picture(0)
    assert values(rolled, "opening") == []
    assert len(values(rolled)) == 3


# ---- rings -------------------------------------------------------------------------------------------------


def test_the_first_and_the_last_row_are_seen_again_beyond_the_edges() -> None:
    scene = position("3a 7g", "5g 9a").picture(0)
    echoes = {key: node.shape for key, node in nodes_of(scene, "echo").items() if node.shape != "echo"}
    assert echoes == {"echo 3 a": "ghost-0", "echo 7 g": "ghost-0", "echo 5 g": "ghost-1", "echo 9 a": "ghost-1"}
    squares = nodes_of(scene, "square")
    for key, node in nodes_of(scene, "echo").items():
        beyond = node.y > squares["square 3g"].y if key.endswith("a") else node.y < squares["square 3a"].y
        assert beyond
        assert not node.label


# ---- the end -----------------------------------------------------------------------------------------------


@each("seed", range(3))
@each("options", SETUPS[1:])
def test_a_game_of_a_match_is_shown_as_it_was_won(options: dict[str, Any], seed: int) -> None:
    won = 0
    for moment in moments(options, seed):
        if moment.game.view(None)["phase"] != "start" or not moment.lately.steps:
            continue
        scores, earlier = moment.game.view(None)["match_score"], moment.before["match_score"]
        winner = moment.lately.steps[-1].seat
        points = scores[winner] - earlier[winner]
        scene = moment.picture(0)
        cannibals = Counter(node.kind.split()[0] for node in nodes_of(scene, "cannibal").values())
        assert cannibals == {f"seat-{winner}": 12, f"seat-{1 - winner}": 12 - points}
        banner = nodes_of(scene, "banner")["banner"]
        assert NAMES[winner] in banner.label
        assert re.findall(r"\d+", banner.label) == [str(points)]
        assert scene.hold == VICTORY
        won += 1
    assert won


def test_a_match_shows_its_score_and_its_goal() -> None:
    scene = position(YOURS, ENEMIES, options=MATCH, match_score=[-4, 4]).picture(0)
    assert [node.text for node in nodes_of(scene, "score").values()] == ["−4 / 20", "4 / 20"]
    assert not nodes_of(position(YOURS, ENEMIES).picture(0), "score")


def test_once_over_nobody_is_to_play_and_the_winner_cheers() -> None:
    won = played(last_one(), "place 8c")
    for moment, winner in ((won, 0), (left(position(YOURS, ENEMIES), 0), 1)):
        assert moment.game.to_act is None
        nodes = moment.picture(0).nodes
        assert not [node for node in nodes if "turn" in node.kind.split()]
        assert {node.kind.split()[0] for node in nodes if "cheer" in node.kind} == {f"seat-{winner}"}


# ---- who sits where ----------------------------------------------------------------------------------------


def test_everyone_sees_their_own_panel_at_the_bottom() -> None:
    for seat in range(2):
        panels = nodes_of(position(YOURS, ENEMIES).picture(seat), "panel")
        assert max(panels, key=lambda key: panels[key].y) == f"panel {seat}"


def test_names_are_whole_unless_two_lines_are_too_few() -> None:
    view = tablee.new("morfals", players=2).sight(0)
    for names, cut in ((["W" * 24, "Zoé"], [False, False]), (["i" * 24, "漢" * 40], [False, True])):
        scene = MORFALS.paint(view, 0, [], names, ENGLISH)
        assert [node.text.endswith("…") for node in nodes_of(scene, "name").values()] == cut
