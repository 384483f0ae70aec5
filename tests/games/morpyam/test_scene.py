"""The picture of Morpyam.

After a wanted change of looks, write the snapshots anew:
TABLEE_SNAPSHOTS=write pytest tests/games/morpyam/test_scene.py
"""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

import tablee
from tablee.games.language import ENGLISH, read_catalogues
from tablee.games.morpyam import tray
from tablee.games.morpyam.rules import GRID
from tablee.games.morpyam.scene import (
    CALLING,
    JOY,
    LONG_LOOK,
    LOOK,
    OPENING_LOOK,
    SHAKE,
    _banner,
    _stage,
    seat_part,
)
from tablee.games.morpyam.words import figure_text
from tablee.games.scenery import WIDE, Node, Scene
from tablee.games.shared.widgets.panels import Part
from tests.cases import each
from tests.games.morpyam.pictures import (
    APPELS,
    BLUE,
    MORPYAM,
    RED_FOUR,
    Play,
    at_throw,
    deeds,
    dice,
    draw,
    kept_twice,
    kinds,
    knocked_out,
    last_token,
    lost,
    moments,
    nodes,
    thrown,
)
from tests.games.pictures import assert_is_as_agreed, assert_is_well_formed, assert_shapes_have_no_styles

FRENCH = read_catalogues("fr", [MORPYAM.path])
SNAPSHOTS = Path(__file__).parent / "snapshots"
TABLES = [2, 3, 4]


def nodes_of(part: Part) -> dict[str, Node]:
    return {node.key: node for node in part}


# ---- snapshots ---------------------------------------------------------------------------------------------

SNAPSHOT_MOMENTS: dict[str, Callable[[], Scene]] = {
    "start-of-two": lambda: Play(2).do("start 0").picture(),
    "start-of-four": lambda: Play(4).do("start 2").picture(still=True),
    "thrown": lambda: Play(2, at_throw(board=RED_FOUR | BLUE)).do("roll", "dice 22226").picture(),
    "called": lambda: kept_twice().picture(),
    "came-out": lambda: kept_twice().do("dice 16666").picture(say=FRENCH),
    "lost": lambda: lost().picture(1),
    "crowded-and-given-up": lambda: (
        Play(4, at_throw(board={"c5": 2, "c4": 2, "c3": 2, "c2": 2, "f5": 3, "e5": 3, "d5": 3} | APPELS))
        .leave(1)
        .picture(3, FRENCH)
    ),
    "ko": lambda: knocked_out().picture(),
    "over-for-a-spectator": lambda: last_token().picture(None),
}


@each("name", SNAPSHOT_MOMENTS)
def test_the_picture_is_the_one_that_was_agreed_on(name: str) -> None:
    assert_is_as_agreed(MORPYAM, SNAPSHOT_MOMENTS[name](), SNAPSHOTS / f"{name}.svg")


@each("name", SNAPSHOT_MOMENTS)
def test_the_whole_picture_is_well_formed_and_has_every_shape_it_uses(name: str) -> None:
    assert_is_well_formed(MORPYAM, SNAPSHOT_MOMENTS[name]())


def test_shapes_have_no_styles_of_their_own() -> None:
    assert_shapes_have_no_styles(MORPYAM)


# ---- what is offered ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", TABLES)
def test_keys_are_unique_and_only_what_is_there_is_offered(players: int) -> None:
    for play in moments(players):
        for seat in range(players):
            scene = play.picture(seat)
            keys = [node.key for node in scene.nodes]
            assert len(set(keys)) == len(keys)
            assert set(scene.offers) | set(scene.picks) <= set(keys)
            if play.game.to_act != seat:
                assert not deeds(scene)
                assert not scene.picks
                assert not scene.throw


