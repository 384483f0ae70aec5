"""Games as tables of steps, one row per step, to learn from; no names of players are in them.

`self_play`, `from_arena` and `from_tables` give rows; `write` writes them as JSON lines or, with the extra `data`, as
Parquet. `tablee data` does the same from the command line.

>>> rows = list(self_play("isis", games=2, bots=["random"], seed=7))
>>> rows[0].by, rows[0].id in rows[0].legal, rows[-1].play, sum(rows[-1].returns)
('random', True, 1, 0.0)
"""

import asyncio
import random
import sys
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

import joblib
import msgspec

from tablee.adapters import missing
from tablee.api.compile_all import compile_games
from tablee.api.game import Game, new
from tablee.arena.arena_game import set_up
from tablee.arena.entrants import Entrant
from tablee.arena.record_file import read_records
from tablee.bots.level_bots import LevelBot
from tablee.engine.contract import States
from tablee.games import GameDefinition, find_game, game_if_here
from tablee.games.brains.levels import LEVELS
from tablee.games.errors import TableeError
from tablee.server.storage import Store, StoredTable, Unavailable, open_store
from tablee.server.storage.inspection import check_up_to_date, inspect_database
from tablee.server.table.events import Act, Hand, Leave, Return
from tablee.server.table.log import Unreadable
from tablee.server.table.table import PlayedStep, Table, fold

Player = int | Literal["random"]
TABLES_AT_ONCE = 200  # tables read from a database at once
ROWS_AT_ONCE = 20_000  # rows of a Parquet group: as many as are in memory at once
STDOUT = "-"

_encode = msgspec.json.Encoder().encode
CHANCE = -1  # the seat of outcomes
LEAVE = "leave"  # the text of a step in which a seat leaves

Include = Literal["observation", "state"]  # fields that make rows large and are filled on request only


class StepRow(msgspec.Struct, frozen=True):
    """One step of a game, and the result of the game. It has no names of players."""

    source: str  # where the game was played: `self-play`, `arena` or `tables`
    play: int  # the number of the game in this data set, from 0
    game: str
    rules: int
    players: int
    options: str  # as JSON
    step: int
    seat: int  # the seat that acted; -1 for an outcome of chance
    by: str  # who played that seat at the time: `level 3`, `random`, `person`, `program`, `outside`; `chance`
    text: str  # the action or outcome, or `leave`
    id: int | None  # its id (outcomes have ids of their own); None if the seat left
    legal: list[int]  # the ids of all legal actions or possible outcomes
    probability: float | None  # the probability of an outcome
    scores: list[int]  # by seat, at the end
    returns: list[float]  # by seat, at the end, as `Game.returns`
    reason: str  # why the game ended
    observation: list[float] | None = None  # the observation of the seat before this step; None for chance
    state: str | None = None  # the full state before this step, as JSON


class RecordedStep(NamedTuple):
    """One step of a finished game."""

    who: int  # a seat, or CHANCE
    text: str  # of the action or outcome, or LEAVE
    before: States
    by: str


class FinishedGame(NamedTuple):
    """A finished game with all its steps."""

    definition: GameDefinition
    made: Sequence[RecordedStep]
    last: States


def rows_of(ended: FinishedGame, source: str, play: int, include: Collection[Include] = ()) -> Iterator[StepRow]:
    """The rows of one game."""
    definition = ended.definition
    result, document = definition.result(ended.last), definition.words.write(ended.last)
    same: dict[str, Any] = {
        "source": source,
        "play": play,
        "game": definition.id,
        "rules": definition.version,
        "players": definition.seats(ended.last),
        "options": _json(document["options"]),
        "scores": result.scores,
        "returns": result.returns,
        "reason": result.reason or "",
    }
    for number, one in enumerate(ended.made):
        yield StepRow(step=number, seat=one.who, by=one.by, text=one.text, **same, **_before(definition, one, include))


def _before(definition: GameDefinition, made: RecordedStep, include: Collection[Include]) -> dict[str, Any]:
    """The fields of a row that describe the position before a step."""
    choices = definition.ids.choices(made.before)
    place = None if made.text == LEAVE else choices.codes.index(definition.codes(made.before)[made.text])
    falls = made.who == CHANCE and place is not None
    sees = "observation" in include and made.who != CHANCE
    return {
        "id": None if place is None else choices.ids[place],
        "legal": choices.ids,
        "probability": choices.weights[place] / sum(choices.weights) if falls and place is not None else None,
        "observation": definition.observation(made.before, made.who).tolist() if sees else None,
        "state": _json(definition.words.write(made.before)) if "state" in include else None,
    }


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


# ---- self-play ------------------------------------------------------------------------------------------------


