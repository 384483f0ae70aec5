"""Backups: one SQLite file, whatever the house is kept in, which says what it is and was checked after being written.

A house that is open goes on meanwhile: a backup is all that was stored at one moment. It is a database like any other,
with one more table, `backup`, so that everything which reads a house can read a backup.
"""

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.metadata import version
from pathlib import Path

import msgspec

from tablee.host.errors import HostError
from tablee.store import open_store
from tablee.store.moving import CannotMove, move

COUNTED = ("tables", "events", "sitters", "directory", "persons", "sessions")
"""What is counted, and must be the same afterwards."""
FORM = 1
"""Of backups; a program that writes them in another way says another number."""


class Header(msgspec.Struct, frozen=True):
    """What a backup says of itself."""

    form: int
    program: str
    schema: int
    made: str
    counts: dict[str, int]


def path_of(url: str) -> Path | None:
    """The file of an SQLite database; None if it is another one."""
    scheme, _, rest = url.partition(":///")
    return Path(rest) if scheme == "sqlite" and rest else None


# ---- making one --------------------------------------------------------------------------------------------


def back_up(url: str, to: Path, *, replace: bool = False) -> Header:
    """Write a backup of a house, open or closed, and check it; raises `HostError`, and then there is none."""
    source = path_of(url)
    if source is not None and not source.exists():
        raise HostError(f"there is no database at {source}")
    if to.exists() and not replace:
        raise HostError(f"{to} is there already; name another file, or say --replace")
    part = to.with_name(to.name + ".part")
    try:
        _remove(part)
        _copy(source, part) if source else _pour_out(url, part)
        with _opened(part) as copy:
            _write_header(copy)
        header = check(part)
        _keep(part, to)
    except (OSError, sqlite3.Error, CannotMove) as error:
        raise HostError(f"no backup was made: {error}") from None
    finally:
        with suppress(OSError):
            _remove(part)
    return header


def _copy(source: Path, to: Path) -> None:
    """All of an SQLite file as it is at this moment."""
    with _opened(source) as house:
        house.execute("VACUUM INTO ?", (str(to),))


def _pour_out(url: str, to: Path) -> None:
    """All of another database as it is at this moment, every row compared."""
    if not to.parent.is_dir():
        raise CannotMove(f"there is no folder {to.parent}")
    _move(url, f"sqlite:///{to}")
    with _opened(to) as copy:
        _end_journal(copy)


def _move(source: str, target: str) -> None:
    """Move a house; raises `CannotMove`, too, if something has not arrived as it was."""
    moved = asyncio.run(move(source, target, lambda *_: None))
    broken = [one.kind for one in moved if not one.is_whole]
    if broken:
        raise CannotMove(f"not everything has arrived as it was: {', '.join(broken)}")


