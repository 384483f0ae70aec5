"""Every answer of the server, whatever was asked, tells browsers what they may not do with it."""

import http.client
import re
from contextlib import closing
from html.parser import HTMLParser

import pytest
from starlette.routing import Mount, Route

from tablee.server.realtime.settings import Settings
from tablee.server.web.app import create_app
from tablee.server.web.rendering import static
from tests.server.house import PATIENCE, Guest, House

REAL = {"game": "isis", "mode": "bots", "language": "en", "name": "icon-192", "step": "1", "day": "2026-01-01"}
FORBIDDEN = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
}
"""What the policy must say; `object-src` and the like fall back to `default-src`."""
FILES = ("board/picture.js", "shared/icon.svg", "nothing.js")


@pytest.fixture
async def app(tmp_path):
    app = create_app(Settings(f"sqlite:///{tmp_path}/tables.db", bots_at_once=False))
    yield app
    await app.hub.store.close()


def addresses(app, real):
    """The address of every route, once with what exists in its gaps and once with what does not."""
    paths = {route.path for route in app.site.routes if not isinstance(route, Mount)}
    fillings = (real, dict.fromkeys(real, "nothing"))
    return [
        re.sub(r"\{(\w+)[^}]*\}", lambda gap, words=words: words.get(gap[1], "nothing"), path)
        for path in sorted(paths)
        for words in fillings
    ]


def get(house, path, headers):
    """One answer; its headers as they came, each with all its values."""
    with closing(http.client.HTTPConnection(house.host, house.port, timeout=PATIENCE)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, lists(answer.getheaders()), answer.read()


def lists(headers):
    found = {}
    for name, value in headers:
        found.setdefault(name.lower(), []).append(value)
    return found


class Unsafe(HTMLParser):
    """Collects what a browser would have to run or to apply from within a page."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        inline = tag == "script" and not named.get("src") and named.get("type") != "application/json"
        if inline or tag in ("style", "iframe", "object", "embed", "base"):
            self.found.append(tag)
        self.found += [name for name in named if name.startswith("on") or name in ("style", "srcdoc")]
        self.found += [value for value in named.values() if (value or "").strip().lower().startswith("javascript:")]


def faults(path, status, headers, body):
    """What is wrong with an answer, in words."""
    found = []
    kind = headers.get("content-type", [""])[0]
    if headers.get("x-content-type-options") != ["nosniff"]:
        found.append("its type may be guessed")
    if path.startswith("/static/") and status == 200 and kind.startswith(("text/javascript", "text/css")):
        return found  # no document, so a policy would say nothing
    # Not "no-referrer": forms would then come from the origin "null", and be refused.
    if headers.get("referrer-policy") != ["same-origin"]:
        found.append(f"its address is told elsewhere: {headers.get('referrer-policy')}")
    policies = headers.get("content-security-policy", [])
    said = [rule.split() for rule in policies[0].split(";")] if len(policies) == 1 else []
    rules = {name: values for name, *values in said}
    if any(rules.get(name) != values for name, values in FORBIDDEN.items()) or "unsafe" in str(policies):
        found.append(f"its policy is {policies}")
    return found + (Unsafe(body.decode()).found if kind.startswith("text/html") else [])


async def test_every_answer_of_every_route_is_safe_in_a_browser(house, app):
    guest = Guest(house)
    real = REAL | {"table": guest.open()}
    paths = [*addresses(app, real), "/nowhere", "/static", *map(static, FILES), static("../fr.po")]
    answers = [(path, *get(house, path, guest.headers)) for path in paths]
    answers += [(path, *get(house, path, guest.headers | {"host": "evil.example"})) for path in ("/", "/nowhere")]
    assert {path: faults(path, *answer) for path, *answer in answers if faults(path, *answer)} == {}
    assert {200, 303, 404, 405, 421} <= {status for _, status, _, _ in answers}
    pages = [path for path, _, headers, _ in answers if "text/html" in headers.get("content-type", [""])[0]]
    assert len(pages) > 60


async def test_so_is_the_page_of_an_error_of_ours(app):
    async def broken(_):
        raise RuntimeError("a bug")

    app.site.router.routes.insert(0, Route("/broken", broken))
    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/broken", "query_string": b"", "headers": []}
    with pytest.raises(RuntimeError, match="a bug"):
        await app({**scope, "client": ("127.0.0.1", 1), "scheme": "http", "server": ("localhost", 1)}, None, send)
    headers = lists((name.decode(), value.decode()) for name, value in sent[0]["headers"])
    assert sent[0]["status"] == 500
    assert faults("/broken", 500, headers, b"".join(part["body"] for part in sent[1:])) == []


def test_the_policy_names_our_own_sockets_for_older_browsers(house):
    _, headers, _ = get(house, "/", {})
    ours = f"connect-src 'self' ws://localhost:{house.port} wss://localhost:{house.port};"
    assert ours in headers["content-security-policy"][0]


@pytest.fixture
def framed_house(tmp_path):
    house = House(tmp_path, frame_sites=["https://club.example.org", "https://*.example.com"])
    yield house
    house.kill()


def test_the_big_screen_alone_may_be_framed_and_only_by_the_sites_of_the_host(house, framed_house):
    for one, allowed in ((house, "'none'"), (framed_house, "https://club.example.org https://*.example.com")):
        table = Guest(one).open()
        policies = {
            path: get(one, path, {})[1]["content-security-policy"][0].rpartition("frame-ancestors ")[2]
            for path in (f"/tables/{table}/screen", f"/tables/{table}", "/", "/tables/none/screen")
        }
        assert list(policies.values()) == [allowed, "'none'", "'none'", "'none'"]
