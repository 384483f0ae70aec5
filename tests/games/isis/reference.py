"""Isis & Osiris once more, in plain Python from the rules alone: slow, obvious, and without a line of the engine."""

from fractions import Fraction
from typing import Any

SQUARES = [file + rank for rank in "123456" for file in "abcdef"]
BOX = ["+1"] * 2 + ["+2"] * 6 + ["+3"] * 2 + ["+4"] + ["-1"] * 2 + ["-2"] * 6 + ["-3"] * 2 + ["-4"]
PAWNS = {2: 8, 3: 6, 4: 5}
TILES = {2: 11, 3: 7, 4: 5}


def neighbours(square: str) -> list[str]:
    """The squares orthogonally next to a square."""
    file, rank = ord(square[0]), int(square[1])
    beside = [(file - 1, rank), (file + 1, rank), (file, rank - 1), (file, rank + 1)]
    return [f"{chr(file)}{rank}" for file, rank in beside if f"{chr(file)}{rank}" in SQUARES]


class Reference:
    """One game, held in lists and dictionaries."""

    MEANINGLESS_ONCE_OVER = ("turn",)

    def __init__(self, players: int, reserve: str = "own", memory: str = "hidden") -> None:
        self.players = players
        self.common = reserve == "common"
        self.open = memory == "open"
        self.board: dict[str, str] = {}
        self.pawns = [PAWNS[players]] * players
        self.tiles = [TILES[players]] * players
        self.reserve = len(BOX)
        self.turn = 0
        self.drawn: str | None = None
        self.left = [False] * players
        self.reason: str | None = None

    # ---- questions ----------------------------------------------------------------------------------------

    def to_act(self) -> int | str | None:
        if self.reason is not None:
            return None
        return "chance" if self.drawn == "?" else self.turn

    def legal(self) -> set[str]:
        if not isinstance(self.to_act(), int):
            return set()
        free = [square for square in SQUARES if square not in self.board]
        if self.drawn is not None:
            return {f"place {square}" for square in free}
        pawns = {f"pawn {square}" for square in free} if self.pawns[self.turn] else set()
        return pawns | ({"draw"} if self._drawable(self.turn) else set())

    def outcomes(self) -> dict[str, Fraction]:
        if self.to_act() != "chance":
            return {}
        unseen = self.unseen()
        return {f"reveal {value}": Fraction(unseen.count(value), len(unseen)) for value in set(unseen)}

    def unseen(self) -> list[str]:
        """The tiles that nobody has seen yet: the box but for those on the board and the one turned up."""
        tiles = BOX.copy()
        for piece in [*self.board.values(), self.drawn]:
            if piece in tiles:
                tiles.remove(piece)
        return tiles

    def scores(self) -> list[int]:
        scores = [0] * self.players
        for square, piece in self.board.items():
            if piece.startswith("P"):
                scores[int(piece[1])] += sum(self._value(neighbour) for neighbour in neighbours(square))
        return scores

    def winners(self) -> list[int]:
        if self.reason is None:
            return []
        scores = self.scores()
        staying = [seat for seat in range(self.players) if not self.left[seat]]
        best = max(scores[seat] for seat in staying)
        return [seat for seat in staying if scores[seat] == best]

    def state(self) -> dict[str, Any]:
        state = {
            "game": "isis",
            "players": self.players,
            "options": {"reserve": "common" if self.common else "own", "memory": "open" if self.open else "hidden"},
            "board": dict(self.board),
            "pawns": list(self.pawns),
            "turn": self.turn,
            "drawn": self.drawn,
            "left": list(self.left),
        }
        return state | ({"reserve": self.reserve} if self.common else {"tiles": list(self.tiles)})

    def view(self, _seat: int | None) -> dict[str, Any]:
        """What everybody sees: seats and spectators see the same."""
        state = self.state()
        if self.reason is None and not self.open:
            state["board"] = {
                square: piece if piece.startswith("P") else "#" for square, piece in state["board"].items()
            }
        return state

    # ---- play ---------------------------------------------------------------------------------------------

    def step(self, text: str) -> None:
        """Carry out one line of a log: an action, an outcome, or a leaving."""
        if text.startswith("leave "):
            self.leave(int(text.removeprefix("leave ")))
        else:
            self.play(text)

    def play(self, text: str) -> None:
        verb, _, rest = text.partition(" ")
        if verb == "pawn":
            self.pawns[self.turn] -= 1
            self.board[rest] = f"P{self.turn}"
            self._end_turn()
        elif verb == "draw":
            self._add_tiles(-1)
            self.drawn = "?"
        elif verb == "reveal":
            self.drawn = rest
        else:
            assert self.drawn is not None
            self.board[rest] = self.drawn
            self.drawn = None
            self._end_turn()

    def leave(self, seat: int) -> None:
        self.left[seat] = True
        alone = self.left.count(False) == 1
        if self.drawn is not None and (alone or seat == self.turn):
            self._add_tiles(+1)
            self.drawn = None
        if alone:
            self.reason = "left"
        elif seat == self.turn:
            self._end_turn()

    def _end_turn(self) -> None:
        following = [(self.turn + step) % self.players for step in range(1, self.players + 1)]
        able = [seat for seat in following if self._can_play(seat)]
        if len(self.board) == 36 or not able:
            self.reason = "points"
        else:
            self.turn = able[0]

    def _can_play(self, seat: int) -> bool:
        return not self.left[seat] and (self.pawns[seat] > 0 or self._drawable(seat))

    def _drawable(self, seat: int) -> bool:
        return (self.reserve if self.common else self.tiles[seat]) > 0

    def _add_tiles(self, count: int) -> None:
        if self.common:
            self.reserve += count
        else:
            self.tiles[self.turn] += count

    def _value(self, square: str) -> int:
        piece = self.board.get(square, "P")
        return 0 if piece.startswith("P") else int(piece)
