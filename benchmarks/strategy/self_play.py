"""Games of bots against themselves, kept as they were played: a file for each series, one JSON line a game.

A game follows from its series and its number alone, so a series can be broken off and gone on with at any time.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tablee.bots.bot import NO_LIMIT, Bot
from tablee.bots.level_bots import LevelBot
from tablee.engine.contract import States
from tablee.games import GameDefinition, find_game
from tablee.games.brains.thoughts import Limit

SEED = 20_036
"""Of all games: nothing was chosen on them."""


class Series(NamedTuple):
    """Games of one kind. The bots take turns at the seats, beginning one seat further in each game."""

    name: str
    players: int
    games: int
    bots: tuple[str, ...] = ("4",)  # levels, or bots that the game's module makes; fewer than seats begin anew
    opening: tuple[str, ...] = ()  # the first actions of the first seats, which are played for them
    prepared: Callable[[States], States] | None = None  # changes the state as soon as the opening is over

    def by_seat(self, number: int) -> list[str]:
        """The bot of each seat."""
        return [self.bots[(seat + number) % len(self.bots)] for seat in range(self.players)]


class Played(NamedTuple):
    """A game as it was played."""

    number: int
    set_up: int
    bots: Sequence[str]
    log: Sequence[str]
    winners: Sequence[int]
    scores: Sequence[int]
    reason: str
    said: Sequence[float | None]
    """For each action of the log, the share of the win that its seat expected; none for chance."""

    def share(self, seat: int) -> float:
        """What a seat won."""
        return (seat in self.winners) / len(self.winners) if self.winners else 1 / len(self.bots)

    def share_of(self, bot: str) -> float:
        """What a bot won in all its seats together."""
        return sum(self.share(seat) for seat, name in enumerate(self.bots) if name == bot)


Maker = Callable[[GameDefinition, str], Bot]


def level_bot(definition: GameDefinition, name: str) -> Bot:
    """A bot by the number of its level."""
    return LevelBot(definition, int(name), cores=1)


def limit_of(name: str) -> tuple[str, Limit]:
    """The bot and its limit: "4/3000" is level 4 with at most 3,000 simulations."""
    bot, _, simulations = name.partition("/")
    return bot, Limit(simulations=int(simulations)) if simulations else NO_LIMIT


def play(game: str, series: Series, number: int, make: Maker = level_bot) -> Played:
    """The game with that number."""
    definition, random = find_game(game), Random(f"{SEED} {game} {series.name} {number}")
    set_up = Random(f"{SEED} {game} {series.players} {number}").getrandbits(32)  # the same in all series
    names = series.by_seat(number)
    limits = [limit_of(name)[1] for name in names]
    bots = [make(definition, limit_of(name)[0]) for name in names]
    for bot in bots:
        bot.begin()
    state = definition.new(series.players, {}, set_up)
    log: list[str] = []
    said: list[float | None] = []
    opening, prepared = list(series.opening), series.prepared
    while (who := definition.to_act(state)) is not None:
        if prepared is not None and not opening and (changed := prepared(state)) is not state:
            state, prepared = changed, None
        if who == "chance":
            texts, weights = zip(*definition.outcomes(state), strict=True)
            text, expected = random.choices(texts, weights)[0], None
        elif opening and opening[0] in definition.actions(state):
            text, expected = opening.pop(0), None
        else:
            assert isinstance(who, int)
            thought = bots[int(who)].choose(definition.knowledge(state, who), limits[who], random.getrandbits(32))
            values = thought.considered[0].values if thought.considered else ()
            text, expected = thought.action, round(values[who], 4) if values else None
        state = definition.apply(state, text)
        log.append(text)
        said.append(expected)
    result = definition.result(state)
    return Played(number, set_up, names, log, result.winners or [], result.scores, result.reason or "", said)


def states(game: str, series: Series, played: Played) -> Iterator[tuple[States, str]]:
    """Every state of a game with the step that followed; at the end, the last state with an empty text."""
    definition = find_game(game)
    state, prepared = definition.new(series.players, {}, played.set_up), series.prepared
    for at, text in enumerate(played.log):
        if prepared is not None and at >= len(series.opening) and (changed := prepared(state)) is not state:
            state, prepared = changed, None
        yield state, text
        state = definition.apply(state, text)
    yield state, ""


class Store:
    """The files of a game's series."""

    def __init__(self, folder: Path, game: str) -> None:
        self._folder = folder / game
        self._folder.mkdir(parents=True, exist_ok=True)

    def games(self, series: Series) -> list[Played]:
        """The games of a series so far, by number."""
        path = self._path(series)
        lines = path.read_text("utf8").split("\n") if path.exists() else [""]
        found = [Played(**json.loads(line)) for line in lines[:-1]]  # a last line that was cut off is dropped
        return sorted({one.number: one for one in found if one.number < series.games}.values())

    def add(self, series: Series, played: Played) -> None:
        """Keep a game."""
        path = self._path(series)
        text = path.read_text("utf8") if path.exists() else ""
        if not text.endswith("\n") and text:
            path.write_text(text[: text.rfind("\n") + 1], "utf8")
        with path.open("a", encoding="utf8") as file:
            file.write(json.dumps(played._asdict(), separators=(",", ":")) + "\n")

    def _path(self, series: Series) -> Path:
        return self._folder / f"{series.name}.jsonl"


def play_missing(games: Mapping[str, Any], folder: Path, rounds: int = 25) -> Iterator[tuple[str, str, int]]:
    """Play what is missing, all series side by side in rounds; yields what has just been played."""
    stores = {game: Store(folder, game) for game in games}
    missing = {
        (game, series): sorted(set(range(series.games)) - {one.number for one in stores[game].games(series)})
        for game, module in games.items()
        for series in module.SERIES
    }
    while any(missing.values()):
        for (game, series), numbers in missing.items():
            for number in numbers[: max(series.games // rounds, 1)]:
                make = getattr(games[game], "bot", level_bot)
                stores[game].add(series, play(game, series, number, make))
                yield game, series.name, number
            del numbers[: max(series.games // rounds, 1)]
