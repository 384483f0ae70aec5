"""One game being played: the Python API."""

import secrets
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import numpy as np

from tablee.game_state import GameState
from tablee.games import GameFolder, find_game
from tablee.games.document import Document
from tablee.games.errors import BadState, IllegalAction, TableeError
from tablee.games.folder import ToAct
from tablee.games.thoughts import Considered, Limit, Thought
from tablee.kernel.chance import draw
from tablee.kernel.contract import States

if TYPE_CHECKING:
    from tablee.bots.evaluator import Evaluator

SEED_BITS = 63
"""So many bits of a seed that nobody chose."""


class Generator(Protocol):
    """Where chance may come from: a `random.Random`, for one."""

    def randrange(self, stop: int) -> int:
        """A number from 0 to `stop` - 1."""


class Game(GameState):
    """A game in progress: who acts, what is legal, play it, take it back.

    Games are equal, and have the same hash, if they are in the same state, however they came there: one that is kept in
    a set or as a key is not to be played on. `copy.copy`, `copy.deepcopy` and `pickle` keep everything, seed and log
    included: what they make has the very same future. `copy` makes a game with a future of its own.

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
    3   .   .   #   .   .   .
    2   .   .   .   .   .   .
    1   .   .   .   .   .   .
        a   b   c   d   e   f
    seat 0 is to act
    """

    def __init__(self, folder: GameFolder, state: States, seed: int) -> None:
        """Use `tablee.new` or `tablee.load`."""
        super().__init__(folder, state)
        self._before: list[States] = []
        self._log: list[str] = []
        self._seed = seed
        self._draws = 0

    @property
    def log(self) -> list[str]:
        """Everything played so far: actions, outcomes, and "leave N"."""
        return list(self._log)

    @property
    def seed(self) -> int:
        """What its set-up and the outcomes of `chance` follow from: the one it was given, or a fresh one."""
        return self._seed

    @property
    def steps(self) -> list[tuple[ToAct, str]]:
        """The log with who it was: a seat or "chance"; who has left is named, with the text "leave".

        >>> game = new("isis", players=2)
        >>> game.play("draw")
        >>> game.leave(1)
        >>> game.steps
        [(0, 'draw'), (1, 'leave')]
        """
        return [_step_of(self._folder.to_act(state), text) for state, text in zip(self._before, self._log, strict=True)]

    def play(self, action: str) -> None:
        """Play an action, or name the outcome at a chance node, exactly as `legal` or `outcomes` prints it.

        >>> new("isis", players=2).play("pawn g7")
        Traceback (most recent call last):
            ...
        tablee.games.errors.IllegalAction: 'pawn g7' is not legal now
        """
        code = self._codes().get(action)
        if code is None:
            self._check_running()
            raise IllegalAction(f"{str(action)[:80]!r} is not legal now")
        self._step(self._folder.step(self._state, code), action)

    def chance(self, random: Generator | np.random.Generator | None = None) -> str:
        """Draw the outcome of a chance node, play it, and return it: from the seed, or from a generator of yours.

        >>> import random
        >>> game = new("isis", players=2)
        >>> game.play("draw")
        >>> game.chance(random.Random(5))
        'reveal -3'
        """
        self._check_running()
        if self.to_act != "chance":
            raise TableeError("this is not a chance node")
        texts, weights = zip(*self._folder.outcomes(self._state), strict=True)
        text = str(texts[self._drawn(weights) if random is None else _drawn_from(random, weights)])
        self.play(text)
        if random is None:
            self._draws += 1
        return text

    def _drawn(self, weights: Sequence[int]) -> int:
        return draw(str(self._seed).encode(), f"chance {self._draws}".encode(), weights)

    def step(self, action: int) -> None:
        """Play the action, or name the outcome, that has this id; raises `IllegalAction`, and nothing has changed.

        NumPy's whole numbers are ids as well: `game.step(scores.argmax())`.
        """
        code = self._choices().code_of(action)
        self._step(self._folder.step(self._state, code), self._folder.words.action_text(self._state, code))

    def resample(self, seat: int, seed: int | None = None) -> "Game":
        """A game that looks the same to a seat, with what it cannot know drawn anew; it has no past to take back."""
        self._check_seat(seat, alone=True)
        chosen = seed_or_fresh(seed)
        return Game(self._folder, self._folder.resample(self._state, seat, chosen), chosen)

    # ---- on and back -----------------------------------------------------------------------------------------------

    def leave(self, seat: int) -> None:
        """Give the game up for a seat."""
        self._check_seat(seat, alone=True)
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
        self._found = self._named = None
        return self._log.pop()

    def copy(self, seed: int | None = None) -> "Game":
        """A game that goes on from here on its own, by a seed that you choose or a fresh one.

        `game.copy(seed=game.seed)` draws what this one would draw.
        """
        twin = Game(self._folder, self._state, seed_or_fresh(seed))
        twin._before, twin._log, twin._draws = self._before.copy(), self._log.copy(), self._draws
        return twin

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
        return self._thought(level, limit or Limit(), even_if_forced=False)

    def analyse(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        level: int = 5,
        evaluator: "Evaluator | None" = None,
    ) -> Thought:
        """What a level thinks of every legal action: `considered` has them all, the one it would play first.

        What it has not looked at has no visits, and the values of what it thought least of: it was judged no better.
        With an evaluator of your own (`tablee.search`), the search asks that one what positions are worth, and no
        level: `simulations`, 800 unless told, are then how often it may try an action, each judged by itself.

        >>> game = new("isis", players=2)
        >>> len(game.analyse(simulations=100).considered) == len(game.legal())
        True
        """
        if simulations is not None and simulations < 1:
            raise TableeError("simulations must be 1 or more")
        limit, seat = Limit(simulations, seconds), self._seat_to_act()
        thought = self._thought(level, limit, even_if_forced=True) if evaluator is None else self._led(evaluator, limit)
        known = {one.action for one in thought.considered}
        least = min(thought.considered, key=lambda one: one.values[seat])
        rest = tuple(Considered(action, 0, least.values) for action in self.legal() if action not in known)
        return msgspec.structs.replace(thought, considered=(*thought.considered, *rest))

    def _led(self, evaluator: "Evaluator", limit: Limit) -> Thought:
        """What is found by a search that an evaluator leads."""
        from tablee.bots.guided import think

        return think(self._folder, self._state, evaluator, limit, self._seed + len(self._log))

    def _thought(self, level: int, limit: Limit, even_if_forced: bool) -> Thought:
        from tablee.bots.mind import Mind  # a game can be played without loading the search

        seat = self._seat_to_act()
        seed = self._seed + len(self._log)
        return Mind(self._folder, level).choose(self.knowledge(seat), limit, seed, even_if_forced)

    def _step(self, after: States, text: str) -> None:
        self._before.append(self._state)
        self._log.append(text)
        self._state = after
        self._found = self._named = None

    def __copy__(self) -> "Game":
        return self.copy(self._seed)

    def __deepcopy__(self, _: dict[int, Any]) -> "Game":
        return self.copy(self._seed)  # states are never changed in place

    def __reduce__(self) -> tuple[Any, ...]:
        states = [state.tobytes() for state in (*self._before, self._state)]
        kind = self._state.dtype.descr
        return _restored, (self.id, kind, states, self._log, self._seed, self._draws)

    def __repr__(self) -> str:
        return f"<tablee {self.id}, {self.players} players, {len(self._log)} steps, {self._whose_turn()}>"


