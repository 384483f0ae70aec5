"""The conformance kit: all games of the house pass, and what is wrong with a game is found and said in words."""

from dataclasses import replace

import pytest

from tablee.cli import main
from tablee.games import find_game, game_ids
from tablee.games.scenery import WIDE
from tablee.games.secrets import in_force
from tablee.kit.check_bots import bots_answer
from tablee.kit.check_secrets import leaks
from tablee.kit.check_words import translations
from tablee.kit.checking import ASPECTS, NOT_PLAYED, Finding, Unfit, check, examine
from tablee.kit.trial_tables import Bench
from tests.cases import each
from tests.kit.workshop import Workshop, edit

SHORT_GAMES = ("isis", "morfals")
"""The check of the others takes long."""


@pytest.mark.parametrize(
    "game", [game if game in SHORT_GAMES else pytest.param(game, marks=pytest.mark.long) for game in game_ids()]
)
def test_every_game_of_the_house_is_fit_for_it(game):
    check(game, quick=True)


@each("game", game_ids())
def test_every_game_of_the_house_is_translated_and_well_set(game):
    assert list(translations(Bench(find_game(game)))) == []


@each("game", game_ids())
def test_every_game_of_the_house_has_a_picture_that_lies_wide(game):
    assert WIDE in find_game(game).pictures.SHAPES


def test_a_game_that_is_not_there_is_said_before_anything_is_done(capsys):
    assert main(["check", "chess"]) == 2
    assert capsys.readouterr().err == "tablee: there is no game 'chess'\n"


def test_a_finding_is_one_line_with_a_sign_and_what_is_wrong_below():
    assert str(Finding("points add up", [], "3 games")) == "✓ points add up (3 games)"
    wrong = str(Finding("points add up", [f"fault {number}" for number in range(6)]))
    assert wrong.splitlines()[0] == "✗ points add up"
    assert wrong.splitlines()[-1] == "    … and 2 more"


PUZZLE = """{"game": "a_puzzle", "rules": 1, "made": {}, "puzzles": [
{"id": "1", "position": {"game": "a_puzzle", "players": 2, "board": {}, "turn": 0}, "seat": 0, "best": "place z9", \
"worths": {}, "margin": 0, "error": 0, "check": "exact", "found_by": [5], "tempting": "place a1", "phase": 0, \
"source": "here"}]}
"""
BROKEN = {
    "too_few_actions": ("rules.py", "MOST_ACTIONS = len(SQUARES)", "MOST_ACTIONS = 5",
                        "legal_play", "IndexError"),
    "never_over": ("words.py", "    elif state.board.all():\n        state.ended = FULL\n", "",
                   "round_trips", "when it has been read (words.settle)"),
    "out_of_reach": ("scene.py", "on_squares(actions)", "on_squares(actions[1:])",
                     "pictures", "is legal, but nothing in the picture or below it offers it"),
    "not_legal": ("scene.py", "on_squares(actions)", 'on_squares([*actions, "place z9"])',
                  "pictures", "offers name 'square z9', which is not in the picture"),
    "two_keys": ("scene.py", 'Node(f"square {name}", GROUND, "square", *place, label=label), stone',
                 'Node(f"stone {name}", GROUND, "square", *place, label=label), stone',
                 "pictures", "comes twice"),
    "no_shape": ("scene.svg", 'id="rock"', 'id="boulder"',
                 "pictures", "there is no shape 'rock' in scene.svg"),
    "raw_text": ("words.py", 'return say("{name} lays a stone on {square}.", name=names[seat], '
                 'square=text.removeprefix("place "))', "return text",
                 "explained", "words.sentence says 'place"),
    "a_leak": ("words.py", "FIELDS = {", "from tablee.games.secrets import Secret\n"
               'SECRETS = {"board": Secret(lambda board: {}, shown=False)}\nFIELDS = {',
               "leaks", "the facts (words.SECRET_FACTS) of seat"),
    "no_french": ("fr.po", 'msgid "Rows"', 'msgid "Ranks"',
                  "translations", "fr.po lacks “Rows”, said in words.py, line 75"),
    "typewriter": ("fr.po", "C’est le rocher", "C'est le rocher",
                   "translations", "fr.po, line 44: \"'\" in C'est le rocher"),
    "left_in_code": ("words.py", "return say(\"That is the rock: no stone lies there.\")",
                     "return \"That is the rock: no stone lies there.\"",
                     "unsaid", "words.py, line 64: “That is the rock"),
    "no_figure": ("rulebook.en.md", "ring line 4; line b", "ring line 4; line z",
                  "rulebooks", "rulebook.en.md: line 17, figure 1: a figure names 'line z'"),
    "no_answer": ("lesson.md", "- wrong `place *`: There it wins neither of the two.", "- wrong `place a1`: No.",
                  "lessons", "lesson.md, line 14, “Two lines at once”: nothing is said to 'place"),
    "a_puzzle": ("practice.json", "", PUZZLE, "puzzles", "practice.json, line 2: not legal there: place z9"),
    "older_puzzles": ("practice.json", "", '{"game": "older_puzzles", "rules": 7, "made": {}, "puzzles": []}',
                      "puzzles", "find new ones, `tablee puzzles older_puzzles`"),
    "all_alike": ("scene.py", 'f"stone-{owner}", *place', '"rock", *place',
                  "told_apart", "achromatopsia, dark: rock seat-"),
    "a_colour_without_name": ("scene.css", "fill: var(--stone)", "fill: #123456",
                              "looks", "#123456 has no name"),
    "another_key": ("scene.py", "parts = [_ground(stage, say)",
                    'parts = [(Node(f"shell {len(board)}", PIECES, "rock", 9, 9),), _ground(stage, say)',
                    "pictures", "was called 'shell 0' before; a thing must keep its key"),
    "forgetful": ("rules.py", "    if np.all(state.board != 0):",
                  "    state.forgetful += 1\n    if state.forgetful == 12:",
                  "round_trips", "steps later (words.settle)"),
    "misspelt": ("words.py", "def goal(", "def gaol(",
                 "names", "words.gaol (words.py, line 42): the contract has no such name, and nothing in the game uses "
                 "it; did you mean `goal`?"),
    "no_such_mistake": ("words.py", "def _by_seat(", 'def mistakes(say):\n    return {"lost": say("Rows")}\n\n\n'
                        "def mistake(played, best, seat, before, after, ideal):\n    return 'lots'\n\n\n"
                        "def _by_seat(", "all_called", "words.mistake: 'lots' is no key of words.mistakes"),
    "no_opinion": ("brain.py", "", "def think(state, level, seed, limit):\n    return []\n",
                   "bots_answer", "level 1: brain.think has no opinion of any action"),
    "wrong_points": ("words.py", "[Cell(len(own),", "[Cell(1 + len(own),",
                     "counted", "the sheet adds up to"),
}  # fmt: skip
"""Faults, each in a game of its own: the file, what stood there and stands there now, who finds it, and the words."""
LOOK = """
import json
from tablee.kit.trial_tables import Bench
from tablee.kit.checking import ASPECTS, _found
from tablee.games import find_game
finders = {{aspect.find.__name__: aspect for aspect in ASPECTS}}
print(json.dumps({{
    game: _found(finders[finder], Bench(find_game(game), quick=True)).faults for game, finder in {wanted}
}}))
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What is found in games that were broken, each in one way; all in one process, in which nothing is compiled."""
    workshop = Workshop(tmp_path_factory.mktemp("broken"))
    for game, (file, old, new, _, _) in BROKEN.items():
        edit(workshop.make(game) / file, old, new)
    return workshop.report(LOOK.format(wanted=[(game, fault[3]) for game, fault in BROKEN.items()]))


