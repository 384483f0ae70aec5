"""Where rows come from: games that bots play here, a record of the arena, the database of a house."""

import asyncio
import random
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from tablee.adapters.data.rows import CHANCE, LEAVE, Ended, Include, Made, Row, rows_of
from tablee.arena.entrants import Entrant
from tablee.arena.play import set_up
from tablee.arena.schedule import Tournament
from tablee.game import Game, new
from tablee.games import GameFolder, find_game, game_if_here
from tablee.games.errors import TableeError
from tablee.games.levels import LEVELS
from tablee.kernel.contract import States
from tablee.store import Store, Unavailable, open_store
from tablee.store.interface import StoredTable
from tablee.table.events import Act, Hand, Leave, Return
from tablee.table.folded import Played
from tablee.table.log import Unreadable
from tablee.table.table import Table, fold

Bot = int | Literal["random"]
AT_ONCE = 200
"""Tables that are asked for at once."""


# ---- self-play ------------------------------------------------------------------------------------------------


def self_play(
    game: str,
    players: int = 2,
    options: Mapping[str, Any] | None = None,
    games: int = 100,
    bots: Sequence[Bot] = (1,),
    seed: int = 0,
    include: Collection[Include] = (),
) -> Iterator[Row]:
    """Games between bots, levels or "random": one for all seats, or one a seat, who change seats after every game.

    A game that has not ended after the `MOST_STEPS` of its rules is left out.
    """
    for bot in bots:
        if bot != "random" and bot not in LEVELS:
            raise TableeError(f"a bot is a level from 1 to {max(LEVELS)} or 'random', not {bot!r}")
    if len(bots) not in (1, players):
        raise TableeError(f"there must be one bot, or one for each of {players} seats")
    folder, named = find_game(game), dict(options or {})
    for number in range(games):
        sitting = [bots[(seat + number) % len(bots)] for seat in range(players)]
        log = _played(new(game, players, named, seed + number), sitting, random.Random(f"{seed} {number}"))
        if log is not None:
            names = ["random" if bot == "random" else f"level {bot}" for bot in sitting]
            ended = replayed(folder, folder.new(players, named, seed + number), log, names)
            yield from rows_of(ended, "self-play", number, include)


def _played(game: Game, bots: Sequence[Bot], chooser: random.Random) -> list[str] | None:
    """What is played to the end; None if there is none."""
    most = find_game(game.id).most_steps
    while (seat := game.to_act) is not None:
        if len(game.log) >= most:
            return None
        if seat == "chance":
            game.chance()
        elif bots[seat] == "random":
            game.step(chooser.choice(game.legal_ids()))
        else:
            game.play(game.bot(level=int(bots[seat])))
    return game.log


def replayed(folder: GameFolder, start: States, log: Sequence[str], names: Sequence[str]) -> Ended:
    """A game played again from its log, as `Game.log` has it, with who played which seat."""
    made, state = [], start
    for text in log:
        who, (word, _, leaver) = folder.to_act(state), text.partition(" ")
        if word == LEAVE:
            made.append(Made(int(leaver), LEAVE, state, names[int(leaver)]))
            state = folder.leave(state, int(leaver))
            continue
        seat = who if isinstance(who, int) else CHANCE
        made.append(Made(seat, text, state, "chance" if seat == CHANCE else names[seat]))
        state = folder.apply(state, text)
    return Ended(folder, made, state)


# ---- the arena ------------------------------------------------------------------------------------------------


def from_arena(record: Path, include: Collection[Include] = ()) -> Iterator[Row]:
    """The games of a tournament that ended, from the file that `tablee arena --record` has written."""
    try:
        head, *lines = record.read_bytes().splitlines()
        tournament = msgspec.convert(msgspec.json.decode(head)["tournament"], Tournament)
        games = [msgspec.json.decode(line, type=_Kept) for line in lines]
    except OSError as error:
        raise TableeError(f"{record} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise TableeError(f"{record} is no record of the arena: {error}") from None
    folder = find_game(tournament.game)
    for number, kept in enumerate(games):
        if not kept.log:
            raise TableeError(f"{record} is of a version that did not keep what was played")
        names = [_kind_of(tournament.entrants[entrant]) for entrant in kept.seats]
        start = folder.new(tournament.players, tournament.options, set_up(tournament, kept.deal))
        ended = replayed(folder, start, kept.log, names)
        if folder.to_act(ended.last) is None:
            yield from rows_of(ended, "arena", number, include)


class _Kept(msgspec.Struct):
    """What is needed of the record of one game."""

    deal: int
    seats: tuple[int, ...]
    log: tuple[str, ...] = ()


def _kind_of(entrant: Entrant) -> str:
    return "outside" if entrant.is_outside else f"level {entrant.target}" if entrant.kind == "level" else entrant.kind


# ---- a house --------------------------------------------------------------------------------------------------


def from_tables(url: str, game: str = "", include: Collection[Include] = ()) -> Iterator[Row]:
    """All games that were played to their ends in a house, from its database; of one game, or of every.

    What cannot be read, or is of rules that are not here, is left out. Neither names nor persons nor the addresses of
    tables are in the rows, and they are not in the order in which they were played.
    """
    with asyncio.Runner() as runner:
        try:
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


def _drawn(runner: asyncio.Runner, found: AsyncIterator[Ended]) -> Iterator[Ended]:
    """One after the other from where nothing else is waiting."""

    async def following() -> Ended | None:
        return await anext(found, None)

    while (ended := runner.run(following())) is not None:
        yield ended


async def _finished(store: Store, game: str) -> AsyncIterator[Ended]:
    after = ""
    while tables := await store.finished.tables(after, AT_ONCE):
        for table in tables:
            stored = await store.load(table)
            if stored is not None and game in ("", stored.opening.game) and (ended := _table_ended(stored)):
                yield ended
        after = tables[-1]


def _table_ended(stored: StoredTable) -> Ended | None:
    folder = game_if_here(stored.opening.game)
    if folder is None or stored.fault or not folder.plays(stored.opening.rules):
        return None
    try:
        table = fold(stored.opening, stored.seed, folder, stored.events)
    except Unreadable:
        return None
    if table.status != "over" or table.state is None:
        return None
    return Ended(folder, [_made(table, step) for step in table.steps], table.state)


def _made(table: Table, step: Played) -> Made:
    match step.event:
        case Act(seat=seat, text=text):
            return Made(seat, text, step.before, _player_of(table, seat, step.event.number))
        case Leave(seat=seat):
            return Made(seat, LEAVE, step.before, _player_of(table, seat, step.event.number))
    return Made(CHANCE, step.event.text, step.before, "chance")


def _player_of(table: Table, seat: int, number: int) -> str:
    """Who played a seat at an event: the one who sits there, or a bot in their place."""
    level, sitter = 0, table.seats[seat]
    for event in table.events[:number]:
        if isinstance(event, Hand) and event.seat == seat:
            level = event.level
        elif isinstance(event, Return) and event.seat == seat:
            level = 0
    level = level or sitter.level
    return f"level {level}" if level else "program" if sitter.program else "person"