def self_play(
    game: str,
    players: int = 2,
    options: Mapping[str, Any] | None = None,
    games: int = 100,
    bots: Sequence[Player] = (1,),
    seed: int = 0,
    include: Collection[Include] = (),
    jobs: int = 1,
) -> Iterator[StepRow]:
    """Play games between bots: levels or "random", one for all seats or one per seat; they rotate after every game.

    `jobs` games are played at the same time, -1: one per core; the rows are the same, in the same order. A game that
    has not ended after the `MOST_STEPS` of its rules is left out.
    """
    for bot in bots:
        if bot != "random" and bot not in LEVELS:
            raise TableeError(f"a bot is a level from 1 to {max(LEVELS)} or 'random', not {bot!r}")
    if len(bots) not in (1, players):
        raise TableeError(f"there must be one bot, or one for each of {players} seats")
    named = dict(options or {})
    cores = None if jobs == 1 else 1  # of a bot: if one game is played at a time, its bots use all of them
    if jobs != 1:
        compile_games([game])
    tasks = (
        joblib.delayed(_rows_of_one)(game, players, named, number, bots, seed, tuple(include), cores)
        for number in range(games)
    )
    for rows in joblib.Parallel(jobs, return_as="generator")(tasks):
        yield from rows


def _rows_of_one(
    game: str,
    players: int,
    options: Mapping[str, Any],
    number: int,
    bots: Sequence[Player],
    seed: int,
    include: Collection[Include],
    cores: int | None,
) -> list[StepRow]:
    """Play one game of a data set; no rows if it takes too many steps."""
    definition = find_game(game)
    sitting = [bots[(seat + number) % len(bots)] for seat in range(players)]
    log = _played(new(game, players, options, seed + number), sitting, random.Random(f"{seed} {number}"), cores)
    if log is None:
        return []
    names = ["random" if bot == "random" else f"level {bot}" for bot in sitting]
    ended = replayed(definition, definition.new(players, options, seed + number), log, names)
    return list(rows_of(ended, "self-play", number, include))


def _played(game: Game, bots: Sequence[Player], chooser: random.Random, cores: int | None) -> list[str] | None:
    """Play a game to its end and return its log; None if it takes too many steps."""
    definition = find_game(game.id)
    most = definition.most_steps
    while (seat := game.to_act) is not None:
        if len(game.log) >= most:
            return None
        if seat == "chance":
            game.chance()
        elif bots[seat] == "random":
            game.step(chooser.choice(game.legal_ids()))
        else:
            bot = LevelBot(definition, int(bots[seat]), cores)
            game.play(bot.choose(game.knowledge(seat), seed=game.seed + len(game.log)).action)
    return game.log


def replayed(definition: GameDefinition, start: States, log: Sequence[str], names: Sequence[str]) -> FinishedGame:
    """Replay a game from its log (as in `Game.log`); `names` says who played each seat."""
    made, state = [], start
    for text in log:
        who, (word, _, leaver) = definition.to_act(state), text.partition(" ")
        if word == LEAVE:
            made.append(RecordedStep(int(leaver), LEAVE, state, names[int(leaver)]))
            state = definition.leave(state, int(leaver))
            continue
        seat = who if isinstance(who, int) else CHANCE
        made.append(RecordedStep(seat, text, state, "chance" if seat == CHANCE else names[seat]))
        state = definition.apply(state, text)
    return FinishedGame(definition, made, state)


# ---- the arena ------------------------------------------------------------------------------------------------


def from_arena(record: Path, include: Collection[Include] = ()) -> Iterator[StepRow]:
    """The finished games of a tournament, from a file that `tablee arena --record` has written."""
    tournament, games = read_records(record)
    definition = find_game(tournament.game)
    for number, kept in enumerate(games):
        names = [_kind_of(tournament.entrants[entrant]) for entrant in kept.seats]
        start = definition.new(tournament.players, tournament.options, set_up(tournament, kept.deal))
        ended = replayed(definition, start, kept.log, names)
        if definition.to_act(ended.last) is None:
            yield from rows_of(ended, "arena", number, include)


def _kind_of(entrant: Entrant) -> str:
    return "outside" if entrant.is_outside else f"level {entrant.target}" if entrant.kind == "level" else entrant.kind


# ---- a server --------------------------------------------------------------------------------------------------


