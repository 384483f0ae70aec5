"""Record files: every game of a tournament as one JSON line, to continue from and to replay."""

from pathlib import Path
from types import TracebackType

import msgspec

from tablee.api.game import Game, new
from tablee.arena.arena_game import GameRecord, set_up
from tablee.arena.schedule import Tournament
from tablee.games import find_game
from tablee.games.document import read_json
from tablee.games.errors import TableeError

_encode = msgspec.json.Encoder().encode


class RecordFile:
    """The file of one tournament: the first line describes it, every other line is a game.

    It can be continued only by the same tournament (or one of more games) under the same rules and, if `bots` is given,
    with the same bots. A last line that was cut off is dropped.
    """

    def __init__(self, path: Path, tournament: Tournament, bots: str = "") -> None:
        rules = {
            "rules": find_game(tournament.game).version,
            "tournament": msgspec.structs.replace(tournament, games=0),
        }
        head = _encode({**rules, "bots": bots} if bots else rules) + b"\n"
        try:
            content = path.read_bytes() if path.exists() else b""
            whole = content[: content.rfind(b"\n") + 1]
            self.records = _read(path, whole, head) if whole else []
            self._file = path.open("ab")
            self._file.truncate(len(whole))
            self._file.write(b"" if whole else head)
        except OSError as error:
            raise TableeError(f"{path} cannot be used: {error.strerror}") from None

    def add(self, record: GameRecord) -> None:
        """Append a game."""
        self._file.write(_encode(record) + b"\n")
        self._file.flush()

    def __enter__(self) -> "RecordFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def read_records(path: Path) -> tuple[Tournament, list[GameRecord]]:
    """The tournament of a record file and its games so far; raises `TableeError`."""
    try:
        head, *games = path.read_bytes().splitlines(keepends=True)
        tournament = read_json(head, _Head).tournament
        records = [read_json(line, GameRecord) for line in games if line.endswith(b"\n")]
    except (OSError, ValueError) as error:
        raise TableeError(f"{path} is no record of a tournament: {error}") from None
    return msgspec.structs.replace(tournament, games=len(records)), records


class _Head(msgspec.Struct):
    rules: int
    tournament: Tournament


def _read(path: Path, content: bytes, head: bytes) -> list[GameRecord]:
    first, _, games = content.partition(b"\n")
    if first + b"\n" != head:
        raise TableeError(f"{path} holds another tournament, or one of other bots")
    try:
        return [read_json(line, GameRecord) for line in games.splitlines()]
    except ValueError as error:
        raise TableeError(f"{path} is damaged: {error}") from None


def replayed(tournament: Tournament, record: GameRecord) -> Game:
    """Replay a game to its end: `undo` goes back through it, `steps` says who did what.

    Raises `TableeError` if the rules do not allow what the record says.
    """
    game = new(tournament.game, tournament.players, tournament.options, set_up(tournament, record.deal))
    for text in record.log:
        if text.startswith("leave "):
            game.leave(int(text.removeprefix("leave ")))
        else:
            game.play(text)
    return game
