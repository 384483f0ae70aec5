"""What is said when a library is missing that an adapter needs."""


def missing(extra: str, error: ModuleNotFoundError) -> ModuleNotFoundError:
    """The same error, which says what to install.

    >>> missing("pettingzoo", ModuleNotFoundError("No module named 'gymnasium'", name="gymnasium"))
    ModuleNotFoundError("this adapter needs gymnasium: pip install 'tablee[pettingzoo]'")
    """
    return ModuleNotFoundError(f"this adapter needs {error.name}: pip install 'tablee[{extra}]'", name=error.name)
