"""The search is compiled once, loaded from the cache by the next process, and plays the same in the interpreter."""

import json

from tests.bots.positions import ISIS, random_endgame
from tests.engine.toy import run_python

SEARCH = """
import json
from tablee.games import find_game
from tablee.bots.level_bots import think
from tablee.bots.parallel_search import TreeSearch
from tablee.bots.mcts import simulate

isis = find_game("isis")
state = isis.read(json.loads({document!r}))
search = think(isis, state, {simulations}, seed=3)
later = TreeSearch(isis, isis.apply(state, search.best()), seed=4, most_nodes=1000, trees=2, earlier=search)
kept = later.simulations
later.run({simulations})
choices = search.choices() + later.choices()
stats = getattr(simulate, "stats", None)
hits, misses = (sum(stats.cache_hits.values()), sum(stats.cache_misses.values())) if stats else (None, None)
print(json.dumps([hits, misses, kept, [list(choice) for choice in choices]]))
"""


def test_a_second_process_loads_the_search_and_finds_the_same() -> None:
    script = SEARCH.format(document=json.dumps(ISIS.words.write(ISIS.new(3, {}, 0))), simulations=500)
    _, _, *first = run_python(script)
    hits, misses, *second = run_python(script)
    assert (hits, misses) == (1, 0)
    assert second == first


def test_the_interpreter_searches_as_compiled_code_does() -> None:
    script = SEARCH.format(document=json.dumps(ISIS.words.write(random_endgame(2, free=8))), simulations=200)
    hits, _, kept, interpreted = run_python(script, NUMBA_DISABLE_JIT="1")
    _, _, *compiled = run_python(script)
    assert hits is None
    assert kept > 1
    assert [kept, interpreted] == compiled
