"""Games kept on disk as they are played, one JSON line each: a tournament that was broken off goes on from its file."""

from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from tablee.arena.play import GameRecord
from tablee.arena.schedule import Tournament
from tablee.games import find_game
from tablee.games.errors import TableeError

_encode = msgspec.json.Encoder().encode


class RecordFile:
    """The file of one tournament: its first line says which, every other is a game.

    It may be gone on with only for the same tournament by the same rules, or one of more games, and if `bots` are named
    only with the same ones. A last line that was cut off is dropped.
    """

    def __init__(self, path: Path, tournament: Tournament, bots: str = "") -> None:
        rules = {"rules": find_game(tournament.game).version, "tournament": _written(tournament)}
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
        """Write one game more."""
        self._file.write(_encode(record) + b"\n")
        self._file.flush()

    def __enter__(self) -> "RecordFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _written(tournament: Tournament) -> dict[str, Any]:
    """All that decides how games go. Limits that there are not are left out, so that older files are gone on with."""
    written: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(tournament, games=0))
    limits = written.pop("limits")
    said = {name: value for name, value in limits.items() if value is not None}
    return {**written, "limits": said} if said else written


def read_records(path: Path) -> tuple[Tournament, list[GameRecord]]:
    """The tournament of a file, and its games as far as they were written; raises `TableeError`."""
    try:
        head, *games = path.read_bytes().splitlines(keepends=True)
        tournament = msgspec.json.decode(head, type=_Head).tournament
        records = [msgspec.json.decode(line, type=GameRecord) for line in games if line.endswith(b"\n")]
    except (OSError, ValueError, msgspec.MsgspecError) as error:
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
        return [msgspec.json.decode(line, type=GameRecord) for line in games.splitlines()]
    except msgspec.MsgspecError as error:
        raise TableeError(f"{path} is damaged: {error}") from None
