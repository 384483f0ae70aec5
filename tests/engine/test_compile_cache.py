"""Machine code is kept, and never outlives the source that it came from."""

import shutil
from pathlib import Path
from typing import Any

import pytest

import tablee
from tablee.engine import compile_cache, playouts
from tests.engine.toy import HEAP, install_heap, run_python

PLAY_HEAP = """
import json
import tablee
from tablee.games import find_game
from tablee.engine.compile_cache import game_digest
from tablee.engine.chance import new_random
from tablee.engine.playouts import buffers, play_out_many

folder = find_game("heap")
fresh = folder.new(2, {}, 0)
steps = play_out_many(fresh, fresh.copy(), 10, new_random(1), *buffers(folder.rules.MOST_ACTIONS))
game = tablee.new("heap", players=2)
game.play("begin 1")
print(json.dumps({
    "steps": steps,
    "hits": sum(play_out_many.stats.cache_hits.values()),
    "misses": sum(play_out_many.stats.cache_misses.values()),
    "digest": game_digest("heap"),
    "actions": game.legal(),
}))
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """The toy game played in four processes: twice as it is, from another folder, with one rule changed."""
    folder, other, cache = (tmp_path_factory.mktemp(name) for name in ("installed", "elsewhere", "cache"))
    rules = install_heap(folder) / "rules.py"
    install_heap(other)
    reports = [run_python(PLAY_HEAP, place, cache=cache) for place in (folder, folder, other)]
    source = rules.read_text()
    assert source.count("\nMOST = 2\n") == 1
    rules.write_text(source.replace("\nMOST = 2\n", "\nMOST = 1\n"))
    return [*reports, run_python(PLAY_HEAP, folder, cache=cache)]


def test_generic_code_is_compiled_once_and_loaded_from_the_cache_in_the_next_process(runs: list[Any]) -> None:
    first, second, _, _ = runs
    assert (first["hits"], first["misses"]) == (0, 1)
    assert (second["hits"], second["misses"]) == (1, 0)
    assert second["digest"] == first["digest"]


def test_equal_sources_in_another_folder_are_not_compiled_again(runs: list[Any]) -> None:
    _, _, elsewhere, _ = runs
    assert (elsewhere["hits"], elsewhere["misses"]) == (1, 0)


def test_code_from_the_cache_plays_the_same_games(runs: list[Any]) -> None:
    first, second, _, _ = runs
    assert second["steps"] == first["steps"]
    assert 10 * 5 <= first["steps"] < 10 * 8


def test_a_changed_rule_in_another_file_is_in_force_at_once(runs: list[Any]) -> None:
    before, _, _, after = runs
    assert (before["actions"], after["actions"]) == (["take 1", "take 2"], ["take 1"])
    assert after["steps"] == 10 * 8
    assert after["hits"] == 0
    assert after["digest"] != before["digest"]


KERNEL = """
import tablee
from distance import FAR
from tablee.engine.contract import apply, legal

@tablee.compiled
def count(states, actions):
    apply(states[0], 0)
    return FAR + legal(states[0], actions)
"""
USE_KERNEL = """
import json
import numpy as np
from kernel import count
from tablee.games import find_game

folder = find_game("heap")
found = count(folder.new(2, {}, 0), np.empty(folder.rules.MOST_ACTIONS, np.int32))
print(json.dumps([found, sum(count.stats.cache_hits.values())]))
"""


def test_a_kernel_of_ones_own_is_kept_and_notices_changed_rules_and_neighbours(tmp_path: Path) -> None:
    rules, kept = install_heap(tmp_path) / "rules.py", tmp_path / "cache"
    (tmp_path / "kernel.py").write_text(KERNEL)
    (tmp_path / "distance.py").write_text("FAR = 10")
    assert run_python(USE_KERNEL, tmp_path, cache=kept) == [12, 0]
    assert run_python(USE_KERNEL, tmp_path, cache=kept) == [12, 1]
    rules.write_text(rules.read_text().replace("\nMOST = 2\n", "\nMOST = 1\n"))
    assert run_python(USE_KERNEL, tmp_path, cache=kept) == [11, 0]
    (tmp_path / "distance.py").write_text("FAR = 20")
    assert run_python(USE_KERNEL, tmp_path, cache=kept) == [21, 0]


PLAY_LOCAL_HEAP = (
    PLAY_HEAP.partition("game = ")[0]
    .replace('find_game("heap")', 'open_definition("heap", "heap_local")')
    .replace("games import find_game", "games.definition import open_definition")
)


def test_code_for_a_game_that_no_package_announces_is_not_kept(tmp_path: Path) -> None:
    rules = tmp_path / "heap_local" / "rules.py"
    shutil.copytree(HEAP, rules.parent, ignore=shutil.ignore_patterns("__pycache__"))
    script = f"{PLAY_LOCAL_HEAP}\nprint(steps)"
    before = run_python(script, tmp_path, cache=tmp_path / "cache")
    rules.write_text(rules.read_text().replace("\nMOST = 2\n", "\nMOST = 1\n"))
    assert before < run_python(script, tmp_path, cache=tmp_path / "cache") == 10 * 8


def test_a_kernel_without_a_file_is_compiled_and_not_kept() -> None:
    names: dict[str, Any] = {"tablee": tablee}
    exec(compile("@tablee.compiled\ndef twice(number): return 2 * number", "<a notebook>", "exec"), names)
    assert names["twice"](21) == 42


CHANGE_SOURCES = """
import json
from pathlib import Path
import tablee
from tablee.engine import compile_cache as cache, playouts as playout