@pytest.mark.parametrize("players", TABLES)
def test_every_legal_action_is_offered_and_nothing_else(players: int) -> None:
    for play in moments(players):
        if not isinstance(play.game.to_act, int):
            continue
        legal = play.game.legal()
        scene = play.picture(play.game.to_act)
        offered = set(deeds(scene))
        keeps = {action for action in offered if action.startswith("keep {picks}; ")}
        assert offered - keeps == {action for action in legal if not action.startswith("keep")}
        if keeps:
            assert kept_by_picking(scene) == {action for action in legal if action.startswith("keep")}
            then = play.game.copy()
            then.play("keep -")
            assert {action.removeprefix("keep {picks}; ") for action in keeps} == set(then.legal())
        else:
            assert not scene.picks


def kept_by_picking(scene: Scene) -> set[str]:
    """What can be kept by picking dice; all five cannot."""
    texts = list(scene.picks.values())
    return {f"keep {''.join(some) or '-'}" for count in range(5) for some in combinations(texts, count)}


@each("players", TABLES)
@each("seat", [0, 1])
def test_a_call_stands_on_the_panel_of_who_made_it_until_it_is_decided(players: int, seat: int) -> None:
    play = Play(players, at_throw(throws=1, dice=[2, 2, 3, 5, 6], kept=[2, 2], turn=seat)).do("call carre")
    for watcher in (None, *range(players)):
        said = nodes(play.picture(watcher))[f"bubble {seat}"]
        assert (said.text, "called" in kinds(said)) == ("Four of a kind!", True)
    failed = nodes(play.do("dice 22244").picture())[f"bubble {seat}"]
    assert ("failed" in kinds(failed), "called" in kinds(failed)) == (True, False)
    assert f"bubble {seat}" not in nodes(play.do("keep 222").picture())
    came_out = nodes(play.do("call carre", "dice 22222").picture())[f"bubble {seat}"]
    assert "came-out" in kinds(came_out)
    assert f"bubble {seat}" not in nodes(play.do("place b4").picture())


def test_a_call_is_left_time_to_be_heard() -> None:
    assert Play(2, at_throw()).do("call full").picture().hold == CALLING > SHAKE
    assert Play(2, at_throw()).do("roll").picture().hold == SHAKE


@pytest.mark.parametrize("players", TABLES)
def test_what_is_offered_or_can_be_picked_says_what_it_is(players: int) -> None:
    for play in moments(players):
        scene = play.picture(play.game.to_act if isinstance(play.game.to_act, int) else 0, FRENCH)
        assert all(node.label for node in scene.nodes if node.key in {*scene.offers, *scene.picks})
        assert all(button.text for row in scene.bar for button in row.buttons)


def test_a_throw_with_nothing_else_to_decide_can_be_made_by_itself() -> None:
    assert Play(2, at_throw(board=APPELS)).picture().throw == "roll"
    assert Play(2, at_throw()).picture().throw == ""


def test_the_risk_of_a_call_is_said_before_the_last_throw() -> None:
    def words(throws: int) -> str:
        return Play(2, thrown(1, 1, 2, 3, 5, throws=throws)).picture().bar[1].words

    assert "the turn is lost" in words(2)
    assert "nothing is lost" in words(1)
    assert "the turn is lost" in Play(2, at_throw(throws=2, dice=[1, 1, 2, 3, 5], kept=[1])).picture().bar[1].words


def test_throwing_again_is_the_thing_to_do_only_without_a_figure() -> None:
    assert Play(2, thrown(1, 1, 3, 5, 6)).picture().bar[0].buttons[0].kind == "main"
    assert Play(2, thrown(1, 1, 1, 5, 6)).picture().bar[0].buttons[0].kind == ""


def test_squares_explain_themselves() -> None:
    squares = nodes(Play(2, at_throw(board={"c4": 1})).picture())
    needs = figure_text("maxi", ENGLISH)
    assert squares["square c4"].label == f"c4, maxi – blue token. {needs}"
    assert squares["square b2"].label == f"b2, maxi – free. {needs}"
    assert all("explained" in kinds(squares[f"square {name}"]) for name in GRID)


