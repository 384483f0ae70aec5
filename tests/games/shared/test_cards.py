"""Playing cards: guesses at hidden hands, states with hidden cards, and how cards lie in a picture."""

from collections import Counter

import numpy as np

from tablee.engine.chance import new_random
from tablee.games.language import ENGLISH
from tablee.games.shared.cards.card_nodes import hand_row, stack
from tablee.games.shared.cards.card_places import BEATS, DISCARDS, FOLLOWS, TRUMPS, answer, redeal
from tablee.games.shared.cards.card_symbols import card_symbols
from tablee.games.shared.cards.deck import HIDDEN, deck, the_card
from tablee.games.shared.widgets.panels import Box
from tests.cases import each

DECK = deck("KQJA")
STOCK, TABLE, OWN, OTHER = range(4)


def test_every_guess_that_fits_is_as_likely():
    place = np.array([OTHER, OTHER, STOCK, STOCK, OWN, TABLE], np.int8)
    random, found = new_random(1), Counter()
    for _ in range(6000):
        guess = place.copy()
        redeal(guess, 1 << STOCK | 1 << OTHER, 0, OTHER, 1 << 3, random)
        assert guess[4:].tolist() == [OWN, TABLE]
        found[tuple(np.flatnonzero(guess == OTHER).tolist())] += 1
    assert set(found) == {(0, 1), (0, 2), (1, 2)}
    assert all(abs(count - 2000) < 200 for count in found.values())


def test_a_card_that_everybody_knows_of_stays():
    place = np.array([OTHER, OTHER, STOCK, STOCK], np.int8)
    for seed in range(50):
        guess = place.copy()
        redeal(guess, 1 << STOCK | 1 << OTHER, 1 << 0, OTHER, 0, new_random(seed))
        assert guess[0] == OTHER
        assert (guess == OTHER).sum() == 2


@each(
    ("card", "led", "fit"),
    [("Ks", "Qs", BEATS), ("As", "Qs", FOLLOWS), ("Ah", "Qs", TRUMPS), ("Kc", "Qs", DISCARDS), ("Kh", "Qh", BEATS)],
)
def test_a_card_answers_another(card, led, fit):
    assert answer(DECK.index(card), DECK.index(led), "shcd".index("h"), 4) == fit


def test_a_hand_shows_what_one_may_see():
    nodes = hand_row(["Ks", HIDDEN], 1, Box(0, 0, 300, 140), ENGLISH)
    assert [(node.key, node.shape, node.text, node.label) for node in nodes] == [
        ("card Ks", "card-Ks", "K", "king of spades"),
        ("hidden 1 1", "card-back", "", ""),
    ]
    symbols = card_symbols(DECK)
    assert all(f'id="{node.shape}"' in symbols for node in nodes)
    assert len(stack("stack", 21, (0, 0))) == 5
    assert stack("stack", 0, (0, 0)) == ()
    assert the_card("Qh", ENGLISH) == "the queen of hearts"
