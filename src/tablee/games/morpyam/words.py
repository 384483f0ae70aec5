"""Morpyam in words: the texts of actions and states, and who may know what; `speech.py` has what is said to people."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tablee.games.dice.throws import throw_text
from tablee.games.document import Document, dice_values, field, left_seats, number, numbers_by_seat
from tablee.games.errors import BadState
from tablee.games.morpyam import rules
from tablee.games.morpyam.figures import (
    APPEL,
    BIT,
    CALLS,
    CARRE,
    DICE_COUNT,
    FACES,
    FIGURES,
    GRID,
    HANDFULS,
    NO_FIGURE,
    NUMBERS,
    SEC,
    SQUARE_NAMES,
)
from tablee.games.morpyam.rules import (
    CHOOSE_PHASE,
    DICE_PHASE,
    OVER_PHASE,
    PHASES,
    START_PHASE,
    THROW_PHASE,
    TOKENS_EACH,
)
from tablee.games.morpyam.speech import (
    about,
    aftermath,
    decision,
    figure_name,
    figure_text,
    fine_stroke,
    goal,
    headline,
    option_text,
    prompt,
    score_sheet,
    seat_name,
    sentence,
    why_not,
)
from tablee.kernel.calls import values
from tablee.kernel.contract import States

__all__ = [
    "about", "action_text", "aftermath", "board_text", "decision", "figure_name", "figure_text",
    "fine_stroke", "goal", "headline", "option_text", "prompt", "read", "score_sheet", "seat_name",
    "sentence", "why_not", "write",
]  # fmt: skip

_BITS = dict(zip(SQUARE_NAMES, BIT.tolist(), strict=True))
_CALLS_BY_TEXT = {FIGURES[figure]: figure for figure in CALLS}
_DICE = [throw_text(handful) for handful in HANDFULS]
_ACTIONS = (
    [f"start {seat}" for seat in range(4)]
    + ["roll"]
    + [f"call {text}" for text in FIGURES]
    + [f"place {name}" for name in SQUARE_NAMES]
    + [f"keep {text or '-'}" for text in _DICE]
    + [f"dice {text}" for text in _DICE]
)


# ---- actions and states -----------------------------------------------------------------------------------


def action_text(state: States, action: int) -> str:  # noqa: ARG001
    """The text of an action or outcome."""
    return _ACTIONS[action]


def write(state: States) -> dict[str, Any]:
    """The whole truth as a document."""
    fields = values(state)
    players, phase, double = fields["players"], fields["phase"], fields["double"]
    return {
        "game": "morpyam",
        "players": players,
        "options": {
            "double_morpyam": "ko" if double else "off",
            "five_alike": "morpyam" if fields["five_alike"] else "any",
            "sure_call": "refused" if fields["sure_call"] else "allowed",
        },
        "board": _write_board(fields["tokens"][:players]),
        "hands": fields["hands"][:players],
        "turn": None if phase == START_PHASE else fields["turn"],
        "phase": PHASES[phase],
        "throws": fields["throws"],
        "dice": list(HANDFULS[fields["dice"]]),
        "kept": list(HANDFULS[fields["kept"]]),
        "call": FIGURES[fields["call"]] or None,
        "left": [bool(left) for left in fields["left"][:players]],
        **({"morpyams": fields["morpyams"]} if double else {}),
    }


def _write_board(tokens: Sequence[int]) -> dict[str, int]:
    board = {}
    for name, bit in _BITS.items():
        for seat, held in enumerate(tokens):
            if held & bit:
                board[name] = seat
    return board


def board_text(view: Document) -> str:
    """The grid as lines of text, rank 6 first: a token as P and its seat, a free square as its figure."""
    board = view["board"]
    shown = {name: f"P{board[name]}" if name in board else figure for name, figure in GRID.items()}
    lines = [f"{rank}  " + "".join(f"{shown[f'{file}{rank}']:<8}" for file in "abcdef") for rank in range(6, 0, -1)]
    return "\n".join(line.rstrip() for line in [*lines, "   " + "".join(f"{file:<8}" for file in "abcdef")])


# ---- reading states ---------------------------------------------------------------------------------------


def read(document: Document) -> States:
    """The state that a document describes, its turn passed on if the seat has left."""
    players = document["players"]
    states: States = rules.new(players, document["options"], 0)
    state = states[0]
    state.left[:players] = left_seats(document, players)
    _read_board(document, state)
    _check_hands(document, state)
    state.phase = _read_phase(document)
    _read_dice(document, state)
    _read_call(document, state)
    _read_morpyams(document, state)
    if state.phase != START_PHASE:
        state.turn = number(field(document, "turn", int), "turn", 0, players - 1)
    if state.phase == OVER_PHASE:
        state.ended = _read_end(state)
    else:
        _check_going_on(state)
        _check_choice(state)
        _pass_if_left(state)
    return states


def _read_board(document: Document, state: Any) -> None:
    for name, seat in field(document, "board", dict, {}).items():
        bit = _BITS.get(name)
        if bit is None:
            raise BadState(f"there is no square {name!r}")
        state.tokens[number(seat, f"the token on {name}", 0, int(state.players) - 1)] |= bit


def _check_hands(document: Document, state: Any) -> None:
    players = int(state.players)
    each = TOKENS_EACH[players]
    placed = [int(tokens).bit_count() for tokens in state.tokens[:players]]
    for seat, count in enumerate(placed):
        if count > each:
            raise BadState(f"seat {seat} has {count} tokens on the board, and only {each} in all")
    hands = [each - count for count in placed]
    if "hands" in document and numbers_by_seat(document, "hands", players, each) != hands:
        raise BadState(f"the tokens in hand must be {hands}, to make {each} a seat with those on the board")
    state.hands[:players] = hands


def _read_phase(document: Document) -> int:
    text = field(document, "phase", str)
    if text not in PHASES:
        raise BadState(f"there is no phase {text!r}")
    return PHASES.index(text)


_THROWS_MADE = {START_PHASE: (0, 0), THROW_PHASE: (0, 2), DICE_PHASE: (0, 2), CHOOSE_PHASE: (1, 3), OVER_PHASE: (0, 0)}
"""The least and the most throws that can have been made in each phase."""


def _read_dice(document: Document, state: Any) -> None:
    """The last throw, what is kept of it, and how many throws there have been."""
    phase = int(state.phase)
    dice = dice_values(document, "dice", FACES, [])
    kept = dice_values(document, "kept", FACES, [])
    least, most = _THROWS_MADE[phase]
    made = 0 if not dice and "throws" not in document else field(document, "throws", int)
    throws = number(made, f"'throws' in the phase {PHASES[phase]!r}", least, most)
    if len(dice) != (DICE_COUNT if throws else 0):
        raise BadState("five dice lie once there has been a throw this turn, and none before")
    if kept and phase not in (THROW_PHASE, DICE_PHASE):
        raise BadState("dice are kept only for a coming throw")
    if len(kept) == DICE_COUNT or Counter(kept) - Counter(dice):
        raise BadState("the dice kept must be among those that lie, and at least one is thrown again")
    state.throws, state.dice, state.kept = throws, NUMBERS[dice], NUMBERS[kept]


def _read_call(document: Document, state: Any) -> None:
    text = document.get("call")
    if text is None:
        return
    figure = _CALLS_BY_TEXT.get(text, NO_FIGURE) if isinstance(text, str) else NO_FIGURE
    if figure == NO_FIGURE:
        raise BadState(f"'call': {text!r} is no figure that can be called")
    if state.phase not in (DICE_PHASE, CHOOSE_PHASE):
        raise BadState("a figure is called only from the throw until the next decision")
    if figure == SEC and state.throws != (1 if state.phase == CHOOSE_PHASE else 0):
        raise BadState("sec is called before the first throw only")
    if not rules.free_squares(state, APPEL):
        raise BadState("a figure is called, and no appel square is free")
    if figure == CARRE and state.sure_call and rules.is_sure(int(state.kept)):
        raise BadState("a carré is called that is certain, and sure calls are refused")
    state.call = figure


def _read_morpyams(document: Document, state: Any) -> None:
    if not state.double:
        return
    most = {START_PHASE: 0, OVER_PHASE: 2}.get(int(state.phase), 1)
    state.morpyams = number(document.get("morpyams", 0), f"'morpyams' in the phase {PHASES[state.phase]!r}", 0, most)


def _staying(state: Any) -> list[int]:
    return [seat for seat in range(int(state.players)) if not state.left[seat]]


def _read_end(state: Any) -> int:
    """Why the game is over, which only the seat whose turn it is can have brought about."""
    seat = int(state.turn)
    if state.left[seat]:
        raise BadState(f"the game is over, and seat {seat}, which has left, cannot have ended it")
    if _staying(state) == [seat]:
        return rules.LEFT
    if rules.has_five(int(state.tokens[seat])):
        return rules.KO
    if state.morpyams == 2:
        return rules.DOUBLE_MORPYAM
    if not state.hands[seat]:
        return rules.POINTS
    raise BadState(f"the game is over, and seat {seat} has done nothing that ends it")


def _check_going_on(state: Any) -> None:
    if len(_staying(state)) == 1:
        raise BadState("only one seat remains, and yet the game is not over")
    for seat in range(int(state.players)):
        if rules.has_five(int(state.tokens[seat])):
            raise BadState(f"seat {seat} has five in a row, and yet the game is not over")
        if not state.hands[seat]:
            raise BadState(f"seat {seat} has placed all its tokens, and yet the game is not over")


def _check_choice(state: Any) -> None:
    if state.phase == CHOOSE_PHASE and state.throws == rules.MOST_THROWS and not rules.open_squares(state):
        raise BadState("after the third throw nothing can be covered, so there is nothing to choose")


def _pass_if_left(state: Any) -> None:
    if state.phase != START_PHASE and state.left[state.turn]:
        rules.pass_on(state)
