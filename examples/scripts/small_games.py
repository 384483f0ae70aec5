"""Solve small variants of the games with OpenSpiel's CFR: python small_games.py"""

# %% [markdown]
# # Small games that can be solved
# Whether a learner converges is seen best where the answer is known. `tablee.small` begins a game with fewer squares or
# hexes and fewer pieces: rules, ids and observations are the same. With `pip install 'tablee[openspiel]'`.

# %%
import os

import pyspiel

import tablee
from tablee.adapters import openspiel

SHORT = bool(os.environ.get("TABLEE_SHORT"))
game = tablee.small("isis", "2x2", seed=7)
print(game)
with tablee.Batch("isis", size=1000, players=2, at=[game], seed=1) as games:
    print("random play, mean return of the first seat:", games.playout()[:, 0].mean())

# %% [markdown]
# OpenSpiel takes the same set-ups as a parameter. Its copy of the whole tree in C++ makes an iteration a matter of
# milliseconds. *Exploitability* is what a best response wins against a policy, as the mean of both seats: 0 for an
# equilibrium. In Morisi with predictions a seat does not know what the other has foretold.

# %%
SET_UPS = [
    ("isis", {"small": "2x2"}),
    ("netzwerk", {"small": "line"}),
    ("morisi", {"small": "line with predictions"}),
    ("netzwerk", {"small": "triangle", "most_steps": 10}),
    ("isis", {"small": "2x3"}),
]
print(f"{'':<32}{'states':>8}{'uniform':>10}{'CFR+ 10':>10}{'CFR+ 100':>10}{'value':>8}")
openspiel.register()
for name, parameters in SET_UPS[:3] if SHORT else SET_UPS:
    tree = pyspiel.convert_to_cached_tree(pyspiel.load_game(f"tablee_{name}", parameters))
    found = [pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree))]
    solver = pyspiel.CFRPlusSolver(tree)
    for iterations in (10, 90):
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        found.append(pyspiel.exploitability(tree, solver.average_policy()))
    policy = solver.average_policy()
    value = pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)[0]
    states = len(solver.tabular_average_policy().policy_table())
    label = f"{name}, {parameters['small']}"
    print(f"{label:<32}{states:>8}{found[0]:>10.4f}{found[1]:>10.4f}{found[2]:>10.4f}{round(value, 3) + 0:>8.3f}")
    assert found[2] < 0.01 < found[0]

# %% [markdown]
# `value` is what the first seat wins or loses between two good players. A game that could wander on is cut short after
# `most_steps`, and then nobody wins.
