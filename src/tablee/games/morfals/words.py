"""Morfals in words: the texts of actions and states, and who may know what. What is said to people is in `speech`."""

from typing import Any

from tablee.games.dice.throws import throw_text
from tablee.games.document import Document, by_seat, dice_values, field, flags_by_seat, left_seats, number
from tablee.games.errors import BadState
from tablee.games.morfals import rules
from tablee.games.morfals.rules import CANNIBALS, MATCH_POINTS, PHASES, SIDE, THROWS
from tablee.games.morfals.speech import (
    about,
    aftermath,
    decision,
    fine_stroke,
    goal,
    headline,
    is_final,
    option_text,
    prompt,
    score_sheet,
    seat_name,
    sentence,
    thrower,
    why_not,
)
from tablee.games.morfals.squares import COLUMN_NAMES, ROW_NAMES, SQUARE_NAMES
from tablee.games.secrets import Secret
from tablee.kernel.calls import values
from tablee.kernel.contract import States

__all__ = [
    "SECRETS", "SQUARE_NAMES", "about", "action_text", "aftermath", "board_text", "decision", "fine_stroke",
    "goal", "headline", "is_final", "option_text", "prompt", "read", "score_sheet", "seat_name", "sentence",
    "thrower", "why_not", "write",
]  # fmt: skip

SECRETS = {"trapped": Secret(lambda _: [])}
"""What is trapped follows from what all have seen, but everybody must notice it for themselves."""
_SQUARES_BY_NAME = {name: square for square, name in enumerate(SQUARE_NAMES)}
_ACTIONS = (
    [f"place {name}" for name in SQUARE_NAMES]
    + [f"eat {name}" for name in SQUARE_NAMES]
    + ["done", "announce", "silent"]
    + [f"roll {throw_text(throw)}" for throw in THROWS]
    + ["start 0", "start 1"]
)
_MOST_POINTS = MATCH_POINTS - 1 + CANNIBALS


def action_text(state: States, action: int) -> str:  # noqa: ARG001
    """The text of an action or outcome."""
    return _ACTIONS[action]


# ---- writing --------------------------------------------------------------------------------------------------


def write(state: States) -> dict[str, Any]:
    """The whole truth as a document."""
    fields = values(state)
    return {
        "game": "morfals",
        "players": fields["players"],
        "options": {
            "match": MATCH_POINTS if fields["match"] else 1,
            "capture": "claim" if fields["claims"] else "auto",
            "last_man": "announce" if fields["tells"] else "auto",
        },
        "board": {name: piece - 1 for name, piece in zip(SQUARE_NAMES, fields["board"], strict=False) if piece},
        "hands": fields["hands"],
        "turn": None if fields["phase"] == rules.START else fields["turn"],
        "dice": list(THROWS[fields["dice"] - 1]) if fields["dice"] else None,
        "phase": PHASES[fields["phase"]],
        "trapped": [name for square, name in enumerate(SQUARE_NAMES) if fields["trapped"] >> square & 1],
        "announced": [bool(told) for told in fields["announced"]],
        "skip": [bool(skips) for skips in fields["skip"]],
        "match_score": fields["match_score"],
        "left": [bool(left) for left in fields["left"]],
    }


def board_text(view: Document) -> str:
    """The board as lines of text, row a first; a cannibal is the number of its seat."""
    board = view["board"]
    lines = [f"{row}  " + " ".join(str(board.get(column + row, ".")) for column in COLUMN_NAMES) for row in ROW_NAMES]
    return "\n".join(["   " + " ".join(COLUMN_NAMES), *lines])


# ---- reading --------------------------------------------------------------------------------------------------


def read(document: Document) -> States:
    """The state that a document describes, its turn passed on if the seat cannot play."""
    states: States = rules.new(document["players"], document["options"], 0, rules.VERSION)
    state = states[0]
    _read_phase(document, state)
    _read_board(document, state)
    _read_hands(document, state)
    _read_turn(document, state)
    _read_dice(document, state)
    _read_trapped(document, state)
    _read_told(document, state)
    _read_match_score(document, state)
    _read_left(document, state)
    _settle(state)
    return states


def _read_phase(document: Document, state: Any) -> None:
    text = field(document, "phase", str)
    if text not in PHASES:
        raise BadState(f"there is no phase {text!r}")
    state.phase = PHASES.index(text)
    if state.phase == rules.CLAIM and not state.claims:
        raise BadState("the phase 'claim' is for the option capture 'claim' alone")
    if state.phase == rules.ANNOUNCE and not state.tells:
        raise BadState("the phase 'announce' is for the option last_man 'announce' alone")


def _read_board(document: Document, state: Any) -> None:
    for name, seat in field(document, "board", dict, {}).items():
        state.board[_square(name)] = 1 + number(seat, f"on {name}: the seat", 0, 1)
    if state.phase == rules.START and state.board.any():
        raise BadState("the game has not started, and yet there are cannibals on the board")


def _square(name: Any) -> int:
    square = _SQUARES_BY_NAME.get(name) if isinstance(name, str) else None
    if square is None:
        raise BadState(f"there is no square {name!r}")
    return square


