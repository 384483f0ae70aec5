"""MaskablePPO of sb3-contrib learns Isis & Osiris against random play: python train.py --minutes 10 policy.zip"""

import argparse
import time

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

ENVIRONMENT = "tablee.adapters.gymnasium:Tablee/Isis-v0"
EVERY = 16_384
"""Steps of learning between two measurements."""
GAMES = 200
"""Games of a measurement."""


def make(seed: int) -> gymnasium.Env:
    """One seat, another one in every game, against random play."""
    env = gymnasium.make(ENVIRONMENT, opponents="random")
    env.reset(seed=seed)
    return env


def win_rate(model: MaskablePPO, games: int, seed: int) -> float:
    """The share of games that the policy wins on seeds that it did not learn on; a shared win counts half."""
    env, won = gymnasium.make(ENVIRONMENT, opponents="random"), 0.0
    for number in range(games):
        row, info = env.reset(seed=seed + number)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(row, action_masks=info["action_mask"].astype(bool), deterministic=True)
            row, reward, terminated, truncated, info = env.step(int(action))
            over = terminated or truncated
        won += (float(reward) + 1) / 2
    return won / games


def main() -> None:
    """Learn until the time is up; print a line for every measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", default="policy.zip", help="where the policy is kept (default policy.zip)")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to learn (default 10)")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games of a measurement (default {GAMES})")
    options = parser.parse_args()
    model = MaskablePPO(
        "MlpPolicy", make(1), seed=1, n_steps=2048, batch_size=256, gamma=1.0, ent_coef=0.01, learning_rate=5e-4
    )
    started, steps = time.monotonic(), 0
    while True:
        error = 1.96 * np.sqrt(0.25 / options.games)
        rate = win_rate(model, options.games, seed=1_000_000)
        print(f"{steps:>8,} steps, {time.monotonic() - started:4.0f} s: won {rate:.1%} ± {error:.1%}", flush=True)
        if time.monotonic() - started > 60 * options.minutes:
            break
        model.learn(EVERY, reset_num_timesteps=False)
        steps += EVERY
    model.save(options.file)


if __name__ == "__main__":
    main()
