"""What kind of browser somebody comes with, in a few words, so that they know it again in a list."""

LONGEST_AGENT = 500
"""How much of what a browser says of itself is read."""

# Most browsers claim to be others, too: the first of these that is named is meant.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("Chromium", "Chromium"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def device_of(user_agent: str) -> str:
    """A browser and its system, as far as they are known.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox on Linux'
    >>> device_of("curl/8.5.0")
    ''
    """
    known = user_agent[:LONGEST_AGENT]
    names = [next((name for sign, name in signs if sign in known), "") for signs in (_BROWSERS, _SYSTEMS)]
    return " on ".join(name for name in names if name)
