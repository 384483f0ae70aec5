"""A thousand games at once: python self_play.py"""

# %% [markdown]
# # Self-play on batches
# `tablee.Batch` holds many games in one array and steps, masks and observes them in compiled code. Here they are
# played at random, and then by a search without any knowledge, and it is counted what the first seat is worth.

# %%
import os
import time

import numpy as np

import tablee
from tablee.api.search import Search, uniform

SHORT = bool(os.environ.get("TABLEE_SHORT"))
SIZE, STEPS = (64, 120) if SHORT else (1024, 1000)
batch = tablee.Batch("isis", size=SIZE, players=2, seed=7, autoreset="same_step")
random, won, ended, started = np.random.default_rng(1), 0.0, 0, time.perf_counter()
for _ in range(STEPS):
    scores = random.random(batch.mask.shape, np.float32) * batch.mask
    batch.step(scores.argmax(axis=1))
    won += float((batch.rewards[batch.terminated, 0] + 1).sum() / 2)
    ended += int(batch.terminated.sum())
seconds = time.perf_counter() - started
print(f"{ended} games, {SIZE * STEPS / seconds:,.0f} decisions a second; the first seat won {won / ended:.1%}")
assert ended > SIZE

# %% [markdown]
# What a seat observes, and who is to act, are arrays that stay the same ones: a network reads them without a copy.

# %%
rows = batch.observe()
print(rows.shape, rows.dtype, batch.to_act[:8])

# %% [markdown]
# One step by search. `uniform` stands where a network would: it says that all actions are equally likely, and all
# seats equally well off. `visits` is what a policy would learn from this step.

# %%
search = Search(batch, noise=0.25, seed=1)
search.run(uniform, simulations=8 if SHORT else 64)
policy = search.policy(temperature=1.0)
batch.step(search.choose(temperature=1.0))
print("tried at the first root:", np.flatnonzero(search.visits()[0])[:8], "…")
assert np.allclose(policy.sum(axis=1), 1, atol=1e-5)

# %% [markdown]
# Every game of a batch is a game: it can be taken out, looked at, and played on by itself.

# %%
one = batch.game(0)
print(one)
print("all games played on at random:", batch.playout().mean(axis=0))
