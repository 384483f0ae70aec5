"""A built wheel, with its extras, in an environment of its own: `python -m tests.adapters.wheel PYTHON…` judges it.

The environment is kept beside the one of the tests, by what is pinned and by its Python; only the wheel is new each
time. `make pythons` runs this for every Python that the machine has and that may be supported, or
those in `PYTHONS`.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from flit_core.wheel import make_wheel_in

ROOT = Path(__file__).parent.parent.parent
PINNED = ROOT / "requirements-dev.txt"
EXTRAS = "gymnasium,pettingzoo,openspiel,data,mcp"
SUPPORTED = ("3.11", "3.12", "3.13")
"""With these the judges have been asked; what is stated in `pyproject.toml`."""


def built_wheel(folder: Path) -> Path:
    """The wheel of this checkout."""
    return Path(make_wheel_in(ROOT / "pyproject.toml", folder).file)


def environment_with(wheel: Path, python: str, extras: str = EXTRAS) -> Path:
    """The interpreter of an environment that has this wheel, its extras and nothing else of ours."""
    version = _version_of(python)
    pins = hashlib.sha256(PINNED.read_bytes() + f"{version} {extras}".encode()).hexdigest()[:12]
    home = Path(sys.prefix) / f"clean-{version}-{pins}"
    if not (home / "ready").exists():
        shutil.rmtree(home, ignore_errors=True)
        subprocess.run([python, "-m", "venv", "--without-pip", home], check=True)
        (home / "constraints.txt").write_text("".join(_constraints()), "utf8")
        _pip(home, "-c", str(home / "constraints.txt"), f"{wheel}[{extras}]" if extras else str(wheel))
        (home / "ready").touch()
    _pip(home, "--no-deps", "--force-reinstall", str(wheel))
    return home / "bin" / "python"


def _pip(home: Path, *arguments: str) -> None:
    installing = [sys.executable, "-m", "pip", "--python", str(home / "bin" / "python"), "install", "--quiet"]
    subprocess.run([*installing, "--disable-pip-version-check", "--no-compile", *arguments], check=True)


def _constraints() -> Iterator[str]:
    """What is pinned, without the hashes: pip would want one of our own wheel."""
    for line in PINNED.read_text("utf8").splitlines():
        if found := re.match(r"[\w.-]+==[^\\]*", line):
            yield f"{found[0].strip()}\n"


def _version_of(python: str) -> str:
    script = "import sys; print('%d.%d' % sys.version_info[:2])"
    return subprocess.check_output([python, "-c", script], text=True, stderr=subprocess.DEVNULL).strip()


def judged(python: Path) -> str:
    """What the judges say, in an environment where nothing of this checkout is on the path."""
    script = Path(__file__).parent / "conformance.py"
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
    run = subprocess.run(
        [python, "-I", script], env=clean, cwd=python.parent, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def pythons() -> list[str]:
    """The interpreters that `PYTHONS` names or, without it, one of each version as far as they are here."""
    named = os.environ.get("PYTHONS", "").split()
    return named or [place for version in SUPPORTED if (place := python_of(version))]


def python_of(version: str) -> str | None:
    """One that answers, on the path or among those of pyenv: what pyenv lays on the path may only name the others."""
    kept = sorted(Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob(f"versions/{version}.*/bin/python"))
    for place in (shutil.which(f"python{version}"), *map(str, reversed(kept))):
        if place and _answers(place, version):
            return place
    return None


def _answers(python: str, version: str) -> bool:
    try:
        return _version_of(python) == version
    except (OSError, subprocess.CalledProcessError):
        return False


def main() -> None:
    """Judge the wheel with every Python that is named, or all that are here."""
    for python in sys.argv[1:] or pythons():
        folder = Path(sys.prefix) / "wheels"
        folder.mkdir(exist_ok=True)
        print(judged(environment_with(built_wheel(folder), python)))


if __name__ == "__main__":
    main()