def new(game: str, players: int, options: Mapping[str, Any] | None = None, seed: int | None = None) -> Game:
    """Begin a game. The same seed gives the same set-up and the same outcomes; without one all is fresh.

    >>> new("isis", players=3, options={"memory": "open"}, seed=7)
    <tablee isis, 3 players, 0 steps, seat 0 is to act>
    >>> new("netzwerk", players=2).seed == new("netzwerk", players=2).seed
    False
    """
    folder, chosen = find_game(game), seed_or_fresh(seed)
    return Game(folder, folder.new(players, options or {}, chosen), chosen)


def load(state: Document, seed: int | None = None) -> Game:
    """Go on from a state, one that `Game.state` printed or one made by hand; raises `BadState` if it cannot be.

    >>> game = new("isis", players=2)
    >>> game.play("pawn a1")
    >>> load(game.state()) == game
    True
    """
    game_id = state.get("game") if isinstance(state, Mapping) else None
    if not isinstance(game_id, str):
        raise BadState("the field 'game' must be a text")
    try:
        folder = find_game(game_id)
    except TableeError as error:
        raise BadState(str(error)) from None
    return Game(folder, folder.read(state), seed_or_fresh(seed))


def from_bytes(data: bytes, seed: int | None = None) -> Game:
    """Go on from `bytes(game)`; raises `BadState` if it is something else.

    >>> game = new("morpyam", players=2)
    >>> from_bytes(bytes(game)) == game
    True
    """
    try:
        document = msgspec.msgpack.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError):
        document = None
    if not isinstance(document, dict):
        raise BadState("these are not the bytes of a game")
    return load(document, seed)


def _step_of(who: ToAct, text: str) -> tuple[ToAct, str]:
    word, _, seat = text.partition(" ")
    return (int(seat), word) if word == "leave" else (who, text)


def seed_or_fresh(seed: int | None) -> int:
    """The seed that was given, or one that nobody knows; raises `TableeError` for what is no whole number."""
    if seed is None:
        return secrets.randbits(SEED_BITS)
    if not isinstance(seed, int | np.integer):
        raise TableeError(f"a seed is a whole number, and not {seed!r:.40}")
    return int(seed)


def _drawn_from(random: Generator | np.random.Generator, weights: Sequence[int]) -> int:
    total = sum(weights)
    if not hasattr(random, "randrange") and not isinstance(random, np.random.Generator):
        raise TableeError("chance comes from a random.Random, a numpy.random.Generator, or what has a randrange")
    rest = int(random.integers(total)) if isinstance(random, np.random.Generator) else random.randrange(total)
    return next(place for place, reached in enumerate(accumulate(weights)) if rest < reached)


def _restored(game_id: str, kind: Any, states: list[bytes], log: list[str], seed: int, draws: int) -> Game:
    """A game as it was pickled."""
    folder = find_game(game_id)
    if folder.rules.STATE.descr != kind:
        raise BadState(f"this {folder.name} was pickled by a version whose states are other ones; `bytes` lasts longer")
    *before, state = (np.ndarray(1, folder.rules.STATE, bytearray(one)) for one in states)
    game = Game(folder, state, seed)
    game._before, game._log, game._draws = before, log.copy(), draws
    return game
