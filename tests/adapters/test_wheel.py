"""A wheel is built and installed with its extras, and judged there: by others, and by what they do not look at."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.adapters import conformance, wheel


@pytest.mark.long
@pytest.mark.parametrize("version", wheel.SUPPORTED)
def test_the_judges_of_others_and_ours_pass_from_a_built_wheel(version: str, tmp_path: Path) -> None:
    found = wheel.python_of(version)
    if found is None:
        pytest.skip(f"there is no Python {version} here")
    python = wheel.environment_with(wheel.built_wheel(tmp_path), found)
    said = wheel.judged(python)
    assert f"{python.parent.parent}/lib" in said.splitlines()[0]
    assert re.findall(r"^(\w+): holds", said, re.MULTILINE) == [check.__name__ for check in conformance.CHECKS]


def test_the_versions_of_python_that_are_supported_are_stated() -> None:
    project = tomllib.loads((wheel.ROOT / "pyproject.toml").read_text("utf8"))["project"]
    stated = [one.rpartition(" ")[2] for one in project["classifiers"] if "Python :: 3." in one]
    assert stated == list(wheel.SUPPORTED)
    assert project["requires-python"] == f">={wheel.SUPPORTED[0]}"
    assert set(wheel.EXTRAS.split(",")) <= set(project["optional-dependencies"])
