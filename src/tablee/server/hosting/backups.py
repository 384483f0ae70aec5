"""Backups: one SQLite file for either database, with a header, checked after it was written.

A house that is open goes on meanwhile: a backup is all that was stored at one moment. It is a database like any other,
with one more table, `backup`, so that everything which reads a house can read a backup.
"""

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from importlib.metadata import version
from pathlib import Path

import msgspec

from tablee.games.document import read_json
from tablee.server.hosting.serve_settings import HostError
from tablee.server.storage import open_store
from tablee.server.storage.migrate import CannotMigrate, migrate_data

COUNTED = ("tables", "events", "participants", "directory", "persons", "sessions")
"""Tables whose row counts are compared after a restore."""
FORM = 1
"""Version of the backup format."""


class Header(msgspec.Struct, frozen=True):
    """The header of a backup."""

    form: int
    program: str
    schema: int
    made: str
    counts: dict[str, int]


def path_of(url: str) -> Path | None:
    """The file behind an SQLite URL; None for another database."""
    scheme, _, rest = url.partition(":///")
    return Path(rest) if scheme == "sqlite" and rest else None


# ---- making one --------------------------------------------------------------------------------------------


def back_up(url: str, to: Path, *, replace: bool = False) -> Header:
    """Write a backup, of a running server too, and check it; raise `HostError` and leave no file if it fails.

    Its owner alone may read the file.
    """
    source = path_of(url)
    if source is not None and not source.exists():
        raise HostError(f"there is no database at {source}")
    if to.exists() and not replace:
        raise HostError(f"{to} is there already; name another file, or say --replace")
    part = to.with_name(to.name + ".part")
    try:
        _make_private(part)
        if source is not None:
            _copy(source, part)
        else:
            _move(url, f"sqlite:///{part}")
        with _opened(part) as copy:
            _end_journal(copy)
            made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            schema = int(copy.execute("PRAGMA user_version").fetchone()[0])
            header = Header(FORM, version("tablee"), schema, made, _counts(copy))
            copy.execute("CREATE TABLE backup (header TEXT NOT NULL)")
            copy.execute("INSERT INTO backup VALUES (?)", (msgspec.json.encode(header).decode(),))
        header = check(part)
        _keep(part, to)
    except (OSError, sqlite3.Error, CannotMigrate) as error:
        raise HostError(f"no backup was made: {error}") from None
    finally:
        with suppress(OSError):
            _remove(part)
    return header


def _copy(source: Path, to: Path) -> None:
    """Copy an SQLite database as it is at this moment."""
    with _opened(source) as house:
        house.execute("VACUUM INTO ?", (str(to),))


def _move(source: str, target: str) -> None:
    """Migrate all rows; raise `CannotMigrate` if a row differs on arrival."""
    moved = asyncio.run(migrate_data(source, target, lambda *_: None))
    broken = [one.table for one in moved if not one.is_whole]
    if broken:
        raise CannotMigrate(f"not everything has arrived as it was: {', '.join(broken)}")


def _end_journal(connection: sqlite3.Connection) -> None:
    """Fold the write-ahead log into the file."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("PRAGMA journal_mode = DELETE")


def _remove(path: Path) -> None:
    """Remove an SQLite file and its companions."""
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _make_private(part: Path) -> None:
    """Begin an SQLite file that its owner alone may read: it holds keys, addresses, chat and reports."""
    _remove(part)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _keep(part: Path, to: Path) -> None:
    """Rename a file once it is on disk."""
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.replace(to)
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(to.parent, os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(folder)
        os.close(folder)


# ---- looking at one ----------------------------------------------------------------------------------------


def check(backup: Path) -> Header:
    """Read the header of a complete backup; raise `HostError`."""
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
        header = read_json(text, Header)
    except (sqlite3.OperationalError, TypeError, ValueError):
        raise HostError(f"{backup} is not a backup of a Tablée server") from None
    if header.form > FORM:
        raise HostError(f"{backup} was made by a newer program ({header.program})")
    return header


def _counts(connection: sqlite3.Connection, names: Sequence[str] = COUNTED) -> dict[str, int]:
    return {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}


# ---- going back to one -------------------------------------------------------------------------------------


def restore(backup: Path, url: str, *, replace: bool = False) -> tuple[Header, Path | None]:
    """Restore a backup into an empty database; raise `HostError` and change nothing if it fails.

    With `replace` what was in an SQLite file is kept beside it: returns where.
    """
    header, target = check(backup), path_of(url)
    if target is None:
        return _pour_in(backup, url, header, replace=replace), None
    kept = _make_room(target, replace=replace)
    part = target.with_name(target.name + ".part")
    try:
        _make_private(part)
        _take_over(backup, f"sqlite:///{part}", header)
        _check_opens(part, header)
        if kept is not None:
            part.chmod(kept.stat().st_mode)
        _keep(part, target)
    except (OSError, sqlite3.Error, ValueError, CannotMigrate) as error:
        if kept is not None:
            kept.replace(target)
        raise HostError(f"nothing was restored: {error}") from None
    finally:
        _remove(part)
    return header, kept


def _take_over(backup: Path, url: str, header: Header) -> None:
    """Copy the rows of the tables that we know into a fresh schema, in one transaction, and compare every row.

    Triggers, views and tables that somebody has added to a backup stay behind.
    """
    with tempfile.TemporaryDirectory(prefix="tablee-restore-") as folder:
        house = Path(folder) / "tables.db"  # it may have to be brought up to date, and a backup stays as it is
        _copy(backup, house)
        _check_opens(house, header)
        _move(f"sqlite:///{house}", url)


def _pour_in(backup: Path, url: str, header: Header, *, replace: bool) -> Header:
    """Restore into another database in one transaction, and compare every row."""
    if replace:
        raise HostError("--replace is for SQLite: create an empty database, and restore into that one")
    try:
        _take_over(backup, url, header)
    except (OSError, sqlite3.Error, ValueError, CannotMigrate) as error:
        raise HostError(f"nothing was restored: {error}") from None
    return header


def _check_opens(part: Path, header: Header) -> None:
    """Migrate the schema as a server would, and compare the counts."""
    store = open_store(f"sqlite:///{part}")
    asyncio.run(store.close())
    with _opened(part) as fresh:
        _end_journal(fresh)
        if _counts(fresh) != header.counts:
            raise ValueError("what arrived is not what the backup holds")


def _make_room(target: Path, *, replace: bool) -> Path | None:
    """Put an existing database aside if that is allowed; return where."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists() or target.stat().st_size == 0:
        return None
    with _locked(target) as house:
        names = {row[0] for row in house.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        found = _counts(house, [name for name in COUNTED if name in names])
        if any(found.values()) and not replace:
            raise HostError(
                f"{target} holds {found.get('tables', 0)} tables and {found.get('persons', 0)} persons; "
                "restore into an empty database, or say --replace: what is there is kept beside it"
            )
        house.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = target.with_name(f"{target.name}.before-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}")
    target.replace(kept)
    for ending in ("-wal", "-shm"):
        target.with_name(target.name + ending).unlink(missing_ok=True)
    return kept


@contextmanager
def _locked(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database exclusively: a running server would go on writing to a file that is put aside."""
    with _opened(path) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        try:
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
        except sqlite3.OperationalError as error:
            raise HostError(f"{path} is in use ({error}): stop the server first, then restore") from None
        except sqlite3.DatabaseError as error:
            raise HostError(f"{path} is no database: {error}") from None
        yield connection


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, timeout=5.0, isolation_level=None)) as connection:
        yield connection
