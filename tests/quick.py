"""Check an uncommitted change in about a minute: style, types, and the tests that the change can touch (`make quick`).

A test file is chosen if it mirrors the folder of a changed file or if its imports reach a changed file. Imports are not
followed where everything is put together (from `ASSEMBLIES`, and from the server's shared modules into features), or
every change would choose every test of the server.
"""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests"
SOURCE = ROOT / "src" / "tablee"
GAMES = SOURCE / "games"
BROWSER = TESTS / "browser"
ASSEMBLIES = frozenset(
    {
        *(SOURCE / path for path in ("__init__.py", "cli.py", "server/web/app.py")),
        *(TESTS / path for path in ("conftest.py", "server/house.py", "server/nursery.py", "server/web/printed.py")),
    }
)
"""Modules that import nearly everything: what they import is not reached through them."""
FEATURES = SOURCE / "server" / "features"
FOR_SEARCH = ("rules.py", "observation.py", "brain.py")
"""The files of a game that bots look at."""
SHOWN = {".html", ".js", ".css", ".svg"}
"""Files that only a browser can test."""
IMPORT = re.compile(r"^\s*(?:from\s+(\.*)|import\s+)([\w.]*)(?:[ \t]+import\s+(\([^)]*\)|[^\n]*))?", re.MULTILINE)
FOR_TYPES_ALONE = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t]+.*\n|\n)*", re.MULTILINE)
TESTS_OF_TEXTS = ("test_docs.py", "test_words.py")
TESTS_OF_NAMES = ("test_structure.py", "test_words.py")
ALSO_OF = {
    r"docs/|[^/]+\.md$|.*/README\.md$": TESTS_OF_TEXTS,
    r"pyproject\.toml$": ("test_structure.py",),
    r"deploy/": ("server/hosting/test_deploy.py",),
    r"examples/": ("examples",),
    r"src/.*\.py$": TESTS_OF_NAMES,
    r"src/.*\.po$": ("server/web/test_translations.py", "server/web/test_typography.py"),
    r"src/tablee/server/web/(static|templates)/|src/tablee/server/features/.*\.html$": ("server/web",),
    r"src/tablee/games/[^/]+/rulebook": ("server/features/rulebooks",),
    r"src/tablee/games/[^/]+/(lesson\.md|lesson\.py|practice\.json)": ("games/lessons",),
}
"""Tests of files that nobody imports, by a pattern of their paths."""
AREAS = {
    "house": (
        "accounts",
        "clubs",
        "history",
        "lobby",
        "moderation",
        "notifications",
        "readiness",
        "shared",
        "shelf",
        "tournaments",
    ),
    "study": ("analysis", "daily", "lessons", "puzzles", "replays", "review", "rulebooks"),
    "table": ("board", "bot_accounts", "chat", "connection", "play", "ratings", "seats", "table"),
}
"""Folders of browser tests, and the folders of scripts, templates and styles that each tests."""


# ---- what has changed -----------------------------------------------------------------------------------------


def changed_files() -> list[Path]:
    """Files that differ from the last commit, and files that git does not know yet."""
    differing = _git("diff", "--name-only", "--no-renames", "-z", "HEAD")
    unknown = _git("ls-files", "--others", "--exclude-standard", "-z")
    return sorted({ROOT / name for name in differing + unknown})


def _git(*arguments: str) -> list[str]:
    said = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in said.split("\0") if name]


# ---- which tests it can touch ---------------------------------------------------------------------------------


def touched_tests(changes: Iterable[Path]) -> list[Path]:
    """The test files that some changes can touch, and the changed modules that have examples in their docstrings."""
    changed = set(changes)
    chosen = {test for path in changed for test in _beside(path)}
    chosen |= {test for test in _all_tests() if not changed.isdisjoint(_reached(test))}
    chosen |= {path for path in changed if _has_examples(path)}
    shown = {test for path in changed if path.suffix in SHOWN for test in _in_a_browser(path)}
    edited = changed & set(_all_tests())
    return sorted({test for test in chosen if not test.is_relative_to(BROWSER)} | shown | edited)


def _beside(path: Path) -> Iterator[Path]:
    """The tests that mirror a file's folder, or its feature, and those that `ALSO_OF` names."""
    name = path.relative_to(ROOT).as_posix()
    for pattern, tests in ALSO_OF.items():
        if re.match(pattern, name):
            for test in tests:
                yield from _tests_in(TESTS / test)
    if feature := _feature(path):
        yield from _tests_in(TESTS / "server" / "features" / feature)
    elif path.is_relative_to(SOURCE):
        yield from _tests_near(TESTS / path.relative_to(SOURCE).parent)
    elif path.is_relative_to(TESTS) and path.suffix != ".py":
        yield from _tests_near(path.parent)


def _tests_near(folder: Path) -> list[Path]:
    """The tests of a folder, or of the nearest around it that has any."""
    while folder != TESTS:
        if found := _tests_in(folder):
            return found
        folder = folder.parent
    return []


def _tests_in(place: Path) -> list[Path]:
    return sorted(place.glob("test_*.py")) if place.is_dir() else [place] if place.is_file() else []


