"""Find a Chromium for the browser tests, or install one: `make test` calls this before anything else.

A browser that is installed is taken; on Debian and its kin the distribution's own is installed; elsewhere Playwright
fetches the one it was made for.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")


def installed_browser() -> str | None:
    """The program of a browser on this machine (`TABLEE_BROWSER` names one), or None: then Playwright's own."""
    chosen = os.environ.get("TABLEE_BROWSER")
    return chosen or next((found for name in NAMES if (found := shutil.which(name))), None)


def main() -> int:
    """Install a browser if there is none; say what is used."""
    if installed_browser() is None:
        _install()
    print(f"Browser for the tests: {installed_browser() or 'the one Playwright fetched'}")
    return 0


def _install() -> None:
    print("No browser found: installing one for the tests …", flush=True)
    if shutil.which("apt-get"):
        prefix = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        update = subprocess.run([*prefix, "apt-get", "update", "-qq"], env=environment, check=False)
        if update.returncode == 0:
            packages = ["chromium", "fonts-dejavu-core"]
            subprocess.run(
                [*prefix, "apt-get", "install", "-y", "-qq", *packages],
                env=environment,
                check=False,
                stdout=subprocess.DEVNULL,
            )
    if installed_browser() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


if __name__ == "__main__":
    sys.exit(main())
