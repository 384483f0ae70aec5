"""A state of a game, and all questions about it."""

from copy import deepcopy

import msgspec
import numpy as np
import numpy.typing as npt

from tablee.engine.contract import States
from tablee.games import GameDefinition
from tablee.games.definition import LegalIds, Result, ToAct
from tablee.games.document import Document
from tablee.games.errors import GameOver, IllegalAction, TableeError
from tablee.games.language import ENGLISH
from tablee.games.scenery import to_svg


class GameState:
    """Who is to act, what is legal, what each seat sees. `Game` adds playing."""

    def __init__(self, definition: GameDefinition, state: States) -> None:
        self._definition = definition
        self._state = state
        self._found: LegalIds | None = None  # what is legal in this state, cached
        self._named: dict[str, int] | None = None  # the codes by text, cached

    @property
    def id(self) -> str:
        """The id of the game, such as "isis"."""
        return self._definition.id

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._definition.seats(self._state)

    @property
    def to_act(self) -> ToAct:
        """The seat to act, "chance", or None once the game is over."""
        return self._definition.to_act(self._state)

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
        """The current scores; winners and reason once the game is over."""
        return self._definition.result(self._state)

    # ---- by numbers -------------------------------------------------------------------------------------------------

    @property
    def num_actions(self) -> int:
        """The number of action ids, from 0; an id means the same in every position."""
        return self._definition.ids.actions

    @property
    def num_outcomes(self) -> int:
        """The number of outcome ids, which are numbered separately, from 0."""
        return self._definition.ids.outcomes

    @property
    def most_steps(self) -> int:
        """The most steps of a game; learners truncate longer games."""
        return self._definition.most_steps

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
        """bool (num_actions): which actions are legal, by id.

        All are at a chance node and once the game is over, so that a masked softmax stays a number.
        """
        mask = np.ones(self.num_actions, np.bool_)
        if self.to_act not in ("chance", None):
            mask[:] = False
            mask[self.legal_ids()] = True
        return mask

    def id_text(self, action: int) -> str:
        """The text of an id that is legal now; raises `IllegalAction`."""
        return self._definition.words.action_text(self._state, self._choices().code_of(action))

    def text_id(self, text: str) -> int:
        """The id of a text that is legal now; raises `IllegalAction`."""
        code = self._codes().get(text)
        if code is None:
            raise IllegalAction(f"{str(text)[:80]!r} is not legal now")
        choices = self._choices()
        choices.check()
        return choices.ids[choices.codes.index(code)]

    def observation(self, seat: int) -> npt.NDArray[np.float32]:
        """float32 (numbers): what a seat has been shown, for learners; seats are counted from this one.

        >>> import tablee
        >>> game = tablee.new("isis", players=2)
        >>> game.observation(0).shape
        (507,)
        """
        self._check_seat(seat, alone=True)
        return self._definition.observation(self._state, seat)

    def planes(self, seat: int) -> dict[str, npt.NDArray[np.float32]]:
        """The observation by name, each plane a float32 view of its shape; `tablee.planes` says what they are.

        >>> import tablee
        >>> game = tablee.new("isis", players=2)
        >>> game.play("pawn a1")
        >>> game.planes(1)["pawns"][1, 0, 0]
        np.float32(1.0)
        """
        row = self.observation(seat)
        return {name: row[plane.slice].reshape(plane.shape) for name, plane in self._definition.planes.items()}

    def returns(self) -> list[float]:
        """The return of each absolute seat: 1 for a sole winner, 0 in sum; all 0 until the game is over.

        Winners share: with three seats two winners have 0.25 each and the third -0.5; if all win, all have 0.
        """
        return self.result().returns

    # ---- what can be seen -------------------------------------------------------------------------------------------

    def state(self) -> Document:
        """The whole state as plain values, secrets included; `tablee.load` reads it."""
        return self._definition.words.write(self._state)

    def view(self, seat: int | None) -> Document:
        """What a seat sees now (None: a spectator)."""
        self._check_seat(seat)
        return self._definition.view(self._state, seat)

    def sight(self, seat: int | None) -> Document:
        """What a seat sees, with the facts that the rules work out: the input of pictures."""
        self._check_seat(seat)
        return deepcopy(self._definition.sight(self._state, seat))

    def knowledge(self, seat: int | None) -> Document:
        """Everything that a seat has been shown so far: what a bot gets."""
        self._check_seat(seat)
        return self._definition.knowledge(self._state, seat)

    def knowledge_text(self, seat: int) -> str:
        """The knowledge of a seat as canonical JSON: equal texts for states that a seat cannot tell apart."""
        return msgspec.json.encode(self._known(seat), order="deterministic").decode()

    def knowledge_bytes(self, seat: int) -> bytes:
        """The knowledge of a seat as canonical MessagePack.

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
        """What a seat sees (None: a spectator) as text; `print` shows what everybody may see."""
        return f"{self._definition.words.board_text(self.view(seat))}\n{self._whose_turn()}"

    def whole_text(self) -> str:
        """The whole state as text, secrets included."""
        return f"{self._definition.words.board_text(self.state())}\n{self._whose_turn()}"

    def _whose_turn(self) -> str:
        if self.to_act is None:
            result = self.result()
            return f"over ({result.reason}): {' '.join(map(str, result.scores))}"
        return "chance is to act" if self.to_act == "chance" else f"seat {self.to_act} is to act"

    def svg(self, seat: int | None) -> str:
        """The scene as a seat sees it (None: a spectator)."""
        names = [self._definition.words.seat_name(one, ENGLISH) for one in range(self.players)]
        scene = self._definition.paint(self.sight(seat), seat, [], names, ENGLISH)
        return to_svg(scene, self._definition.shapes, self._definition.style)

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
        """The state as bytes for `from_bytes`, readable as long as its document is."""
        return msgspec.msgpack.encode(self.state())

    # ---- what is legal, and for whom --------------------------------------------------------------------------------

    def _choices(self) -> LegalIds:
        """What is legal now, cached, because `play` mostly follows `legal`."""
        if self._found is None:
            self._found = self._definition.ids.choices(self._state)
        return self._found

    def _codes(self) -> dict[str, int]:
        """The codes of actions or outcomes by text."""
        if self._named is None:
            name = self._definition.words.action_text
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
        """Raise `TableeError` unless it is a seat or, if not `alone`, None for a spectator."""
        if seat is None and not alone:
            return
        if not isinstance(seat, int | np.integer) or not 0 <= seat < self.players:
            raise TableeError(f"there is no seat {seat!r:.40}")
