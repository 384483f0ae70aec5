"""Find the programs of others that tests use, or install them: `make test` calls this before anything else.

Chromium's headless shell is installed where the distribution has it: it paints as Chromium does, for half the time.
Otherwise a browser that is installed is taken, or Debian's Chromium, or the one that Playwright fetches. With `--all`,
for `make test-long`, Debian's Firefox is installed, too, and of Debian's nginx, Caddy and Prometheus nothing but
programs are taken, into the environment of these tests: no server is started, and nobody need be root. Tests whose
program cannot be had are skipped, and say so.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

FIREFOX = ("firefox", "firefox-esr")
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
PROGRAMS = {"caddy": ("caddy", "usr/bin"), "nginx": ("nginx", "usr/sbin"), "promtool": ("prometheus", "usr/bin")}
"""Programs, with the package of the distribution and the folder in which each is."""
UNPACKED = Path(sys.prefix) / "proxies"


def installed_browser() -> str | None:
    """The program of a browser on this machine (`TABLEE_BROWSER` names one), or None: then Playwright's own."""
    chosen = os.environ.get("TABLEE_BROWSER")
    return chosen or next((found for name in NAMES if (found := shutil.which(name))), None)


def installed_firefox() -> str | None:
    """The program of Firefox on this machine, or None."""
    return next((found for name in FIREFOX if (found := shutil.which(name))), None)


def installed_program(name: str) -> str | None:
    """The program of nginx, Caddy or Prometheus, of this machine or unpacked for these tests, or None."""
    unpacked = shutil.which(name, path=UNPACKED / PROGRAMS[name][1])
    return shutil.which(name) or shutil.which(name, path="/usr/sbin") or unpacked


def main() -> int:
    """Install what is missing; say what is used."""
    if "TABLEE_BROWSER" not in os.environ and not shutil.which(SHELL):
        _install_packages(SHELL, "fonts-dejavu-core")
    if installed_browser() is None:
        _install()
    print(f"Browser for the tests: {installed_browser() or 'the one Playwright fetched'}")
    if "--all" in sys.argv:
        _install_for_long_tests()
    return 0


def _install_for_long_tests() -> None:
    if installed_firefox() is None:
        _install_packages("firefox-esr")
    for name, (package, _) in PROGRAMS.items():
        if installed_program(name) is None:
            _unpack(package)
    print(f"Firefox for the tests: {installed_firefox() or 'none, so they are skipped'}")
    for name in PROGRAMS:
        print(f"{name} for the tests: {installed_program(name) or 'none (apt-get has none), so they are skipped'}")


def _install() -> None:
    print("No browser found: installing one for the tests …", flush=True)
    _install_packages("chromium", "fonts-dejavu-core")
    if installed_browser() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def _install_packages(*packages: str) -> None:
    """Install packages of the distribution, where it has any; whether that worked is seen afterwards."""
    if _knows_packages():
        _run([*_as_root(), "apt-get", "install", "-y", "-qq", *packages])


def _unpack(package: str) -> None:
    """Fetch a package of the distribution and take its files, where it has any: nothing is installed or started."""
    _knows_packages()  # if not, those that the machine knew before may do
    if not shutil.which("apt-get"):
        return
    with tempfile.TemporaryDirectory() as folder:
        _run(["apt-get", "download", "-qq", "-o", "APT::Sandbox::User=root", package], folder)
        for archive in Path(folder).glob("*.deb"):
            _run(["dpkg-deb", "--extract", str(archive), str(UNPACKED)])


@cache
def _knows_packages() -> bool:
    """Ask once which packages there are."""
    return bool(shutil.which("apt-get")) and _run([*_as_root(), "apt-get", "update", "-qq"])


def _as_root() -> list[str]:
    return [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]


def _run(command: Sequence[str], folder: str | None = None) -> bool:
    """Whether a command succeeds; if not, it has said why."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, env=environment, cwd=folder, check=False, stdout=subprocess.DEVNULL)
    except OSError as error:  # there is no sudo
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)
        return False
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
