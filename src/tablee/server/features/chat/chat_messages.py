"""Chat messages, phrases and gestures in the language of the reader.

Phrases and gestures are sent and stored by name, so people without a common language understand each other. A name
keeps its meaning for ever; an unknown one is shown as "…".
"""

from collections.abc import Sequence
from typing import Any

from tablee.games.language import ENGLISH, Language
from tablee.server.features.chat.model import ChatMessage, with_breaks
from tablee.server.table.table import Table
from tablee.server.views.friendly_names import friendly_name
from tablee.server.views.sentences import shown_names


def chat_message(table: Table, said: Sequence[ChatMessage], person: str, say: Language) -> dict[str, Any]:
    """The live message `talk` with chat messages for one person. It shows names, and never ids of persons."""
    return {
        "say": "talk",
        "lines": [
            {
                "id": message.id,
                "at": message.at,
                "sitter": message.participant,
                "name": speaker(table, message, say),
                "words": words(message, say),
                "gesture": message.body if message.kind == "gesture" else "",
                "aside": message.room == "onlookers",
                "own": message.person == person,
            }
            for message in said
        ],
    }


def speaker(table: Table, message: ChatMessage, say: Language) -> str:
    """The name of a message's author: the name at the table, else the person's own or a friendly one."""
    seated = shown_names(table, say).get(message.participant, "")
    return seated or message.name or friendly_name(message.person, say)


def words(message: ChatMessage, say: Language) -> str:
    """The text of a chat message; "…" for an unknown phrase or gesture."""
    match message.kind:
        case "phrase":
            return phrases(say).get(message.body, "…")
        case "gesture":
            return gestures(say).get(message.body, "…")
    return with_breaks(message.body)


def phrases(say: Language) -> dict[str, str]:
    """All phrases by name, in the order in which they are offered."""
    return {
        "hello": say("Hello!"),
        "good-luck": say("Good luck!"),
        "shall-we": say("Shall we begin?"),
        "first-time": say("It’s my first time."),
        "take-your-time": say("Take your time."),
        "one-moment": say("One moment, please."),
        "back-soon": say("I’ll be right back."),
        "here-again": say("I’m back."),
        "your-turn": say("It’s your turn."),
        "thinking": say("Still thinking."),
        "well-played": say("Well played!"),
        "what-a-throw": say("What a throw!"),
        "lucky": say("I was lucky."),
        "exciting": say("How exciting!"),
        "close": say("That was close!"),
        "did-not-see": say("I didn’t see that coming."),
        "oops": say("Oops!"),
        "sorry": say("Sorry."),
        "no-harm": say("Never mind."),
        "thank-you": say("Thank you!"),
        "yes": say("Yes."),
        "no": say("No."),
        "good-game": say("That was a fine game."),
        "another-game": say("Another game?"),
        "have-to-go": say("I have to go."),
        "goodbye": say("Goodbye!"),
    }


def gestures(say: Language) -> dict[str, str]:
    """Everything that can be shown, by the name of its picture in `chat/gestures.svg`, as it is told in words."""
    return {
        "wave": say("waves"),
        "clap": say("claps"),
        "thumb": say("gives a thumbs-up"),
        "laugh": say("laughs"),
        "heart": say("sends a heart"),
        "think": say("thinks it over"),
        "surprise": say("is surprised"),
        "ouch": say("says “ouch”"),
        "fingers": say("crosses fingers"),
        "tea": say("has a cup of tea"),
    }


PHRASES = frozenset(phrases(ENGLISH))
GESTURES = frozenset(gestures(ENGLISH))
