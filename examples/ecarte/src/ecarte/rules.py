"""The rules of Écarté, compiled.

A card is suit × 8 + rank; rank 0, the king, is the best. The record has one number for each card: where it is. Cards
are drawn when they are dealt, so the stock is simply what nobody has been given yet.
"""

from typing import Any

import numpy as np

from tablee.engine.compile_cache import compiled
from tablee.engine.contract import CHANCE, OVER
from tablee.engine.states import first_state
from tablee.games.shared.cards.card_places import BEATS, TRUMPS, answer, card_at, count_at, redeal
from tablee.games.shared.cards.deck import deck

DECK = deck("KQJAT987")
CARDS, RANKS, HAND, TRICKS, GOAL = len(DECK), 8, 5, 3, 5
"""Cards of all, of a suit and of a hand; so many tricks win a deal, and so many points the game."""
STOCK, TURNED, HELD, AWAY, WON = 0, 1, 2, 4, 6
"""Where a card is: in the stock, turned up, and by seat in a hand (2, 3), exchanged (4, 5), won in a trick (6, 7)."""
DEALING, ASKING, ANSWERING, CHANGING, PLAYING = range(5)
PROPOSE, STAND, ACCEPT, REFUSE, CHANGE, ACTIONS = 32, 33, 34, 35, 36, 68
"""Codes of actions: below, a card is played; a change adds a bit for each card of the hand, in their order."""
DEAL, TURN_UP = ACTIONS, ACTIONS + CARDS
"""Codes of outcomes: the card that somebody gets, and the one that is turned up."""
MOST_ACTIONS, MOST_STEPS, NOTHING = 32, 1200, -1
STATE = np.dtype((np.record, [
    ("ecarte", np.int8), ("players", np.int8), ("place", np.int8, CARDS),
    ("due", np.int8, 2),  # cards that a seat still gets from the stock
    ("trick", np.int8, 2),  # by seat: its card of the latest trick, which lies there until the next one begins
    ("tricks", np.int8, 2), ("points", np.int8, 2), ("dealer", np.int8), ("phase", np.int8),
    ("asked", np.int8),  # 1: cards have been exchanged in this deal
    ("bold", np.int8),  # the seat that did not let cards be exchanged at first: losing costs it two points
    ("king", np.int8),  # the seat that has marked the king of trumps
    ("turn", np.int8), ("ended", np.int8), ("left", np.int8, 2),
    ("barred", np.int64, 2),  # by seat: a bit for each card that it cannot hold, as everybody has seen
]))  # fmt: skip


def new(players: int, options: dict[str, Any], seed: int) -> Any:  # noqa: ARG001
    """Nothing is dealt yet; seat 1 deals, so seat 0 plays first."""
    states = first_state(STATE, players)
    states["due"], states["dealer"] = HAND, 1
    states["trick"] = states["bold"] = states["king"] = NOTHING
    return states


@compiled
def trump(state: Any) -> int:
    """The suit of the card that was turned up; -1 before."""
    return card_at(state.place, TURNED) // RANKS


@compiled
def is_new_deal(state: Any) -> bool:
    """Is nothing dealt yet? What was played before still lies there."""
    return state.phase == DEALING and state.due[0] == HAND and state.due[1] == HAND


@compiled
def to_act(state: Any) -> int:
    """Chance while cards are due, or the trump is to be turned up."""
    if state.ended:
        return OVER
    return CHANCE if state.phase == DEALING or state.due[0] or state.due[1] else int(state.turn)


@compiled
def outcomes(state: Any, actions: Any, weights: Any) -> int:
    """Any card of the stock."""
    count, first = 0, DEAL if state.due[0] or state.due[1] else TURN_UP
    for card in range(CARDS):
        if state.place[card] == STOCK or is_new_deal(state):
            actions[count], weights[count] = first + card, 1
            count += 1
    return count


@compiled
def is_led(state: Any) -> bool:
    """Is a card to be answered?"""
    return state.trick[1 - state.turn] >= 0 and state.trick[state.turn] < 0


@compiled
def legal(state: Any, actions: Any) -> int:
    """Propose or play; accept or refuse; what to exchange; or a card, which must follow suit and win if it can."""
    count, best, stock, suit = 0, 0, count_at(state.place, STOCK), trump(state)
    if state.phase == ASKING or state.phase == ANSWERING:
        actions[0], actions[1] = (STAND, PROPOSE) if state.phase == ASKING else (ACCEPT, REFUSE)
        return 2 if stock or state.phase == ANSWERING else 1
    if state.phase == CHANGING:
        for mask in range(int(state.turn != state.dealer), 1 << HAND):
            if (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1) + (mask >> 4) <= stock:
                actions[count] = CHANGE + mask
                count += 1
        return count
    for card in range(CARDS):
        if state.place[card] == HELD + state.turn:
            fit = answer(card, state.trick[1 - state.turn], suit, RANKS) if is_led(state) else 0
            if fit > best:
                best, count = fit, 0
            if fit == best:
                actions[count] = card
                count += 1
    return count


