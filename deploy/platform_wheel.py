"""Build a wheel that carries the machine code of all games: `python deploy/platform_wheel.py FOLDER` (`make wheel`).

It is the pure wheel with a folder `tablee/machine_code`, which `tablee compile` fills for the processor
`compile_cache.BASELINE`. The code is found with the minor version of Python and the versions of numba, llvmlite and
NumPy that it was built with; with others, games are compiled as usual.
"""

import base64
import hashlib
import os
import platform
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

from flit_core.wheel import make_wheel_in

from tablee.engine.compile_cache import BASELINE, SHIPPED

ROOT = Path(__file__).parent.parent


def main(folder: Path) -> Path:
    """Build the wheel into a folder and return its path."""
    if platform.machine() not in ("x86_64", "AMD64"):
        sys.exit(f"a wheel with machine code is for {BASELINE}; this is {platform.machine()}")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        pure = Path(make_wheel_in(ROOT / "pyproject.toml", Path(scratch)).file)
        code = Path(scratch) / SHIPPED.name
        compiling = os.environ | {"NUMBA_CPU_NAME": BASELINE, "NUMBA_CPU_FEATURES": "", "TABLEE_CACHE": str(code)}
        subprocess.run([sys.executable, "-m", "tablee.cli", "compile"], env=compiling, check=True)
        return _with_code(pure, code, folder)


def _with_code(pure: Path, code: Path, folder: Path) -> Path:
    """A copy of a pure wheel with machine code, for this Python and platform."""
    python = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    tag = f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    target = folder / pure.name.replace("py3-none-any", tag)
    with zipfile.ZipFile(pure) as source:
        files = {name: source.read(name) for name in source.namelist()}
    for path in sorted(path for path in code.rglob("*") if path.is_file()):
        files[f"tablee/{SHIPPED.name}/{path.relative_to(code).as_posix()}"] = path.read_bytes()
    (info,) = (name for name in files if name.endswith(".dist-info/WHEEL"))
    tagged = files[info].decode().replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
    files[info] = tagged.replace("py3-none-any", tag).encode()
    record = info.replace("WHEEL", "RECORD")
    del files[record]
    lines = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
    files[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            wheel.writestr(name, content)
    return target


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    built = main(Path(sys.argv[1]))
    print(f"{built} ({built.stat().st_size / 1e6:.1f} MB)")
