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

from tablee.adapters import missing
from tablee.engine import calls
from tablee.engine.action_ids import NO_ID
from tablee.engine.contract import CHANCE, OVER, States
from tablee.engine.observations import size_of
from tablee.games import GameDefinition, find_game, working_games
from tablee.games.definition import LegalIds
from tablee.games.errors import TableeError
from tablee.games.secrets import Secrets

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing("openspiel", error) from None

PREFIX = "tablee_"
MOST_TRIES = 1000  # attempts to sample a matching history; in the games of this package the first one matches


def register() -> None:
    """Register all games that have observations with OpenSpiel, also those of other packages; may be called again."""
    known = set(pyspiel.registered_names())
    for definition in working_games():
        if definition.layout and PREFIX + definition.id not in known:
            pyspiel.register_game(_type_of(definition), _class_for(definition))


def _type_of(definition: GameDefinition) -> Any:
    kinds, open_to_all = pyspiel.GameType, definition.nothing_is_hidden
    return kinds(
        short_name=PREFIX + definition.id,
        long_name=definition.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if definition.ids.outcomes else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION if open_to_all else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(definition.players),
        min_num_players=min(definition.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(definition),
    )


def _parameters(definition: GameDefinition) -> dict[str, Any]:
    return {
        "players": definition.players[0],
        "seed": 0,
        "small": "",
        "most_steps": definition.most_steps,
        **{name: values[0] for name, values in definition.options.items()},
    }


def _class_for(definition: GameDefinition) -> type["TableeGame"]:
    return type(f"{definition.id.capitalize()}Game", (TableeGame,), {"definition": definition})


class TableeGame(pyspiel.Game):  # type: ignore[misc]
    """A game with a number of players and options; `seed` chooses the land, where the game has one.

    `small` names a small set-up, which has options of its own; after `most_steps` a game is truncated.
    """

    definition: GameDefinition

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        usual = _parameters(self.definition)  # OpenSpiel may fill them in
        given = {**usual, **(params or {})}
        players, seed, small, self.most_steps = (given.pop(name) for name in ("players", "seed", "small", "most_steps"))
        if self.most_steps < 1:
            raise TableeError("most_steps must be 1 or more")
        if small:
            self.begun = self.definition.read(self.definition.small(small))
            self.options = self.definition.words.write(self.begun)["options"]
            fixed = {"players": self.definition.seats(self.begun), **self.options}
            players = fixed["players"]
            if wrong := [
                name for name, value in (params or {}).items() if value not in (fixed.get(name, value), usual[name])
            ]:
                raise TableeError(f"the small set-up {small!r} has {wrong[0]} {fixed[wrong[0]]!r}")
        else:
            self.options = self.definition.full_options(players, given)
            self.begun = _set_up(self.definition, players, self.options, seed)
        unusual = {
            name: given for name, given in (("small", small), ("most_steps", self.most_steps)) if given != usual[name]
        }
        named = {"players": players, "seed": seed, **unusual, **self.options}
        info = pyspiel.GameInfo(
            num_distinct_actions=self.definition.ids.actions,
            max_chance_outcomes=self.definition.ids.outcomes,
            num_players=players,
            min_utility=-1.0 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.most_steps,
        )
        super().__init__(_type_of(self.definition), info, named)
        self.secrets = _hidden(self.definition, self.options)

    def new_initial_state(self) -> "TableeState":
        """The state before the first step."""
        return TableeState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The maximal number of steps, if the game has chance."""
        return self.most_steps if self.definition.ids.outcomes else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """An observer of what a player knows, as numbers and as text."""
        if params:
            raise ValueError("observations have no parameters")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _set_up(definition: GameDefinition, players: int, options: Mapping[str, Any], seed: int) -> States:
    """The initial state; if the land is larger than the action ids cover (1 in 100,000), the next land is taken."""
    for one in count(seed):
        state = definition.new(players, options, one)
        if NO_ID not in definition.ids.choices(state).ids:
            break
    return state


def _hidden(definition: GameDefinition, options: Mapping[str, Any]) -> Secrets:
    """The secrets that are never revealed to everybody."""
    return {name: secret for name, secret in definition.secrets(dict(options)).items() if not secret.shown}


class _Position(NamedTuple):
    """A state and its history; immutable, so that clones share it."""

    state: States
    who: int
    steps: tuple[tuple[int, int, str], ...]  # who, the id, and its text
    choices: LegalIds

    def __deepcopy__(self, _: dict[int, Any]) -> "_Position":
        return self


class TableeState(pyspiel.State):  # type: ignore[misc]
    """A game in progress."""

    def __init__(self, game: TableeGame) -> None:
        super().__init__(game)
        self._now = self._at(game.definition, game.begun, ())

    def _at(self, definition: GameDefinition, state: States, steps: tuple[tuple[int, int, str], ...]) -> _Position:
        return _Position(state, int(calls.to_act(state)), steps, definition.ids.choices(state))

    @property
    def game(self) -> TableeGame:
        """The game."""
        game: TableeGame = self.get_game()
        return game

    @property
    def states(self) -> States:
        """The state as an array of one, as compiled code takes it; read only."""
        return self._now.state

    def current_player(self) -> int:
        """The player to act."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self._now.who == CHANCE else self._now.who

    def is_terminal(self) -> bool:
        """Is the game over, or truncated after too many steps? A truncated game returns 0 to everybody."""
        return self._now.who == OVER or len(self._now.steps) >= self.game.most_steps

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return self._now.choices.ids

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The ids of the outcomes with their probabilities."""
        choices = self._now.choices
        total = sum(choices.weights)
        return [(one, weight / total) for one, weight in zip(choices.ids, choices.weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        now, definition, code = self._now, self.game.definition, self._now.choices.code_of(int(action))
        step = (now.who, int(action), definition.words.action_text(now.state, code))
        self._now = self._at(definition, definition.step(now.state, code), (*now.steps, step))

    def _action_to_string(self, player: int, action: int) -> str:
        ids = self.game.definition.ids  # in any position, and also what is not legal now
        return (ids.outcome_texts if player == CHANCE else ids.action_texts)[action]

    def returns(self) -> list[float]:
        """The returns by player, as `Game.returns`: their sum is 0."""
        return self.game.definition.result(self._now.state).returns

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "TableeState":
        """Sample a state that this player cannot tell from this one: the same history except for what is hidden."""
        if not any(self.told(who, text, player) != text for who, _, text in self._now.steps):
            return self.clone()  # type: ignore[no-any-return]
        for _ in range(MOST_TRIES):
            if (twin := self._other_history(player, sampler)) is not None:
                return twin
        raise TableeError("no other history was found that matches what the player knows")

    def _other_history(self, player: int, sampler: Callable[[], float]) -> "TableeState | None":
        twin = self.game.new_initial_state()
        for who, action, text in self._now.steps:
            fitting, seen = [action], self.told(who, text, player)
            if seen != text:
                texts = {one: twin._action_to_string(who, one) for one in twin._now.choices.ids}
                fitting = [one for one, other in texts.items() if twin.told(who, other, player) == seen]
            chosen = fitting[int(sampler() * len(fitting)) % len(fitting)]
            if twin._now.who != who or chosen not in twin._now.choices.ids:
                return None
            twin.apply_action(chosen)
        return twin

    def told(self, who: int, text: str, player: int) -> str:
        """A step as a player sees it."""
        for secret in self.game.secrets.values():
            hides = secret.told.get(text.partition(" ")[0])
            if hides and not (secret.own and who == player):
                return hides(text)
        return text

    def past(self, player: int) -> str:
        """All steps as a player sees them, one per line."""
        return "\n".join(f"{who}: {self.told(who, text, player)}" for who, _, text in self._now.steps)

    def knowledge(self, player: int) -> str:
        """The knowledge of a player, as JSON."""
        known = self.game.definition.knowledge(self._now.state, player)
        return msgspec.json.encode(known, order="deterministic").decode()

    def __str__(self) -> str:
        return self.game.definition.words.board_text(self.game.definition.words.write(self._now.state))


class Observer:
    """Observes for a player: `tensor` and `dict` are the numbers of `Game.observation`, the string its knowledge.

    With perfect recall the string contains all steps, too; the numbers stay the same.
    """

    def __init__(self, game: TableeGame, kind: Any) -> None:
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            raise ValueError("only the full knowledge of one player can be observed")
        layout, self._recalls = game.definition.layout, kind.perfect_recall
        self.tensor = np.zeros(size_of(layout), np.float32)
        planes = game.definition.planes
        self.dict = {name: self.tensor[plane.slice].reshape(plane.shape) for name, plane in planes.items()}

    def set_from(self, state: TableeState, player: int) -> None:
        """Fill the tensor."""
        self.tensor[:] = 0
        calls.observe(state.states, player, self.tensor)

    def string_from(self, state: TableeState, player: int) -> str:
        """The knowledge of the player as text."""
        shown = f"seat {player}\n{state.knowledge(player)}"
        return f"{shown}\n{state.past(player)}" if self._recalls else shown


def load(game: str, **parameters: Any) -> Any:
    """Register all games and load one with its parameters; raises `UnknownGame`.

    >>> load("morfals", capture="claim").num_distinct_actions()
    101
    """
    register()
    return pyspiel.load_game(PREFIX + find_game(game).id, parameters)
