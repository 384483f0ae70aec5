"""One game being played: the Python API."""

import secrets
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import numpy as np

from tablee.api.game_state import GameState
from tablee.engine.chance import new_random, weighted
from tablee.engine.contract import States
from tablee.engine.observations import Plane, Symmetry
from tablee.games import GameDefinition, find_game
from tablee.games.brains.thoughts import Considered, Limit, Thought
from tablee.games.definition import ToAct
from tablee.games.document import Document
from tablee.games.errors import BadState, IllegalAction, TableeError

if TYPE_CHECKING:
    from tablee.bots.evaluator import Evaluator

SEED_BITS = 63  # the bits of a random seed


class Generator(Protocol):
    """A source of chance, such as a `random.Random`."""

    def randrange(self, stop: int) -> int:
        """A number from 0 to `stop` - 1."""


class Game(GameState):
    """A game in progress: play it, and undo.

    Games are equal, and have the same hash, if their states are equal, so a game in a set or used as a key must not be
    played on. `copy.copy`, `copy.deepcopy` and `pickle` keep everything, seed and log included: their copies have the
    same future. `Game.copy` makes a game with a future of its own.

    >>> import tablee
    >>> game = tablee.new("isis", players=2, seed=7)
    >>> game.to_act, len(game.legal())
    (0, 37)
    >>> game.play("pawn c4")
    >>> game.play("draw")
    >>> game.to_act
    'chance'
    >>> game.chance()
    'reveal +3'
    >>> game.play("place c3")
    >>> game.log
    ['pawn c4', 'draw', 'reveal +3', 'place c3']
    >>> game.result().scores
    [3, 0]
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

    def __init__(self, definition: GameDefinition, state: States, seed: int) -> None:
        """Use `tablee.new` or `tablee.load`."""
        super().__init__(definition, state)
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
        """The seed of its set-up and of the outcomes of `chance`: the given one, or a fresh one."""
        return self._seed

    @property
    def steps(self) -> list[tuple[ToAct, str]]:
        """The log with the actor of each step, a seat or "chance"; a seat that left has the text "leave".

        >>> game = new("isis", players=2)
        >>> game.play("draw")
        >>> game.leave(1)
        >>> game.steps
        [(0, 'draw'), (1, 'leave')]
        """
        return [
            _step_of(self._definition.to_act(state), text) for state, text in zip(self._before, self._log, strict=True)
        ]

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
        self._step(self._definition.step(self._state, code), action)

    def chance(self, random: Generator | np.random.Generator | None = None) -> str:
        """Draw the outcome of a chance node from the seed or from a generator, play it, and return it.

        >>> import random
        >>> game = new("isis", players=2)
        >>> game.play("draw")
        >>> game.chance(random.Random(5))
        'reveal -3'
        """
        self._check_running()
        if self.to_act != "chance":
            raise TableeError("this is not a chance node")
        texts, weights = zip(*self._definition.outcomes(self._state), strict=True)
        text = str(texts[self._drawn(weights) if random is None else _drawn_from(random, weights)])
        self.play(text)
        if random is None:
            self._draws += 1
        return text

    def _drawn(self, weights: Sequence[int]) -> int:
        random = new_random(self._seed, self._draws)
        return weighted(random, np.array(weights, np.int32), len(weights))

    def step(self, action: int) -> None:
        """Play the action or outcome of this id; raises `IllegalAction`, and then nothing has changed.

        NumPy integers are accepted: `game.step(scores.argmax())`.
        """
        code = self._choices().code_of(action)
        self._step(self._definition.step(self._state, code), self._definition.words.action_text(self._state, code))

    def resample(self, seat: int, seed: int | None = None) -> "Game":
        """A game that looks the same to a seat, with what it cannot know drawn at random, and without a log."""
        self._check_seat(seat, alone=True)
        chosen = seed_or_fresh(seed)
        return Game(self._definition, self._definition.resample(self._state, seat, chosen), chosen)

    def leave(self, seat: int) -> None:
        """Let a seat leave the game."""
        self._check_seat(seat, alone=True)
        self._step(self._definition.leave(self._state, seat), f"leave {seat}")

    def undo(self) -> str:
        """Undo the latest step and return its text.

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
        """A game that continues from here, with a given seed or a fresh one.

        `game.copy(seed=game.seed)` draws what this one would draw.
        """
        twin = Game(self._definition, self._state, seed_or_fresh(seed))
        twin._before, twin._log, twin._draws = self._before.copy(), self._log.copy(), self._draws
        return twin

    def bot(self, level: int = 3, seconds: float | None = None) -> str:
        """The action that the bot of a level plays for the seat to act.

        >>> game = new("isis", players=2)
        >>> game.bot(level=1) in game.legal()
        True
        """
        return self.think(level, Limit(seconds=seconds)).action

    def think(self, level: int = 3, limit: Limit | None = None) -> Thought:
        """The action that the bot of a level plays, and its candidate moves with their values.

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
        """The evaluation of every legal action by a level: `considered` has them all, the one that it plays first.

        An action that was not searched has no visits, and the values of the worst one that was. With an evaluator of
        your own (`tablee.api.search`), the search uses that instead of a level, with 800 `simulations` by default.

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
        """The result of a search with an evaluator."""
        from tablee.bots.batch_search import think

        return think(self._definition, self._state, evaluator, limit, self._seed + len(self._log))

    def _thought(self, level: int, limit: Limit, even_if_forced: bool) -> Thought:
        from tablee.bots.level_bots import LevelBot  # playing does not need the search

        seat = self._seat_to_act()
        seed = self._seed + len(self._log)
        return LevelBot(self._definition, level).choose(self.knowledge(seat), limit, seed, even_if_forced)

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
    """Begin a game. The same seed gives the same set-up and outcomes; without one they are random.

    >>> new("isis", players=3, options={"memory": "open"}, seed=7)
    <tablee isis, 3 players, 0 steps, seat 0 is to act>
    >>> new("netzwerk", players=2).seed == new("netzwerk", players=2).seed
    False
    """
    definition, chosen = find_game(game), seed_or_fresh(seed)
    return Game(definition, definition.new(players, options or {}, chosen), chosen)