def _read_hands(document: Document, state: Any) -> None:
    placed = [int((state.board == 1 + seat).sum()) for seat in range(2)]
    for seat, count in enumerate(placed):
        if count > CANNIBALS:
            raise BadState(f"seat {seat} has {count} cannibals on the board, and only {CANNIBALS} in all")
    hands = [CANNIBALS - count for count in placed]
    given = [number(count, "a hand", 0, CANNIBALS) for count in by_seat(document, "hands", 2, hands)]
    if given != hands:
        raise BadState(f"the hands must be {hands}, to make {CANNIBALS} a seat with those on the board")
    state.hands[:] = hands


def _read_turn(document: Document, state: Any) -> None:
    """Before the start and once over it means nothing, so nothing can be wrong with it."""
    if rules.START < state.phase < rules.ENDED:
        state.turn = number(field(document, "turn", int), "turn", 0, 1)
    elif state.phase == rules.ENDED:
        turn = document.get("turn")
        state.turn = turn if type(turn) is int and 0 <= turn <= 1 else 0


def _read_dice(document: Document, state: Any) -> None:
    in_use = state.phase in (rules.PLACE, rules.CLAIM)
    if document.get("dice") is None:
        if in_use:
            raise BadState(f"the phase {PHASES[state.phase]!r} needs the dice that were thrown")
        return
    throw = dice_values(document, "dice", faces=3)
    if len(throw) != 3:
        raise BadState("the dice must be three")
    if not in_use:
        raise BadState(f"no dice are in use in the phase {PHASES[state.phase]!r}")
    state.dice = 1 + THROWS.index(throw)
    if state.phase == rules.CLAIM:
        _check_placed(state)


def _check_placed(state: Any) -> None:
    """Whoever claims has just placed a cannibal in the column of its dice."""
    column = rules.COLUMN_OF[state.dice - 1]
    if column == rules.NO_COLUMN or not (state.board[column * SIDE : column * SIDE + SIDE] == 1 + state.turn).any():
        raise BadState(f"seat {state.turn} cannot have placed a cannibal with these dice")


def _read_trapped(document: Document, state: Any) -> None:
    for name in field(document, "trapped", list, []):
        square = _square(name)
        if state.phase != rules.CLAIM:
            raise BadState("cannibals can be trapped in the phase 'claim' alone")
        if state.board[square] != 2 - state.turn or square // SIDE == rules.RIVER:
            raise BadState(f"no enemy can be trapped on {name}")
        if state.trapped >> square & 1:
            raise BadState(f"{name} is trapped twice")
        state.trapped |= 1 << square


def _read_told(document: Document, state: Any) -> None:
    state.announced[:] = flags_by_seat(document, "announced", 2)
    state.skip[:] = flags_by_seat(document, "skip", 2)
    if not state.tells and (state.announced.any() or state.skip.any()):
        raise BadState("nobody announces or skips without the option last_man 'announce'")
    if state.phase == rules.START and state.skip.any():
        raise BadState("the game has not started, and yet a seat must skip a turn")
    for seat in range(2):
        if state.announced[seat] and state.hands[seat] > 1:
            raise BadState(f"seat {seat} has announced its last cannibal, and yet has {state.hands[seat]} in hand")


def _read_match_score(document: Document, state: Any) -> None:
    scores = by_seat(document, "match_score", 2, [0, 0])
    first, second = (number(score, "the match score", -_MOST_POINTS, _MOST_POINTS) for score in scores)
    if first + second:
        raise BadState("in a match one seat loses what the other wins: the scores must add up to 0")
    if first and not state.match:
        raise BadState("a single game has no match score")
    state.match_score[:] = first, second


def _read_left(document: Document, state: Any) -> None:
    state.left[:] = left_seats(document, 2)
    if state.left.any() and state.phase != rules.ENDED:
        raise BadState("a seat has left, and yet the game is not over")


def _settle(state: Any) -> None:
    """See that the phase fits all the rest, and pass on what the seat whose turn it is cannot play."""
    if state.phase == rules.ENDED:
        state.ended = _reason(state)
        return
    if state.match_score.max() >= MATCH_POINTS:
        raise BadState("the match is won, and yet it is not over")
    if any(not state.hands[seat] and (state.phase, state.turn) != (rules.CLAIM, seat) for seat in range(2)):
        raise BadState("a seat has placed all its cannibals, and yet the game is not over")
    if state.phase == rules.ROLL:
        rules.serve_penalties(state)
    elif state.phase != rules.START:
        _settle_turn(state)


def _settle_turn(state: Any) -> None:
    seat = state.turn
    if state.skip[seat]:
        raise BadState(f"seat {seat} must skip its turn, and yet is playing it")
    if state.phase == rules.PLACE:
        rules.use_dice(state, state.dice - 1)
    elif state.phase == rules.CLAIM and state.hands[1 - seat] == CANNIBALS:
        rules.after_eating(state)


def _reason(state: Any) -> int:
    """Why a game that is over has ended."""
    if not state.hands.any():
        raise BadState("both seats have placed all their cannibals")
    if state.left.any():
        if state.match_score.max() >= MATCH_POINTS:
            raise BadState("the match is won, and yet a seat has left it")
        return rules.LEFT
    if state.hands.all():
        raise BadState("the game is over, and yet nobody has placed all their cannibals or left")
    if not state.match:
        return rules.PLACED
    if state.match_score[0 if state.hands[1] else 1] < MATCH_POINTS:
        raise BadState(f"the match is over, and yet its winner does not have {MATCH_POINTS} points")
    return rules.MATCH
