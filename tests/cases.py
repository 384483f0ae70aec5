"""Tables of cases: one test goes through the whole table, and a failure names every case that fails."""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest

Test = Callable[..., Any]

_SHOWN = 200
"""Characters that are shown of a case."""


def each(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Call a test once with every case, where `parametrize` makes an item of every case.

    An item costs more than most cases do. Fixtures are made once for all cases, so use this only where a case leaves
    them as they are.
    """
    columns = (names,) if isinstance(names, str) else names
    table = [dict(zip(columns, (case,) if isinstance(names, str) else case, strict=True)) for case in cases]
    assert table, "a table without cases tests nothing"

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def run(**fixtures: Any) -> None:
            failed: list[BaseException] = []
            for case in table:
                try:
                    test(**case, **fixtures)
                except (Exception, pytest.fail.Exception) as error:
                    failed.append(_named(error, case))
            _report(failed)

        @functools.wraps(test)
        async def run_async(**fixtures: Any) -> None:
            failed: list[BaseException] = []
            for case in table:
                try:
                    await test(**case, **fixtures)
                except (Exception, pytest.fail.Exception) as error:
                    failed.append(_named(error, case))
            _report(failed)

        found = run_async if inspect.iscoroutinefunction(test) else run
        taken = inspect.signature(test)
        asked = [parameter for name, parameter in taken.parameters.items() if name not in columns]
        found.__signature__ = taken.replace(parameters=asked)  # type: ignore[attr-defined]  # what pytest hands over
        return found

    def _report(failed: list[BaseException]) -> None:
        if failed:
            raise BaseExceptionGroup(f"{len(failed)} of {len(table)} cases fail", failed)

    return decorate


def _named(error: BaseException, case: dict[str, Any]) -> BaseException:
    """The error with its case, which is printed below it."""
    error.add_note(f"in the case {', '.join(f'{name}={value!r}' for name, value in case.items())}"[:_SHOWN])
    return error
