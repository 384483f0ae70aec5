"""Is the new bot better? A tournament that stops when it knows: python tournament.py"""

# %% [markdown]
# # A tournament with a sequential test
# Is level 3 of Morfals better than level 1, by 30 points of Elo or not at all? A fixed number of games is mostly too
# many or too few. A sequential test stops when the games have said it, and is wrong as seldom as one wants: here in 5
# % of cases either way. Both bots get the same dice in twin games, and the test counts these deals, not games.

# %%
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tablee.arena.record_file import read_records, replayed

SHORT = bool(os.environ.get("TABLEE_SHORT"))
folder = Path(tempfile.mkdtemp())
first, second = ("level:1", "random") if SHORT else ("level:3", "level:1")
arena = [sys.executable, "-m", "tablee", "arena", "morfals", "--bots", first, second]
record = ["--record", str(folder / "games.jsonl")]
test = ["--sprt", "0", "150" if SHORT else "30", "--games", "40" if SHORT else "4000", "--seed", "5"]
said = subprocess.run([*arena, *record, *test, "--json", "-"], capture_output=True, text=True, check=True).stdout
result = json.loads(said)
found = result["sprt"]
print(f"LLR {found['llr']:.2f} after {found['deals']} deals: {found['accepted'] or 'undecided'}")
print("shares of deals, and how often each was seen:", found["seen"])
for bot in result["bots"]:
    rate = bot["win_rate"]
    print(f"{bot['name']:10} won {rate['value']:.1%} ({rate['low']:.1%} to {rate['high']:.1%}) of {bot['games']} games")

# %% [markdown]
# It goes on from its record: the same command, run again, finds that all is played, and says the same.

# %%
again = json.loads(
    subprocess.run([*arena, *record, *test, "--json", "-"], capture_output=True, text=True, check=True).stdout
)
assert again["sprt"] == found

# %% [markdown]
# The record has every game. Any of them can be played again, looked at, and taken back step by step.

# %%
tournament, records = read_records(folder / "games.jsonl")
game = replayed(tournament, records[0])
print(game)
print(game.steps[:6], "…", game.result())
assert tuple(game.result().scores) == records[0].scores

# %% [markdown]
# With limits, which every bot is told and which the report shows: a tenth of a second a move, five seconds a game.

# %%
limits = ["--seconds", "0.1", "--game-seconds", "5", "--games", "2", "--seed", "6"]
print(subprocess.run([*arena, *limits], capture_output=True, text=True, check=True).stdout.splitlines()[0])
