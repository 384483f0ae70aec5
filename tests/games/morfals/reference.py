"""Morfals once more, in plain Python from the rules alone: slow, obvious, and without a line of the engine."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

COLUMNS = "3456789"
ROWS = "abcdefg"
RIVER = "6"
SQUARES = [column + row for column in COLUMNS for row in ROWS]
DIRECTIONS = [(across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if (across, down) != (0, 0)]
CANNIBALS = 12
MATCH_POINTS = 20

Board = dict[str, int]


def throws() -> dict[str, int]:
    """Every throw of three dice, its digits ascending, with the number of ways to get it."""
    return dict(Counter("".join(sorted(faces)) for faces in product("123", repeat=3)))


def next_square(square: str, across: int, down: int) -> str | None:
    """The square one step away: a column is a ring, and everything else ends at the edge of the board."""
    column, row = COLUMNS.index(square[0]) + across, ROWS.index(square[1]) + down
    if across == 0:
        row %= len(ROWS)
    if column not in range(len(COLUMNS)) or row not in range(len(ROWS)):
        return None
    return COLUMNS[column] + ROWS[row]


def line_to_an_ally(board: Board, placed: str, across: int, down: int) -> list[str]:
    """The enemies between the placed cannibal and another of its own, in one direction; none if there is no such."""
    line: list[str] = []
    square = next_square(placed, across, down)
    while square is not None and square != placed and square in board:
        if board[square] == board[placed]:
            return line
        line.append(square)
        square = next_square(square, across, down)
    return []


def trapped_by(board: Board, placed: str) -> list[str]:
    """Whoever the cannibal just placed there traps, but for those who stand in the River."""
    lines = [line_to_an_ally(board, placed, across, down) for across, down in DIRECTIONS]
    return sorted({square for line in lines for square in line if square[0] != RIVER})


class Reference:
    """One game or match, held in lists and dictionaries."""

    MEANINGLESS_ONCE_OVER = ("turn",)
    players = 2

    def __init__(self, match: int = 1, capture: str = "auto", last_man: str = "auto") -> None:
        self.options = {"match": match, "capture": capture, "last_man": last_man}
        self.match_score = [0, 0]
        self.left = [False, False]
        self.reason: str | None = None
        self._start()

    @classmethod
    def of(cls, state: dict[str, Any]) -> "Reference":
        """The game that goes on from a state that is not over."""
        reference = cls(**state["options"])
        reference.board = dict(state["board"])
        reference.turn, reference.phase, reference.dice = state["turn"], state["phase"], state["dice"]
        for name in ("trapped", "announced", "skip", "match_score", "left"):
            setattr(reference, name, list(state[name]))
        return reference

    def _start(self) -> None:
        self.phase = "start"
        self.board: Board = {}
        self.turn: int | None = None
        self.dice: list[int] | None = None
        self.trapped: list[str] = []
        self.announced = [False, False]
        self.skip = [False, False]

    # ---- questions ----------------------------------------------------------------------------------------

    def to_act(self) -> int | str | None:
        if self.reason is not None:
            return None
        return "chance" if self.phase in ("start", "roll") else self.turn

    def legal(self) -> set[str]:
        if self.phase == "place":
            return {f"place {square}" for square in self.free_squares()}
        if self.phase == "claim":
            return {"done", *(f"eat {square}" for square in self.standing(self.enemy()))}
        return {"announce", "silent"} if self.phase == "announce" else set()

    def outcomes(self) -> dict[str, Fraction]:
        if self.phase == "start":
            return {"start 0": Fraction(1, 2), "start 1": Fraction(1, 2)}
        if self.phase == "roll":
            return {f"roll {dice}": Fraction(ways, 27) for dice, ways in throws().items()}
        return {}

    def scores(self) -> list[int]:
        if self.options["match"] == MATCH_POINTS:
            return list(self.match_score)
        return self._points() if self.reason == "placed" else [0, 0]

    def winners(self) -> list[int]:
        if self.reason is None:
            return []
        if self.reason == "left":
            return [self.left.index(False)]
        return [seat for seat in (0, 1) if self.hand(seat) == 0]

    def state(self) -> dict[str, Any]:
        return {
            "game": "morfals",
            "players": 2,
            "options": dict(self.options),
            "board": dict(self.board),
            "hands": [self.hand(0), self.hand(1)],
            "turn": self.turn,
            "dice": self.dice,
            "phase": self.phase,
            "trapped": list(self.trapped),
            "announced": list(self.announced),
            "skip": list(self.skip),
            "match_score": list(self.match_score),
            "left": list(self.left),
        }

    def view(self, _seat: int | None) -> dict[str, Any]:
        """What everybody sees: seats and spectators see the same."""
        return self.state() if self.reason is not None else {**self.state(), "trapped": []}

    def standing(self, seat: int) -> list[str]:
        """Where the cannibals of a seat stand."""
        return sorted(square for square, owner in self.board.items() if owner == seat)

    def hand(self, seat: int) -> int:
        return CANNIBALS - len(self.standing(seat))

    def enemy(self) -> int:
        assert self.turn is not None
        return 1 - self.turn

    def free_squares(self) -> list[str]:
        """The free squares of the column that the dice name."""
        assert self.dice is not None
        return [str(sum(self.dice)) + row for row in ROWS if str(sum(self.dice)) + row not in self.board]

    # ---- play ---------------------------------------------------------------------------------------------

    def step(self, text: str) -> None:
        """Carry out one line of a log: an action, an outcome, or a leaving."""
        verb, _, rest = text.partition(" ")
        {
            "start": self._start_with,
            "roll": self._roll,
            "place": self._place,
            "eat": self._point_at,
            "done": self._end_claim,
            "announce": self._announce,
            "silent": self._keep_silent,
            "leave": self._leave,
        }[verb](rest)

    def _start_with(self, seat: str) -> None:
        self.turn = int(seat)
        self.phase = "roll"

    def _roll(self, dice: str) -> None:
        self.dice = [int(face) for face in dice]
        if dice == "123":
            self._end_turn()
        elif not self.free_squares():
            self._go_on()
        else:
            self.phase = "place"

    def _place(self, square: str) -> None:
        assert self.turn is not None
        self.board[square] = self.turn
        trapped = trapped_by(self.board, square)
        if self.options["capture"] == "auto":
            for each in trapped:
                self._eat(each)
            self._end_placing()
        else:
            self.trapped = trapped
            self.phase = "claim"
            self._claim_while_an_enemy_stands()

    def _claim_while_an_enemy_stands(self) -> None:
        if not self.standing(self.enemy()):
            self._end_claim()

    def _point_at(self, square: str) -> None:
        if square in self.trapped:
            self.trapped.remove(square)
            self._eat(square)
            self._claim_while_an_enemy_stands()
        else:
            self._end_claim()

    def _end_claim(self, _: str = "") -> None:
        self.trapped = []
        self._end_placing()

    def _eat(self, square: str) -> None:
        owner = self.board.pop(square)
        if self.hand(owner) > 1:
            self.announced[owner] = False

    def _end_placing(self) -> None:
        assert self.turn is not None
        if self.hand(self.turn) == 0:
            self._end_game()
        else:
            self._go_on()

    def _go_on(self) -> None:
        """A triple lets the same seat throw again; otherwise its turn ends."""
        assert self.dice is not None
        if len(set(self.dice)) == 1:
            self.dice = None
            self.phase = "roll"
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        assert self.turn is not None
        self.dice = None
        if self.options["last_man"] == "announce":
            self.phase = "announce"
        else:
            self._next_turn()

    def _announce(self, _: str) -> None:
        assert self.turn is not None
        if self.hand(self.turn) == 1:
            self.announced[self.turn] = True
        self._next_turn()

    def _keep_silent(self, _: str) -> None:
        assert self.turn is not None
        if self.hand(self.turn) == 1 and not self.announced[self.turn]:
            self.skip[self.turn] = True
        self._next_turn()

    def _next_turn(self) -> None:
        self.turn = self.enemy()
        self.phase = "roll"
        if self.skip[self.turn]:
            self.skip[self.turn] = False
            self.announced[self.turn] = self.hand(self.turn) == 1
            self._next_turn()

    # ---- the end ------------------------------------------------------------------------------------------

    def _points(self) -> list[int]:
        """A point for the winner for each cannibal in the hand of the loser, who gets the same, negative."""
        return [self.hand(1) - self.hand(0), self.hand(0) - self.hand(1)]

    def _end_game(self) -> None:
        if self.options["match"] == 1:
            self._end("placed")
            return
        self.match_score = [total + points for total, points in zip(self.match_score, self._points(), strict=True)]
        if max(self.match_score) >= MATCH_POINTS:
            self._end("match")
        else:
            self._start()

    def _leave(self, seat: str) -> None:
        self.left[int(seat)] = True
        self._end("left")

    def _end(self, reason: str) -> None:
        self.reason = reason
        self.phase = "over"
        self.dice = None
        self.trapped = []
