"""A table goes on under the version of the rules that it began with, if the game still plays that version."""

from pathlib import Path

from tests.engine.toy import install_newer_heap, run_python

PLAY_BOTH = """
import json
from tablee.kit.trial_tables import NOW, SEED, happen, started
from tablee.server.table.table import fold

def actions_of_one_read_again(rules):
    table = started(game="heap", rules=rules, stones=11)
    happen(table, table.act(table.to_act, table.step, "take 1", NOW))
    table = fold(table.opening, SEED, table.definition, table.events)
    return table.actions(table.to_act)

print(json.dumps([actions_of_one_read_again(rules) for rules in (1, 2)]))
"""


def test_a_table_of_former_rules_is_played_on_by_them(tmp_path: Path) -> None:
    install_newer_heap(tmp_path, 2, older=(1,))
    former, present = run_python(PLAY_BOTH, tmp_path, NUMBA_DISABLE_JIT="1")
    assert former == ["take 1", "take 2"]
    assert present == ["take 1", "take 2", "take 3"]
