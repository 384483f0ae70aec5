"""docs/contributors/live-messages.md names every message, every field and every refusal there is."""

import ast
import re
from pathlib import Path

import msgspec

from tablee.server.features.moderation import model
from tablee.server.realtime import hub, messages, socket
from tests.cases import each

ROOT = Path(__file__).parents[3]
DOCUMENT = (ROOT / "docs" / "contributors" / "live-messages.md").read_text("utf8")
SECTIONS = dict(re.findall(r"^### `(\w+)`.*?\n(.*?)(?=^##|\Z)", DOCUMENT, re.M | re.S))
MODULES = {
    "table": ("server/views/company.py",),
    "clock": ("server/views/clock_texts.py:clock_message",),
    "frame": ("server/views/frames.py", "server/views/result.py", "server/views/bot_characters.py:_said"),
    "events": ("server/views/viewpoint.py:event_texts", "server/views/viewpoint.py:TextBuilder"),
    "talk": ("server/features/chat/chat_messages.py:chat_message", "server/features/chat/service.py"),
    "hint": ("server/views/text_play.py:hint",),
    "words": ("server/views/text_play.py:in_words",),
    "called": ("server/features/lobby/service.py:LobbyService", "server/features/lobby/service.py:lobby_texts"),
    "past": ("server/features/replays/service.py:past_frame",),
}
"""Where the parts of messages are made: in a whole module, or in one function of it."""
COMMANDS = {one.__struct_config__.tag: one for one in messages.Command.__args__}


def keys_in(module):
    """All that stands as a key in a module, or in a function of it."""
    path, _, function = module.partition(":")
    tree = ast.parse((ROOT / "src" / "tablee" / path).read_text("utf8"))
    if function:
        (tree,) = (one for one in tree.body if getattr(one, "name", "") == function)
    written = [key for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys]
    return {key.value for key in written if isinstance(key, ast.Constant) and isinstance(key.value, str)}


def refusal_codes():
    """All for which there are words."""
    tree = ast.parse((ROOT / "src" / "tablee" / "server" / "views" / "sentences.py").read_text("utf8"))
    (found,) = (one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == "refusal")
    (texts,) = (one for one in ast.walk(found) if isinstance(one, ast.Dict))
    return {key.value for key in texts.keys}


def names_in(text):
    """All that a text names, in code or in quotation marks."""
    return set(re.findall(r'[`"](?:you\.)?(\w+)["`]', text))


@each("message", MODULES)
def test_every_field_of_what_the_server_says_is_described(message):
    fields = set().union(*map(keys_in, MODULES[message])) - {"say"}
    assert fields, "nothing is sent by these modules any more"
    known = names_in(SECTIONS[message])
    assert sorted(fields - known) == []


def test_every_message_of_the_server_has_a_part_of_its_own():
    source = ROOT / "src" / "tablee"
    texts = [path.read_text("utf8") for path in (source / "server").rglob("*.py")]
    said = {name for text in texts for name in re.findall(r'"say": "(\w+)"', text)}
    assert len(said) > 10
    assert sorted(said - SECTIONS.keys()) == []


@each("command", COMMANDS)
def test_every_wish_is_described_with_its_fields(command):
    _, _, wishes = DOCUMENT.partition("## To the server")
    lines = [line for line in wishes.splitlines() if line.startswith("|") and f'"do":"{command}"' in line]
    named = names_in(" ".join(lines))
    assert lines
    assert sorted({field.encode_name for field in msgspec.structs.fields(COMMANDS[command])} - named) == []


def test_every_refusal_and_every_closing_code_is_listed():
    assert sorted(refusal_codes() - names_in(SECTIONS["refused"])) == []
    codes = (socket.FORBIDDEN, socket.NOT_FOUND, socket.TOO_MUCH, socket.TOO_MANY, socket.TRY_LATER,
             hub.RESTARTING, hub.OPEN_ELSEWHERE, hub.SESSION_ENDED, model.CLOSE_CODE)  # fmt: skip
    assert [code for code in codes if f"{code}" not in DOCUMENT] == []