@pytest.mark.parametrize("game", BROKEN)
def test_what_is_wrong_is_said_in_words(found, game):
    assert any(BROKEN[game][4] in fault for fault in found[game]), found[game]


def test_compiled_rules_that_write_beside_their_buffers_are_found_out(tmp_path):
    workshop = Workshop(tmp_path)
    edit(workshop.make("beyond_bounds") / "rules.py", "MOST_ACTIONS = len(SQUARES)", "MOST_ACTIONS = len(SQUARES) - 1")
    trace = {"players": 2, "options": {}, "seed": 0, "steps": [0], "marks": [0, 0]}
    wanted = {"game": "beyond_bounds", "seconds": 5, "traces": [trace]}
    script = "import json; from tablee.kit.check_rules import interpret; "
    (fault,) = workshop.report(script + f"print(json.dumps(interpret({wanted!r})))")["faults"]
    assert "IndexError" in fault


def test_a_log_that_tells_what_the_view_hides_is_found(monkeypatch):
    isis = find_game("isis")
    untold = {name: replace(secret, told={}) for name, secret in isis.words.SECRETS.items()}
    monkeypatch.setattr(isis.words, "SECRETS", untold)
    monkeypatch.setitem(vars(isis), "_secrets_with", lambda options: in_force(untold, dict(options)))  # which are kept
    assert any("tells seat None something that is hidden from it" in fault for fault in leaks(Bench(isis, quick=True)))


def test_a_bot_that_never_answers_is_ended(monkeypatch):
    monkeypatch.setattr("tablee.kit.check_bots.PATIENCE", 0.01)
    assert list(bots_answer(Bench(find_game("isis"), quick=True))) == ["no bot answers after 0.01 s"]


def test_where_games_never_end_nothing_else_is_played(monkeypatch):
    monkeypatch.setattr("tablee.kit.check_rules.FOR_EVER", 3)
    findings = {finding.words: finding.faults for finding in examine("isis", quick=True)}
    not_over, told = findings["legal play never errs"]
    assert "it is not over after" in not_over
    assert told == NOT_PLAYED
    assert "every text is there in every language" in findings
    assert "points add up" not in findings


def test_every_aspect_is_looked_at_and_a_fault_makes_a_test_fail(monkeypatch):
    names = [aspect.words for aspect in ASPECTS]
    assert len(set(names)) == len(names)
    monkeypatch.setattr("tablee.kit.checking.ASPECTS", [ASPECTS[0]._replace(find=lambda _: iter(["it is broken"]))])
    assert [finding.faults for finding in examine("isis")] == [["it is broken"]]
    with pytest.raises(Unfit, match="isis:\n✗ names and constants are those of the contract\n    it is broken"):
        check("isis")
