"""The whole contract of a game as a table, read from the sources in which it is said."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tablee

SOURCES = Path(tablee.__file__).parent
CLASSES = {
    "engine/contract.py": {"Rules": "rules.py", "OptionalRules": "rules.py", "Observation": "observation.py"},
    "games/game_contract.py": {
        "Package": "__init__.py",
        "Words": "words.py",
        "SceneModule": "scene.py",
        "Brain": "brain.py",
    },
}


class Row(NamedTuple):
    """Something that a module of a game has, or may have."""

    file: str
    name: str
    required: bool
    words: str

    def __str__(self) -> str:
        must = "**yes**" if self.required else ""
        return f"| `{self.file}` | `{_in_a_cell(self.name)}` | {must} | {_in_a_cell(self.words)} |"


def _in_a_cell(text: str) -> str:
    return text.replace("|", r"\|")


def contract_table() -> str:
    """A line for each thing, what is required first."""
    rows = [row for source, classes in CLASSES.items() for row in _rows(source, classes)]
    order = ["__init__.py", *dict.fromkeys(row.file for row in rows if row.file != "__init__.py")]
    rows.sort(key=lambda row: (order.index(row.file), not row.required))
    head = "| file | name and type | required | what it says, and what holds without it |\n| --- | --- | --- | --- |"
    return "\n".join([head, *map(str, rows)])


def _rows(source: str, classes: dict[str, str]) -> Iterator[Row]:
    body = ast.parse((SOURCES / source).read_text("utf8")).body
    found = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
    for name, file in classes.items():
        yield from _members(found[name], file, always=name == "Rules")


def _members(kind: ast.ClassDef, file: str, always: bool) -> Iterator[Row]:
    for at, node in enumerate(kind.body):
        if isinstance(node, ast.FunctionDef) and node.name[0] != "_":
            marks = [mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)]
            required = always or "required" in marks
            words = _plain(ast.get_docstring(node) or "")
            yield Row(file, _call(node), required, words if required else _with_default(words, _returned(node)))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            words = _plain(_text(kind.body[at + 1]))
            required = always or (kind.name == "Package" and node.value is None)
            yield Row(file, f"{node.target.id}: {_type(node.annotation)}", required, _with_default(words, node.value))


def _call(function: ast.FunctionDef) -> str:
    given = [argument for argument in function.args.args if argument.arg != "self"]
    must = len(given) - len(function.args.defaults)
    shown = [f"{one.arg}: {_type(one.annotation)}{' = …' * (at >= must)}" for at, one in enumerate(given)]
    return f"{function.name}({', '.join(shown)}) -> {_type(function.returns)}"


def _type(annotation: ast.expr | None) -> str:
    """A type as it is written, but for quotes."""
    return ast.unparse(annotation).replace("'", "") if annotation else "Any"


def _returned(function: ast.FunctionDef) -> ast.expr | None:
    last = function.body[-1]
    return last.value if isinstance(last, ast.Return) else None


def _with_default(words: str, value: ast.expr | None) -> str:
    """What is said of something, and what holds for a game that does not have it, if that is not said in words."""
    if "Default:" in words or value is None:
        return words
    shown = ast.unparse(value).replace("NO_FIELDS", "{}").replace("NO_SECRETS", "{}")
    return f"{words} Default: `{shown}`."


def _text(node: ast.stmt) -> str:
    said = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return str(node.value.value) if said else ""  # type: ignore[attr-defined]


def _plain(text: str) -> str:
    """The first paragraph, as one line."""
    return " ".join(text.split("\n\n")[0].split())