# ---- the dice ----------------------------------------------------------------------------------------------


def test_kept_dice_lie_aside_and_do_not_move_when_the_others_are_thrown() -> None:
    play = Play(2, at_throw()).do("roll", "dice 11356")
    first = dice(play.picture())
    assert [node.shape for node in first.values()] == ["die-1", "die-1", "die-3", "die-5", "die-6"]
    play.do("keep 16")
    aside = dice(play.picture())
    assert [key for key, node in aside.items() if "kept" in kinds(node)] == ["die 1", "die 5"]
    assert aside["die 5"].y < first["die 5"].y
    assert aside["die 2"].y == first["die 2"].y
    assert list(dice(play.do("roll").picture())) == ["die 1", "die 5"]
    second = dice(play.do("dice 12266").picture())
    assert [node.shape for node in second.values()] == ["die-1", "die-2", "die-2", "die-6", "die-6"]
    assert [key for key, node in second.items() if "thrown" in kinds(node)] == ["die 2", "die 3", "die 4"]
    assert (second["die 1"].x, second["die 1"].turn) == (first["die 1"].x, first["die 1"].turn)


@pytest.mark.parametrize("players", TABLES)
def test_dice_tumble_in_the_picture_of_their_throw_and_lie_still_after_it(players: int) -> None:
    for play in moments(players):
        scene = play.picture()
        fallen = play.before is not None and play.steps[-1].text.startswith("dice")
        tumbling = [node for node in dice(scene).values() if "thrown" in kinds(node)]
        kept = play.before["kept"] if play.before else []
        assert len(tumbling) == (5 - len(kept) if fallen else 0)
        assert all(node.enter == "cup" for node in tumbling)
        assert not any("thrown" in kinds(node) for node in dice(play.picture(still=True)).values())


@pytest.mark.parametrize("players", TABLES)
def test_the_dice_in_the_tray_are_those_of_the_view(players: int) -> None:
    for play in moments(players):
        view, shown = play.game.view(0), dice(play.picture())
        values = sorted(int(node.shape[-1]) for node in shown.values() if "spent" not in node.kind)
        assert values == (view["kept"] if view["phase"] == "dice" else view["dice"])


@pytest.mark.parametrize("players", TABLES)
def test_a_die_stays_where_it_is_until_it_is_thrown(players: int) -> None:
    before: dict[str, Node] = {}
    for play in moments(players):
        shown = dice(play.picture())
        for key, node in shown.items():
            if "thrown" not in kinds(node):
                assert (before[key].x, before[key].turn, before[key].shape) == (node.x, node.turn, node.shape)
        before = shown


def test_the_dice_of_a_turn_that_is_over_still_lie_there_paler() -> None:
    play = lost()
    assert play.game.view(0)["dice"] == []
    assert all("soon-spent" in kinds(node) for node in dice(play.picture()).values())
    placed = dice(Play(2, at_throw()).do("roll", "dice 11156", "place f4").picture())
    assert [kinds(node) for node in placed.values()] == [["in-tray", "spent"]] * 5
    assert not dice(play.do("roll").picture())


def test_a_view_without_a_past_shows_its_dice_too() -> None:
    shown = dice(draw(tablee.load({"game": "morpyam", "players": 2} | thrown(1, 1, 3, 5, 6)), 0))
    assert [node.shape for node in shown.values()] == ["die-1", "die-1", "die-3", "die-5", "die-6"]


def test_throws_stay_to_be_seen() -> None:
    play = Play(2).do("start 0")
    assert play.picture().hold == OPENING_LOOK
    assert play.picture(still=True).hold == 0
    assert play.do("roll").picture().hold == SHAKE
    assert play.do("dice 11356").picture().hold == LOOK
    assert play.do("keep 11").picture().hold == 0
    assert lost().picture().hold == LONG_LOOK
    assert knocked_out().picture().hold == JOY
    assert knocked_out().picture(still=True).hold == 0


