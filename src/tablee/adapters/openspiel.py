"""Every game in OpenSpiel, with chance explicit: `register()`, then `pyspiel.load_game("tablee_isis", {"players": 2})`.

>>> import pyspiel
>>> from tablee.adapters import openspiel
>>> openspiel.register()
>>> game = pyspiel.load_game("tablee_isis", {"players": 3, "memory": "open"})
>>> state = game.new_initial_state()
>>> state.apply_action(72)
>>> state.is_chance_node(), state.action_to_string(state.chance_outcomes()[0][0])
(True, 'reveal -4')
"""

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, NamedTuple

import msgspec
import numpy as np

from tablee.adapters.extras import missing
from tablee.games import GameFolder, find_game, working_games
from tablee.games.errors import TableeError
from tablee.games.ids import Choices
from tablee.games.secrets import Secrets
from tablee.kernel import calls
from tablee.kernel.contract import CHANCE, OVER, States
from tablee.kernel.ids import NO_ID
from tablee.kernel.observing import places_of, size_of

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing("openspiel", error) from None

PREFIX = "tablee_"
MOST_TRIES = 1000
"""So often a past that fits is looked for; in the games of the house the first one does."""


def register() -> None:
    """Make all games that can be observed known to OpenSpiel, those of other packages, too; twice does no harm."""
    known = set(pyspiel.registered_names())
    for folder in working_games():
        if folder.layout and PREFIX + folder.id not in known:
            pyspiel.register_game(_type_of(folder), _class_for(folder))


