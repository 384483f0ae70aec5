"""Checks of names: what a game's modules define is in the contract, or used, or private."""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from tablee.engine import contract
from tablee.engine.contract import names_of_contract, unknown_names
from tablee.games import GameDefinition
from tablee.games.game_contract import Brain, Package, SceneModule, Words, names_of_module
from tablee.kit.trial_tables import Bench


def names(bench: Bench) -> Iterator[str]:
    """Public names that are not in the contract and that nothing in the game uses; a missing `observation.py`."""
    definition = bench.definition
    own = list(_modules(definition))
    used = _used_in(definition.path)
    helpers: list[str] = []
    for file, module, known in own:
        for name in unknown_names(module, known):
            if name in used:
                helpers.append(f"{file}.{name}")
            else:
                yield (
                    f"{file}.{name}: the contract has no such name, and nothing in the game uses it. "
                    f"Is it misspelt? A helper of your own may be called _{name}"
                )
    shown = ", ".join(helpers) if bench.all_faults else f"{len(helpers)} of its own"
    bench.note = shown + ("" if definition.layout else "; without observation.py no network can play it")


def _modules(definition: GameDefinition) -> Iterator[tuple[str, ModuleType | None, set[str]]]:
    """The modules of a game, and what each may have."""
    from sys import modules

    package = str(definition.rules.__package__)
    yield "__init__", modules[package], names_of_module(Package)
    yield "rules", definition.rules, names_of_contract(contract.Rules, contract.OptionalRules)
    yield "words", modules.get(f"{package}.words"), names_of_module(Words)
    yield "scene", modules.get(f"{package}.scene"), names_of_module(SceneModule)
    yield "brain", modules.get(f"{package}.brain"), names_of_module(Brain)
    yield "observation", contract.observation_of(definition.rules), names_of_contract(contract.Observation)


def _used_in(folder: Path) -> set[str]:
    """The names that the modules and tests of a game read: variables, attributes, imports and `__all__`."""
    found: set[str] = set()
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf8"))):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found.add(node.id)
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, ast.ImportFrom):
                found.update(one.name for one in node.names)
            elif isinstance(node, ast.Assign) and any(getattr(one, "id", "") == "__all__" for one in node.targets):
                found.update(str(one.value) for one in ast.walk(node.value) if isinstance(one, ast.Constant))
    return found