def _feature(path: Path) -> str:
    """The feature to which a file belongs; its scripts and styles lie in a second folder."""
    found = re.match(r"server/(?:features|web/static|web/templates)/(\w+)/", _in_source(path))
    return found[1] if found else ""


def _in_source(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix() if path.is_relative_to(SOURCE) else ""


def _in_a_browser(path: Path) -> list[Path]:
    """The browser tests of a feature: those that bear its name, or else all of its area."""
    feature = _feature(path)
    for area, features in AREAS.items():
        if feature in features:
            tests = _tests_in(BROWSER / area)
            return [test for test in tests if feature.rstrip("s") in test.stem] or tests
    return []


def _has_examples(path: Path) -> bool:
    return path.suffix == ".py" and path.is_relative_to(SOURCE) and path.is_file() and ">>>" in path.read_text("utf8")


# ---- imports --------------------------------------------------------------------------------------------------


@cache
def _all_tests() -> tuple[Path, ...]:
    return tuple(sorted(TESTS.rglob("test_*.py")))


@cache
def _reached(test: Path) -> frozenset[Path]:
    """A test file, the files `conftest.py` that it is run with, and all that these import."""
    folders = [folder for folder in test.parents if folder.is_relative_to(TESTS)]
    waiting = [test, *(folder / "conftest.py" for folder in folders if (folder / "conftest.py").is_file())]
    found = set[Path]()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += (other for other in (*_imports(path), *_games(path)) if _leads(path, other))
    return frozenset(found)


def _leads(path: Path, other: Path) -> bool:
    """Is an import followed? Not where one puts together what else is apart."""
    puts_together = path.is_relative_to(SOURCE / "server") and not path.is_relative_to(FEATURES)
    return path not in ASSEMBLIES and not (puts_together and other.is_relative_to(FEATURES))


@cache
def _imports(path: Path) -> tuple[Path, ...]:
    """The files of this repository that a module imports, wherever in it, but not for types alone."""
    places = (base.joinpath(*module) for module in _modules(path) for base in (ROOT, SOURCE.parent))
    return tuple(
        file for place in places for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()
    )


def _modules(path: Path) -> Iterator[list[str]]:
    """The names, in parts, of our modules that one imports; `from a import b` may mean the module a or a.b."""
    for dots, module, names in IMPORT.findall(FOR_TYPES_ALONE.sub("", path.read_text("utf8"))):
        around = path.relative_to(ROOT).parts[: -len(dots)] if dots else ()
        base = [*around, *(part for part in module.split(".") if part)]
        if base[0] in ("tablee", "tests", "src"):
            yield base
            yield from ([*base, name] for name in re.findall(r"\w+", names))


@cache
def _games(path: Path) -> tuple[Path, ...]:
    """The files of games that a test of games or bots names by their ids; bots look at some of them only."""
    of_bots, of_games = path.is_relative_to(TESTS / "bots"), path.is_relative_to(TESTS / "games")
    if not (of_bots or of_games):
        return ()
    text = path.read_text("utf8")
    folders = (rules.parent for rules in sorted(GAMES.glob("*/rules.py")))
    named = [folder for folder in folders if f'"{folder.name}"' in text or "game_ids()" in text]
    return tuple(file for folder in named for file in folder.glob("*.py") if of_games or file.name in FOR_SEARCH)


# ---- running it -----------------------------------------------------------------------------------------------

BIN = Path(sys.executable).parent
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("lint-imports", "--no-cache"),
)
OF_SCRIPTS = ("python", "tests/check_scripts.py")
NO_TESTS = 5
"""The code with which pytest ends if all that it has found is marked as long."""


def main() -> int:
    """Check what has changed; 1 if something is wrong."""
    changes = changed_files()
    if not changes:
        print("Nothing to test: nothing has changed since the last commit.")
        return 0
    tests = [str(test.relative_to(ROOT)) for test in touched_tests(changes)]
    print(f"{len(changes)} changed files touch {len(tests)} test files:", *tests, sep="\n  ", flush=True)
    checks = (*CHECKS, OF_SCRIPTS) if any(path.suffix == ".js" for path in changes) else CHECKS
    with contextlib.ExitStack() as stack:
        outputs = [stack.enter_context(tempfile.TemporaryFile("w+")) for _ in checks]
        running = [_start(*check, output=output) for check, output in zip(checks, outputs, strict=True)]
        wrong = _run_pytest(tests) not in (0, NO_TESTS) if tests else False
        for check, output, process in zip(checks, outputs, running, strict=True):
            if process.wait():
                output.seek(0)
                print(f"\n{' '.join(check)}:", output.read(), sep="\n")
                wrong = True
    return int(wrong)


def _start(program: str, *arguments: str, output: IO[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen([BIN / program, *arguments], cwd=ROOT, stdout=output, stderr=subprocess.STDOUT)


def _run_pytest(tests: list[str]) -> int:
    workers = str(os.cpu_count() or 1) if len(tests) > 2 else "0"
    how = ("-m", "not long", "--numprocesses", workers, "--dist", "worksteal")
    return subprocess.run([sys.executable, "-m", "pytest", *how, *tests], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
