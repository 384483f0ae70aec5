"""Every game as a PettingZoo environment in which seats act in turns (AEC).

>>> from tablee.adapters import pettingzoo
>>> env = pettingzoo.env("isis", players=3)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(info["action_mask"]))
>>> env.agents
[]
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tablee.adapters import missing
from tablee.adapters.turns import HIGHEST, LOWEST, NOBODY, RENDER_MODES, Mask, Row, SeatStepper, Seeds, checked_mode
from tablee.games.errors import IllegalAction

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise missing("pettingzoo", error) from None

Observed = dict[str, Any]


class TableEnv(AECEnv[str, Observed, int]):  # type: ignore[misc]
    """One game whose seats are the agents `seat_0`, `seat_1` …; chance is resolved in between.

    An agent observes a dictionary: `observation`, the numbers of `Game.observation`, and `action_mask`, the ids that
    are legal for it (none if it is not its turn); the mask is in its `info`, too. Rewards come at the end and are
    `Game.returns()`. An illegal id raises `IllegalAction` and changes nothing; to learn from it, wrap the environment
    in PettingZoo's `TerminateIllegalWrapper`.
    """

    def __init__(
        self, game: str, players: int = 2, options: Mapping[str, Any] | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self._play, self._seeds = SeatStepper(game, players, options), Seeds()
        self.render_mode = checked_mode(render_mode)
        self.metadata = {
            "name": f"tablee_{game}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(self._play.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: _observed(self._play) for agent in self.possible_agents}
        self.state_space = spaces.Box(LOWEST, HIGHEST, (players * self._play.numbers,), np.float32)
        self._nothing = np.zeros(self._play.actions, np.int8)
        self._nothing.flags.writeable = False  # shared by all agents whose turn it is not
        self._mask: Mask = self._nothing

    def observation_space(self, agent: str) -> "spaces.Space[Observed]":
        """The observation space of an agent, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Space[Any]":
        """The action space of an agent, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Restart, with the set-up of `tablee.new` with this seed, or with a seed that follows from the one before."""
        self._play.begin(self._seeds.next(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._nothing} for agent in self.agents}
        self._skip_agent_selection = None
        self._turn_to(self.agents[0])

    def step(self, action: int | None) -> None:
        """Play an id for the agent to act, or None if its game is over."""
        if not self.agents:
            raise IllegalAction("the game is over, or has not begun: call reset")
        agent, play = self.agent_selection, self._play
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play.step(action)
        self._cumulative_rewards[agent] = 0.0
        if play.seat == NOBODY:
            self.terminations = dict.fromkeys(self.agents, self._play.terminated)
            self.truncations = dict.fromkeys(self.agents, self._play.truncated)
            self.rewards = dict(zip(self.agents, self._play.returns(), strict=True))
            self._accumulate_rewards()
        self._turn_to(agent)

    def _turn_to(self, before: str) -> None:
        """Select the agent of the seat to act, or the first agent once the game is over."""
        self.infos[before] = {"action_mask": self._nothing}
        seat = max(self._play.seat, 0)
        self.agent_selection = agent = self.possible_agents[seat]
        self._mask = self._play.mask()
        self.infos[agent] = {"action_mask": self._mask}

    def observe(self, agent: str) -> Observed:
        """The observation and the action mask of an agent."""
        mask = self._mask if agent == self.agent_selection else self._nothing
        return {"observation": self._play.observation(self._seats[agent]), "action_mask": mask}

    def state(self) -> Row:
        """The observations of all seats in one row, for centralised critics."""
        rows = [self._play.observation(seat) for seat in range(self._play.players)]
        return np.concatenate(rows)

    def render(self) -> str | None:
        """The public view: text (`ansi`) or SVG."""
        return self._play.picture(self.render_mode, None)

    def close(self) -> None:
        """Nothing to do."""


def env(
    game: str, players: int = 2, options: Mapping[str, Any] | None = None, render_mode: str | None = None
) -> TableEnv:
    """A game as an AEC environment; raises `UnknownGame` or `BadOptions`."""
    return TableEnv(game, players, options, render_mode)


def _observed(play: SeatStepper) -> "spaces.Dict":
    return spaces.Dict(
        {
            "observation": spaces.Box(LOWEST, HIGHEST, (play.numbers,), np.float32),
            "action_mask": spaces.Box(0, 1, (play.actions,), np.int8),
        }
    )
