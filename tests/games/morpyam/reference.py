"""Morpyam once more, in plain Python from the rules alone: slow, obvious, and without a line of the engine."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

SQUARES = [file + rank for rank in "123456" for file in "abcdef"]
_GRID = """
    1     2      3        4        6      ps
    6     carre  sec      suite    mini   5
    5     appel  maxi     morpyam  full   1
    3     full   morpyam  mini     appel  2
    4     maxi   suite    sec      carre  3
    ps    1      2        6        5      4
"""
FIGURES = dict(
    zip(SQUARES, [figure for rank in reversed(_GRID.strip().splitlines()) for figure in rank.split()], strict=True)
)
"""The figure on each square."""

TOKENS = {2: 17, 3: 11, 4: 8}
FOUR_IN_LINE = {2: 2, 3: 3, 4: 3}
SEC = ["morpyam", "carre", "maxi", "mini", "suite", "full"]
"""What is a sec if it comes at the first throw, and what can be called before any throw."""

Dice = tuple[int, ...]


@cache
def shows(dice: Dice, figure: str) -> bool:
    """Whether five dice are that figure; sec and appel depend on more than the dice."""
    values = set(dice)
    most = max(dice.count(value) for value in values)
    if figure in list("123456"):
        return dice.count(int(figure)) >= 3
    return {
        "ps": any(set(four) <= values for four in [(1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6)]),
        "suite": sorted(dice) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]),
        "full": sorted(dice.count(value) for value in values) == [2, 3],
        "carre": most >= 4,
        "mini": sum(dice) <= 8,
        "maxi": sum(dice) >= 27,
        "morpyam": most == 5,
    }[figure]


@cache
def comes_out(dice: Dice, called: str | None, throws: int) -> bool:
    """Whether the figure that was called is what the dice show after so many throws."""
    if called == "sec":
        return throws == 1 and any(shows(dice, figure) for figure in SEC)
    return called is not None and shows(dice, called)


def fits(dice: Dice, figure: str, throws: int) -> bool:
    """Whether the dice allow a token on a square of this figure, without any call."""
    if figure == "appel":
        return False
    return comes_out(dice, figure, throws)


@cache
def throw(kept: Dice) -> dict[str, Fraction]:
    """All outcomes of throwing the dice that are not kept, by brute force over each die in turn."""
    thrown = list(product(range(1, 7), repeat=5 - len(kept)))
    outcomes: dict[str, Fraction] = {}
    for dice in thrown:
        text = f"dice {digits(sorted(kept + dice))}"
        outcomes[text] = outcomes.get(text, Fraction(0)) + Fraction(1, len(thrown))
    return outcomes


def digits(dice: Any) -> str:
    return "".join(map(str, dice))


def lines() -> list[list[str]]:
    """All rows, columns and diagonals, however short."""

    def line(file: int, rank: int, right: int, up: int) -> list[str]:
        squares = []
        while 0 <= file < 6 and 0 <= rank < 6:
            squares.append("abcdef"[file] + "123456"[rank])
            file, rank = file + right, rank + up
        return squares

    rows = [line(0, rank, 1, 0) for rank in range(6)]
    columns = [line(file, 0, 0, 1) for file in range(6)]
    rising = [line(0, rank, 1, 1) for rank in range(6)] + [line(file, 0, 1, 1) for file in range(1, 6)]
    falling = [line(0, rank, 1, -1) for rank in range(6)] + [line(file, 5, 1, -1) for file in range(1, 6)]
    return rows + columns + rising + falling


LINES = lines()


def runs(board: dict[str, int], seat: int) -> list[list[str]]:
    """The maximal runs of a seat's tokens along all lines; a lone token is a run of one."""
    found: list[list[str]] = []
    for line in LINES:
        run: list[str] = []
        for square in line:
            if board.get(square) == seat:
                run.append(square)
            elif run:
                found.append(run)
                run = []
        if run:
            found.append(run)
    return found


