"""Write the bill of materials of the server: what `requirements.txt` installs, as CycloneDX 1.6.

python deploy/bill_of_materials.py build/sbom.json
"""

import json
import re
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
LICENCES = ROOT / "docs" / "hosts" / "licences.md"
PIN = re.compile(r"^([\w.-]+)==(\S+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def bill(requirements: str, licences: dict[str, str]) -> dict[str, Any]:
    """The document, a component for each pinned version; the same input gives the same document."""
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": _component("tablee", metadata.version("tablee"), "MIT", "application")},
        "components": [
            _component(name, version, licences[name]) | {"hashes": [_hash(one) for one in hashes]}
            for name, version, hashes in pinned(requirements)
        ],
    }


def pinned(requirements: str) -> list[tuple[str, str, list[str]]]:
    """Name, version and hashes of every line of a requirements file."""
    lines = requirements.replace("\\\n", " ").splitlines()
    return [(*found.groups(), HASH.findall(line)) for line in lines if (found := PIN.match(line))]  # type: ignore[misc]


def licences_in(page: str) -> dict[str, str]:
    """The licences by package, from the table in the documentation."""
    return dict(re.findall(r"^\| `([\w.-]+)` \| ([^|]+?) \|", page, re.MULTILINE))


def _component(name: str, version: str, licence: str, kind: str = "library") -> dict[str, Any]:
    address = f"pkg:pypi/{name}@{version}"
    return {
        "type": kind,
        "bom-ref": address,
        "name": name,
        "version": version,
        "purl": address,
        "licenses": [{"expression": licence}],
    }


def _hash(digest: str) -> dict[str, str]:
    return {"alg": "SHA-256", "content": digest}


def main(target: Path) -> None:
    """Write the bill of the pinned packages to `target`."""
    document = bill((ROOT / "requirements.txt").read_text("utf8"), licences_in(LICENCES.read_text("utf8")))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(document, indent=2) + "\n", "utf8")
    print(f"{target}: {len(document['components'])} packages")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
