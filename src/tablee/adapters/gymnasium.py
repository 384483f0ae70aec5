"""Every game as a Gymnasium environment: one seat against bots, or many games at once in self-play.

Importing this module registers `Tablee/Isis-v0` … (`Env`) and, for `gymnasium.make_vec`, `Tablee/IsisSelfPlay-v0` …
(`SelfPlayVectorEnv`). `gymnasium.make("tablee.adapters.gymnasium:Tablee/Isis-v0")` imports it by itself.

>>> import gymnasium
>>> env = gymnasium.make("tablee.adapters.gymnasium:Tablee/Isis-v0", seat=0, opponents="random")
>>> observation, info = env.reset(seed=7)
>>> observation.shape, int(info["action_mask"].sum())
((507,), 37)
>>> observation, reward, terminated, truncated, info = env.step(20)
>>> env.close()
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from tablee.adapters import missing
from tablee.adapters.turns import HIGHEST, LOWEST, NOBODY, RENDER_MODES, Mask, Row, SeatStepper, as_id, checked_mode
from tablee.api.batch import Autoreset, Batch
from tablee.api.game import Game
from tablee.games import game_ids
from tablee.games.brains.levels import LEVELS
from tablee.games.errors import GameOver, IllegalAction, TableeError

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise missing("gymnasium", error) from None

Opponent = int | Literal["random"] | Callable[[Game], int]  # a level, or a function from a game to an id


class Env(gymnasium.Env[Row, np.int64]):
    """One seat of a game against bots. A step is the agent's action, followed by those of the others and chance.

    The observation is the row of `Game.observation`. The legal ids are in `info["action_mask"]` and in
    `action_masks()`, where MaskablePPO of sb3-contrib looks for them. The reward is `Game.returns()` of the agent's
    seat, at the end. An illegal id of the action space ends the episode with the reward of a loser
    (`info["illegal"]`) or, with `illegal="raise"`, raises `IllegalAction`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int = 2,
        options: Mapping[str, Any] | None = None,
        seat: int | None = None,
        opponents: Opponent | Sequence[Opponent] = 1,
        illegal: Literal["lose", "raise"] = "lose",
        render_mode: str | None = None,
    ) -> None:
        """`seat` is the agent's, None for a random one per game; `opponents` is one for all or one per seat."""
        self._play = play = SeatStepper(game, players, options)
        if seat is not None and not 0 <= seat < players:
            raise TableeError(f"there is no seat {seat}")
        if illegal not in ("lose", "raise"):
            raise TableeError("illegal is lose or raise")
        self._own, self._opponents = seat, _checked_opponents(opponents, players)
        self._loses = illegal == "lose"
        self.render_mode = checked_mode(render_mode)
        self.observation_space = spaces.Box(LOWEST, HIGHEST, (play.numbers,), np.float32)
        self.action_space = spaces.Discrete(play.actions)
        self._lost = False
        self.seat = seat or 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Row, dict[str, Any]]:
        """Restart; `options={"seat": 1}` sets the agent's seat for this game."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(self._play.players))  # in any case: a given seat changes nothing else
        seat = (options or {}).get("seat", drawn if self._own is None else self._own)
        if not 0 <= seat < self._play.players:
            raise TableeError(f"there is no seat {seat}")
        self.seat = int(seat)
        self._chooser = random.Random(int(self.np_random.integers(1 << 62)))
        self._play.begin(self._chooser.getrandbits(62))
        self._lost = False
        self._let_others_play()
        return self._play.observation(self.seat), self._info()

    def step(self, action: Any) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Play an id and let the others play until it is the agent's turn again or the game is over."""
        play = self._play
        if self._lost:
            raise GameOver("the game is over: an illegal action has ended it")
        try:
            play.step(action)
        except IllegalAction as refusal:
            if not self._forgives(action):
                raise
            self._lost = True
            loss = -1.0 / (play.players - 1)  # the return of a loser where one other seat wins
            return play.observation(self.seat), loss, True, False, {**self._info(), "illegal": str(refusal)}
        self._let_others_play()
        reward = play.returns()[self.seat] if play.terminated else 0.0
        return play.observation(self.seat), reward, play.terminated, play.truncated, self._info()

    def _forgives(self, action: Any) -> bool:
        """Does this illegal action end the episode instead of raising? Not if it is no id, or if no seat is to act."""
        return self._loses and self._play.seat != NOBODY and 0 <= as_id(action) < self._play.actions

    def _let_others_play(self) -> None:
        play = self._play
        while play.seat not in (self.seat, NOBODY):
            opponent = self._opponents[(play.seat - self.seat - 1) % play.players]
            play.step(_choice(opponent, play.game(), self._chooser))

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal ids; all once the episode has ended."""
        return self._mask().view(np.bool_)

    def _mask(self) -> Mask:
        return np.ones(self._play.actions, np.int8) if self._lost else self._play.mask()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat}

    def render(self) -> Any:
        """The view of the agent's seat: text (`ansi`) or SVG."""
        return self._play.picture(self.render_mode, self.seat)


