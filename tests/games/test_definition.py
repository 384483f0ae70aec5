"""A game's folder: options, steps, and what is said of a folder that is not complete."""

import importlib
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablee
from tablee.engine import contract
from tablee.engine.contract import ContractError
from tablee.engine.faults import told
from tablee.games import find_game, game_ids
from tablee.games.about import RuleKind
from tablee.games.definition import FILES, open_definition
from tablee.games.errors import BadOptions, GameOver, IllegalAction, TableeError, UnknownGame
from tests.cases import each
from tests.engine.toy import HEAP, announce_heap, install_heap, run_python

ISIS = find_game("isis")


# ---- finding games --------------------------------------------------------------------------------------------


def test_the_games_are_found_by_their_ids() -> None:
    assert "isis" in game_ids()
    assert (ISIS.id, ISIS.name, ISIS.players) == ("isis", "Isis & Osiris", (2, 3, 4))
    assert ISIS.options == {"reserve": ("own", "common"), "memory": ("hidden", "open")}
    assert (ISIS.path / "rules.py").exists()


def test_a_game_is_opened_once() -> None:
    assert find_game("isis") is ISIS


@each("game_id", ["chess", "", "Isis", "isis ", "../isis"])
def test_a_game_that_is_not_installed_is_unknown(game_id: str) -> None:
    with pytest.raises(UnknownGame, match="there is no game"):
        find_game(game_id)


PLAY_HEAP = """
import json
import tablee
from tablee.api.protocol import Engine
engine = Engine()
ask = lambda **request: engine.answer(json.dumps(request).encode())
print(json.dumps({
    "games": tablee.game_ids(),
    "about": ask(cmd="games")["games"]["heap"],
    "new": ask(cmd="new", game="heap", players=2, options={"stones": 7}),
    "outcomes": ask(cmd="legal")["outcomes"],
    "begin": ask(cmd="apply", action="begin 1"),
    "takes": [ask(cmd="apply", action="take 2")["to_act"] for _ in range(3)],
    "actions": ask(cmd="legal")["actions"],
    "end": ask(cmd="apply", action="take 1"),
    "result": ask(cmd="result"),
    "mismatch": ask(cmd="new", game="heap", players=3),
    "eleven": ask(cmd="new", game="heap", players=2, options={"stones": 11}),
    "float": ask(cmd="new", game="heap", players=2, options={"stones": 7.0}),
}))
"""


def test_a_game_of_another_installed_package_is_found_and_played(tmp_path: Path) -> None:
    install_heap(tmp_path)
    report = run_python(PLAY_HEAP, tmp_path, NUMBA_DISABLE_JIT="1")
    assert set(report["games"]) == {*game_ids(), "heap"}
    assert report["about"] == {"name": "The heap", "players": [2], "options": {"stones": [7, 11]}}
    assert report["new"] == {"ok": True, "to_act": "chance"}
    assert report["outcomes"] == [["begin 0", 0.25], ["begin 1", 0.75]]
    assert report["begin"] == {"ok": True, "to_act": 1}
    assert report["takes"] == [0, 1, 0]
    assert report["actions"] == ["take 1"]
    assert report["end"] == {"ok": True, "to_act": None}
    assert report["result"] == {"ok": True, "over": True, "scores": [1, 0], "winners": [0], "reason": "last"}
    assert report["mismatch"]["error"]["code"] == "bad_options"
    assert report["eleven"]["ok"]
    assert report["float"]["error"]["message"] == "the option 'stones' is one of 7, 11"


ASK_FOR_GAMES = """
import json, logging
logging.disable()
from tablee.api.protocol import Engine
ask = lambda **request: Engine().answer(json.dumps(request).encode())
print(json.dumps([sorted(ask(cmd="games")["games"]), ask(cmd="new", game="heap", players=2)]))
"""


def test_a_broken_game_of_another_package_spoils_only_itself(tmp_path: Path) -> None:
    (install_heap(tmp_path) / "words.py").unlink()
    games, refused = run_python(ASK_FOR_GAMES, tmp_path, NUMBA_DISABLE_JIT="1")
    assert games == game_ids()
    assert refused["error"]["code"] == "unknown_game"
    assert "heap_game.words" in refused["error"]["message"]


