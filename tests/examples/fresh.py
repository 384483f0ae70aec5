"""A fresh environment into which packages are installed with pip, without a network.

The house and a package are built into wheels, and installed into a virtual environment of their own; what the house
needs from others is lent by the environment that runs the tests.
"""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
UR = ROOT / "examples" / "royal-game-of-ur"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
OFFLINE = ("--no-index", "--no-deps")


class Fresh:
    """A virtual environment with the house and a game from outside."""

    def __init__(self, folder: Path, *packages: Path) -> None:
        self.folder = folder / "environment"
        venv.create(self.folder, with_pip=False)
        self.python = self.folder / "bin" / "python"
        (self.site / "lent.pth").write_text(sysconfig.get_path("purelib"), "utf8")
        wheels = folder / "wheels"
        run(*PIP, "wheel", *OFFLINE, "--no-build-isolation", "--wheel-dir", wheels, *packages)
        run(*PIP, "--python", self.python, "install", *OFFLINE, *sorted(wheels.glob("*.whl")))

    @property
    def site(self) -> Path:
        """Where its packages are."""
        return next((self.folder / "lib").glob("python3*")) / "site-packages"

    @property
    def variables(self) -> dict[str, str]:
        """The variables of its processes: nothing but what is installed is found."""
        return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def run(self, *arguments: str | Path, given: str = "", folder: Path = UR) -> str:
        """What its Python prints when it is run with these arguments."""
        return run(self.python, "-W", "error", *arguments, given=given, folder=folder, variables=self.variables)

    def tablee(self, *arguments: str | Path, given: str = "") -> str:
        """What the installed command prints."""
        return run(self.folder / "bin" / "tablee", *arguments, given=given, folder=UR, variables=self.variables)


def run(*command: str | Path, given: str = "", folder: Path = ROOT, variables: dict[str, str] | None = None) -> str:
    """What a command prints; it must not fail."""
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, env=variables, input=given,
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout
