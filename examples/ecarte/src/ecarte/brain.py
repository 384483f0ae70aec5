"""What a bot knows of Écarté beyond its rules. The house's tree search guesses at hidden cards."""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.engine.contract import Record, States
from tablee.games.shared.cards.card_places import BEATS, TRUMPS, answer

from .rules import ACCEPT, CARDS, CHANGE, HELD, PROPOSE, RANKS, is_led, is_new_deal, trump

WORTH = np.array([[0.62, 0.36, 0.2, 0.1, 0.05, 0.0, 0.0, 0.0], [1.0, 0.9, 0.8, 0.72, 0.66, 0.6, 0.55, 0.5]])
"""About how many tricks a card brings, by its rank: a plain one, and a trump."""
ENOUGH, HOPE = 2.1, 0.5
"""With so many expected tricks one plays without an exchange; what a card from the stock brings."""
CHANCES = np.array([[49, 39, 28, 18, 9], [59, 49, 37, 26, 13], [70, 61, 49, 36, 20],
                    [81, 74, 63, 47, 32], [91, 85, 74, 61, 55]]) / 100  # fmt: skip
"""How likely the elder hand of the next deal wins, by its points and the dealer's, as deals come in self-play."""


def judged(state: States, level: int) -> int:  # noqa: ARG001
    """Levels differ by how many deals they simulate."""
    return (0, 6, 20, 60, 200, 8_000)[level]


@compiled
def judge(state: Record, insight: Any, leads: Any, shares: Any) -> bool:  # noqa: ARG001
    """At the end of a deal the points say who will win, as far as anything does."""
    if is_new_deal(state):
        elder = 1 - state.dealer
        shares[elder] = leads[elder] = CHANCES[state.points[elder], state.points[state.dealer]]
        shares[state.dealer] = leads[state.dealer] = 1.0 - shares[elder]
    return is_new_deal(state)


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
def seems(state: Record, action: int) -> float:
    """What an action seems to bring."""
    if action >= PROPOSE:
        expected = worth(state, max(action - CHANGE, 0))
        return expected if action >= CHANGE else (expected - ENOUGH) * (-1 if action in (PROPOSE, ACCEPT) else 1)
    suit, led = trump(state), state.trick[1 - state.turn]
    price = WORTH[int(action // RANKS == suit), action % RANKS]
    return (answer(action, led, suit, RANKS) in (BEATS, TRUMPS)) - price if is_led(state) else price


@compiled
def pick(state: Record, actions: Any, count: int, random: Any) -> int:  # noqa: ARG001
    """In a playout, what promises most."""
    best = 0
    for place in range(1, count):
        if seems(state, actions[place]) > seems(state, actions[best]):
            best = place
    return best