@pytest.mark.parametrize("module", ["gone", "gone.game", "asks_for_us.game"])
def test_an_announcement_of_something_broken_does_not_harm_the_import(tmp_path: Path, module: str) -> None:
    (tmp_path / "asks_for_us").mkdir()
    (tmp_path / "asks_for_us" / "__init__.py").write_text("from tablee import Game\n")
    announce_heap(tmp_path, module)
    games, refused = run_python(ASK_FOR_GAMES, tmp_path, NUMBA_DISABLE_JIT="1")
    assert games == game_ids()
    assert refused["error"]["code"] == "unknown_game"


def test_a_game_announced_by_two_packages_is_refused_by_name(tmp_path: Path) -> None:
    install_heap(tmp_path)
    announce_heap(tmp_path, "other_heap")
    _, refused = run_python(ASK_FOR_GAMES, tmp_path, NUMBA_DISABLE_JIT="1")
    assert refused["error"]["message"] == "heap: announced by more than one package: heap_game, other_heap"


# ---- folders that are not complete ----------------------------------------------------------------------------

PackageMaker = Callable[[str], Path]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PackageMaker:
    """Makes a copy of the toy game that can be imported under a name of its own."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(name: str) -> Path:
        shutil.copytree(HEAP, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        return tmp_path / name

    return make


@pytest.mark.parametrize("module", ["rules", "words", "scene"])
def test_a_missing_module_is_named(package: PackageMaker, module: str) -> None:
    name = f"heap_without_{module}"
    (package(name) / f"{module}.py").unlink()
    with pytest.raises(ContractError, match=rf"^heap: the module {name}\.{module} is missing"):
        open_definition("heap", name)


def test_what_a_module_cannot_find_is_named(package: PackageMaker) -> None:
    (package("heap_astray") / "brain.py").write_text("import no_such_thing_at_all\n")
    with pytest.raises(ContractError, match=r"^heap: the module no_such_thing_at_all is missing"):
        open_definition("heap", "heap_astray")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("\n1 / 0\n", "brain.py, line 2: ZeroDivisionError"),
        ("def pick(state)\n    return 0\n", "brain.py, line 1: expected ':'"),
        ("from tablee.games.moves import part_of\n",
         "brain.py, line 1: tablee.games.moves has no `part_of`; did you mean `parts_of`?"),
        ("PLACES = {'a22': 0}\ndef find(places):\n    return places['a2']\nfind(PLACES)\n",
         "brain.py, line 3: `places['a2']`: there is no such key; did you mean `a22`?"),
    ],
)  # fmt: skip
def test_a_module_that_fails_is_named_with_file_line_and_error(
    package: PackageMaker, source: str, message: str
) -> None:
    name = f"heap_failing_{len(source)}"
    (package(name) / "brain.py").write_text(source)
    with pytest.raises(ContractError, match=re.escape(f"heap: {name}.brain cannot be imported: {message}")) as raised:
        open_definition("heap", name)
    assert told(raised.value).count("brain.py") == 1


def test_who_reads_a_field_of_an_array_of_states_is_told_how() -> None:
    state: Any = np.zeros(1, np.dtype((np.record, [("left", np.int8)])))
    with pytest.raises(AttributeError) as raised:
        assert state.left
    assert "`state` is an array of records; write `state[0].left`" in told(raised.value)


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_named(package: PackageMaker, file: str) -> None:
    name = f"heap_without_{file.replace('.', '_')}"
    (package(name) / file).unlink()
    with pytest.raises(ContractError, match=f"^heap: the file {file} is missing"):
        open_definition("heap", name)


@pytest.mark.parametrize("name", ["NAME", "PLAYERS"])
def test_a_package_that_does_not_say_what_it_is_is_refused(package: PackageMaker, name: str) -> None:
    package_name = f"heap_without_{name.lower()}"
    path = package(package_name) / "__init__.py"
    path.write_text(path.read_text().replace(f"{name} =", "SOMETHING ="))
    with pytest.raises(ContractError, match=f"^heap: {package_name} must say its {name}"):
        open_definition("heap", package_name)


MISSING = [
    ("words", "about", "about(say)"),
    ("words", "sentence", "sentence(text, seat, names, say)"),
    ("words", "prompt", "prompt(view, seat, names, say)"),
    ("scene", "scene", "scene(view, seat, actions, names, say)"),
    ("rules", "legal", "legal(state, actions)"),
    ("rules", "apply", "apply(state, action)"),
    ("rules", "scores", "scores(state, scores)"),
    ("rules", "new", "new(players, options, seed)"),
]
"""All functions that a game must have, and how they are expected."""


@pytest.mark.parametrize(("module", "name", "expected"), MISSING)
def test_a_missing_function_is_named_with_what_is_expected(
    package: PackageMaker, module: str, name: str, expected: str
) -> None:
    package_name = f"heap_without_{module}_{name}"
    path = package(package_name) / f"{module}.py"
    path.write_text(path.read_text().replace(f"def {name}(", "def something("))
    with pytest.raises(ContractError, match=re.escape(f"heap: {module}.{name} is missing; expected is {expected}")):
        open_definition("heap", package_name)


@pytest.mark.parametrize(
    ("module", "line", "wrong", "message"),
    [
        ("words", "def prompt(view: Any, seat: int | None, names: Any, say: Any)", "def prompt(view: Any, say: Any)",
         "heap: words.prompt must be prompt(view, seat, names, say), and is prompt(view, say)"),
        ("words", "def board_text(view: Any)", "def board_text(state: Any)",
         "heap: words.board_text must be board_text(view), and is board_text(state)"),
        ("rules", "def to_act(state: Any)", "def to_act(state: Any, seat: int)",
         "heap: rules.to_act must be to_act(state), and is to_act(state, seat)"),
        ("scene", "names: Any, say: Any)", "names: Any)",
         "heap: scene.scene must be scene(view, seat, actions, names, say, lately=…, shape=…, canvas=…), and is "
         "scene(view, seat, actions, names)"),
        ("scene", "names: Any, say: Any)", "names: Any, say: Any, shpae: str = '')",
         "lately=…, shape=…, canvas=…), and is scene(view, seat, actions, names, say, shpae)"),
        ("__init__", "PLAYERS = (2,)", "PLAYERS = 2", "heap: __init__.PLAYERS must be a tuple, and is 2"),
        ("__init__", "PLAYERS = (2,)", "PLAYERS = ('two',)",
         "heap: __init__.PLAYERS must be numbers of players, like (2, 3, 4)"),
        ("__init__", "OPTIONS = {", "OPTIONS = [1] if True else {",
         "heap: __init__.OPTIONS must be a dict, and is [1]"),
        ("__init__", "OPTIONS = {", "OPTIONS = {'size': 'large'} if True else {",
         "heap: __init__.OPTIONS must have a tuple of values for 'size'"),
        ("words", '"stones": whole', '"stoness": whole',
         "heap: words.FIELDS: `STATE.stoness`: the record has no such field; did you mean `stones`? (words.py, "),
        ("words", "ACTIONS = ", "ACTIONS = 'take' if True else ", "heap: words.ACTIONS must be a tuple, and is 'take'"),
    ],
)  # fmt: skip
def test_a_wrong_signature_is_an_error_that_says_what_is_expected(
    package: PackageMaker, module: str, line: str, wrong: str, message: str
) -> None:
    package_name = f"heap_wrong_{len(line)}_{len(wrong)}_{module}"
    path = package(package_name) / f"{module}.py"
    assert line in path.read_text()
    path.write_text(path.read_text().replace(line, wrong))
    with pytest.raises(ContractError, match=re.escape(message)):
        open_definition("heap", package_name)


@pytest.mark.parametrize(
    ("module", "line", "message"),
    [
        ("words", "def heardline(view, result, names, say): ...",
         "heap: words.heardline is not known: is headline meant? If it is another thing, call it _heardline"),
        ("words", "SECRET = {}", "heap: words.SECRET is not known: is SECRETS meant?"),
        ("scene", "SHAPE = ('upright', 'wide')", "heap: scene.SHAPE is not known: is SHAPES meant?"),
        ("rules", "def leaves(state, seat): ...", "heap: rules.leaves is not known: is leave meant?"),
        ("__init__", "TURN = 12", "heap: __init__.TURN is not known: is TURNS meant?"),
    ],
)  # fmt: skip
def test_a_misspelt_name_is_not_passed_over(package: PackageMaker, module: str, line: str, message: str) -> None:
    package_name = f"heap_misspelt_{len(line)}_{module}"
    path = package(package_name) / f"{module}.py"
    path.write_text(f"{path.read_text()}\n\n{line}\n")
    with pytest.raises(ContractError, match=re.escape(message)) as raised:
        open_definition("heap", package_name)
    assert str(raised.value).endswith(f"({module}.py, line {len(path.read_text().splitlines())})")


def test_what_is_called_like_something_that_is_there_or_like_nothing_is_the_makers_own_affair(
    package: PackageMaker,
) -> None:
    path = package("heap_with_helpers") / "words.py"
    helpers = ["def sentences(): ...", "def _heardline(): ...", "from os.path import basename as headlin"]
    path.write_text("\n\n".join([path.read_text(), *helpers]))
    assert open_definition("heap", "heap_with_helpers").words.has("sentence")
    contract.forget("heap")


def test_an_action_without_a_text_and_an_end_without_a_reason_are_said_in_words(package: PackageMaker) -> None:
    package("heap_unnamed")
    heap = open_definition("heap", "heap_unnamed")
    contract.forget("heap")  # nobody plays it
    with pytest.raises(ContractError, match=r"^heap: words.ACTIONS has no text for the action 99 of the rules"):
        heap.words.action_text(np.zeros(1, heap.rules.STATE), 99)
    with pytest.raises(ContractError, match=r"^heap: rules.reason says 7, and there are 3 REASONS"):
        heap._reason(7)


def test_rules_that_leave_something_to_its_default_need_the_field_it_reads(package: PackageMaker) -> None:
    path = package("heap_endless") / "rules.py"
    path.write_text(path.read_text().replace('("ended", np.int8)', '("finished", np.int8)'))
    with pytest.raises(ContractError, match=r"must have a field 'ended', as rules\.leave is left to its default"):
        open_definition("heap", "heap_endless")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("def option_text(", "words.option_text is missing: the game has options"),
        ("FIELDS =", "words.FIELDS is missing"),
        ("ACTIONS =", "words.ACTIONS is missing"),
    ],
)
def test_what_a_game_must_say_in_some_way_is_asked_for(package: PackageMaker, line: str, message: str) -> None:
    package_name = f"heap_unsaid_{len(message)}"
    path = package(package_name) / "words.py"
    path.write_text(path.read_text().replace(line, f"{line.split()[0]} OTHER(" if "(" in line else "OTHER ="))
    with pytest.raises(ContractError, match=message):
        open_definition("heap", package_name)


def test_a_refused_folder_can_be_mended_and_opened(package: PackageMaker) -> None:
    path = package("heap_mended") / "scene.py"
    source = path.read_text()
    path.unlink()
    with pytest.raises(ContractError):
        open_definition("heap", "heap_mended")
    path.write_text(source)
    importlib.invalidate_caches()
    assert open_definition("heap", "heap_mended").name == "The heap"


# ---- options --------------------------------------------------------------------------------------------------


STANDARD, VARIANT, HOUSE = RuleKind


KINDS = {
    ("isis", "reserve"): {"own": STANDARD, "common": VARIANT},
    ("isis", "memory"): {"hidden": STANDARD, "open": HOUSE},
    ("morfals", "match"): {1: STANDARD, 20: VARIANT},
    ("morfals", "capture"): {"auto": STANDARD, "claim": VARIANT},
    ("morfals", "last_man"): {"auto": STANDARD, "announce": VARIANT},
    ("morpyam", "double_morpyam"): {"off": STANDARD, "ko": HOUSE},
    ("morpyam", "five_alike"): {"morpyam": STANDARD, "any": HOUSE},
    ("morpyam", "sure_call"): {"allowed": STANDARD, "refused": HOUSE},
    ("netzwerk", "hands"): {"open": STANDARD, "hidden": HOUSE},
    ("morisi", "hands"): {"hidden": STANDARD, "open": HOUSE},
    ("morisi", "cities"): {"apart": STANDARD, "any": HOUSE},
    ("morisi", "gaps"): {"none": STANDARD, "some": HOUSE},
    ("morisi", "predictions"): {"off": STANDARD, "on": VARIANT},
}


def test_every_option_is_standard_a_printed_variant_or_a_house_rule() -> None:
    games = [find_game(game) for game in ("isis", "morfals", "morpyam", "netzwerk", "morisi")]
    assert {
        (game.id, name): {value: game.option_kind(name, value) for value in values}
        for game in games
        for name, values in game.options.items()
    } == KINDS
    assert {game.rule_kind(game.full_options(game.players[0], {})) for game in games} == {STANDARD}


def test_a_variant_must_be_a_value_of_an_option_and_not_the_standard_one(package: PackageMaker) -> None:
    path = package("heap_of_variants") / "__init__.py"
    name, values = next(iter(find_game("isis").options.items()))
    path.write_text(path.read_text() + f"\nOPTIONS = {{{name!r}: {values}}}\nVARIANTS = {{{name!r}: {values[:1]}}}\n")
    with pytest.raises(ContractError, match=r"__init__.VARIANTS must have values of 'reserve' but the first"):
        open_definition("heap", "heap_of_variants")


def test_one_house_rule_makes_the_rules_of_a_table_those_of_the_house() -> None:
    assert ISIS.rule_kind({}) is STANDARD
    assert ISIS.rule_kind({"memory": "open", "reserve": "common"}) is HOUSE
    assert ISIS.rule_kind({"an option of another version": "yes"}) is HOUSE


def test_options_left_out_have_their_first_value() -> None:
    assert ISIS.full_options(2, {}) == {"reserve": "own", "memory": "hidden"}
    assert ISIS.full_options(4, {"memory": "open"}) == {"reserve": "own", "memory": "open"}


@each("players", [-1, 0, 1, 5, 10**30])
def test_a_number_of_players_that_the_game_does_not_have_is_refused(players: int) -> None:
    with pytest.raises(BadOptions, match="Isis & Osiris is for 2, 3, 4 players"):
        ISIS.new(players, {}, 0)


@each(
    "options",
    [{"speed": 1}, {"reserve": "shared"}, {"reserve": None}, {"memory": True}, {"memory": ["open"]}, {"": ""}],
)
def test_an_option_that_the_game_does_not_have_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOptions, match="option"):
        ISIS.new(2, options, 0)


# ---- steps ----------------------------------------------------------------------------------------------------


def test_every_step_returns_a_new_state_and_leaves_the_old_as_it_was() -> None:
    state = ISIS.new(3, {}, 0)
    before = state.tobytes()
    assert ISIS.apply(state, "draw").tobytes() != before
    assert ISIS.leave(state, 0).tobytes() != before
    assert state.tobytes() == before


def test_questions_leave_the_state_as_it_was() -> None:
    state = ISIS.apply(ISIS.new(3, {}, 0), "draw")
    before = state.tobytes()
    ISIS.to_act(state), ISIS.actions(state), ISIS.outcomes(state), ISIS.result(state), ISIS.view(state, 0)
    assert state.tobytes() == before


def test_all_who_may_see_the_same_share_one_view_and_nobody_else_does() -> None:
    isis, netzwerk = find_game("isis"), find_game("netzwerk")
    state = isis.new(2, {}, 1)
    assert isis.sight(state, 0) is isis.sight(state.copy(), None)
    assert isis.sight(state, 0) is not isis.sight(isis.apply(state, "pawn c4"), 0)
    hidden = netzwerk.new(2, {"hands": "hidden"}, 1)
    taken = netzwerk.apply(hidden, netzwerk.actions(hidden)[0])
    own, others = netzwerk.sight(taken, 0)["cubes"][0], netzwerk.sight(taken, 1)["cubes"][0]
    assert list(others) == ["#"]
    assert list(own) != ["#"]


def test_whoever_plays_by_hand_gets_a_view_of_their_own() -> None:
    game = tablee.new("isis", 2, {}, 1)
    game.sight(0)["board"]["c4"] = "P1"
    assert game.sight(0)["board"] == {}


def test_outcomes_have_whole_weights_and_come_only_at_a_chance_node() -> None:
    state = ISIS.new(2, {}, 0)
    assert ISIS.outcomes(state) == []
    outcomes = ISIS.outcomes(ISIS.apply(state, "draw"))
    assert sum(weight for _, weight in outcomes) == 22
    assert all(type(weight) is int for _, weight in outcomes)


@each("text", ["", "pawn", "pawn a1 ", " pawn a1", "Pawn a1", "pawn A1", "reveal +3", "leave 0", "0"])
def test_only_the_exact_text_of_a_legal_action_is_applied(text: str) -> None:
    with pytest.raises(IllegalAction, match="is not legal now"):
        ISIS.apply(ISIS.new(2, {}, 0), text)


def test_the_message_about_a_very_long_action_is_short() -> None:
    with pytest.raises(IllegalAction) as error:
        ISIS.apply(ISIS.new(2, {}, 0), "x" * 100_000)
    assert len(str(error.value)) < 200


def test_nothing_is_applied_and_nobody_leaves_once_over() -> None:
    over = ISIS.leave(ISIS.new(2, {}, 0), 0)
    with pytest.raises(GameOver):
        ISIS.apply(over, "pawn a1")
    with pytest.raises(GameOver):
        ISIS.leave(over, 1)


@each("seat", [-1, 3, 4, 10**30])
def test_a_seat_that_is_not_there_cannot_leave(seat: int) -> None:
    with pytest.raises(TableeError, match="there is no seat"):
        ISIS.leave(ISIS.new(3, {}, 0), seat)