def _checked_opponents(opponents: Opponent | Sequence[Opponent], players: int) -> list[Opponent]:
    alike = isinstance(opponents, int | str) or callable(opponents)
    chosen: list[Any] = [opponents] * (players - 1) if alike else list(opponents)  # type: ignore[arg-type]
    if len(chosen) != players - 1:
        raise TableeError(f"there are {players - 1} other seats, and {len(chosen)} opponents")
    for one in chosen:
        if one != "random" and not callable(one) and one not in LEVELS:
            raise TableeError(f"an opponent is a level from 1 to {max(LEVELS)}, 'random' or a function, not {one!r}")
    return chosen


def _choice(opponent: Opponent, game: Game, chooser: random.Random) -> int:
    if callable(opponent):
        return opponent(game)
    if opponent == "random":
        return chooser.choice(game.legal_ids())
    return game.text_id(game.think(level=int(opponent)).action)


class SelfPlayVectorEnv(VectorEnv[Row, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games at once on a `Batch`, in which one learner plays all seats.

    Each step plays an id in every game for the seat to act. The observations are those of the seats to act next; the
    rewards are those of the seats that acted. `infos` has `action_mask` (by game and id), `to_act` (the seats to act
    next, -2 where the game is over) and `returns` (by game and seat, at the end). Where a game has ended, the
    observation is that of the seat that ended it; with `SAME_STEP` it is in `infos["final_obs"]`, and the observation
    is the first one of the next game. If any id is illegal, nothing is played and `IllegalAction` says where; in a game
    that restarts by itself (`NEXT_STEP`) any number will do.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        options: Mapping[str, Any] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        """With `copy=False` the next step overwrites masks and observations, which is quicker."""
        self.num_envs, self.autoreset_mode = num_envs, AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self._copies = copy
        self._batch = batch = Batch(
            game, num_envs, players, options, autoreset=_AUTORESET[self.autoreset_mode], threads=threads
        )
        numbers = batch.observe().shape[1]
        self.single_observation_space = spaces.Box(LOWEST, HIGHEST, (numbers,), np.float32)
        self.single_action_space = spaces.Discrete(batch.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.zeros((num_envs, numbers), np.float32)
        self._games = np.arange(num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Row, dict[str, Any]]:
        """Restart all games, or those of `options["reset_mask"]`; the same seed gives the same games.

        (Games without a compiled set-up are an exception: they have 64 set-ups per batch.)
        """
        if seed is not None and not isinstance(seed, int):
            raise TableeError("the seed must be one whole number for all games")
        mask = (options or {}).get("reset_mask")
        if mask is not None and (np.shape(mask) != (self.num_envs,) or np.asarray(mask).dtype != np.bool_):
            raise TableeError(f"reset_mask must be an array of {self.num_envs} truth values")
        self._batch.reset(seed, None if mask is None else np.flatnonzero(mask))
        return self._observed(), self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Row, npt.NDArray[Any], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Play one id in every game."""
        batch, actors = self._batch, np.maximum(self._batch.to_act, 0)
        batch.step(actions)
        rewards = batch.rewards[self._games, actors].astype(np.float64)
        ended = batch.terminated | batch.truncated
        rows, infos = self._observed(), self._infos()
        if ended.any():
            self._tell_ends(rows, infos, actors, ended)
        return rows, rewards, batch.terminated.copy(), batch.truncated.copy(), infos

    def _observed(self) -> Row:
        rows = self._batch.observe(out=self._rows)
        return rows.copy() if self._copies else rows

    def _infos(self) -> dict[str, Any]:
        mask = self._batch.mask.view(np.int8)
        return {
            "action_mask": mask.copy() if self._copies else mask,
            "to_act": self._batch.to_act.copy(),
            "returns": self._batch.rewards.copy(),
        }

    def _tell_ends(
        self, rows: Row, infos: dict[str, Any], actors: npt.NDArray[Any], ended: npt.NDArray[np.bool_]
    ) -> None:
        """Add the last observations of the seats that ended their games."""
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            for seat in np.unique(actors[ended]).tolist():
                here = ended & (actors == seat)
                rows[here] = self._batch.observe(seat)[here]
            return
        finals = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(ended).tolist():
            finals[game] = self._batch.finals[game, actors[game]].copy()
        infos |= {"final_obs": finals, "_final_obs": ended, "final_info": {"returns": infos["returns"]}}

    def close_extras(self, **_: Any) -> None:
        """End the threads."""
        self._batch.close()


_AUTORESET: dict[AutoresetMode, Autoreset] = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


def _register() -> None:
    for game in game_ids():
        name = "".join(part.capitalize() for part in game.split("_"))
        if f"Tablee/{name}-v0" not in gymnasium.registry:
            gymnasium.register(f"Tablee/{name}-v0", f"{__name__}:Env", kwargs={"game": game})
            gymnasium.register(
                f"Tablee/{name}SelfPlay-v0", vector_entry_point=f"{__name__}:SelfPlayVectorEnv", kwargs={"game": game}
            )


_register()
