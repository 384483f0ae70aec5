"""Adapters to other people's tools. Each module needs an extra and is imported on demand only.

`pettingzoo` and `gymnasium` for learners, `openspiel` for its algorithms, `data` for tables of steps, `mcp` for
language models. `docs/adapters.md` shows them all.
"""


def missing(extra: str, error: ModuleNotFoundError) -> ModuleNotFoundError:
    """The error of a missing library, with a message that says what to install.

    >>> missing("pettingzoo", ModuleNotFoundError("No module named 'gymnasium'", name="gymnasium"))
    ModuleNotFoundError("this adapter needs gymnasium: pip install 'tablee[pettingzoo]'")
    """
    return ModuleNotFoundError(f"this adapter needs {error.name}: pip install 'tablee[{extra}]'", name=error.name)