@pytest.mark.parametrize("players", TABLES)
def test_the_throw_for_the_start_is_won_by_who_starts(players: int) -> None:
    for starter in range(players):
        play = Play(players).do(f"start {starter}")
        shown = {key: int(node.shape[-1]) for key, node in nodes(play.picture()).items() if key.startswith("opening")}
        assert len(shown) == players
        assert [key for key, value in shown.items() if value == max(shown.values())] == [f"opening {starter}"]
        assert not [key for key in nodes(play.do("roll").picture()) if key.startswith("opening")]


def test_a_long_name_beside_the_board_keeps_its_room_during_that_throw() -> None:
    names = ["Maximilienne-Alexandrine", "Jean-Baptiste Poquelin"]
    for seat, panel in enumerate(_stage(2, 0, WIDE).panels):
        before, after = (
            nodes_of(seat_part(panel, False, names[seat], 17, 0, False, opening, ENGLISH))
            for opening in ((6, 0, True), (0, 0, False))
        )
        assert before[f"name {panel.seat}"] == after[f"name {panel.seat}"]
        assert f"opening {panel.seat}" in before


def test_the_words_of_a_banner_lie_on_its_ribbon() -> None:
    for laid in (tray.Laid(tray.BELOW, 0, 0), tray.Laid(tray.BY_ITSELF, 0, 0)):
        banner = nodes_of(_banner("ko", 0, "Zoé", laid, ENGLISH))
        ribbon, words = banner["banner"], banner["banner words"]
        assert words.y + 19 * words.size / 2 < ribbon.y + 32 * ribbon.size


# ---- the call ----------------------------------------------------------------------------------------------


def tag(play: Play) -> str:
    return nodes(play.picture())["call"].text


def test_the_state_of_a_call_is_always_said() -> None:
    play = Play(2, at_throw())
    assert tag(play) == "Nothing called"
    assert tag(play.do("call carre")) == "Called: four of a kind"
    assert tag(play.do("dice 22236")) == "Four of a kind: call failed"
    assert tag(play.do("keep 222")) == "Nothing called"
    assert tag(play.do("call full", "dice 22255")) == "Full house: called it!"
    assert tag(lost()) == "Four of a kind failed: turn lost"
    assert tag(Play(2, at_throw(board=APPELS))) == "No more calls: squares taken"


def test_five_alike_are_said_to_bring_another_turn() -> None:
    play = Play(2, at_throw()).do("roll", "dice 33333", "place d4")
    assert tag(play) == "Five of a kind: go again!"


# ---- tokens, rows and points -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", TABLES)
def test_tokens_come_from_the_pile_of_their_seat(players: int) -> None:
    before: dict[str, Node] = {}
    for play in moments(players):
        now = nodes(play.picture())
        new = [node for key, node in now.items() if key.startswith("token") and key not in before]
        assert all(node.enter in before and node.enter[-1] == node.shape[-1] for node in new)
        before = now


@each("players", TABLES)
@each("seed", [1, 2, 3])
def test_the_rows_add_up_to_the_points_on_the_panels(players: int, seed: int) -> None:
    for play in moments(players, seed):
        now, result = nodes(play.picture()), play.game.result()
        shown = [int(now[f"points {seat}"].text.split()[0]) for seat in range(players)]
        assert shown == result.scores
        worths = [node for node in now.values() if node.shape == "worth"]
        for seat in range(players):
            rows = sum(int(node.text) for node in worths if f"seat-{seat}" in kinds(node))
            last = result.reason == "points" and play.game.view(0)["turn"] == seat
            assert rows + last == shown[seat]


