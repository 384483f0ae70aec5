"""The bill of materials is CycloneDX 1.6, whole, and says what the packages say of themselves."""

import json
import re
from importlib import metadata

from deploy import bill_of_materials
from deploy.bill_of_materials import LICENCES, ROOT, licences_in, pinned

REQUIREMENTS = (ROOT / "requirements.txt").read_text("utf8")
SPDX = re.compile(r"[\w.-]+( WITH [\w.-]+)?(( AND | OR )[\w.-]+( WITH [\w.-]+)?)*")


def test_it_lists_every_pinned_package_with_hashes_and_licence(tmp_path):
    bill_of_materials.main(tmp_path / "build" / "sbom.json")
    bill = json.loads((tmp_path / "build" / "sbom.json").read_text("utf8"))
    assert (bill["bomFormat"], bill["specVersion"], bill["version"]) == ("CycloneDX", "1.6", 1)
    parts = bill["components"]
    assert [(one["name"], one["version"]) for one in parts] == re.findall(r"^([\w.-]+)==(\S+)", REQUIREMENTS, re.M)
    assert len({one["bom-ref"] for one in parts}) == len(parts) > 30
    for one in [bill["metadata"]["component"], *parts]:
        assert one["type"] in ("application", "library")
        assert one["purl"] == f"pkg:pypi/{one['name']}@{one['version']}"
        ((licence,),) = [[choice["expression"] for choice in one["licenses"]]]
        assert SPDX.fullmatch(licence)
    digests = [entry["content"] for one in parts for entry in one["hashes"] if entry["alg"] == "SHA-256"]
    assert digests == re.findall(r"sha256:(\w{64})", REQUIREMENTS)
    assert all(one["hashes"] for one in parts)


def test_the_table_of_licences_lists_what_is_installed_and_nothing_else():
    assert licences_in(LICENCES.read_text("utf8")).keys() == {name for name, _, _ in pinned(REQUIREMENTS)}


def test_it_says_what_packages_say_of_themselves():
    said = {one.metadata["Name"].lower(): one.metadata.get("License-Expression") for one in metadata.distributions()}
    table = licences_in(LICENCES.read_text("utf8"))
    own = {name: said[name] for name in table if said.get(name)}
    assert own == {name: table[name] for name in own}
    assert len(own) > 15