def from_tables(url: str, game: str = "", include: Collection[Include] = ()) -> Iterator[StepRow]:
    """All finished games of a server, from its database; of one game or of all.

    Games that cannot be read, or whose rules are not installed, are left out. The rows contain no names, persons or
    addresses of tables, and they are not in the order of play.
    """
    with asyncio.Runner() as runner:
        try:
            check_up_to_date(runner.run(inspect_database(url)))
            store = open_store(url)
        except ValueError as error:
            raise TableeError(str(error)) from None
        found = _finished(store, game)
        try:
            for number, ended in enumerate(_drawn(runner, found)):
                yield from rows_of(ended, "tables", number, include)
        except Unavailable:
            raise TableeError("the database does not answer") from None
        finally:
            runner.run(store.close())


def _drawn(runner: asyncio.Runner, found: AsyncIterator[FinishedGame]) -> Iterator[FinishedGame]:
    """Iterate synchronously."""

    async def following() -> FinishedGame | None:
        return await anext(found, None)

    while (ended := runner.run(following())) is not None:
        yield ended


async def _finished(store: Store, game: str) -> AsyncIterator[FinishedGame]:
    after = ""
    while tables := await store.finished_tables(after, TABLES_AT_ONCE):
        for table in tables:
            stored = await store.load(table)
            if stored is not None and game in ("", stored.opening.game) and (ended := _table_ended(stored)):
                yield ended
        after = tables[-1]


def _table_ended(stored: StoredTable) -> FinishedGame | None:
    definition = game_if_here(stored.opening.game)
    if definition is None or stored.fault or not definition.plays(stored.opening.rules):
        return None
    try:
        table = fold(stored.opening, stored.seed, definition, stored.events)
    except Unreadable:
        return None
    if table.status != "over" or table.state is None:
        return None
    return FinishedGame(definition, [_made(table, step) for step in table.steps], table.state)


def _made(table: Table, step: PlayedStep) -> RecordedStep:
    match step.event:
        case Act(seat=seat, text=text):
            return RecordedStep(seat, text, step.before, _player_of(table, seat, step.event.number))
        case Leave(seat=seat):
            return RecordedStep(seat, LEAVE, step.before, _player_of(table, seat, step.event.number))
    return RecordedStep(CHANCE, step.event.text, step.before, "chance")


def _player_of(table: Table, seat: int, number: int) -> str:
    """Who played a seat at an event: its participant, or a bot in their place."""
    level, participant = 0, table.seats[seat]
    for event in table.events[:number]:
        if isinstance(event, Hand) and event.seat == seat:
            level = event.level
        elif isinstance(event, Return) and event.seat == seat:
            level = 0
    level = level or participant.level
    return f"level {level}" if level else "program" if participant.program else "person"


# ---- files ----------------------------------------------------------------------------------------------------


def write(rows: Iterable[StepRow], file: str | Path) -> int:
    """Write rows as `.jsonl` or `.parquet`, by the suffix of the name; "-" prints JSON lines. Return their number."""
    ending = Path(file).suffix
    if str(file) == STDOUT:
        return _write_lines(rows, sys.stdout.buffer)
    if ending == ".parquet":
        return _write_parquet(rows, Path(file))
    if ending != ".jsonl":
        raise TableeError("the name of the file ends with .jsonl or .parquet")
    try:
        with Path(file).open("wb") as lines:
            return _write_lines(rows, lines)
    except OSError as error:
        raise TableeError(f"{file} cannot be written: {error.strerror}") from None


def _write_lines(rows: Iterable[StepRow], lines: Any) -> int:
    count = 0
    for count, row in enumerate(rows, 1):  # noqa: B007
        lines.write(_encode(row) + b"\n")
    return count


def _write_parquet(rows: Iterable[StepRow], file: Path) -> int:
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError as error:
        raise missing("data", error) from None
    count, schema = 0, schema_of(pyarrow)
    try:
        with parquet.ParquetWriter(file, schema, compression="zstd") as written:
            following = iter(rows)
            while group := list(islice(following, ROWS_AT_ONCE)):
                count += len(group)
                written.write_table(pyarrow.Table.from_pylist(msgspec.to_builtins(group), schema))
    except OSError as error:
        raise TableeError(f"{file} cannot be written: {error}") from None
    return count


def schema_of(pyarrow: Any) -> Any:
    """The Parquet schema of a row."""
    text, number = pyarrow.string(), pyarrow.int32()
    kinds = {
        "source": text, "play": pyarrow.int64(), "game": text, "rules": number, "players": pyarrow.int8(),
        "options": text, "step": number, "seat": pyarrow.int8(), "by": text, "text": text, "id": number,
        "legal": pyarrow.list_(number), "probability": pyarrow.float64(), "scores": pyarrow.list_(number),
        "returns": pyarrow.list_(pyarrow.float64()), "reason": text,
        "observation": pyarrow.list_(pyarrow.float32()), "state": text,
    }  # fmt: skip
    return pyarrow.schema([(name, kinds[name]) for name in StepRow.__struct_fields__])
