"""Whether a document of Morfals hangs together: what none of its fields can know by itself."""

from typing import Any

from tablee.games.document import Document, in_hand, number, refuse
from tablee.games.morfals import rules
from tablee.games.morfals.rules import CANNIBALS, CLAIM, ENDED, MATCH_POINTS, PHASES, PLACE, ROLL, SIDE, START
from tablee.kernel.contract import States


def settle(document: Document, states: States) -> None:
    """See that all fits together, and pass on what the seat whose turn it is cannot play."""
    state = states[0]
    if START < state.phase < ENDED:
        number(document.get("turn"), "turn", 0, 1)
    elif state.phase == START:
        state.turn = 0  # whatever is said of it
    placed = [int((state.board == 1 + seat).sum()) for seat in range(2)]
    state.hands = in_hand(document, "hands", placed, CANNIBALS)
    _check_phase(state)
    refuse(state.match_score.sum() != 0, "one seat loses what the other wins: the match scores must add up to 0")
    refuse(state.match_score.any() and not state.match, "a single game has no match score")
    refuse(state.left.any() and state.phase != ENDED, "a seat has left, and yet the game is not over")
    if state.phase == ENDED:
        state.ended = _reason(state)
    else:
        _go_on(state)


def _check_phase(state: Any) -> None:
    phase, in_use = PHASES[state.phase], state.phase in (PLACE, CLAIM)
    refuse(phase == "claim" and not state.capture, "the phase 'claim' is for the option capture 'claim' alone")
    refuse(phase == "announce" and not state.last_man, "the phase 'announce' is for last_man 'announce' alone")
    refuse(phase == "start" and state.board.any(), "the game has not started, and yet cannibals are on the board")
    refuse(in_use and not state.dice, f"the phase {phase!r} needs the dice that were thrown")
    refuse(state.dice and not in_use, f"no dice are in use in the phase {phase!r}")
    refuse(state.trapped and phase != "claim", "cannibals can be trapped in the phase 'claim' alone")
    refuse((state.announced * state.hands > 1).any(), "a seat has announced its last cannibal, and yet has more")
    told = state.announced.any() or state.skip.any()
    refuse(told and not state.last_man, "nobody announces or skips without the option last_man 'announce'")
    refuse(phase == "start" and state.skip.any(), "the game has not started, and yet a seat must skip a turn")
    if phase == "claim":
        first, own = rules.first_square(state), 1 + state.turn
        placed = first >= 0 and (state.board[first : first + SIDE] == own).any()
        refuse(not placed, f"seat {state.turn} cannot have placed a cannibal with these dice")
        food = sum(1 << square for square in range(rules.SQUARES) if state.board[square] == 3 - own)
        refuse(state.trapped & ~(food & ~rules.IN_RIVER), "somebody is trapped who is no enemy, or in the River")


def _go_on(state: Any) -> None:
    """Nobody has won, and the turn is passed on if its seat cannot play."""
    seat, phase = state.turn, state.phase
    refuse(state.match_score.max() >= MATCH_POINTS, "the match is won, and yet it is not over")
    done = [one for one in range(2) if not state.hands[one] and (phase, seat) != (CLAIM, one)]
    refuse(done, "a seat has placed all its cannibals, and yet the game is not over")
    refuse(phase > ROLL and state.skip[seat], f"seat {seat} must skip its turn, and yet is playing it")
    if phase == ROLL:
        rules.serve_penalties(state)
    elif phase == PLACE:
        rules.use_dice(state, state.dice - 1)
    elif phase == CLAIM and state.hands[1 - seat] == CANNIBALS:
        rules.after_eating(state)


def _reason(state: Any) -> int:
    """Why a game that is over has ended."""
    won = state.match_score.max() >= MATCH_POINTS
    refuse(not state.hands.any(), "both seats have placed all their cannibals")
    if state.left.any():
        refuse(won, "the match is won, and yet a seat has left it")
        return rules.LEFT
    refuse(state.hands.all(), "the game is over, and yet nobody has placed all their cannibals or left")
    winner = 0 if state.hands[1] else 1
    short = state.match and state.match_score[winner] < MATCH_POINTS
    refuse(short, f"the match is over, and yet its winner does not have {MATCH_POINTS} points")
    return rules.MATCH if state.match else rules.PLACED
