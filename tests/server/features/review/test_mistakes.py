"""Mistakes have names that a game gives them, the same for ever."""

import tablee
from tablee.games import find_game, game_ids
from tablee.games.language import ENGLISH
from tablee.kit import trial_tables
from tablee.server.views.sentences import language
from tests.cases import each


@each("game_id", game_ids())
def test_every_mistake_that_is_named_can_be_said_in_both_languages(game_id: str) -> None:
    definition, table = find_game(game_id), trial_tables.finished(game=game_id, players=2)
    found = set()
    for step in table.steps[:120]:
        seat = definition.to_act(step.before)
        if not isinstance(seat, int) or len(actions := definition.actions(step.before)) < 2 or step.event.kind != "act":
            continue
        before, after = (
            definition.sight(step.before, seat),
            definition.sight(definition.apply(step.before, step.event.text), seat),
        )
        for best in {actions[0], actions[-1]} - {step.event.text}:
            ideal = definition.sight(definition.apply(step.before, best), seat)
            found.add(definition.words.mistake(step.event.text, best, seat, before, after, ideal))
    kinds = found - {""}
    assert kinds
    english, french = definition.words.mistakes(ENGLISH), definition.words.mistakes(language("fr"))
    assert kinds <= set(english)
    assert all(english[kind] != french[kind] for kind in english)


def test_a_line_left_to_be_eaten_and_a_meal_missed_are_told_apart() -> None:
    words = find_game("morfals").words
    before = {"facts": {"traps": {"5c": ["6c"], "5a": []}}}
    assert words.mistake("place 5a", "place 5c", 0, before, {}, {}) == "missed_meal"
    alone = {"board": {"5a": 0}, "hands": [5, 5]}
    trapped = {"board": {"5c": 0, "5d": 1}, "hands": [5, 5]}
    before = {"facts": {"traps": {}}}
    assert words.mistake("place 5c", "place 5a", 0, before, trapped, alone) == "left_to_be_eaten"


@each(
    ("played", "best", "kind"),
    [
        ("call carre", "keep 11", "called_too_early"),
        ("roll", "call carre", "did_not_call"),
        ("place b1", "keep 11", "placed_too_early"),
        ("keep 11", "place b1", "threw_too_often"),
        ("keep 1", "keep 11", "kept_other_dice"),
    ],
)
def test_a_turn_of_morpyam_goes_wrong_in_ways_that_have_names(played: str, best: str, kind: str) -> None:
    assert find_game("morpyam").words.mistake(played, best, 0, {}, {}, {}) == kind


def test_who_walks_past_a_cube_walked_without_taking() -> None:
    views = [{"cubes": [{"red": count}, {}]} for count in (1, 1, 2)]
    words = find_game("netzwerk").words
    assert words.mistake("move 0,0", "move 1,0", 0, *views) == "walked_without_taking"
    assert words.mistake("move 0,0", "move 1,0", 0, views[0], views[2], views[2]) == "walked_elsewhere"


def test_a_tile_that_helps_others_is_told_from_one_that_hurts_oneself() -> None:
    game = tablee.new("isis", 2, seed=1)
    for action in ("pawn c4", "draw", "reveal +4"):
        game.play(action)
    view, words = game.sight(1), find_game("isis").words
    assert words.mistake("place c3", "place a1", 1, view, view, view) == "helped_others"
    assert words.mistake("place a1", "place c3", 0, view, view, view) == "hurt_oneself"
    assert words.mistake("pawn a1", "draw", 0, view, view, view) == "pawn_too_early"
