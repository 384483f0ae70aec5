"""One game of a tournament, from its pairing to its record. The same pairing always gives the same game."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec

from tablee.api.game import Game, load
from tablee.arena.entrants import Entrant, SearchBot
from tablee.arena.schedule import Pairing, Tournament
from tablee.bots.batch_search import GuidedBot, Question
from tablee.bots.bot import NO_LIMIT, Bot, EngineBot, PythonBot, RandomBot
from tablee.bots.bot_process import CHEATED, CRASHED, BotFault
from tablee.bots.level_bots import LevelBot, prepare
from tablee.engine.chance import Lots, lot
from tablee.engine.contract import States
from tablee.games import find_game
from tablee.games.brains.playing_styles import style_named
from tablee.games.brains.thoughts import Limit, Thought
from tablee.games.definition import GameDefinition
from tablee.games.document import Document

MOST_STEPS = 50_000  # a longer game ends without a winner: some bots go round in circles
ENDLESS = "endless"  # the reason of such an end
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Fault(msgspec.Struct, frozen=True):
    """Why a seat left the game: a kind of `FAULTS`, and details in words."""

    seat: int
    kind: str
    words: str


class Decision(msgspec.Struct, frozen=True, array_like=True):
    """One decision: its seat, its time, and the share of the win that the bot expected for itself, if it said so."""

    seat: int
    seconds: float
    expected: float | None = None


class GameRecord(msgspec.Struct, frozen=True):
    """The record of a game. Tuples have one entry per seat, except `winners` (seats), `faults`, `thoughts` and `log`.

    `thoughts` are all decisions in order; `log` is everything that was played, as in `Game.log`
    (`record_file.replayed` replays it).
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
        """The pairing of the game."""
        return Pairing(self.deal, self.seats)

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of the win of each seat; without a winner, all seats that stayed share it."""
        left = {fault.seat for fault in self.faults}
        winners = self.winners or [seat for seat in range(len(self.seats)) if seat not in left]
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(self.seats)))


def play_batch(
    tournament: Tournament, batch: Sequence[Pairing], own: Mapping[str, Any] = NOTHING
) -> tuple[list[GameRecord], float]:
    """Play some games; return their records and the seconds taken. Outside bots start once and end with the batch.

    `own` are the functions and searches among the entrants, by name.
    """
    started = time.monotonic()
    definition = find_game(tournament.game)
    _make_ready(tournament.game)
    numbers = {number for pairing in batch for number in pairing.seats}
    terms = tournament.patience, bool(tournament.limits), own
    bots = {number: make_bot(tournament.entrants[number], definition, *terms) for number in numbers}
    try:
        if tournament.limits.has_time:
            for number in numbers:
                _rehearse(bots[number], tournament, definition)
        if side_by_side(tournament):
            sittings = [
                _Game(tournament, definition, pairing, [
                    bots[number] if isinstance(bots[number], GuidedBot)
                    else make_bot(tournament.entrants[number], definition, *terms)  # it remembers its game
                    for number in pairing.seats
                ])
                for pairing in batch
            ]  # fmt: skip
            _play_side_by_side(sittings)
            records = [sitting.record() for sitting in sittings]
        else:
            records = [
                play(tournament, definition, pairing, [bots[number] for number in pairing.seats]) for pairing in batch
            ]
    finally:
        for bot in bots.values():
            bot.end()
    return records, time.monotonic() - started


def side_by_side(tournament: Tournament) -> bool:
    """Are the games of a batch played in step, so that a search sees many positions at once? Not beside processes."""
    return any(one.kind == "search" for one in tournament.entrants) and not any(
        one.is_outside for one in tournament.entrants
    )


def _play_side_by_side(sittings: Sequence["_Game"]) -> None:
    """Play games in step: all positions that wait for the same search are searched together."""
    while True:
        waiting: dict[GuidedBot, list[_Game]] = {}
        for sitting in sittings:
            while sitting.goes_on() and not isinstance(bot := sitting.next_bot(), GuidedBot):
                sitting.step()
            if sitting.goes_on():
                assert isinstance(bot, GuidedBot)
                waiting.setdefault(bot, []).append(sitting)
        if not waiting:
            return
        for bot, those in waiting.items():
            try:
                answers: list[Any] = list(bot.choose_all([one.question() for one in those]))
            except Exception as error:  # every game that waited for it is lost
                answers = [error] * len(those)
            for one, answer in zip(those, answers, strict=True):
                one.step(answer)


class FunctionBot(Bot):
    """A function from a `Game`, as its seat knows it, to an id or a text."""

    def __init__(self, function: Callable[[Game], int | str]) -> None:
        self._function = function

    def choose(self, knowledge: Document, limit: Limit = NO_LIMIT, seed: int = 0) -> Thought:  # noqa: ARG002
        """Ask the function."""
        game = load(knowledge, seed)
        chosen = self._function(game)
        return Thought(chosen if isinstance(chosen, str) else game.id_text(chosen))


def make_bot(
    entrant: Entrant,
    definition: GameDefinition,
    patience: float,
    limited: bool = False,
    own: Mapping[str, Any] = NOTHING,
) -> Bot:
    """The bot of an entrant; `patience` is how many seconds an outside bot may think about an action.

    Bots of a level think on one core, since the games of a tournament use all cores. Unless the tournament is
    `limited`, they think without a clock, so that they play the same on every machine.
    """
    if entrant.kind == "random":
        return RandomBot(definition)
    if entrant.kind == "level":
        level, _, style = entrant.target.partition(":")
        return LevelBot(definition, int(level), cores=1, style=style_named(style))
    if entrant.kind == "function":
        return FunctionBot(own[entrant.name])
    if entrant.kind == "search":
        search: SearchBot = own[entrant.name]
        return GuidedBot(definition, search.load(), search.simulations, search.leaves)
    if entrant.kind == "python":
        return PythonBot(definition, entrant.command, patience)
    return EngineBot(entrant.command, patience, entrant.level, asks=limited)


def _rehearse(bot: Bot, tournament: Tournament, definition: GameDefinition) -> None:
    """Let a bot decide once before the games: starting a process must not count as thinking time."""
    state = definition.new(tournament.players, tournament.options, 0)
    while definition.to_act(state) == "chance":
        state = definition.apply(state, definition.outcomes(state)[0][0])
    bot.begin()
    with suppress(Exception):  # its games will show the fault
        bot.choose(definition.knowledge(state, int(state["turn"][0])), tournament.limits.for_decision(0.0), 0)


@cache
def _make_ready(game: str) -> None:
    """Load compiled code once per process, so that no decision is timed with it."""
    prepare(find_game(game))


def play(tournament: Tournament, definition: GameDefinition, pairing: Pairing, bots: Sequence[Bot]) -> GameRecord:
    """Play one game; `bots` are those of its seats."""
    sitting = _Game(tournament, definition, pairing, bots)
    while sitting.goes_on():
        sitting.step()
    return sitting.record()


class _Game:
    """A game under way."""

    def __init__(
        self, tournament: Tournament, definition: GameDefinition, pairing: Pairing, bots: Sequence[Bot]
    ) -> None:
        self._definition = definition
        self._pairing = pairing
        self._names = [tournament.entrants[number].name for number in pairing.seats]
        self._bots = bots
        self._seats = range(len(bots))
        self._limits = tournament.limits
        self._lots = lots_of(tournament, pairing.deal)
        self._state: States = definition.new(tournament.players, tournament.options, set_up(tournament, pairing.deal))
        self._steps = 0
        self._drawn = [0] * len(bots)
        self._thoughts: list[Decision] = []
        self._log: list[str] = []
        self._spent = [0.0] * len(bots)
        self._faults: list[Fault] = []
        for bot in bots:
            bot.begin()

    def goes_on(self) -> bool:
        return self._steps < MOST_STEPS and self._definition.to_act(self._state) is not None

    def next_bot(self) -> Bot | None:
        """The bot that is to act; None for chance."""
        seat = self._definition.to_act(self._state)
        return self._bots[seat] if isinstance(seat, int) else None

    def question(self) -> Question:
        """What the bot that is to act is asked."""
        seat = int(self._definition.to_act(self._state))  # type: ignore[arg-type]
        limit = self._limits.for_decision(self._spent[seat]) if self._limits else NO_LIMIT
        seed = self._lots.thought(self._names[seat], self._steps + 1)
        return self._definition.knowledge(self._state, seat), limit, seed

    def step(self, answer: Thought | Exception | None = None) -> None:
        """Go one step on; `answer` is that of the bot to act, if it was asked already."""
        seat = self._definition.to_act(self._state)
        if seat == "chance":
            self._draw()
        else:
            assert seat is not None
            codes = self._definition.codes(self._state)
            try:
                action = self._ask(seat, answer)
                if action not in codes:
                    raise BotFault(CHEATED, f"{action[:80]!r} is not legal")
            except BotFault as fault:
                self._faults.append(Fault(seat, fault.kind, str(fault)))
                self._log.append(f"leave {seat}")
                self._state = self._definition.leave(self._state, seat)
            else:
                self._log.append(action)
                self._state = self._definition.step(self._state, codes[action])
        self._steps += 1

    def _draw(self) -> None:
        """Every seat draws from its own sequence, so what the others do does not shift it."""
        seat = int(self._state["turn"][0])
        weighted = self._definition.outcomes(self._state)
        place = self._lots.outcome(seat, self._drawn[seat], [weight for _, weight in weighted])
        self._drawn[seat] += 1
        self._log.append(weighted[place][0])
        self._state = self._definition.apply(self._state, weighted[place][0])

    def _ask(self, seat: int, answer: Thought | Exception | None) -> str:
        """Ask the bot of a seat, which gets its seat's knowledge and nothing else, unless it has answered."""
        question = () if answer else self.question()
        started = time.monotonic()
        expected, thinking = None, 0.0
        try:
            if isinstance(answer, Exception):
                raise answer
            thought = answer or self._bots[seat].choose(*question)
            thinking = thought.seconds if answer else 0.0
            expected = _expected(thought, seat)
        except BotFault:
            raise
        except Exception as error:  # a fault loses the game, but does not end the tournament
            raise BotFault(CRASHED, f"{type(error).__name__}: {error}") from error
        finally:
            seconds = time.monotonic() - started + thinking
            self._spent[seat] += seconds
            self._thoughts.append(Decision(seat, round(seconds, 6), expected))
        self._limits.check(seconds, self._spent[seat])
        return thought.action

    def record(self) -> GameRecord:
        result = self._definition.result(self._state)
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
    """The share of the win that a bot expects for itself after its action."""
    if not thought.considered or len(thought.considered[0].values) <= seat:
        return None
    return round(thought.considered[0].values[seat], 4)


def lots_of(tournament: Tournament, deal: int) -> Lots:
    """All random draws of a deal."""
    return Lots(lambda text: lot(f"{tournament.seed} {deal} {text}"))


def set_up(tournament: Tournament, deal: int) -> int:
    """The seed of the set-up of a deal."""
    return lots_of(tournament, deal).set_up(bits=32)
