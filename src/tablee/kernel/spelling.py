"""What a module of a game says under a name that nobody asks for, though one like it is asked for: a slip."""

import inspect
from collections.abc import Collection
from difflib import get_close_matches
from types import ModuleType
from typing import Any

LIKE = 0.8
"""How much two names must have in common, from 0 to 1."""


def misspelt(module: ModuleType | None, asked: Collection[str]) -> str:
    """What is wrong with the names of a module, if a function or constant of its own is all but called like one that
    may be there and is not. Names that begin with an underscore are the module's own affair.
    """
    missing = [name for name in asked if not hasattr(module, name)]
    for name, value in vars(module).items() if module is not None else ():
        if name not in asked and _is_said_here(module, name, value):
            like = [one for one in missing if one.isupper() == name.isupper()]
            if found := get_close_matches(name, like, n=1, cutoff=LIKE):
                return f"{name} is not known: is {found[0]} meant? If it is another thing, call it _{name}"
    return ""


def _is_said_here(module: ModuleType | None, name: str, value: Any) -> bool:
    """Is it a constant, or a function that was not imported?"""
    if name.startswith("_") or isinstance(value, type):
        return False
    plain = getattr(value, "py_func", value)
    is_own = module is not None and inspect.isfunction(plain) and plain.__module__ == module.__name__
    return is_own or name.isupper()
