"""One game of a tournament, from its pairing to its record. The same pairing always gives the same game."""

import hashlib
import time
from collections.abc import Sequence
from itertools import accumulate

import msgspec

from tablee.arena.bots import make_bot
from tablee.arena.schedule import Pairing, Tournament
from tablee.bots.bot import NO_LIMIT, Bot
from tablee.bots.process import CHEATED, CRASHED, BotFault
from tablee.games import find_game
from tablee.games.folder import GameFolder
from tablee.kernel.contract import States

MOST_STEPS = 50_000
"""A game that is not over by then ends without a winner: bots that go round in circles must not hold up the rest."""
ENDLESS = "endless"
"""The reason of such an end."""


class Fault(msgspec.Struct, frozen=True):
    """What a seat did wrong, and why it therefore left the game: a kind of `FAULTS`, and details in words."""

    seat: int
    kind: str
    words: str


class GameRecord(msgspec.Struct, frozen=True):
    """What is kept of a game. Lists have an entry a seat, but for `winners`, which are seats, and `faults`."""

    deal: int
    seats: tuple[int, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    steps: int
    faults: tuple[Fault, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def pairing(self) -> Pairing:
        """What was to be played."""
        return Pairing(self.deal, self.seats)

    @property
    def shares(self) -> tuple[float, ...]:
        """The part of the win that each seat has; nobody's win is shared by all that stayed."""
        left = {fault.seat for fault in self.faults}
        winners = self.winners or [seat for seat in range(len(self.seats)) if seat not in left]
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(self.seats)))


def play_batch(tournament: Tournament, batch: Sequence[Pairing]) -> tuple[list[GameRecord], float]:
    """Play some games, and say how many seconds it took. Outside bots start once, and end with the batch."""
    started = time.monotonic()
    folder = find_game(tournament.game)
    numbers = {number for pairing in batch for number in pairing.seats}
    bots = {number: make_bot(tournament.entrants[number], folder, tournament.patience) for number in numbers}
    try:
        records = [play(tournament, folder, pairing, [bots[number] for number in pairing.seats]) for pairing in batch]
    finally:
        for bot in bots.values():
            bot.end()
    return records, time.monotonic() - started


def play(tournament: Tournament, folder: GameFolder, pairing: Pairing, bots: Sequence[Bot]) -> GameRecord:
    """Play one game; `bots` are those of its seats."""
    sitting = _Game(tournament, folder, pairing, bots)
    while sitting.goes_on():
        sitting.step()
    return sitting.record()


class _Game:
    """A game under way."""

    def __init__(self, tournament: Tournament, folder: GameFolder, pairing: Pairing, bots: Sequence[Bot]) -> None:
        self._folder = folder
        self._pairing = pairing
        self._names = [tournament.entrants[number].name for number in pairing.seats]
        self._bots = bots
        self._deal = f"{tournament.seed} {pairing.deal}"
        set_up = lot(f"{self._deal} set-up") >> 32
        self._state: States = folder.new(tournament.players, tournament.options, set_up)
        self._steps = 0
        self._drawn = [0] * len(bots)
        self._decisions = [0] * len(bots)
        self._seconds = [0.0] * len(bots)
        self._faults: list[Fault] = []
        for bot in bots:
            bot.begin()

    def goes_on(self) -> bool:
        return self._steps < MOST_STEPS and self._folder.to_act(self._state) is not None

    def step(self) -> None:
        seat = self._folder.to_act(self._state)
        self._steps += 1
        if seat == "chance":
            self._draw()
        else:
            assert seat is not None
            self._decide(seat)

    def _draw(self) -> None:
        """Every seat draws its own row of lots: what the others do does not shift it."""
        seat = int(self._state["turn"][0])
        weighted = self._folder.outcomes(self._state)
        place = drawn(lot(f"{self._deal} seat {seat} draw {self._drawn[seat]}"), [weight for _, weight in weighted])
        self._drawn[seat] += 1
        self._state = self._folder.apply(self._state, weighted[place][0])

    def _decide(self, seat: int) -> None:
        codes = self._folder.codes(self._state)
        try:
            action = self._ask(seat)
            if action not in codes:
                raise BotFault(CHEATED, f"{action[:80]!r} is not legal")
        except BotFault as fault:
            self._faults.append(Fault(seat, fault.kind, str(fault)))
            self._state = self._folder.leave(self._state, seat)
        else:
            self._state = self._folder.step(self._state, codes[action])

    def _ask(self, seat: int) -> str:
        """What the bot of a seat plays. It is given its seat's knowledge, and nothing else."""
        knowledge = self._folder.knowledge(self._state, seat)
        seed = lot(f"{self._deal} {self._names[seat]} decision {self._steps}") >> 33
        self._decisions[seat] += 1
        started = time.monotonic()
        try:
            return self._bots[seat].choose(knowledge, NO_LIMIT, seed).action
        except BotFault:
            raise
        except Exception as error:  # its fault costs it the game, and nobody the tournament
            raise BotFault(CRASHED, f"{type(error).__name__}: {error}") from error
        finally:
            self._seconds[seat] += time.monotonic() - started

    def record(self) -> GameRecord:
        result = self._folder.result(self._state)
        return GameRecord(
            deal=self._pairing.deal,
            seats=self._pairing.seats,
            winners=tuple(result.winners),
            scores=tuple(result.scores),
            reason=result.reason or ENDLESS,
            steps=self._steps,
            faults=tuple(self._faults),
            decisions=tuple(self._decisions),
            seconds=tuple(round(seconds, 6) for seconds in self._seconds),
        )


def lot(text: str) -> int:
    """A number below 2⁶⁴ that follows from a text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def drawn(number: int, weights: Sequence[int]) -> int:
    """The index that a lot below 2⁶⁴ means, in proportion to the weights.

    The lot is a point on the line of all weights, so that it means much the same if these differ a little: of two games
    of one deal, the one in which fewer tiles are left still gives a good tile where the other does.

    >>> drawn(3 << 62, [1, 1, 2]), drawn(3 << 62, [1, 1, 1])
    (2, 2)
    """
    point = number * sum(weights) >> 64
    return next(index for index, reached in enumerate(accumulate(weights)) if point < reached)
