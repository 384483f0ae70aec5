"""Tablée as an app: the manifest, its icons, the worker and what it needs."""

import json
import re
import struct

import pytest

from tablee.games.language import languages
from tests.server.house import Guest


@pytest.mark.parametrize("code", languages())
def test_the_page_names_a_manifest_in_its_language(house, code):
    _, _, page = house.request("GET", "/", headers={"accept-language": code})
    address = re.search(r'<link rel="manifest" href="([^"]+)">', page)
    assert address
    status, headers, body = house.request("GET", address[1])
    manifest = json.loads(body)
    assert (status, headers["content-type"]) == (200, "application/manifest+json")
    assert (manifest["lang"], manifest["start_url"], manifest["display"]) == (code, "/?app", "standalone")
    for shortcut in manifest["shortcuts"]:
        assert house.request("GET", shortcut["url"])[0] == 200


def test_icons_are_as_large_as_they_say_and_some_may_be_cut_round(house):
    manifest = json.loads(house.request("GET", "/manifest.en.webmanifest")[2])
    icons = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    for icon in icons:
        status, headers, body = house.raw_request("GET", icon["src"])
        assert (status, headers["content-type"]) == (200, "image/png")
        width, height = struct.unpack(">II", body[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    assert {icon["purpose"] for icon in icons if "512" in icon["sizes"]} == {"any", "maskable"}


def test_the_worker_is_at_the_root_and_always_asked_for_anew(house):
    status, headers, body = house.request("GET", "/service-worker.js")
    assert status == 200
    assert headers["content-type"].startswith("text/javascript")
    assert headers["cache-control"] == "no-cache"
    assert "worker-src 'self'" in headers["content-security-policy"]
    version = re.search(r"version=(\w+)", house.request("GET", "/")[2])
    assert version
    needed = re.search(r"NEEDED = (\[.*?\])", body, re.DOTALL)
    assert needed
    for name in json.loads(needed[1]):
        assert house.request("GET", f"/static/{version[1]}/{name}")[0] == 200


def test_another_language_has_another_worker(house):
    addresses = {
        re.search(r'data-worker="([^"]+)"', house.request("GET", "/", headers={"accept-language": code})[2])[1]  # type: ignore[index]
        for code in languages()
    }
    assert len(addresses) == len(languages())


def test_pages_that_a_browser_keeps_say_nothing_of_who_fetched_them(house):
    person = Guest(house)
    person.open(name="Zoé-Unmistakable")
    assert "Unmistakable" in house.request("GET", "/games/isis/friends", headers=person.headers)[2]
    for path in ("/games/isis/rules", "/offline/en"):
        status, _, page = house.request("GET", path, headers=person.headers)
        assert (status, "Unmistakable" in page) == (200, False)
