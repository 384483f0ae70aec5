"""One game being played: the Python API."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from tablee.games import GameFolder, find_game
from tablee.games.document import Document
from tablee.games.errors import BadState, GameOver, TableeError
from tablee.games.folder import Result, ToAct
from tablee.games.scenery import to_svg
from tablee.games.thoughts import Limit, Thought
from tablee.kernel.chance import draw
from tablee.kernel.contract import States
from tablee.language import ENGLISH


class Game:
    """A game in progress: who acts, what is legal, play it, take it back.

    >>> import tablee
    >>> game = tablee.new("isis", players=2, seed=7)
    >>> game.to_act, len(game.legal())
    (0, 37)
    >>> game.play("pawn c4")
    >>> game.play("draw")
    >>> game.to_act
    'chance'
    >>> game.chance()
    'reveal +1'
    >>> game.play("place c3")
    >>> game.log
    ['pawn c4', 'draw', 'reveal +1', 'place c3']
    >>> game.result().scores
    [1, 0]
    >>> game.view(0)["board"]
    {'c3': '#', 'c4': 'P0'}
    >>> print(game)
    6   .   .   .   .   .   .
    5   .   .   .   .   .   .
    4   .   .  P0   .   .   .
    3   .   .  +1   .   .   .
    2   .   .   .   .   .   .
    1   .   .   .   .   .   .
        a   b   c   d   e   f
    seat 0 is to act
    """

    def __init__(self, folder: GameFolder, state: States, seed: int) -> None:
        """Use `tablee.new` or `tablee.load`."""
        self._folder = folder
        self._state = state
        self._before: list[States] = []
        self._log: list[str] = []
        self._seed = seed
        self._draws = 0
        self._found: dict[str, int] | None = None  # the codes of this state, once somebody has asked

    @property
    def id(self) -> str:
        """The id of the game, such as "isis"."""
        return self._folder.id

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self._folder.seats(self._state)

    @property
    def to_act(self) -> ToAct:
        """The seat to act, "chance", or None once the game is over."""
        return self._folder.to_act(self._state)

    @property
    def log(self) -> list[str]:
        """Everything played so far: actions, outcomes, and "leave N"."""
        return list(self._log)

    def legal(self) -> list[str]:
        """The legal actions of the seat to act; empty at a chance node and once the game is over."""
        return list(self._codes()) if self.to_act not in ("chance", None) else []

    def outcomes(self) -> list[tuple[str, float]]:
        """The outcomes of a chance node with their probabilities; empty elsewhere.

        >>> game = new("isis", players=2)
        >>> game.play("draw")
        >>> [text for text, probability in game.outcomes() if probability < 0.05]
        ['reveal +4', 'reveal -4']
        """
        weighted = self._folder.outcomes(self._state)
        total = sum(weight for _, weight in weighted)
        return [(text, weight / total) for text, weight in weighted]

    def play(self, action: str) -> None:
        """Play an action, or name the outcome at a chance node, exactly as `legal` or `outcomes` prints it.

        >>> new("isis", players=2).play("pawn g7")
        Traceback (most recent call last):
            ...
        tablee.games.errors.IllegalAction: 'pawn g7' is not legal now
        """
        code = self._codes().get(action)
        after = self._folder.apply(self._state, action) if code is None else self._folder.step(self._state, code)
        self._step(after, action)

    def chance(self) -> str:
        """Draw the outcome of a chance node from the seed, play it, and return it."""
        weighted = self._folder.outcomes(self._state)
        if not weighted:
            if self.to_act is None:
                raise GameOver("the game is over")
            raise TableeError("this is not a chance node")
        context = f"chance {self._draws}".encode()
        text = weighted[draw(str(self._seed).encode(), context, [weight for _, weight in weighted])][0]
        self.play(text)
        self._draws += 1
        return text

    def leave(self, seat: int) -> None:
        """Give the game up for a seat."""
        self._step(self._folder.leave(self._state, seat), f"leave {seat}")

    def undo(self) -> str:
        """Take back the latest step, whatever it was, and return its text.

        >>> game = new("isis", players=2)
        >>> game.play("pawn a1")
        >>> game.undo(), game.log
        ('pawn a1', [])
        """
        if not self._log:
            raise TableeError("there is nothing to take back")
        self._state = self._before.pop()
        self._found = None
        return self._log.pop()

    def copy(self) -> "Game":
        """A game that goes on from here on its own; its chance draws are those this one would make."""
        twin = Game(self._folder, self._state, self._seed)
        twin._before, twin._log, twin._draws = self._before.copy(), self._log.copy(), self._draws
        return twin

    def result(self) -> Result:
        """Scores as they stand; winners and reason once the game is over."""
        return self._folder.result(self._state)

    def state(self) -> Document:
        """The whole truth as plain values, hidden things included; `tablee.load` takes it back."""
        return self._folder.words.write(self._state)

    def view(self, seat: int | None) -> Document:
        """What lies before a seat now (None: a spectator)."""
        self._check_seat(seat)
        return self._folder.view(self._state, seat)

    def sight(self, seat: int | None) -> Document:
        """What lies before a seat, with the facts that the rules work out: what pictures are made from."""
        self._check_seat(seat)
        return deepcopy(self._folder.sight(self._state, seat))

    def knowledge(self, seat: int | None) -> Document:
        """All that a seat has ever been shown: what a bot gets."""
        self._check_seat(seat)
        return self._folder.knowledge(self._state, seat)

    def bot(self, level: int = 3, seconds: float | None = None) -> str:
        """What the bot of that level would play for the seat to act.

        >>> game = new("isis", players=2)
        >>> game.bot(level=1) in game.legal()
        True
        """
        return self.think(level, Limit(seconds=seconds)).action

    def think(self, level: int = 3, limit: Limit | None = None) -> Thought:
        """What the bot of that level would play, and what it thinks of the actions that it considered.

        >>> thought = new("isis", players=2).think(level=1, limit=Limit(simulations=200))
        >>> thought.simulations, len(thought.considered[0].values)
        (200, 2)
        """
        from tablee.bots.mind import Mind  # a game can be played without loading the search

        seat = self.to_act
        if seat is None:
            raise GameOver("the game is over")
        if seat == "chance":
            raise TableeError("chance is to act, not a seat")
        return Mind(self._folder, level).choose(self.knowledge(seat), limit or Limit(), self._seed + len(self._log))

    def _step(self, after: States, text: str) -> None:
        self._before.append(self._state)
        self._log.append(text)
        self._state = after
        self._found = None

    def _codes(self) -> dict[str, int]:
        """What the rules call each action or outcome now: `play` mostly follows `legal`, and need not ask again."""
        if self._found is None:
            self._found = self._folder.codes(self._state)
        return self._found

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not 0 <= seat < self.players:
            raise TableeError(f"there is no seat {seat}")

    def __repr__(self) -> str:
        return f"<tablee {self.id}, {self.players} players, {len(self._log)} steps, {self._whose_turn()}>"

    def __str__(self) -> str:
        return f"{self._folder.words.board_text(self.state())}\n{self._whose_turn()}"

    def _whose_turn(self) -> str:
        if self.to_act is None:
            result = self.result()
            return f"over ({result.reason}): {' '.join(map(str, result.scores))}"
        return "chance is to act" if self.to_act == "chance" else f"seat {self.to_act} is to act"

    def _repr_svg_(self) -> str:
        """The scene, for notebooks."""
        names = [self._folder.words.seat_name(seat, ENGLISH) for seat in range(self.players)]
        scene = self._folder.paint(self._folder.truth(self._state), None, [], names, ENGLISH)
        return to_svg(scene, self._folder.shapes, self._folder.style)


def new(game: str, players: int, options: Mapping[str, Any] | None = None, seed: int = 0) -> Game:
    """Begin a game. The same seed gives the same set-up and the same outcomes of `Game.chance`.

    >>> new("isis", players=3, options={"memory": "open"}, seed=7)
    <tablee isis, 3 players, 0 steps, seat 0 is to act>
    """
    folder = find_game(game)
    return Game(folder, folder.new(players, options or {}, seed), seed)


def load(state: Document, seed: int = 0) -> Game:
    """Go on from a state, one that `Game.state` printed or one made by hand; raises `BadState` if it cannot be.

    >>> game = new("isis", players=2)
    >>> game.play("pawn a1")
    >>> load(game.state()).state() == game.state()
    True
    """
    game_id = state.get("game")
    if not isinstance(game_id, str):
        raise BadState("the field 'game' must be a text")
    try:
        folder = find_game(game_id)
    except TableeError as error:
        raise BadState(str(error)) from None
    return Game(folder, folder.read(state), seed)
