"""What may be said, and who hears it."""

import subprocess
import sys

import pytest

from tablee.server.features.chat.model import (
    BREAK,
    LONGEST_TEXT,
    ChatMessage,
    ChatPreferences,
    hears,
    plain_text,
    with_breaks,
    written_text,
)
from tablee.server.table.events import Refused
from tests.cases import each

WRITER = ChatPreferences(writes=True)


def said(kind="phrase", *, by="zoé", participant=1, room="table"):
    return ChatMessage("1", "t", by, participant, 1, kind, "hello", room)


@each("room", ["table", "onlookers"])
@each("kind", ["phrase", "gesture", "text"])
def test_everybody_hears_themselves(kind, room):
    assert hears(said(kind, room=room), "zoé", ChatPreferences(), sits=True)


def test_phrases_and_gestures_at_the_table_are_heard_by_all():
    for kind in ("phrase", "gesture"):
        assert hears(said(kind), "otto", ChatPreferences(), sits=True)
        assert hears(said(kind), "anna", ChatPreferences(), sits=False)


def test_free_text_is_for_those_who_have_it_on_and_sit_there_too():
    assert hears(said("text"), "otto", WRITER, sits=True)
    assert not hears(said("text"), "otto", ChatPreferences(), sits=True)
    assert not hears(said("text"), "anna", WRITER, sits=False)


def test_those_who_look_on_are_heard_by_each_other_and_not_by_who_sits():
    for kind in ("phrase", "gesture", "text"):
        aside = said(kind, by="anna", participant=0, room="onlookers")
        assert hears(aside, "ali", WRITER, sits=False)
        assert not hears(aside, "otto", WRITER, sits=True)
    assert not hears(said("text", by="anna", participant=0, room="onlookers"), "ali", ChatPreferences(), sits=False)


def test_after_the_game_all_talk_at_the_table():
    late = said("text", by="anna", participant=0)
    assert hears(late, "otto", WRITER, sits=True)
    assert hears(late, "ali", WRITER, sits=False)


def test_who_is_muted_is_not_heard():
    for kind in ("phrase", "gesture", "text"):
        assert not hears(said(kind), "otto", ChatPreferences(writes=True, muted=frozenset({"zoé"})), sits=True)


@each(
    ("typed", "code"),
    [
        ("", "bad_message"),
        (" \n\t ", "bad_message"),
        ("a" * (LONGEST_TEXT + 1), "talk_long"),
        ("look: http://spam.example", "talk_link"),
        ("spam.example is fine", "talk_link"),
        ("WWW.SPAM.ORG", "talk_link"),
        ("spam (dot) org", "talk_link"),
        ("spam．org", "talk_link"),
        ("192.0.2.7", "talk_link"),
        ("sp\u200dam\u200d.org", "talk_link"),
        ("a\u202eb", "talk_unseen"),
        ("a\u200bb", "talk_unseen"),
        ("Z" + "\u0301" * 12, "talk_unseen"),
    ],
)
def test_what_cannot_be_said_is_refused_with_a_reason(typed, code):
    with pytest.raises(Refused) as refused:
        written_text(typed)
    assert refused.value.code == code


def test_what_can_be_said_loses_needless_space_alone():
    for typed in ("Well played... again?", "It is 3.5 to 1:0.", "C’était moins une !", "عالی بود", "👨‍👩‍👧", "a" * 200):
        assert written_text(f"  {typed}\n") == typed
    assert written_text("one\n\n two") == "one two"


def test_a_report_may_be_empty_and_name_an_address():
    assert plain_text(" ", 300) == ""
    assert plain_text("He wrote spam.example", 300) == "He wrote spam.example"


def test_long_words_may_be_broken_and_stay_the_same_letters():
    words = "a" * 95 + " short"
    assert with_breaks(words).replace(BREAK, "") == words
    assert max(map(len, with_breaks(words).replace(BREAK, " ").split())) == 30


def test_no_bot_can_know_of_it():
    """Neither the program that bots run in nor what they are asked with knows that there is talk."""
    script = (
        "import sys, tablee.bots.worker, tablee.bots.worker_pool, tablee.bots.requests, tablee.api.protocol\n"
        "print([name for name in sys.modules if name.startswith('tablee') and 'talk' in name])"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
