"""How hard each level thinks."""

SIMULATIONS = {1: 100, 2: 700, 3: 20_000, 4: 65_000, 5: 200_000}
"""Games played in thought before a decision, by level."""

LONGEST_THOUGHT = 5.0
"""Seconds after which a worker decides with what it has, so that a slow machine keeps nobody waiting for long."""
