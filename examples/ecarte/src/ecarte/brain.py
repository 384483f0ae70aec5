"""What a bot knows of Écarté beyond its rules. The house's tree search guesses at hidden cards."""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.engine.contract import Record, States
from tablee.games.shared.cards.card_places import BEATS, TRUMPS, answer

from .rules import ACCEPT, CARDS, CHANGE, HELD, PROPOSE, RANKS, is_led, trump

MARGIN = 4.0
WORTH = np.array([[0.62, 0.36, 0.2, 0.1, 0.05, 0.0, 0.0, 0.0], [1.0, 0.9, 0.8, 0.72, 0.66, 0.6, 0.55, 0.5]])
"""About how many tricks a card brings, by its rank: a plain one, and a trump."""
ENOUGH, HOPE, LOW = 2.1, 0.5, 2
"""With so many expected tricks one plays without an exchange; what a card from the stock brings; low levels."""


@compiled
def worth(state: Record, mask: int) -> float:
    """About how many tricks the hand brings once the cards of a mask are exchanged."""
    total, suit = 0.0, trump(state)
    for card in range(CARDS):
        if state.place[card] == HELD + state.turn:
            total += HOPE if mask & 1 else WORTH[int(card // RANKS == suit), card % RANKS]
            mask >>= 1
    return total


@compiled
def promise(state: Record, actions: Any, count: int, promises: Any) -> None:
    """What each action seems to bring, less what the best does."""
    suit, led = trump(state), state.trick[1 - state.turn] if is_led(state) else -1
    for place in range(count):
        action = actions[place]
        if action >= CHANGE:
            promises[place] = worth(state, action - CHANGE)
        elif action >= PROPOSE:
            promises[place] = (worth(state, 0) - ENOUGH) * (-1 if action in (PROPOSE, ACCEPT) else 1)
        else:
            promises[place] = WORTH[int(action // RANKS == suit), action % RANKS]
            if led >= 0:
                fit = answer(action, led, suit, RANKS)
                promises[place] = (fit in (BEATS, TRUMPS)) - promises[place]
    promises[:count] -= promises[:count].max()


@compiled
def pick(state: Record, actions: Any, count: int, random: Any) -> int:  # noqa: ARG001
    """In a playout, what promises most."""
    promises = np.empty(count, np.float32)
    promise(state, actions, count, promises)
    return int(promises.argmax())


def forget(state: States, level: int, seed: int) -> States:  # noqa: ARG001
    """Low levels do not remember what others could not follow."""
    seen = state.copy()
    seen["barred"] *= level > LOW
    return seen
