"""What can be said at a table with one touch: phrases and gestures, in the language of whoever hears them.

Only the names travel and are kept, so two people without a common language understand each other. A name that was once
given keeps its meaning for ever; one of a newer program is told as something that cannot be read here.
"""

from tablee.language import ENGLISH, Language


def phrases(say: Language) -> dict[str, str]:
    """Everything that can be said in words, by name, in the order in which it is offered."""
    return {
        "hello": say("Hello!"),
        "good-luck": say("Good luck!"),
        "shall-we": say("Shall we begin?"),
        "first-time": say("It is my first time."),
        "take-your-time": say("Take your time."),
        "one-moment": say("One moment, please."),
        "back-soon": say("I will be right back."),
        "here-again": say("Here I am again."),
        "your-turn": say("It is your turn."),
        "thinking": say("I am still thinking."),
        "well-played": say("Well played!"),
        "what-a-throw": say("What a throw!"),
        "lucky": say("I was lucky."),
        "exciting": say("This is exciting!"),
        "close": say("That was close!"),
        "did-not-see": say("I did not see that coming."),
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
    """Everything that can be shown, by the name of its picture in `table/gestures.svg`, as it is told in words."""
    return {
        "wave": say("waves"),
        "clap": say("claps"),
        "thumb": say("gives a thumbs-up"),
        "laugh": say("laughs"),
        "heart": say("sends a heart"),
        "think": say("ponders"),
        "surprise": say("is surprised"),
        "ouch": say("says ouch"),
        "fingers": say("crosses fingers"),
        "tea": say("has a cup of tea"),
    }


PHRASES = frozenset(phrases(ENGLISH))
GESTURES = frozenset(gestures(ENGLISH))
