"""Every function of the contract is called by the check, which names the file and the line of a slip in it."""

import pytest

from tablee.kit.check_calls import result_fault
from tests.kit.planted import SWITCH, UNPLANTED, names_of_functions, plant
from tests.kit.workshop import Workshop, edit

LOOK = """
import json, os, time
from pathlib import Path
from tablee.games import find_game
from tablee.kit import check_calls
from tablee.kit.trial_tables import Bench

check_calls.CALLING_QUICK, check_calls.GAMES_QUICK, check_calls.LEAST = 0.05, 1, 2
check_calls.MOST_ACTIONS, check_calls.MOST_KEYS, check_calls.MOST_CALLS = 2, 3, 6
found, definition = {{}}, find_game("planted")
for name in {names}:
    Path(os.environ["{switch}"]).write_text(name)
    vars(definition).pop("_sights", None)  # what was written down of a state is forgotten, too
    faults = check_calls._play_one(definition, 2, {{"coin": "gold"}}, 0, time.monotonic() + 20)[1]
    found[name] = [*faults, *check_calls.all_called(Bench(definition, quick=True))] if not faults else faults
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What is found with a slip in one function after the other, and without any."""
    folder = tmp_path_factory.mktemp("planted")
    workshop = Workshop(folder)
    plant(workshop, "planted")
    switch = folder / "switch"
    switch.write_text("")
    workshop.more = {SWITCH: str(switch)}
    return workshop.report(LOOK.format(names=["", *names_of_functions()], switch=SWITCH))


def test_a_sound_game_has_no_faults(found):
    assert found[""] == []


@pytest.mark.parametrize("name", [name for name in names_of_functions() if name not in UNPLANTED])
def test_a_slip_in_any_function_is_named_with_file_and_line(found, name):
    file = name.partition(".")[0]
    told = [fault for fault in found[name] if f"{file}.py, line " in fault and "ZeroDivisionError: planted" in fault]
    assert told, found[name]


def test_a_wrong_answer_is_a_fault():
    assert result_fault(None, str) == "it must return str, and returns None"
    assert result_fault("", str) == ""


INTERPRETED = """
import io, sys
from tablee.kit import without_compiling
from tablee.kit.check_calls import play_interpreted
without_compiling.LONGEST = 3.0
sys.stdin = io.StringIO('{{"game": "{game}", "seconds": 1, "ways": [[2, {{}}]]}}')
without_compiling.reply(play_interpreted)
"""


def test_slips_in_rules_are_found_before_anything_is_compiled(tmp_path):
    workshop = Workshop(tmp_path)
    edit(workshop.make("small_buffer") / "rules.py", "MOST_ACTIONS = len(SQUARES)", "MOST_ACTIONS = 7")
    edit(workshop.make("wrong_field") / "rules.py", "if state.board[square] == 0:", "if state.bord[square] == 0:")
    edit(workshop.make("wrong_name") / "rules.py", "actions[count] = square", "actions[count] = sqare")
    edit(workshop.make("no_action") / "rules.py", "state.board[square] == 0:", "state.board[square] > 2:")
    edit(workshop.make("no_end") / "rules.py", "    state.board[action] =",
         "    while True:\n        pass\n    state.board[action] =")  # fmt: skip
    said = {
        game: workshop.report(INTERPRETED.format(game=game))["faults"][0]
        for game in ("small_buffer", "wrong_field", "wrong_name", "no_action", "no_end")
    }
    assert "rules.legal: rules.py, line " in said["small_buffer"]
    assert "MOST_ACTIONS is 7: is it too small?" in said["small_buffer"]
    assert "`state.bord`: the record has no such field; did you mean `board`?" in said["wrong_field"]
    assert "rules.legal finds nothing (rules.py, line " in said["no_action"]
    assert "`sqare` is not defined; did you mean `square`?" in said["wrong_name"]
    assert "rules.py, line " in said["no_end"]
    assert "this has not come to an end after 3 s" in said["no_end"]
