"""A bot, written and measured: python a_bot.py"""

# %% [markdown]
# # A bot
# A bot is a class with one method, `choose`. It is given all that its seat has been shown, the legal actions, and a
# seed for whatever it leaves to chance. This one plays every action in thought a few times at random to the end, and
# takes the one that won most.

# %%
import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import tablee

SHORT = bool(os.environ.get("TABLEE_SHORT"))
BOT = """
import random
import tablee

TRIES = {tries}

class Bot:
    def choose(self, knowledge, actions, seed):
        chooser = random.Random(seed)
        return max(actions, key=lambda action: self.worth(knowledge, action, chooser))

    def worth(self, knowledge, action, chooser):
        won = 0.0
        for _ in range(TRIES):
            game = tablee.load(knowledge, seed=chooser.getrandbits(32))
            seat = game.to_act
            game.play(action)
            while game.to_act is not None:
                if game.to_act == "chance":
                    game.chance()
                else:
                    game.step(chooser.choice(game.legal_ids()))
            won += game.returns()[seat]
        return won
"""
folder = Path(tempfile.mkdtemp())
(folder / "mine.py").write_text(BOT.format(tries=1 if SHORT else 4), "utf8")

# %% [markdown]
# Before it meets others, it is tried by hand: the arena will ask it in the same way.

# %%
spec = importlib.util.spec_from_file_location("mine", folder / "mine.py")
mine = importlib.util.module_from_spec(spec)
spec.loader.exec_module(mine)
game = tablee.new("morfals", players=2, seed=3)
while not isinstance(game.to_act, int):
    game.chance()
action = mine.Bot().choose(game.knowledge(game.to_act), game.legal(), seed=1)
print("it would play", action)
assert action in game.legal()

# %% [markdown]
# In the arena it thinks in a process of its own, against the same dice as the others. A bot that crashes, cheats or
# dawdles loses its game; the table says so.

# %%
command = [sys.executable, "-m", "tablee", "arena", "morfals", "--bots", f"mine=python:{folder / 'mine.py'}", "random"]
games = ["--games", "2" if SHORT else "100", "--seed", "11"]
done = subprocess.run([*command, *games], capture_output=True, text=True, check=True)
print(done.stdout)
assert "mine" in done.stdout

# %% [markdown]
# What to try next: fewer and better tries (`game.think(level=1)` as an opponent), a search with an evaluator of your
# own (`game.analyse(evaluator=…)`), or a limit: a fourth parameter `limit` of `choose` is told what the tournament
# allows.
