"""Find a Chromium for the browser tests, or install one: `make test` calls this before anything else.

Chromium's headless shell is installed where the distribution has it: it paints as Chromium does, for half the time.
Otherwise a browser that is installed is taken, or Debian's Chromium, or the one that Playwright fetches. Debian's
Firefox is installed, too: without it the tests in Firefox are skipped.
"""

import os
import shutil
import subprocess
import sys

FIREFOX = ("firefox", "firefox-esr")
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")


def installed_browser() -> str | None:
    """The program of a browser on this machine (`TABLEE_BROWSER` names one), or None: then Playwright's own."""
    chosen = os.environ.get("TABLEE_BROWSER")
    return chosen or next((found for name in NAMES if (found := shutil.which(name))), None)


def installed_firefox() -> str | None:
    """The program of Firefox on this machine, or None."""
    return next((found for name in FIREFOX if (found := shutil.which(name))), None)


def main() -> int:
    """Install the browsers that are missing; say which are used."""
    if "TABLEE_BROWSER" not in os.environ and not shutil.which(SHELL):
        _install_packages(SHELL, "fonts-dejavu-core")
    if installed_browser() is None:
        _install()
    if installed_firefox() is None:
        _install_packages("firefox-esr")
    print(f"Browser for the tests: {installed_browser() or 'the one Playwright fetched'}")
    print(f"Firefox for the tests: {installed_firefox() or 'none, so they are skipped'}")
    return 0


def _install() -> None:
    print("No browser found: installing one for the tests …", flush=True)
    _install_packages("chromium", "fonts-dejavu-core")
    if installed_browser() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def _install_packages(*packages: str) -> None:
    """Install packages of the distribution, where it has any; whether that worked is seen afterwards."""
    if not shutil.which("apt-get"):
        return
    prefix = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    update = subprocess.run([*prefix, "apt-get", "update", "-qq"], env=environment, check=False)
    if update.returncode == 0:
        command = [*prefix, "apt-get", "install", "-y", "-qq", *packages]
        subprocess.run(command, env=environment, check=False, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