@compiled
def apply(state: Any, action: int) -> None:
    """Deal a card, turn one up, agree on an exchange, or play."""
    elder = 1 - state.dealer
    if action >= TURN_UP:
        state.place[action - TURN_UP], state.phase, state.turn = TURNED, ASKING, elder
        _mark(state, state.dealer, int((action - TURN_UP) % RANKS == 0))
    elif action >= DEAL:
        _deal(state, action - DEAL)
    elif action >= CHANGE:
        _change(state, action - CHANGE)
    elif action < PROPOSE:
        _play(state, action)
    elif action == PROPOSE:
        state.phase, state.turn = ANSWERING, state.dealer
    elif action == ACCEPT:
        state.phase, state.asked, state.turn = CHANGING, 1, elder
    else:
        state.bold = NOTHING if state.asked else state.turn
        state.phase, state.turn = PLAYING, elder


@compiled
def _deal(state: Any, card: int) -> None:
    """Give a card to the seat whose turn it is; the first one of a deal clears the table."""
    if is_new_deal(state):
        state.place[:], state.trick[:], state.tricks[:], state.barred[:] = STOCK, NOTHING, 0, 0
        state.asked, state.bold, state.king = 0, NOTHING, NOTHING
    state.place[card] = HELD + state.turn
    state.due[state.turn] -= 1
    _go_on(state)


@compiled
def _change(state: Any, mask: int) -> None:
    """Lay some cards of the hand away; as many are due."""
    for card in range(CARDS):
        if state.place[card] == HELD + state.turn:
            if mask & 1:
                state.place[card] = AWAY + state.turn
                state.due[state.turn] += 1
            mask >>= 1
    _go_on(state)


@compiled
def _go_on(state: Any) -> None:
    """After the elder hand comes the dealer; then the trump is turned up, or the elder hand may propose again."""
    if state.due[state.turn] == 0:
        if state.phase == CHANGING and state.turn == state.dealer:
            state.phase, state.turn = ASKING, 1 - state.dealer
        else:
            state.turn = state.dealer


@compiled
def _mark(state: Any, seat: int, points: int) -> None:
    state.points[seat] = min(state.points[seat] + points, GOAL)
    state.ended = int(state.points[seat] == GOAL)


@compiled
def _play(state: Any, card: int) -> None:
    """Play a card; the king of trumps is marked with one's first card, whichever that is."""
    seat, other, suit = state.turn, 1 - state.turn, trump(state)
    if state.trick[0] >= 0 and state.trick[1] >= 0:
        state.trick[:] = NOTHING
    if state.tricks[0] + state.tricks[1] == 0:
        if state.place[suit * RANKS] == HELD + seat:
            state.king = seat
            _mark(state, seat, 1)
        else:
            state.barred[seat] |= 1 << suit * RANKS
    led, state.trick[seat], state.turn = state.trick[other], card, other
    state.place[card] = WON + seat
    if led >= 0:
        fit = answer(card, led, suit, RANKS)
        for better in range(CARDS):
            if answer(better, led, suit, RANKS) > fit:
                state.barred[seat] |= 1 << better
        state.turn = seat if fit in (BEATS, TRUMPS) else other
        state.place[card] = state.place[led] = WON + state.turn
        state.tricks[state.turn] += 1
        if state.tricks[0] + state.tricks[1] == HAND and not state.ended:
            _end_deal(state, int(state.tricks[1] >= TRICKS))


@compiled
def _end_deal(state: Any, winner: int) -> None:
    """One point for three tricks; two for all five, or if the other side did not let cards be exchanged."""
    _mark(state, winner, 2 if state.tricks[winner] == HAND or state.bold == 1 - winner else 1)
    if not state.ended:
        state.turn, state.dealer = state.dealer, 1 - state.dealer
        state.phase, state.due[:] = DEALING, HAND


@compiled
def scores(state: Any, scores: Any) -> None:
    """The points that are marked."""
    scores[0], scores[1] = state.points[0], state.points[1]


@compiled
def sample(state: Any, seat: int, random: Any) -> None:
    """Deal anew what the seat cannot see: the other hand, what the other has exchanged, and the stock."""
    other = 1 - seat
    fixed = 1 << trump(state) * RANKS if state.king == other else 0
    unseen = 1 << STOCK | 1 << HELD + other | 1 << AWAY + other
    redeal(state.place, unseen, fixed, HELD + other, state.barred[other], random)
