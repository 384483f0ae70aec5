"""One game of a tournament, from its pairing to its record. The same pairing always gives the same game."""

import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache

import msgspec

from tablee.arena.bots import make_bot
from tablee.arena.schedule import Pairing, Tournament
from tablee.bots.bot import NO_LIMIT, Bot
from tablee.bots.mind import prepare
from tablee.bots.process import CHEATED, CRASHED, BotFault
from tablee.games import find_game
from tablee.games.folder import GameFolder
from tablee.games.thoughts import Thought
from tablee.kernel.contract import States
from tablee.kernel.lots import Lots, lot

MOST_STEPS = 50_000
"""A game that is not over by then ends without a winner: bots that go round in circles must not hold up the rest."""
ENDLESS = "endless"
"""The reason of such an end."""


class Fault(msgspec.Struct, frozen=True):
    """What a seat did wrong, and why it therefore left the game: a kind of `FAULTS`, and details in words."""

    seat: int
    kind: str
    words: str


class Decision(msgspec.Struct, frozen=True, array_like=True):
    """One decision: of which seat, how long it took, and what the bot expected of it for itself, if it said so."""

    seat: int
    seconds: float
    expected: float | None = None


class GameRecord(msgspec.Struct, frozen=True):
    """What is kept of a game. Lists have an entry a seat, but for `winners`, which are seats, `faults` and `thoughts`.

    `thoughts` are all decisions in their order, `log` all that was played, as `Game.log` has it (`arena/replaying.py`
    plays it again); files of earlier versions have none.
    """

    deal: int
    seats: tuple[int, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    steps: int
    faults: tuple[Fault, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    thoughts: tuple[Decision, ...] = ()
    log: tuple[str, ...] = ()

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
    _make_ready(tournament.game)
    numbers = {number for pairing in batch for number in pairing.seats}
    terms = tournament.patience, bool(tournament.limits)
    bots = {number: make_bot(tournament.entrants[number], folder, *terms) for number in numbers}
    try:
        if tournament.limits.has_time:
            for number in numbers:
                _rehearse(bots[number], tournament, folder)
        records = [play(tournament, folder, pairing, [bots[number] for number in pairing.seats]) for pairing in batch]
    finally:
        for bot in bots.values():
            bot.end()
    return records, time.monotonic() - started


def _rehearse(bot: Bot, tournament: Tournament, folder: GameFolder) -> None:
    """Let a bot decide once before it counts: what a process needs to get ready is not its time to think."""
    state = folder.new(tournament.players, tournament.options, 0)
    while folder.to_act(state) == "chance":
        state = folder.apply(state, folder.outcomes(state)[0][0])
    bot.begin()
    with suppress(Exception):  # whatever is wrong will be so in its games
        bot.choose(folder.knowledge(state, int(state["turn"][0])), tournament.limits.for_decision(0.0), 0)


@cache
def _make_ready(game: str) -> None:
    """Load what is compiled once in every process, so that no decision is timed with that."""
    prepare(find_game(game))


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
        self._seats = range(len(bots))
        self._limits = tournament.limits
        self._lots = lots_of(tournament, pairing.deal)
        self._state: States = folder.new(tournament.players, tournament.options, set_up(tournament, pairing.deal))
        self._steps = 0
        self._drawn = [0] * len(bots)
        self._thoughts: list[Decision] = []
        self._log: list[str] = []
        self._spent = [0.0] * len(bots)
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
        place = self._lots.outcome(seat, self._drawn[seat], [weight for _, weight in weighted])
        self._drawn[seat] += 1
        self._log.append(weighted[place][0])
        self._state = self._folder.apply(self._state, weighted[place][0])

    def _decide(self, seat: int) -> None:
        codes = self._folder.codes(self._state)
        try:
            action = self._ask(seat)
            if action not in codes:
                raise BotFault(CHEATED, f"{action[:80]!r} is not legal")
        except BotFault as fault:
            self._faults.append(Fault(seat, fault.kind, str(fault)))
            self._log.append(f"leave {seat}")
            self._state = self._folder.leave(self._state, seat)
        else:
            self._log.append(action)
            self._state = self._folder.step(self._state, codes[action])

    def _ask(self, seat: int) -> str:
        """What the bot of a seat plays. It is given its seat's knowledge, and nothing else."""
        knowledge = self._folder.knowledge(self._state, seat)
        seed = self._lots.thought(self._names[seat], self._steps)
        limit = self._limits.for_decision(self._spent[seat]) if self._limits else NO_LIMIT
        started = time.monotonic()
        expected = None
        try:
            thought = self._bots[seat].choose(knowledge, limit, seed)
            expected = _expected(thought, seat)
        except BotFault:
            raise
        except Exception as error:  # its fault costs it the game, and nobody the tournament
            raise BotFault(CRASHED, f"{type(error).__name__}: {error}") from error
        finally:
            seconds = time.monotonic() - started
            self._spent[seat] += seconds
            self._thoughts.append(Decision(seat, round(seconds, 6), expected))
        self._limits.check(seconds, self._spent[seat])
        return thought.action

    def record(self) -> GameRecord:
        result = self._folder.result(self._state)
        by_seat = [[thought.seconds for thought in self._thoughts if thought.seat == seat] for seat in self._seats]
        return GameRecord(
            deal=self._pairing.deal,
            seats=self._pairing.seats,
            winners=tuple(result.winners),
            scores=tuple(result.scores),
            reason=result.reason or ENDLESS,
            steps=self._steps,
            faults=tuple(self._faults),
            decisions=tuple(map(len, by_seat)),
            seconds=tuple(round(sum(seconds), 6) for seconds in by_seat),
            thoughts=tuple(self._thoughts),
            log=tuple(self._log),
        )


def _expected(thought: Thought, seat: int) -> float | None:
    """What a bot expects for itself of what it plays."""
    if not thought.considered or len(thought.considered[0].values) <= seat:
        return None
    return round(thought.considered[0].values[seat], 4)


def lots_of(tournament: Tournament, deal: int) -> Lots:
    """All that is random in a deal of a tournament."""
    return Lots(lambda text: lot(f"{tournament.seed} {deal} {text}"))


def set_up(tournament: Tournament, deal: int) -> int:
    """The seed of the set-up of a deal."""
    return lots_of(tournament, deal).set_up(bits=32)
