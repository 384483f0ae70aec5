"""The shape of the source tree: few entries, features in one folder each, every name once."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import tablee

SOURCE = Path(tablee.__file__).parent
MOST_ENTRIES = 12
MOST_SIBLINGS = 20
FEATURES = {
    "accounts", "analysis", "bot_accounts", "chat", "daily", "history", "lessons", "lobby", "moderation",
    "notifications", "puzzles", "ratings", "replays", "review", "rulebooks", "tournaments",
}  # fmt: skip
OF_A_FEATURE = {"model", "store", "service", "pages"}
OF_A_GAME = {"rules", "words", "scene", "brain", "observation", "lesson", "mistakes", "styles", "land", "learning"}
TEMPLATE = SOURCE / "kit" / "template"
"""A game of its own, to be copied."""


def modules() -> Iterator[Path]:
    return (path for path in sorted(SOURCE.rglob("*.py")) if not path.is_relative_to(TEMPLATE))


def entries(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != "__pycache__")


def twice(names: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def test_the_package_has_few_entries() -> None:
    assert len(entries(SOURCE)) <= MOST_ENTRIES


def test_no_folder_has_many_siblings() -> None:
    folders = [path for path in SOURCE.rglob("*") if path.is_dir() and path.name != "__pycache__"]
    assert len(folders) > 40
    # A package's own file is nobody's sibling.
    counts = {str(path): len(set(entries(path)) - {"__init__.py"}) for path in folders}
    assert {path: count for path, count in counts.items() if count > MOST_SIBLINGS} == {}


def test_every_feature_has_a_folder() -> None:
    assert set(entries(SOURCE / "server" / "features")) >= FEATURES


def test_features_import_of_each_other_what_pyproject_lists() -> None:
    listed = tomllib.loads((SOURCE.parents[1] / "pyproject.toml").read_text("utf8"))["tool"]["tablee"][
        "feature-imports"
    ]
    assert sorted(set(feature_imports())) == sorted(listed)
    assert all(listed.values())


def feature_imports() -> Iterator[str]:
    features = SOURCE / "server" / "features"
    for path in features.rglob("*.py"):
        feature = path.relative_to(features).parts[0]
        named = re.findall(r"tablee\.server\.features(?:\.| import )(\w+)", path.read_text("utf8"))
        yield from (f"{feature} -> {other}" for other in named if other != feature)


def test_module_names_occur_once() -> None:
    fixed = {"__init__", "__main__"} | OF_A_FEATURE | OF_A_GAME
    assert twice(path.stem for path in modules() if path.stem not in fixed) == []


def test_public_class_names_occur_once() -> None:
    assert twice(name for path in modules() for name in public_classes(path.read_text("utf8"))) == []


def public_classes(source: str) -> list[str]:
    found = (node for node in ast.parse(source).body if isinstance(node, ast.ClassDef))
    return [node.name for node in found if not node.name.startswith("_")]


@pytest.mark.parametrize(("names", "found"), [(["a", "b", "a"], ["a"]), (["a", "b"], [])])
def test_names_that_occur_twice_are_found(names: list[str], found: list[str]) -> None:
    assert twice(names) == found
