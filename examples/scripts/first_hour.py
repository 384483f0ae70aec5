"""The first hour with the games as values: python first_hour.py"""

# %% [markdown]
# # The first hour
# A game is a value: it is begun, played, copied, compared and put into a file. This page is a script
# (`examples/scripts/first_hour.py`), run by the tests as it stands.

# %%
import os
import pickle
import random

import tablee

SHORT = bool(os.environ.get("TABLEE_SHORT"))
game = tablee.new("isis", players=2, seed=7)
print(game)
print(game.legal()[:5], "…")

# %% [markdown]
# Actions are short texts, and every one has an id that means the same in every position. At a chance node outcomes
# are named in the same way; without a name, one is drawn from the game's seed.

# %%
game.play("pawn c4")
game.step(game.text_id("draw"))
print(game.to_act, game.outcomes()[:3])
print(game.chance())
print(game.legal_ids()[:5], "of", game.num_actions, "· mask:", int(game.mask().sum()))

# %% [markdown]
# What a seat has been shown is one row of numbers for a network, or planes by name; what lies before it is a
# document.

# %%
seat = game.to_act
print(game.observation(seat).shape, {name: plane.shape for name, plane in game.planes(seat).items()})
print(game.view(seat)["board"])

# %% [markdown]
# A copy has a future of its own. The same seed has the same one; a pickle keeps everything.

# %%
game.undo()
print("fifty copies drew", sorted({game.copy().chance() for _ in range(50)}))
assert game.copy(seed=5).chance() == game.copy(seed=5).chance()
assert pickle.loads(pickle.dumps(game)) == game
game.chance()

# %% [markdown]
# What is each action worth? A level of the house thinks it over: visits, and the share of the win that each seat may
# expect.

# %%
thought = game.analyse(simulations=200 if SHORT else 5000)
for one in thought.considered[:3]:
    print(f"{one.action:10} {one.visits:5} visits  {one.values[seat]:.2f} for seat {seat}")

# %% [markdown]
# Ten games at random, and how the first seat fares.

# %%
chooser, results = random.Random(1), []
for seed in range(10):
    game = tablee.new("isis", players=2, seed=seed)
    while game.to_act is not None:
        if game.to_act == "chance":
            game.chance()
        else:
            game.step(chooser.choice(game.legal_ids()))
    results.append(game.returns()[0])
print("returns of seat 0:", results)
assert all(-1 <= one <= 1 for one in results)