def _end_journal(connection: sqlite3.Connection) -> None:
    """Let all of it be in one file."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("PRAGMA journal_mode = DELETE")


def _remove(path: Path) -> None:
    """Remove a database with what belongs to it."""
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _write_header(copy: sqlite3.Connection) -> None:
    made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    header = Header(FORM, version("tablee"), _schema(copy), made, _counts(copy))
    copy.execute("CREATE TABLE backup (header TEXT NOT NULL)")
    copy.execute("INSERT INTO backup VALUES (?)", (msgspec.json.encode(header).decode(),))


def _keep(part: Path, to: Path) -> None:
    """Give a file its name once it is on disk."""
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.replace(to)
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(to.parent, os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(folder)
        os.close(folder)


# ---- looking at one ----------------------------------------------------------------------------------------


def check(backup: Path) -> Header:
    """What a backup says of itself, once it is known that all of it is there; raises `HostError`."""
    if not backup.exists():
        raise HostError(f"there is no backup at {backup}")
    try:
        with _opened(backup) as copy:
            header = _header(copy, backup)
            found = [row[0] for row in copy.execute("PRAGMA integrity_check")]
            counts = _counts(copy)
    except sqlite3.Error as error:
        raise HostError(f"{backup} is no backup, or damaged: {error}") from None
    if found != ["ok"]:
        raise HostError(f"{backup} is damaged: {found[0]}")
    if counts != header.counts:
        raise HostError(f"{backup} does not hold what it says: {counts} instead of {header.counts}")
    return header


def _header(copy: sqlite3.Connection, backup: Path) -> Header:
    try:
        (text,) = copy.execute("SELECT header FROM backup").fetchone()
        header = msgspec.json.decode(text, type=Header)
    except (sqlite3.OperationalError, TypeError, msgspec.MsgspecError):
        raise HostError(f"{backup} is no backup of a house") from None
    if header.form > FORM:
        raise HostError(f"{backup} was made by a newer program ({header.program})")
    return header


def _counts(connection: sqlite3.Connection) -> dict[str, int]:
    return {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in COUNTED}


def _schema(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


# ---- going back to one -------------------------------------------------------------------------------------


def restore(backup: Path, url: str, *, replace: bool = False) -> tuple[Header, Path | None]:
    """Put a backup into an empty database; raises `HostError`, and then nothing has changed.

    With `replace` what was in an SQLite file is kept beside it: returns where.
    """
    header, target = check(backup), path_of(url)
    if target is None:
        return _pour_in(backup, url, header, replace=replace), None
    kept = _make_room(target, replace=replace)
    part = target.with_name(target.name + ".part")
    try:
        _remove(part)
        _copy_house(backup, part)
        _check_opens(part, header)
        _keep(part, target)
    except (OSError, sqlite3.Error, ValueError) as error:
        if kept is not None:
            kept.replace(target)
        raise HostError(f"nothing was restored: {error}") from None
    finally:
        _remove(part)
    return header, kept


def _copy_house(backup: Path, to: Path) -> None:
    """What is in a backup, without what makes it one."""
    _copy(backup, to)
    with _opened(to) as fresh:
        fresh.execute("DROP TABLE backup")


def _pour_in(backup: Path, url: str, header: Header, *, replace: bool) -> Header:
    """Put a backup into another database, which takes all of it or nothing, every row compared."""
    if replace:
        raise HostError("--replace is for SQLite: create an empty database, and restore into that one")
    try:
        with tempfile.TemporaryDirectory(prefix="tablee-restore-") as folder:
            house = Path(folder) / "tables.db"  # it may have to be brought up to date, and a backup stays as it is
            _copy_house(backup, house)
            _check_opens(house, header)
            _move(f"sqlite:///{house}", url)
    except (OSError, sqlite3.Error, ValueError, CannotMove) as error:
        raise HostError(f"nothing was restored: {error}") from None
    return header


def _check_opens(part: Path, header: Header) -> None:
    """Bring it up to date as the house would, and see whether all of it is there."""
    store = open_store(f"sqlite:///{part}")
    asyncio.run(store.close())
    with _opened(part) as fresh:
        _end_journal(fresh)
        if _counts(fresh) != header.counts:
            raise ValueError("what arrived is not what the backup holds")


def _make_room(target: Path, *, replace: bool) -> Path | None:
    """Put aside what is at a place, if it may be; returns where."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists() or target.stat().st_size == 0:
        return None
    with _locked(target) as house:
        found = _counts_if_any(house)
        if any(found.values()) and not replace:
            raise HostError(
                f"{target} holds {found['tables']} tables and {found['persons']} persons; "
                "restore into an empty database, or say --replace: what is there is kept beside it"
            )
        house.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = target.with_name(f"{target.name}.before-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}")
    target.replace(kept)
    for ending in ("-wal", "-shm"):
        target.with_name(target.name + ending).unlink(missing_ok=True)
    return kept


def _counts_if_any(house: sqlite3.Connection) -> dict[str, int]:
    names = {row[0] for row in house.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return {
        name: house.execute(f"SELECT count(*) FROM {name}").fetchone()[0] if name in names else 0 for name in COUNTED
    }


@contextmanager
def _locked(path: Path) -> Iterator[sqlite3.Connection]:
    """A database that nobody else has open: a house that is open would go on writing to a file that is put aside."""
    with _opened(path) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        try:
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
        except sqlite3.OperationalError as error:
            raise HostError(f"{path} is in use ({error}): stop the house first, then restore") from None
        except sqlite3.DatabaseError as error:
            raise HostError(f"{path} is no database: {error}") from None
        yield connection


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, timeout=5.0, isolation_level=None)) as connection:
        yield connection