def test_a_row_is_marked_along_its_tokens() -> None:
    now = nodes(Play(2, at_throw(board=RED_FOUR | BLUE)).picture())
    slant, column = now["run a6–d3"], now["run a3–a5"]
    assert (slant.shape, slant.turn, slant.label) == ("slant-4", 45, "red, in a row from a6 to d3: 2 points")
    assert (column.shape, column.turn, column.kind) == ("run-3", 90, "seat-1")
    assert (column.x, column.y) == (now["token a4"].x, now["token a4"].y)


def test_a_ko_is_celebrated() -> None:
    now = nodes(knocked_out().picture())
    cheering = {key for key, node in now.items() if "cheer" in kinds(node)}
    assert cheering == {f"token {name}" for name in ("a6", "b5", "c4", "d3", "e2")}
    assert "ko" in kinds(now["run a6–e2"])
    assert now["banner"].text == "KO! Zoé wins"
    assert not [key for key in now if key.startswith("die ")]


def test_no_other_end_is_a_ko() -> None:
    for play in (last_token(), Play(2, at_throw()).leave(1)):
        now = nodes(play.picture())
        assert play.game.to_act is None
        assert "banner" not in now
        assert not [node for node in now.values() if "cheer" in kinds(node)]


def test_the_last_token_counts_only_where_points_decide() -> None:
    assert tag(last_token()) == "Last token: +1 point"
    assert "call" not in nodes(knocked_out().picture())


def test_a_second_morpyam_in_a_turn_is_celebrated_where_it_wins() -> None:
    play = Play(2, thrown(3, 3, 3, 3, 3, morpyams=1, options={"double_morpyam": "ko"})).do("place d4")
    assert nodes(play.picture())["banner words"].text == "five of a kind twice in one turn"


# ---- the panels --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", TABLES)
def test_everyone_sees_their_own_panel_at_the_bottom(players: int) -> None:
    play = Play(players)
    for seat in range(players):
        panels = {key: node for key, node in nodes(play.picture(seat)).items() if key.startswith("panel")}
        assert max(panels, key=lambda key: panels[key].y) == f"panel {seat}"
        others = sorted((node for key, node in panels.items() if key != f"panel {seat}"), key=lambda node: node.x)
        assert [node.key for node in others] == [f"panel {(seat + step) % players}" for step in range(1, players)]


@pytest.mark.parametrize("players", TABLES)
def test_the_seat_whose_turn_it_is_is_marked_until_the_game_is_over(players: int) -> None:
    for play in moments(players, leaver=players - 1):
        view = play.game.view(0)
        marked = [node.key for node in play.picture().nodes if "turn" in kinds(node)]
        running = view["phase"] not in ("start", "over")
        assert marked == ([f"panel {view['turn']}"] if running else [])


def test_who_has_given_up_keeps_the_panel_but_no_tokens() -> None:
    now = nodes(Play(3, at_throw()).leave(2).picture())
    assert now["left 2"].text == "has left"
    assert "pile 2" not in now


def test_names_are_whole_unless_two_lines_are_too_few() -> None:
    game = tablee.new("morpyam", players=4)
    names = ["W" * 24, "i" * 24, "Zoé", "漢字" * 12]
    shown = {node.key: node.text for node in MORPYAM.paint(game.sight(0), 0, [], names, ENGLISH).nodes}
    assert shown["name 0"] == "W" * 12 + "-\n" + "W" * 12
    assert shown["name 2"] == "Zoé"
    assert shown["name 3"].endswith("…")
    assert all(shown[f"name {seat}"] for seat in range(4))


# ---- cheap to send -----------------------------------------------------------------------------------------


def test_a_step_changes_only_a_few_parts() -> None:
    play = Play(3).do("start 0")
    for step, most in (("roll", 6), ("dice 11156", 3), ("place f4", 6)):
        before = play.picture().parts
        after = play.do(step).picture().parts
        assert len(before) == len(after)
        assert sum(old is not new for old, new in zip(before, after, strict=True)) <= most