class Reference:
    """One game, held in lists and dictionaries."""

    MEANINGLESS_ONCE_OVER: tuple[str, ...] = ()

    def __init__(
        self, players: int, double_morpyam: str = "off", five_alike: str = "morpyam", sure_call: str = "allowed"
    ) -> None:
        self.players = players
        self.double_morpyam = double_morpyam
        self.five_alike = five_alike
        self.sure_call = sure_call
        self.board: dict[str, int] = {}
        self.turn: int | None = None
        self.phase = "start"
        self.throws = 0
        self.dice: Dice = ()
        self.kept: Dice = ()
        self.call: str | None = None
        self.morpyams = 0
        self.left = [False] * players
        self.reason: str | None = None

    # ---- questions ----------------------------------------------------------------------------------------

    def to_act(self) -> int | str | None:
        if self.phase == "over":
            return None
        return "chance" if self.phase in ("start", "dice") else self.turn

    def legal(self) -> set[str]:
        if self.phase == "throw":
            return {"roll"} | self._calls()
        if self.phase == "choose":
            return self._places() | self._keeps()
        return set()

    def outcomes(self) -> dict[str, Fraction]:
        if self.phase == "start":
            staying = self.staying()
            return {f"start {seat}": Fraction(1, len(staying)) for seat in staying}
        return throw(self.kept) if self.phase == "dice" else {}

    def scores(self) -> list[int]:
        scores = [self._points(seat) for seat in range(self.players)]
        if self.reason == "points":
            assert self.turn is not None
            scores[self.turn] += 1
        return scores

    def winners(self) -> list[int]:
        if self.reason is None:
            return []
        assert self.turn is not None
        if self.reason != "points":
            return [self.turn]
        scores = self.scores()
        best = max(scores[seat] for seat in self.staying())
        tied = [seat for seat in self.staying() if scores[seat] == best]
        return [self.turn] if self.turn in tied else tied

    def state(self) -> dict[str, Any]:
        state = {
            "game": "morpyam",
            "players": self.players,
            "options": {
                "double_morpyam": self.double_morpyam,
                "five_alike": self.five_alike,
                "sure_call": self.sure_call,
            },
            "board": dict(self.board),
            "hands": [self.hand(seat) for seat in range(self.players)],
            "turn": self.turn,
            "phase": self.phase,
            "throws": self.throws,
            "dice": list(self.dice),
            "kept": list(self.kept),
            "call": self.call,
            "left": list(self.left),
        }
        return state | ({"morpyams": self.morpyams} if self.double_morpyam == "ko" else {})

    def view(self, seat: int | None) -> dict[str, Any]:  # noqa: ARG002
        """Nothing is hidden: everybody sees the whole state."""
        return self.state()

    def hand(self, seat: int) -> int:
        """The tokens a seat still has."""
        return TOKENS[self.players] - list(self.board.values()).count(seat)

    def staying(self) -> list[int]:
        return [seat for seat in range(self.players) if not self.left[seat]]

    def free(self, figure: str) -> list[str]:
        """The free squares of a figure."""
        return [square for square in SQUARES if FIGURES[square] == figure and square not in self.board]

    def came_out(self) -> bool:
        """Whether the dice are the figure that was called."""
        return comes_out(self.dice, self.call, self.throws)

    def longest_run(self, seat: int) -> list[str]:
        return max(runs(self.board, seat), key=len, default=[])

    # ---- play ---------------------------------------------------------------------------------------------

    def step(self, text: str) -> None:
        """Carry out one line of a log: an action, an outcome, or a leaving."""
        verb, _, rest = text.partition(" ")
        if verb == "leave":
            self._leave(int(rest))
        elif verb == "start":
            self._begin_turn(int(rest))
        elif verb == "roll":
            self.phase = "dice"
        elif verb == "call":
            self.phase, self.call = "dice", rest
        elif verb == "dice":
            self._fall(tuple(map(int, rest)))
        elif verb == "keep":
            self.phase, self.call = "throw", None
            self.kept = () if rest == "-" else tuple(map(int, rest))
        else:
            self._place(rest)

    def _calls(self) -> set[str]:
        if not self.free("appel"):
            return set()
        calls = {f"call {figure}" for figure in SEC} | ({"call sec"} if self.throws == 0 else set())
        sure = len(self.kept) == 4 and len(set(self.kept)) == 1
        return calls - {"call carre"} if sure and self.sure_call == "refused" else calls

    def _places(self) -> set[str]:
        if self.came_out():
            return {f"place {square}" for square in self.free("appel")}
        if self.throws == 3 and self.call is not None:
            return set()
        figures = [figure for figure in set(FIGURES.values()) if fits(self.dice, figure, self.throws)]
        if self.five_alike == "morpyam" and "morpyam" in figures and self.free("morpyam"):
            figures = [figure for figure in figures if figure in ("morpyam", "sec")]
        return {f"place {square}" for figure in figures for square in self.free(figure)}

    def _keeps(self) -> set[str]:
        if self.throws == 3 or self.came_out():
            return set()
        kept = {digits(some) for count in range(5) for some in combinations(self.dice, count)}
        return {f"keep {some or '-'}" for some in kept}

    def _fall(self, dice: Dice) -> None:
        self.throws += 1
        self.dice, self.kept = dice, ()
        self.phase = "choose"
        if not self.legal():
            self._pass_on()

    def _place(self, square: str) -> None:
        assert self.turn is not None
        again = len(set(self.dice)) == 1
        self.board[square] = self.turn
        self.morpyams += again
        if len(self.longest_run(self.turn)) >= 5:
            self._end("ko")
        elif self.double_morpyam == "ko" and self.morpyams == 2:
            self._end("double_morpyam")
        elif self.hand(self.turn) == 0:
            self._end("points")
        elif again:
            self._drop_dice("throw")
        else:
            self._pass_on()

    def _leave(self, seat: int) -> None:
        self.left[seat] = True
        staying = self.staying()
        if len(staying) == 1:
            self._begin_turn(staying[0])
            self._end("left")
        elif seat == self.turn:
            self._pass_on()

    def _pass_on(self) -> None:
        assert self.turn is not None
        following = [(self.turn + step) % self.players for step in range(1, self.players + 1)]
        self._begin_turn(next(seat for seat in following if not self.left[seat]))

    def _begin_turn(self, seat: int) -> None:
        self.turn = seat
        self.morpyams = 0
        self._drop_dice("throw")

    def _end(self, reason: str) -> None:
        self.reason = reason
        self._drop_dice("over")

    def _drop_dice(self, phase: str) -> None:
        self.phase, self.throws, self.dice, self.kept, self.call = phase, 0, (), (), None

    def _points(self, seat: int) -> int:
        worth = {3: 1, 4: FOUR_IN_LINE[self.players]}
        return sum(worth.get(len(run), 0) for run in runs(self.board, seat))
