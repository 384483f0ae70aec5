"""No value of any setting breaks a house: it is refused in one line, or it can be served with."""

import json
import tempfile
from pathlib import Path

from hypothesis import example, given
from hypothesis import settings as effort
from hypothesis import strategies as st

from tablee.server.features.notifications.email import Email, EmailSender
from tablee.server.hosting import process_messages
from tablee.server.hosting.configuration import read_configuration
from tablee.server.hosting.serve_settings import BadOption, options
from tablee.server.realtime.rate_limits import Asker, Limits
from tablee.server.storage import sqlite_path
from tablee.server.web.admission import AllowedHosts
from tablee.server.web.connection_limits import ConnectionLimits
from tests.server.hosting.test_configuration import NEEDS, SENSIBLE

NAMES = st.sampled_from(sorted(options()))
PIECES = st.sampled_from(
    ["", ":", "::1", "/", "//", "http://", "https://", "sqlite:///", "postgresql://", "@", "*", "*.", "a", "1",
     "example.org", "127.0.0.1", "0.0.0.0/0", "10.0.0.1", ":80", ":65536", "[", "]", "%", "<", ">", "é", ",", "-", ".",
     "1e9", "inf", "nan", "0", "-1", "yes", "isis", "?", "#", "\x00", "\n", "\udc80", "\u202e", " "]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=6).map("".join) | st.text(max_size=30) | st.integers().map(str) | st.floats().map(str)
VALUES = st.recursive(
    TEXTS | st.booleans() | st.integers() | st.floats() | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=5,
)


def attempt(read):
    """What is read, or what is said instead; any other exception is a fault."""
    try:
        return read(), ""
    except BadOption as refused:
        return None, str(refused)


def check(option, read):
    """Either `read` refuses in one line that names the setting, or a process can begin with what it returns."""
    configuration, refusal = attempt(read)
    if configuration is None:
        assert "\n" not in refusal
        assert any(known in refusal for known in (option.name, option.variable, option.flag, "cannot be read"))
        return
    begin = process_messages.line(process_messages.Begin(configuration, 1))
    assert process_messages.line(process_messages.read_order(begin)) == begin
    settings = configuration.settings
    sqlite_path(settings.database_url)
    ConnectionLimits(settings, 100)
    AllowedHosts(settings).allows("example.org")
    limits = Limits(settings)
    for what in ("request", "opening", "guess"):
        limits.take(what, Asker("192.0.2.1", "someone"))  # the first is always allowed
    sender = EmailSender(settings)
    if sender.can_be_sent:
        sender.message(Email("you@example.org", "Hello", "Hello\n", "en"), 0).as_bytes()
        assert "@" in sender.sender


@effort(max_examples=600, deadline=None)
@given(NAMES, TEXTS)
@example("trust_proxy", "proxy.local")
@example("smtp_from", "a@b\xe9")
@example("read_patience", "inf")
def test_any_text_by_flag_or_variable_is_refused_or_can_be_served_with(name, text):
    option = options()[name]
    needed = {options()[other].variable: value for other, value in NEEDS.get(name, {}).items()}
    check(option, lambda: read_configuration({name: text}, needed))
    check(option, lambda: read_configuration({}, {option.variable: text, **needed}))


@effort(max_examples=300, deadline=None)
@given(NAMES, VALUES)
@example("trust_proxy", ["proxy.local"])
@example("bot_command", [""])
@example("host_contact", "\x00")
def test_any_value_in_the_file_is_refused_or_can_be_served_with(name, value):
    needed = {options()[other].variable: given for other, given in NEEDS.get(name, {}).items()}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tablee.toml"
        file.write_text(f"{name} = {toml(value)}\n", "utf8", errors="surrogateescape")
        check(options()[name], lambda: read_configuration({"config": str(file)}, needed))


def toml(value):
    """A value as TOML writes it, as far as it can be written; what is no TOML is refused as well."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return str(value) if isinstance(value, float) else json.dumps(value)


@effort(max_examples=200, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_as_the_file_are_refused_or_nothing_at_all(body):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tablee.toml"
        file.write_bytes(body)
        configuration, refusal = attempt(lambda: read_configuration({"config": str(file)}, {}))
        assert configuration is not None or str(file) in refusal


def test_every_setting_that_takes_not_any_word_is_tried_with_a_sensible_one():
    for name, text in SENSIBLE.items():
        assert read_configuration({name: text}, {})
