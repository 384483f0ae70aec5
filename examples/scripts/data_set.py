"""Games as a table, one row a step: python data_set.py (needs tablee[data])"""

# %% [markdown]
# # A data set in a table
# Whoever learns from what was played wants rows: who was to act, what was legal, what was played, and how the game
# ended. `tablee.adapters.data` makes them of games that bots play, of a record of the arena, or of the database of a
# house, without anybody's name. As Parquet they are read by columns, by any library.

# %%
import os
import tempfile
from pathlib import Path

import pyarrow.compute as pc
from pyarrow import parquet

from tablee.adapters import data

SHORT = bool(os.environ.get("TABLEE_SHORT"))
file = Path(tempfile.mkdtemp()) / "steps.parquet"
games, bots = (4, ["random"]) if SHORT else (200, [2, 1])
written = data.write(data.self_play("isis", players=2, games=games, bots=bots, seed=7), file)
steps = parquet.read_table(file)
print(f"{written} steps of {games} games, {file.stat().st_size:,} bytes")
print(steps.schema.names)

# %% [markdown]
# Decisions are the rows that have a seat. How many actions are there to choose from, and how long is a game?

# %%
decisions = steps.filter(pc.field("seat") >= 0)
choices = pc.list_value_length(decisions["legal"])
mean, most = pc.mean(choices).as_py(), pc.max(choices).as_py()
print(f"{len(decisions)} decisions, {mean:.1f} actions to choose from, {most} at most")
lengths = steps.group_by("play").aggregate([("step", "max")])
print("steps of a game:", pc.min(lengths["step_max"]).as_py() + 1, "to", pc.max(lengths["step_max"]).as_py() + 1)
assert pc.min(choices).as_py() >= 1

# %% [markdown]
# What comes of drawing a tile first, and what of placing a pawn? Each row knows what its game was worth to every seat.

# %%
first = decisions.filter(pc.field("step") == 0)
kinds = [text.split()[0] for text in first["text"].to_pylist()]
returns = [row[0] for row in first["returns"].to_pylist()]
for kind in sorted(set(kinds)):
    mine = [one for one, what in zip(returns, kinds, strict=True) if what == kind]
    print(f"{kind:6} {len(mine):4} games, mean return {sum(mine) / len(mine):+.2f} for the first seat")
assert len(first) == games

# %% [markdown]
# The same table comes from a tournament (`tablee arena … --record games.jsonl`, `tablee data arena games.jsonl
# steps.parquet`), and from a house (`tablee data tables sqlite:///house.db steps.parquet`). `include=["observation"]`
# adds what each seat had been shown, as numbers.
