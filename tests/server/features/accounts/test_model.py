"""When somebody who never came back is forgotten."""

import pytest

from tablee.server.features.accounts.model import (
    device_of,
    forgotten_before,
    new_person_id,
    new_token,
    session_of,
)
from tablee.server.table.clock import A_DAY
from tests.cases import each


def test_a_session_is_the_digest_of_its_token_and_says_nothing_of_it():
    token = new_token()
    session = session_of(token)
    assert (len(session), session_of(token)) == (64, session)
    assert token not in session
    assert session_of(new_token()) != session


@each("token", ["", "short", "x" * 31, "x" * 65, "é" * 40, "x" * 100_000])
def test_what_cannot_be_a_token_of_ours_is_no_session(token):
    assert session_of(token) == ""


def test_tokens_and_persons_are_never_the_same_twice():
    assert len({new_token() for _ in range(1000)}) == 1000
    assert len({new_person_id() for _ in range(1000)}) == 1000


WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)"


@each(
    ("agent", "device"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "Chrome on Windows"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        (f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {WEBKIT} Version/18.0 Safari/605.1.15", "Safari on Mac"),
        (f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) {WEBKIT} Safari/604.1", "Safari on iPhone"),
        (f"Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) {WEBKIT} CriOS/140.0 Safari/604.1", "Chrome on iPad"),
        (
            "Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28.0 Chrome/130.0 Safari/537.36",
            "Samsung on Android",
        ),
        ("Mozilla/5.0 (Linux; Android 15; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox on Android"),
        ("something on Linux", "Linux"),
        ("python-requests/2.32", ""),
        ("", ""),
        ("<script>" * 10_000, ""),
    ],
)
def test_a_browser_is_told_in_a_few_words(agent, device):
    assert device_of(agent) == device


@pytest.mark.parametrize(("days", "before"), [(400, 600 * A_DAY), (1, 999 * A_DAY), (0, None)])
def test_the_host_says_after_how_many_days_and_may_say_never(days, before):
    assert forgotten_before(1000 * A_DAY, days) == before