home = Path(tablee.__file__).parent

def digests():
    for function in (cache.game_digest, cache.generic_digest, cache._imports):
        function.cache_clear()
    return {"generic": cache.generic_digest(), **{game: cache.game_digest(game) for game in ("isis", "morfals")}}

found = {"": digests()}
dice = "games/shared/dice/throws.py"
names = ("engine/chance.py", "games/isis/rules.py", "games/isis/brain.py", dice, "bots/mcts.py", "games/definition.py")
for name in (*names, "cli.py", "games/isis/words.py", "games/isis/scene.py", "bots/worker_pool.py"):
    path = home / name
    source = path.read_bytes()
    path.write_bytes(source + b"# changed")
    found[name] = digests()
    path.write_bytes(source)
print(json.dumps({"home": str(home), "digests": found}))
"""


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """What has another digest in a copy of our sources, by which of its files is changed."""
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree(Path(tablee.__file__).parent, copy / "tablee", ignore=shutil.ignore_patterns("__pycache__"))
    report = run_python(CHANGE_SOURCES, copy)
    assert report["home"] == str(copy / "tablee")
    before = report["digests"].pop("")
    return {
        name: {what for what, digest in digests.items() if digest != before[what]}
        for name, digests in report["digests"].items()
    }


@pytest.mark.parametrize(
    ("name", "anew"),
    [
        ("games/isis/rules.py", {"isis"}),
        ("games/isis/brain.py", {"isis"}),
        ("games/shared/dice/throws.py", {"morfals"}),
        ("bots/mcts.py", {"generic"}),
    ],
)
def test_a_changed_source_compiles_only_what_imports_it(
    changed: dict[str, set[str]], name: str, anew: set[str]
) -> None:
    assert changed[name] == anew


def test_what_everything_is_made_of_compiles_everything(changed: dict[str, set[str]]) -> None:
    assert "generic" in changed["engine/chance.py"]


@pytest.mark.parametrize(
    "name", ["games/definition.py", "cli.py", "games/isis/words.py", "games/isis/scene.py", "bots/worker_pool.py"]
)
def test_what_is_not_compiled_compiles_nothing(changed: dict[str, set[str]], name: str) -> None:
    assert changed[name] == set()


@pytest.mark.parametrize(
    "line",
    [
        "from a.b import c",
        "from a.b.c import d",
        "import a.b.c",
        "from a.b import (x, c)",
        "from a.b import (\n    x,\n    c,\n)",
        "from . import c",
        "from .c import d",
        "from ..b import c",
        "import os, a.b.c",
    ],
)
def test_every_way_to_import_a_file_is_followed(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_cache, "_roots", lambda _: [Path("/home")])
    assert Path("/home/a/b/c.py") in compile_cache._named_in(Path("/home/a/b/rules.py"), f"import os\n{line}\n")


def test_what_is_imported_for_types_alone_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_cache, "_roots", lambda _: [Path("/home")])
    source = "import a\nif TYPE_CHECKING:\n    from a.b import c\n\nimport d\n"
    found = list(compile_cache._named_in(Path("/home/rules.py"), source))
    assert Path("/home/d.py") in found
    assert Path("/home/a/b/c.py") not in found


def test_cache_folders_of_long_ago_are_forgotten_and_recent_ones_kept(tmp_path: Path) -> None:
    script = f"""
import json, os, time
from pathlib import Path
root = Path({str(tmp_path)!r})
for name, days in (("a" * 16, 31), ("b" * 16, 29), ("photos", 999)):
    (root / name / "inside").mkdir(parents=True)
    then = time.time() - days * 86400
    os.utime(root / name, (then, then))
