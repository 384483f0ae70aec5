"""Games kept on disk as they are played, one JSON line each: a tournament that was broken off goes on from its file."""

from pathlib import Path
from types import TracebackType

import msgspec

from tablee.arena.play import GameRecord
from tablee.arena.schedule import Tournament
from tablee.games import find_game
from tablee.games.errors import TableeError

_encode = msgspec.json.Encoder().encode


class RecordFile:
    """The file of one tournament: its first line says which, every other is a game.

    It may be gone on with only for the same tournament by the same rules, or one of more games. A last line that was
    cut off is dropped.
    """

    def __init__(self, path: Path, tournament: Tournament) -> None:
        same = msgspec.structs.replace(tournament, games=0)
        head = _encode({"rules": find_game(tournament.game).version, "tournament": same}) + b"\n"
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


def _read(path: Path, content: bytes, head: bytes) -> list[GameRecord]:
    first, _, games = content.partition(b"\n")
    if first + b"\n" != head:
        raise TableeError(f"{path} holds another tournament")
    try:
        return [msgspec.json.decode(line, type=GameRecord) for line in games.splitlines()]
    except msgspec.MsgspecError as error:
        raise TableeError(f"{path} is damaged: {error}") from None