def action_texts(game: str, outcomes: bool = False) -> tuple[str, ...]:
    """The texts of all action ids of a game, or of all outcome ids: the same in every position.

    >>> action_texts("isis")[72], action_texts("isis", outcomes=True)[0], len(action_texts("morisi"))
    ('draw', 'reveal -4', 15018)
    """
    ids = find_game(game).ids
    return ids.outcome_texts if outcomes else ids.action_texts


def planes(game: str) -> Mapping[str, Plane]:
    """The planes of a game's observations by name, each with its shape, its slice of a row, and its meaning.

    >>> pawns = planes("isis")["pawns"]
    >>> pawns.shape, pawns.slice
    ((4, 6, 6), slice(0, 144, None))
    >>> pawns.meaning
    'the pawns of each seat, the observer first, by rank and file'
    >>> new("isis", players=2).observation(0)[pawns.slice].reshape(pawns.shape).sum()
    np.float32(0.0)
    """
    return find_game(game).planes


def symmetries(game: str) -> tuple[Symmetry, ...]:
    """The symmetries of a game, the identity first: one position becomes many to learn from.

    >>> turned = symmetries("isis")[1]
    >>> turned.name, action_texts("isis")[turned.actions[0]]
    ('turned by 90°', 'pawn a6')
    >>> here, there = new("isis", players=2), new("isis", players=2)
    >>> here.step(20)
    >>> there.step(turned.actions[20])
    >>> (turned.rows(here.observation(1)) == there.observation(1)).all()
    np.True_
    >>> (turned.policies(here.mask()) == there.mask()).all()
    np.True_
    """
    return find_game(game).symmetries


def load(state: Document, seed: int | None = None) -> Game:
    """Continue from a state document, from `Game.state` or made by hand; raises `BadState`.

    >>> game = new("isis", players=2)
    >>> game.play("pawn a1")
    >>> load(game.state()) == game
    True
    """
    game_id = state.get("game") if isinstance(state, Mapping) else None
    if not isinstance(game_id, str):
        raise BadState("the field 'game' must be a text")
    try:
        definition = find_game(game_id)
    except TableeError as error:
        raise BadState(str(error)) from None
    return Game(definition, definition.read(state), seed_or_fresh(seed))


def small(game: str, name: str, seed: int | None = None) -> Game:
    """Begin a game from one of its small set-ups, with fewer squares or hexes and fewer pieces, for two players.

    The rules, ids and observations are the same. `Batch` and `Stepper.reset` take it as `at`, OpenSpiel's games as the
    parameter `small`.

    >>> game = small("isis", "2x2", seed=7)
    >>> game.legal()
    ['pawn a1', 'pawn b1', 'pawn a2', 'pawn b2', 'draw']
    """
    return load(find_game(game).small(name), seed)


def from_bytes(data: bytes, seed: int | None = None) -> Game:
    """Continue from `bytes(game)`; raises `BadState`.

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
    """The given seed, or a random one; raises `TableeError` if it is no whole number."""
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
    """Restore a pickled game."""
    definition = find_game(game_id)
    if definition.rules.STATE.descr != kind:
        raise BadState(
            f"this {definition.name} was pickled by a version whose states are other ones; `bytes` lasts longer"
        )
    *before, state = (np.ndarray(1, definition.rules.STATE, bytearray(one)) for one in states)
    game = Game(definition, state, seed)
    game._before, game._log, game._draws = before, log.copy(), draws
    return game
