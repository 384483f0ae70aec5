import pytest

from tablee.people.devices import device_of

WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)"


@pytest.mark.parametrize(
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
