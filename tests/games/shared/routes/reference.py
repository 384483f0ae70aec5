"""Netzwerk and Morisi once more, in plain Python from the rules alone: their play, from its start to its end.

Here is what they share; each game has a class of its own for what is different.
"""

from collections import Counter
from copy import copy, deepcopy
from fractions import Fraction

from tests.games.shared.routes.hexes import in_order
from tests.games.shared.routes.position import Document, Position, State, without_zeros

IDLE_TURNS = 30


class Reference(Position):
    """One game."""

    MEANINGLESS_ONCE_OVER: tuple[str, ...] = ("turn",)

    def __init__(self, state: Document) -> None:
        """Use `of`."""
        super().__init__(state)
        self.reason = self._reason_of_an_end() if self.phase == "over" else None

    @classmethod
    def of(cls, state: Document) -> "Reference":
        """The game that goes on from a state, once what is forced has happened."""
        reference = cls(state)
        reference._begin_anywhere()
        reference._go_on()
        return reference

    def _begin_anywhere(self) -> None:
        """A state made by hand may be over without saying so, or have the turn of a seat that has left."""
        if self.phase == "over":
            return
        if self._reason_of_an_end() != "points":
            self._end(self._reason_of_an_end())
        elif self.left[self.turn]:
            self._wind_up()

    def copy(self) -> "Reference":
        """The same game, to be held against what becomes of it."""
        twin = copy(self)
        twin.hexes = {place: dict(about) for place, about in self.hexes.items()}
        twin.pawns, twin.left = list(self.pawns), list(self.left)
        twin.cubes = [Counter(cubes) for cubes in self.cubes]
        twin.sticks = [set(sticks) for sticks in self.sticks]
        twin.predictions = None if self.predictions is None else [list(named) for named in self.predictions]
        return twin

    # ---- what is different in the two games ---------------------------------------------------------------

    def stock(self) -> int:
        """The value of all houses of a seat."""
        raise NotImplementedError

    def routes_a_turn(self) -> float:
        raise NotImplementedError

    def points(self, seat: int) -> int:
        """The score of a seat but for its predictions."""
        raise NotImplementedError

    def tie_breaks(self, seat: int) -> tuple[int, ...]:
        """What counts among seats with equal scores, the more the better."""
        raise NotImplementedError

    def predicted_points(self, _seat: int) -> int:
        return 0

    # ---- questions ----------------------------------------------------------------------------------------

    def to_act(self) -> int | None:
        return None if self.phase == "over" else self.turn

    def legal(self) -> set[str]:
        if self.phase == "predict":
            assert self.predictions is not None
            return {f"predict {name}" for name in self.cities().values()} - {
                f"predict {name}" for name in self.predictions[self.turn]
            }
        if self.phase == "place":
            return {f"place {place}" for place in self.hexes if self.is_free(place)}
        if self.phase == "move":
            return {f"move {place}" for place in self.destinations()}
        if self.phase == "build":
            sticks = {str(stick) for stick in self.legal_sticks()}
            return sticks if self.route is not None else {"end", *sticks}
        return set()

    def outcomes(self) -> dict[str, Fraction]:
        return {}

    def scores(self) -> list[int]:
        over = self.phase == "over"
        return [self.points(seat) + (self.predicted_points(seat) if over else 0) for seat in range(self.players)]

    def winners(self) -> list[int]:
        if self.reason is None:
            return []
        remaining = [seat for seat in range(self.players) if not self.left[seat]]
        if self.reason == "left":
            return remaining
        if self.reason == "houses":
            return [seat for seat in remaining if self.houses_in_all(seat) >= self.stock()]
        scores = self.scores()
        best = max((scores[seat], *self.tie_breaks(seat)) for seat in remaining)
        return [seat for seat in remaining if (scores[seat], *self.tie_breaks(seat)) == best]

    def state(self) -> State:
        own = self.copy()
        state = {
            "game": self.game,
            "players": self.players,
            "options": dict(self.options),
            "hexes": own.hexes,
            "pawns": own.pawns,
            "cubes": [without_zeros(cubes) for cubes in self.cubes],
            "sticks": [in_order(sticks) for sticks in self.sticks],
            "turn": self.turn,
            "phase": self.phase,
            "route": deepcopy(self.route),
            "ending": self.ending,
            "idle": self.idle,
            "left": own.left,
            "houses": [self.houses(seat) for seat in range(self.players)],
        }
        return state if self.predictions is None else {**state, "predictions": own.predictions}

    def view(self, seat: int | None) -> State:
        """What a seat or a spectator may see: not the cubes of others behind screens, nor what they predict."""
        state = self.state()
        if self.phase == "over":
            return state
        others = [other for other in range(self.players) if other != seat]
        for other in others:
            if self.options["hands"] == "hidden":
                state["cubes"][other] = without_zeros({"#": self.cubes[other].total()})
            if self.predictions is not None:
                state["predictions"][other] = ["#"] * len(self.predictions[other])
        return state

    # ---- play ---------------------------------------------------------------------------------------------

    def step(self, text: str) -> None:
        """Carry out one line of a log: an action or a leaving."""
        verb, _, rest = text.partition(" ")
        {
            "predict": self._predict,
            "place": self._place,
            "move": self._move,
            "stick": self._lay,
            "end": self._end_turn,
            "leave": self._leave,
        }[verb](rest)
        self._go_on()

    def _predict(self, name: str) -> None:
        assert self.predictions is not None
        self.predictions[self.turn].append(name)
        if len(self.predictions[self.turn]) == 3:
            self._next_of_all()

    def _place(self, place: str) -> None:
        self.pawns[self.turn] = place
        self._take_cube(place)
        self._next_of_all()

    def _next_of_all(self) -> None:
        """In `predict` and `place` each seat in play has its turn once, then the next phase begins."""
        following = [seat for seat in self._in_play() if seat > self.turn]
        if following:
            self.turn = following[0]
        else:
            self.turn = self._in_play()[0]
            self.phase = {"predict": "place", "place": "move"}[self.phase]

    def _move(self, place: str) -> None:
        self.pawns[self.turn] = place
        color = self._take_cube(place)
        if color is not None:
            self.idle = 0
            self.ending = self.cubes_on_land(color) == 0
        self.phase = "build"

    def _take_cube(self, place: str) -> str | None:
        """The colour of the cube taken, if there was one."""
        if not self.is_land(place) or self.hexes[place]["cubes"] == 0:
            return None
        color: str = self.hexes[place]["color"]
        self.hexes[place]["cubes"] -= 1
        self.cubes[self.turn][color] += 1
        return color

    def _lay(self, rest: str) -> None:
        stick = next(stick for stick in self.legal_sticks() if str(stick) == f"stick {rest}")
        price = self.price(stick.edge)
        assert price is not None
        is_complete = stick.to in self.anchors()
        route = self.route or {"path": [stick.start], "paid": {}, "near": False}
        paid = Counter(route["paid"]) + Counter({stick.color: price})
        self.route = {"path": [*route["path"], stick.to], "paid": dict(paid), "near": stick.near}
        self.sticks[self.turn].add(stick.edge)
        self.cubes[self.turn][stick.color] -= price
        self.idle = 0
        if is_complete:
            self._complete_route()

    def _complete_route(self) -> None:
        self.route = None
        if self.houses_in_all(self.turn) >= self.stock():
            self._end("houses")
        elif self.routes_a_turn() == 1:
            self._end_turn()

    def _end_turn(self, _: str = "") -> None:
        self.idle += 1
        if self.ending or self.idle > IDLE_TURNS * self.players:
            self._end("points")
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        following = [seat for seat in self._in_play() if seat > self.turn]
        self.turn = (following or self._in_play())[0]
        self.phase = "move"

    def _in_play(self) -> list[int]:
        return [seat for seat in range(self.players) if not self.left[seat]]

    def _go_on(self) -> None:
        """What is forced happens: a move that cannot be made, and a build that cannot be made."""
        while True:
            if self.phase == "move" and not self.destinations():
                self.phase = "build"
            elif self.phase == "build" and self.route is None and not self.legal_sticks():
                self._end_turn()
            else:
                break

    # ---- the end ------------------------------------------------------------------------------------------

    def _leave(self, rest: str) -> None:
        seat = int(rest)
        self.left[seat] = True
        self.pawns[seat] = None
        if len(self._in_play()) == 1:
            self._take_back_route()
            self._end("left")
        elif seat == self.turn:
            self._take_back_route()
            self._wind_up()

    def _wind_up(self) -> None:
        """The turn of a leaver ends, whatever it was about to do."""
        if self.phase in ("predict", "place"):
            self._next_of_all()
        elif self.ending:
            self._end("points")
        else:
            self._next_turn()

    def _take_back_route(self) -> None:
        if self.route is not None:
            self.sticks[self.turn] -= self.sticks_of_route()
            self.cubes[self.turn] += Counter(self.route["paid"])
            self.route = None

    def _end(self, reason: str) -> None:
        self.reason = reason
        self.phase = "over"

    def _reason_of_an_end(self) -> str:
        if len(self._in_play()) == 1:
            return "left"
        is_built_up = any(self.houses_in_all(seat) >= self.stock() for seat in self._in_play())
        return "houses" if is_built_up else "points"