def _type_of(folder: GameFolder) -> Any:
    kinds, open_to_all = pyspiel.GameType, folder.nothing_is_hidden
    return kinds(
        short_name=PREFIX + folder.id,
        long_name=folder.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if folder.ids.outcomes else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION if open_to_all else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(folder.players),
        min_num_players=min(folder.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(folder),
    )


def _parameters(folder: GameFolder) -> dict[str, Any]:
    return {"players": folder.players[0], "seed": 0, **{name: values[0] for name, values in folder.options.items()}}


def _class_for(folder: GameFolder) -> type["TableeGame"]:
    return type(f"{folder.id.capitalize()}Game", (TableeGame,), {"folder": folder})


class TableeGame(pyspiel.Game):  # type: ignore[misc]
    """A game with so many players and options; `seed` says which land it is played on, where there is one."""

    folder: GameFolder

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_parameters(self.folder), **(params or {})}
        players, seed = given.pop("players"), given.pop("seed")
        self.options = self.folder.full_options(players, given)
        self.begun = _set_up(self.folder, players, self.options, seed)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.folder.ids.actions,
            max_chance_outcomes=self.folder.ids.outcomes,
            num_players=players,
            min_utility=-1.0 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.folder.most_steps,
        )
        super().__init__(_type_of(self.folder), info, {"players": players, "seed": seed, **self.options})
        self.secrets = _hidden(self.folder, self.options)

    def new_initial_state(self) -> "TableeState":
        """The game before its first step."""
        return TableeState(self)

    def max_chance_nodes_in_history(self) -> int:
        """As many as there can be steps."""
        return self.folder.most_steps if self.folder.ids.outcomes else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What a player has been shown, as numbers and as text."""
        if params:
            raise ValueError("observations have no parameters")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _set_up(folder: GameFolder, players: int, options: Mapping[str, Any], seed: int) -> States:
    """The state to begin with; of a land that reaches farther than ids do (one of 100,000) the next one."""
    for one in count(seed):
        state = folder.new(players, options, one)
        if NO_ID not in folder.ids.choices(state).ids:
            break
    return state


def _hidden(folder: GameFolder, options: Mapping[str, Any]) -> Secrets:
    """What was never shown to everybody."""
    return {name: secret for name, secret in folder.secrets(dict(options)).items() if not secret.shown}


class _Position(NamedTuple):
    """A state and how it came about; never changed, so that clones share it."""

    state: States
    who: int
    steps: tuple[tuple[int, int, str], ...]  # who, the id, and its text
    choices: Choices

    def __deepcopy__(self, _: dict[int, Any]) -> "_Position":
        return self


class TableeState(pyspiel.State):  # type: ignore[misc]
    """A game in progress."""

    def __init__(self, game: TableeGame) -> None:
        super().__init__(game)
        self._now = self._at(game.folder, game.begun, ())

    def _at(self, folder: GameFolder, state: States, steps: tuple[tuple[int, int, str], ...]) -> _Position:
        return _Position(state, int(calls.to_act(state)), steps, folder.ids.choices(state))

    @property
    def game(self) -> TableeGame:
        """Its game, with its folder."""
        game: TableeGame = self.get_game()
        return game

    @property
    def states(self) -> States:
        """An array of the one state, as compiled code takes it: to be read, and not changed."""
        return self._now.state

    def current_player(self) -> int:
        """Whose turn it is."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self._now.who == CHANCE else self._now.who

    def is_terminal(self) -> bool:
        """Is it over? A game that could go on for ever is cut short, and nobody gets anything."""
        return self._now.who == OVER or len(self._now.steps) >= self.game.folder.most_steps

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return self._now.choices.ids

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes by their ids, with their probabilities."""
        choices = self._now.choices
        total = sum(choices.weights)
        return [(one, weight / total) for one, weight in zip(choices.ids, choices.weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        now, folder, code = self._now, self.game.folder, self._now.choices.code_of(int(action))
        step = (now.who, int(action), folder.words.action_text(now.state, code))
        self._now = self._at(folder, folder.step(now.state, code), (*now.steps, step))

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return self.game.folder.words.action_text(self._now.state, self._now.choices.code_of(int(action)))

    def returns(self) -> list[float]:
        """What the game was worth to each player, as `Game.returns`: 0 in sum."""
        winners, seats = self.game.folder.result(self._now.state).winners, self.num_players()
        if not winners:
            return [0.0] * seats
        return [(seats * (seat in winners) / len(winners) - 1) / (seats - 1) for seat in range(seats)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "TableeState":
        """A game that this player cannot tell from this one: with the same past, but for what was hidden from it."""
        if not any(self.told(who, text, player) != text for who, _, text in self._now.steps):
            return self.clone()  # type: ignore[no-any-return]
        for _ in range(MOST_TRIES):
            if (twin := self._another_past(player, sampler)) is not None:
                return twin
        raise TableeError("no other past was found that fits what the player has been shown")

    def _another_past(self, player: int, sampler: Callable[[], float]) -> "TableeState | None":
        twin = self.game.new_initial_state()
        for who, action, text in self._now.steps:
            fitting, seen = [action], self.told(who, text, player)
            if seen != text:
                fitting = [one for one in twin._now.choices.ids if twin._would_be_told(who, one, player) == seen]
            chosen = fitting[int(sampler() * len(fitting)) % len(fitting)]
            if twin._now.who != who or chosen not in twin._now.choices.ids:
                return None
            twin.apply_action(chosen)
        return twin

    def _would_be_told(self, who: int, action: int, player: int) -> str:
        return self.told(who, self._action_to_string(who, action), player)

    def told(self, who: int, text: str, player: int) -> str:
        """A step as a player has been shown it."""
        for secret in self.game.secrets.values():
            hides = secret.told.get(text.partition(" ")[0])
            if hides and not (secret.own and who == player):
                return hides(text)
        return text

    def past(self, player: int) -> str:
        """All steps as a player has been shown them, a line each."""
        return "\n".join(f"{who}: {self.told(who, text, player)}" for who, _, text in self._now.steps)

    def knowledge(self, player: int) -> str:
        """All that a player has been shown of the state, as JSON."""
        known = self.game.folder.knowledge(self._now.state, player)
        return msgspec.json.encode(known, order="deterministic").decode()

    def __str__(self) -> str:
        return self.game.folder.words.board_text(self.game.folder.words.write(self._now.state))


class Observer:
    """Of a player: `tensor` and `dict` are the numbers of `Game.observation`, the string all that it was shown.

    With perfect recall the string has all steps, too, in their order; the numbers are the same ones.
    """

    def __init__(self, game: TableeGame, kind: Any) -> None:
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            raise ValueError("only all that one player has been shown can be observed")
        layout, self._recalls = game.folder.layout, kind.perfect_recall
        self.tensor = np.zeros(size_of(layout), np.float32)
        places = places_of(layout)
        self.dict = {
            name: self.tensor[places[name] : places[name] + int(np.prod(shape))].reshape(shape)
            for name, shape in layout.items()
        }

    def set_from(self, state: TableeState, player: int) -> None:
        """Fill the numbers."""
        self.tensor[:] = 0
        calls.observe(state.states, player, self.tensor)

    def string_from(self, state: TableeState, player: int) -> str:
        """All that the player has been shown, as text."""
        shown = f"seat {player}\n{state.knowledge(player)}"
        return f"{shown}\n{state.past(player)}" if self._recalls else shown


def load(game: str, **parameters: Any) -> Any:
    """The same in one call: register, and load a game with its parameters; raises `UnknownGame`.

    >>> load("morfals", capture="claim").num_distinct_actions()
    101
    """
    register()
    return pyspiel.load_game(PREFIX + find_game(game).id, parameters)