import tablee.engine.playouts
print(json.dumps(sorted(path.name for path in root.iterdir())))
"""
    found = run_python(script, cache=tmp_path)
    assert compile_cache.cache_folder(Path(playouts.__file__)).name in found
    assert "b" * 16 in found
    assert "a" * 16 not in found
    assert "photos" in found, "a folder that is not ours was deleted"


CLOSURES = """
import json
import numpy as np
from closures import adder, both, first

tables = [np.zeros(5000), np.zeros(5000)]
tables[1][2500] = 7
found = [[one(1) for one in both], [first(table)(2500) for table in tables], [adder(by)(1) for by in (1, 100)]]
print(json.dumps(found))
"""


def test_functions_of_one_line_that_differ_in_what_they_hold_are_not_mixed_up(tmp_path: Path) -> None:
    (tmp_path / "closures.py").write_text(
        "from tablee.engine.compile_cache import compiled\n\n"
        "both = compiled(lambda x: x + 1000), compiled(lambda x: x + 2000)\n\n"
        "def first(table):\n    return compiled(lambda x: table[x])\n\n"
        "def adder(by):\n    add = compiled(lambda x: x + by)\n    return compiled(lambda x: add(x))\n"
    )
    for _ in ("compiled", "from the cache"):
        told = run_python(CLOSURES, tmp_path, cache=tmp_path / "cache")
        assert told == [[1001, 2001], [0.0, 7.0], [2, 101]]


def test_everything_works_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    script = "from tablee.engine.chance import new_random; print(len(new_random(0)))"
    assert run_python(script, cache=tmp_path / "file" / "cache") > 0


def test_what_is_done_for_one_processor_is_not_done_for_another() -> None:
    script = "import json; from tablee.bots.compile_stages import marker; print(json.dumps(marker('isis', 'all').name))"
    names = [run_python(script, **how) for how in ({}, {"NUMBA_CPU_NAME": "x86-64", "NUMBA_CPU_FEATURES": ""})]
    assert len(set(names)) == 2


PLAY_ISIS = """
import json, random
import numba
from tablee.api.protocol import Engine
from tablee.games import find_game
from tablee.engine.chance import new_random
from tablee.engine.playouts import buffers, play_out_many

def play(players, reserve):
    chooser, engine, answers = random.Random(players), Engine(), []

    def ask(cmd, **fields):
        answers.append(engine.answer(json.dumps({"cmd": cmd, **fields}).encode()))
        return answers[-1]

    to_act = ask("new", game="isis", players=players, options={"reserve": reserve}, seed=5)["to_act"]
    while to_act is not None:
        legal = ask("legal")
        ask("state"), ask("view", seat=0), ask("result")
        if len(answers) == 85 and players > 2:
            to_act = ask("leave", seat=1)["to_act"]
        elif to_act == "chance":
            to_act = ask("chance")["to_act"]
        else:
            to_act = ask("apply", action=chooser.choice(legal["actions"]))["to_act"]
    ask("load", state=ask("state")["state"])
    return [*answers, ask("result"), ask("leave", seat=0)]

folder = find_game("isis")
fresh = folder.new(3, {}, 0)
scratch = fresh.copy()
random_state = new_random(5)
steps = play_out_many(fresh, scratch, 5, random_state, *buffers(folder.rules.MOST_ACTIONS))
report = json.dumps({
    "games": [play(players, reserve) for players in (2, 3, 4) for reserve in ("own", "common")],
    "playout": [steps, scratch.tobytes().hex(), int(random_state[0])],
})
"""


def test_the_interpreter_plays_the_same_games_as_compiled_code() -> None:
    compiled: dict[str, Any] = {}
    exec(PLAY_ISIS, compiled)
    script = PLAY_ISIS + "print(json.dumps([bool(numba.config.DISABLE_JIT), report]))"
    interpreted, report = run_python(script, NUMBA_DISABLE_JIT="1")
    assert interpreted is True
    assert report == compiled["report"]


def test_machine_code_for_a_type_that_is_gone_is_compiled_anew(tmp_path: Path) -> None:
    importing = "from tablee.engine.compile_cache import compiled\n\n"
    (tmp_path / "kernel.py").write_text(f"{importing}@compiled\ndef total(pair):\n    return pair.a + pair.b\n")
    pair = "from collections import namedtuple\n\nPair = namedtuple('Pair', 'a b')\n"
    for module in ("pairs", "moved"):
        (tmp_path / f"{module}.py").write_text(pair)
        script = f"from kernel import total; from {module} import Pair; print(total(Pair(1, 2)))"
        assert run_python(script, tmp_path, cache=tmp_path / "cache") == 3
        (tmp_path / f"{module}.py").unlink()
