"""One seat of a game for somebody who reads and writes texts; bots play the other seats, and chance draws."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from tablee.game import Game, new
from tablee.games import find_game
from tablee.games.errors import GameOver, IllegalAction, TableeError
from tablee.games.levels import LEVELS
from tablee.games.secrets import told

Opponent = int | Literal["random"]


class Chair:
    """A seat, and what its player is told: nothing that the seat could not know.

    >>> chair = Chair("isis", opponents="random", seed=7)
    >>> chair.act("pawn c4")
    >>> print(chair.view().splitlines()[-1])
    You are seat 0, and it is your turn.
    >>> chair.act("pawn c4")
    Traceback (most recent call last):
        ...
    tablee.games.errors.IllegalAction: 'pawn c4' is not legal now
    >>> chair.refusals
    1
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        options: Mapping[str, Any] | None = None,
        seat: int = 0,
        opponents: Opponent | Sequence[Opponent] = 1,
        seed: int | None = None,
    ) -> None:
        """`opponents` are levels or "random": one for all, or one for each other seat, clockwise."""
        self.game: Game = new(game, players, options, seed)
        self.seat, self.refusals = seat, 0
        if not 0 <= seat < players:
            raise TableeError(f"there is no seat {seat}")
        others = [opponents] * (players - 1) if isinstance(opponents, int | str) else list(opponents)
        if len(others) != players - 1 or any(one != "random" and one not in LEVELS for one in others):
            raise TableeError(f"opponents are levels from 1 to {max(LEVELS)} or 'random', one or {players - 1} of them")
        self._others, self._chooser = others, random.Random(self.game.seed)
        self._seen = 0
        self._let_others_play()

    @property
    def is_over(self) -> bool:
        """Is the game over?"""
        return self.game.to_act is None

    def view(self) -> str:
        """What has happened since the last action of this seat, what lies before it now, and whose turn it is."""
        board = self.game.text(self.seat).rpartition("\n")[0]
        return "\n".join([*self._news(), "", board, self._turn()])

    def _news(self) -> list[str]:
        secrets = {} if self.is_over else find_game(self.game.id).secrets(self.game.state()["options"])
        steps = self.game.steps
        lines = []
        for number, (who, text) in list(enumerate(steps))[self._seen :]:
            actor = who if isinstance(who, int) else -1
            known = told(text, actor, self.seat, number == len(steps) - 1, secrets)
            lines.append(f"{'Chance' if actor < 0 else 'You' if actor == self.seat else f'Seat {actor}'}: {known}")
        return lines

    def _turn(self) -> str:
        if not self.is_over:
            return f"You are seat {self.seat}, and it is your turn."
        result = self.game.result()
        scores = ", ".join(f"seat {seat} {score}" for seat, score in enumerate(result.scores))
        won = "you have won" if result.winners == [self.seat] else f"won by {', '.join(map(str, result.winners))}"
        return f"The game is over ({result.reason}): {scores}; {won}. You were seat {self.seat}."

    def legal(self) -> list[str]:
        """What the seat may do now."""
        return self.game.legal()

    def act(self, action: str) -> None:
        """Play an action of this seat, and let the others play; what is refused is counted, and changes nothing."""
        if self.is_over:
            raise GameOver("the game is over")
        before = len(self.game.log)
        try:
            self.game.play(action)
        except IllegalAction:
            self.refusals += 1
            raise
        self._seen = before
        self._let_others_play()

    def leave(self) -> None:
        """Give the game up for this seat; the others play on to the end."""
        self.game.leave(self.seat)
        self._let_others_play()

    def _let_others_play(self) -> None:
        while (who := self.game.to_act) not in (self.seat, None):
            if who == "chance":
                self.game.chance()
                continue
            assert isinstance(who, int)
            bot = self._others[(who - self.seat - 1) % self.game.players]
            self.game.play(
                self._chooser.choice(self.game.legal()) if bot == "random" else self.game.bot(level=int(bot))
            )
