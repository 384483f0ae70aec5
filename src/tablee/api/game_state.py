"""A state of a game, and all that can be asked of it."""

from copy import deepcopy
from math import prod

import msgspec
import numpy as np
import numpy.typing as npt

from tablee.games import GameFolder
from tablee.games.document import Document
from tablee.games.errors import GameOver, IllegalAction, TableeError
from tablee.games.folder import Result, ToAct
from tablee.games.ids import Choices
from tablee.games.scenery import to_svg
from tablee.kernel.contract import States
from tablee.kernel.observing import places_of
from tablee.language import ENGLISH


class GameState:
    """Who acts, what is legal, what each seat sees: a game as it stands. `Game` plays it."""

    def __init__(self, folder: GameFolder, state: States) -> None:
        self._folder = folder
        self._state = state
        self._found: Choices | None = None  # what is legal in this state, once somebody has asked
        self._named: dict[str, int] | None = None  # and the codes by text

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

    def legal(self) -> list[str]:
        """The legal actions of the seat to act, ordered by id; empty at a chance node and once it is over."""
        return list(self._codes()) if self.to_act not in ("chance", None) else []

    def outcomes(self) -> list[tuple[str, float]]:
        """The outcomes of a chance node with their probabilities; empty elsewhere.

        >>> import tablee
        >>> game = tablee.new("isis", players=2)
        >>> game.play("draw")
        >>> [text for text, probability in game.outcomes() if probability < 0.05]
        ['reveal -4', 'reveal +4']
        """
        weights = self._choices().weights if self.to_act == "chance" else []
        return [
            (text, weight / sum(weights))
            for text, weight in zip(self._codes() if weights else (), weights, strict=True)
        ]

    def result(self) -> Result:
        """Scores as they stand; winners and reason once the game is over."""
        return self._folder.result(self._state)

    # ---- by numbers -------------------------------------------------------------------------------------------------

    @property
    def num_actions(self) -> int:
        """How many ids of actions there are, from 0; an id means the same in every position."""
        return self._folder.ids.actions

    @property
    def num_outcomes(self) -> int:
        """How many ids of outcomes of chance there are; they are numbered apart, from 0."""
        return self._folder.ids.outcomes

    @property
    def most_steps(self) -> int:
        """How many steps a game can have, or after how many learners cut it short."""
        return self._folder.most_steps

    def legal_ids(self) -> list[int]:
        """The ids of what is legal, ascending: of actions, or of outcomes at a chance node; empty once it is over.

        >>> import tablee
        >>> game = tablee.new("isis", players=2)
        >>> [game.id_text(one) for one in game.legal_ids()] == game.legal()
        True
        """
        choices = self._choices()
        choices.check()
        return choices.ids.copy()

    def mask(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, by id; none at a chance node and once it is over."""
        mask = np.zeros(self.num_actions, np.bool_)
        if self.to_act not in ("chance", None):
            mask[self.legal_ids()] = True
        return mask

    def id_text(self, action: int) -> str:
        """The text of an id that is legal now; raises `IllegalAction`."""
        return self._folder.words.action_text(self._state, self._choices().code_of(action))

    def text_id(self, text: str) -> int:
        """The id of a text that is legal now; raises `IllegalAction`."""
        code = self._codes().get(text)
        if code is None:
            raise IllegalAction(f"{str(text)[:80]!r} is not legal now")
        choices = self._choices()
        choices.check()
        return choices.ids[choices.codes.index(code)]

    def observation(self, seat: int) -> npt.NDArray[np.float32]:
        """What a seat has been shown as one row of numbers, for networks; seats are counted from this one.

        >>> import tablee
        >>> game = tablee.new("isis", players=2)
        >>> game.observation(0).shape
        (507,)
        """
        self._check_seat(seat, alone=True)
        return self._folder.observation(self._state, seat)

    def planes(self, seat: int) -> dict[str, npt.NDArray[np.float32]]:
        """The same by name: `OBSERVATION` in the game's `observation.py` says what each means.

        >>> import tablee
        >>> game = tablee.new("isis", players=2)
        >>> game.play("pawn a1")
        >>> game.planes(1)["pawns"][1, 0, 0]
        np.float32(1.0)
        """
        row, layout = self.observation(seat), self._folder.layout
        places = places_of(layout)
        return {name: row[places[name] : places[name] + prod(shape)].reshape(shape) for name, shape in layout.items()}

    def returns(self) -> list[float]:
        """What the game was worth to each seat: 1 to who won alone, 0 in sum, the others alike; 0 until it is over.

        Winners share: with three seats two winners have 0.25 each and the third -0.5; if all win, all have 0.
        """
        winners, seats = self.result().winners, self.players
        if not winners:
            return [0.0] * seats
        share = [(seat in winners) / len(winners) for seat in range(seats)]
        return [(seats * one - 1) / (seats - 1) for one in share]

    # ---- what can be seen -------------------------------------------------------------------------------------------

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

    def knowledge_text(self, seat: int) -> str:
        """The same as JSON, written in one way: equal texts for all games that a seat cannot tell apart by it."""
        return msgspec.json.encode(self._known(seat), order="deterministic").decode()

    def knowledge_bytes(self, seat: int) -> bytes:
        """The same as MessagePack, shorter.

        >>> import tablee
        >>> game = tablee.new("isis", players=2)
        >>> game.knowledge_bytes(0) == game.resample(0).knowledge_bytes(0)
        True
        """
        return msgspec.msgpack.encode(self._known(seat), order="deterministic")

    def _known(self, seat: int) -> Document:
        self._check_seat(seat, alone=True)
        return self.knowledge(seat)

    def __str__(self) -> str:
        return self.text(None)

    def text(self, seat: int | None) -> str:
        """What lies before a seat (None: a spectator), to be read; `print` shows what everybody may see."""
        return f"{self._folder.words.board_text(self.view(seat))}\n{self._whose_turn()}"

    def whole_text(self) -> str:
        """The whole truth, hidden things included, to be read."""
        return f"{self._folder.words.board_text(self.state())}\n{self._whose_turn()}"

    def _whose_turn(self) -> str:
        if self.to_act is None:
            result = self.result()
            return f"over ({result.reason}): {' '.join(map(str, result.scores))}"
        return "chance is to act" if self.to_act == "chance" else f"seat {self.to_act} is to act"

    def svg(self, seat: int | None) -> str:
        """The scene as a seat sees it (None: a spectator)."""
        names = [self._folder.words.seat_name(one, ENGLISH) for one in range(self.players)]
        scene = self._folder.paint(self.sight(seat), seat, [], names, ENGLISH)
        return to_svg(scene, self._folder.shapes, self._folder.style)

    def _repr_svg_(self) -> str:
        """What everybody may see, for notebooks."""
        return self.svg(None)

    # ---- as a value -------------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, GameState) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, bytes]:
        return self.id, self._state.tobytes()

    def __bytes__(self) -> bytes:
        """The state as `from_bytes` takes it back, as long as `load` takes the document that it holds."""
        return msgspec.msgpack.encode(self.state())

    # ---- what is legal, and for whom --------------------------------------------------------------------------------

    def _choices(self) -> Choices:
        """What is legal now: `play` mostly follows `legal`, and need not ask again."""
        if self._found is None:
            self._found = self._folder.ids.choices(self._state)
        return self._found

    def _codes(self) -> dict[str, int]:
        """What the rules call each action or outcome now."""
        if self._named is None:
            name = self._folder.words.action_text
            self._named = {name(self._state, code): code for code in self._choices().codes}
        return self._named

    def _seat_to_act(self) -> int:
        self._check_running()
        if isinstance(seat := self.to_act, int):
            return seat
        raise TableeError("chance is to act, not a seat")

    def _check_running(self) -> None:
        if self.to_act is None:
            raise GameOver("the game is over")

    def _check_seat(self, seat: int | None, alone: bool = False) -> None:
        """A seat must be one; a spectator, None, may look unless it is something of a seat `alone`."""
        if seat is None and not alone:
            return
        if not isinstance(seat, int | np.integer) or not 0 <= seat < self.players:
            raise TableeError(f"there is no seat {seat!r:.40}")
