"""What a host sees: numbers and the log. And what nobody sees in it."""

import hashlib
import json
import re
from pathlib import Path

import pytest
import yaml

from tablee.bots.metrics import SECONDS, Counter, Histogram
from tests.server.hosting.served import eventually
from tests.server.house import Guest
from tests.server.realtime.test_socket import play, table_for_two

ROOT = Path(__file__).parents[3]


async def test_what_happens_at_tables_is_counted(served):
    before = served.metrics()
    async with table_for_two(served) as ((one, two), table), Guest(served).at(table) as onlooker:
        await onlooker.hear("table")
        await play(one, "pawn a1", two)
        await two.act("pawn a1")
        await two.hear("refused")
        now = served.metrics()
    grown = {name: value - before.get(name, 0) for name, value in now.items()}
    assert now['tablee_tables{status="playing",process="1"}'] == 1
    assert now['tablee_people{process="1"}'] == 3
    assert now['tablee_spectators{process="1"}'] == 1
    assert grown['tablee_events_total{kind="act",process="1"}'] == 1
    assert grown['tablee_refusals_total{code="illegal_action",process="1"}'] == 1
    stored, shown = (f'tablee_decision_seconds_count{{until="{until}",process="1"}}' for until in ("stored", "shown"))
    assert grown[stored] == grown[shown] > 2
    assert grown['tablee_database_commit_seconds_count{process="1"}'] > 3
    assert grown['tablee_requests_total{route="/tables",status="303",process="1"}'] == 1
    assert grown['tablee_sent_bytes_total{kind="live",process="1"}'] > 1000
    assert now['tablee_memory_bytes{part="server",process="1"}'] > 10_000_000
    closed = 'tablee_live_closed_total{code="1000",process="1"}'
    eventually(lambda: served.metrics().get(closed, 0) - before.get(closed, 0) >= 3)


def test_addresses_that_are_none_are_counted_as_one(served):
    for path in ("/nowhere/1", "/nowhere/2", "/tables/x/y/z"):
        assert served.request("GET", path)[0] == 404
    numbers = served.metrics()
    assert numbers['tablee_requests_total{route="none",status="404",process="1"}'] >= 3
    assert not [name for name in numbers if "nowhere" in name]


def test_numbers_are_told_at_their_own_address_alone(served):
    assert served.request("GET", "/metrics")[0] == 404


def test_every_query_of_the_dashboard_asks_for_a_number_that_there_is(served):
    text = (ROOT / "deploy" / "dashboard.json").read_text("utf8")
    panels = json.loads(text)["panels"]
    asked = {name for panel in panels for one in panel["targets"] for name in re.findall(r"tablee_\w+", one["expr"])}
    assert len(asked) > 20
    assert asked <= names_told(served)


def test_every_alert_watches_a_number_that_there_is(served):
    groups = yaml.safe_load((ROOT / "deploy" / "tablee.rules.yml").read_text("utf8"))["groups"]
    rules = [rule for group in groups for rule in group["rules"]]
    asked = {name for rule in rules for name in re.findall(r"tablee_\w+", rule["expr"])}
    assert len(rules) > 5
    assert asked <= names_told(served)
    assert all(rule["annotations"]["summary"] and rule["annotations"]["action"] for rule in rules)


def names_told(served):
    """All names that Prometheus would know, counted already or not."""
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", served.metrics_text(), re.M))
    histograms = [name for name, kind in kinds.items() if kind == "histogram"]
    return {*kinds, *(name + end for name in histograms for end in ("_bucket", "_sum", "_count"))}


def test_every_number_is_on_the_dashboard(served):
    text = (ROOT / "deploy" / "dashboard.json").read_text("utf8")
    told = {re.sub("_(bucket|sum|count)$", "", name) for name in names_told(served)}
    assert {name for name in told if name not in text} == set()


def test_counts_and_times_add_up():
    counter = Counter("a_total", "A.", ("kind",), among=[])
    counter.add("x")
    counter.add("x", by=2)
    assert [(one.labels, one.value) for one in counter.family().samples] == [({"kind": "x"}, 3)]
    histogram = Histogram("b", "B.", among=[])
    for seconds in (0.0005, 0.001, 0.2, 99.0):
        histogram.take(seconds)
    samples = histogram.family().samples
    by_bound = {one.labels["le"]: one.value for one in samples if one.suffix == "_bucket"}
    assert (by_bound["0.001"], by_bound["0.25"], by_bound["30"], by_bound["+Inf"]) == (2, 3, 3, 4)
    assert len(by_bound) == len(SECONDS) + 1
    assert [one.value for one in samples[-2:]] == [pytest.approx(99.2015), 4]


# ---- the log -----------------------------------------------------------------------------------------------


async def test_the_log_tells_requests_and_tables_and_nobodys_secrets(served):
    name, nonce = "Zoé-la-Secrète", "feedface" * 4
    guest = Guest(served)
    token = guest.cookie.partition("=")[2]
    table = guest.open()
    served.request("POST", "/me/name", {"name": name}, guest.headers)
    async with guest.at(table) as seat:
        await seat.say(do="sit", nonce=nonce)
        await seat.say(do="name", name=name)
        await seat.say(do="act", step=99, action="secret-action")
        await seat.hear("refused")
    _, _, page = served.request("POST", "/device-links", {"back": f"/tables/{table}"}, guest.headers)
    (one_time,) = set(re.findall(r"/device-links/([\w-]+)", page))
    served.request("GET", f"/device-links/{one_time}", headers={"user-agent": "Spy/1.0"})
    _, used, _ = served.request("POST", f"/device-links/{one_time}", {}, {"user-agent": "Spy/1.0"})
    other = used["set-cookie"].partition(";")[0].partition("=")[2]
    served.request("GET", f"/?token={token}", headers=guest.headers)
    served.request("GET", f"/{token}", headers={"x-request-id": "forged-id"})
    eventually(lambda: any(line.get("route") == "none" for line in served.lines))
    secrets = [token, other, one_time, name, nonce, "secret-action", "Spy/1.0", "forged-id"]
    secrets += [hashlib.sha256(one.encode()).hexdigest() for one in (token, other)]
    requests = [line for line in served.lines if line["process"]]  # those of the parent name its own address
    log = json.dumps(requests, ensure_ascii=False)
    assert [one for one in [*secrets, "127.0.0.1", "::1"] if one in log] == []
    assert [line["code"] for line in requests if line.get("table") == table and line["message"].startswith("live")]
    used_pass = [line for line in requests if line.get("route") == "/device-links/{name}"]
    assert {line["method"] for line in used_pass} == {"GET", "POST"}
    assert all(re.fullmatch(r"[0-9a-f]{16}", line["request"]) for line in used_pass)


def test_an_answer_names_its_line_of_the_log(served):
    _, headers, _ = served.request("GET", "/me")
    (line,) = eventually(lambda: [one for one in served.lines if one.get("request") == headers["x-request-id"]])
    assert (line["method"], line["route"], line["status"], line["level"]) == ("GET", "/me", 200, "info")


def test_a_host_may_choose_lines_for_people_and_addresses(serve):
    served = serve(log_addresses=True)
    served.request("GET", "/me")
    line = eventually(lambda: [one for one in served.log.splitlines() if " request " in one])[0]
    assert re.search(r"^\d{4}-\d\d-\d\dT[\d:.]+Z info 1 request request=[0-9a-f]{16} method=GET route=/me ", line)
    assert line.endswith("address=127.0.0.1")
