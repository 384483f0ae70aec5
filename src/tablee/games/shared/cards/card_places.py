"""Where cards are, compiled: `place` has the place of each card. Tricks, and guesses at hidden cards."""

from typing import Any

import numpy as np

from tablee.engine.chance import below
from tablee.engine.compile_cache import compiled


@compiled
def count_at(place: Any, where: int) -> int:
    """How many cards are at a place."""
    count = 0
    for card in range(len(place)):
        count += place[card] == where
    return count


@compiled
def card_at(place: Any, where: int) -> int:
    """The first card at a place, or -1."""
    for card in range(len(place)):
        if place[card] == where:
            return card
    return -1


BEATS, FOLLOWS, TRUMPS, DISCARDS = 3, 2, 1, 0


@compiled
def answer(card: int, led: int, trump: int, ranks: int) -> int:
    """How a card answers the one that was led: it `BEATS` it in its suit, `FOLLOWS` suit, `TRUMPS` it, or neither.

    Cards are numbered suit by suit with so many ranks each, the best first.
    """
    if card // ranks == led // ranks:
        return BEATS if card < led else FOLLOWS
    return TRUMPS if card // ranks == trump else DISCARDS


@compiled
def redeal(place: Any, unseen: int, fixed: int, hand: int, barred: int, random: Any) -> None:
    """Deal anew the cards that somebody cannot see: as many as before to each place, for `sample`.

    `unseen` has a bit for each such place, `fixed` for each card that is known to be where it is, and `barred` for each
    card that the place `hand` cannot have, because its owner did not follow suit. All deals that fit are as likely.
    """
    pool, elsewhere = np.empty(len(place), np.int64), np.empty(len(place), np.int64)
    count = wanted = 0
    for card in range(len(place)):
        if unseen >> place[card] & 1 and not fixed >> card & 1:
            pool[count] = card
            if place[card] == hand:
                wanted += 1
            else:
                elsewhere[count - wanted] = place[card]
            count += 1
    for last in range(count - 1, 0, -1):
        other = below(random, last + 1)
        pool[last], pool[other] = pool[other], pool[last]
    given = 0
    for at in range(count):
        card = pool[at]
        if given < wanted and (not barred >> card & 1 or at - given == count - wanted):
            place[card] = hand
            given += 1
        else:
            place[card] = elsewhere[at - given]
