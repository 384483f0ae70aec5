"""What bots say in the course of a game, by temper; several lines for each occasion, so that nobody is a parrot."""

from typing import Literal

from tablee.games.characters import Temper
from tablee.language import Language

Occasion = Literal["stroke", "praise", "won", "lost", "shared", "left"]
"""A fine stroke of one's own or of somebody else; the end: won, won by a person, by several, or given up."""


def lines(temper: Temper, occasion: Occasion, say: Language) -> list[str]:
    """What somebody of that temper may say."""
    if occasion == "shared":
        return [say("Shared, then: let us shake hands."), say("Side by side at the finish. I like that.")]
    if occasion == "left":
        return [say("Until next time!"), say("Another day, then. You are always welcome.")]
    return _BY_TEMPER[temper](say)[occasion]


def _playful(say: Language) -> dict[str, list[str]]:
    return {
        "stroke": [say("Did you see that?"), say("Ha! That was me!")],
        "praise": [say("Oh! I want to do that, too."), say("How did you do that?")],
        "won": [say("I won? I really won! Thank you for playing."), say("That was fun. Again?")],
        "lost": [say("You win! Will you show me how?"), say("Well played! I am going to practise.")],
    }


def _hearty(say: Language) -> dict[str, list[str]]:
    return {
        "stroke": [say("That one was worth the trip!"), say("There! Straight from the oven.")],
        "praise": [say("Hats off!"), say("Now that is what I call playing.")],
        "won": [say("I was lucky. Thank you for the game!"), say("A good game! The next one is yours.")],
        "lost": [say("Well won! I take my hat off."), say("Beaten, and gladly. Another one?")],
    }


def _thoughtful(say: Language) -> dict[str, list[str]]:
    return {
        "stroke": [say("I had hoped for this one."), say("That went as planned. For once.")],
        "praise": [say("I had not seen that. Very fine."), say("That I must write down.")],
        "won": [say("It could have gone the other way. Thank you."), say("You made me think. Thank you for that.")],
        "lost": [say("You saw further than I did. Well played."), say("A beautiful game. I have learned something.")],
    }


def _dry(say: Language) -> dict[str, list[str]]:
    return {
        "stroke": [say("Not bad, was it?"), say("I will take that.")],
        "praise": [say("Hm. That hurt."), say("Fine. Very fine, even.")],
        "won": [say("Next time you will have me, I fear."), say("You kept me busy. Thank you.")],
        "lost": [say("No excuses. Well played."), say("I saw it coming, and could do nothing.")],
    }


def _grand(say: Language) -> dict[str, list[str]]:
    return {
        "stroke": [say("It was written."), say("Remember this moment.")],
        "praise": [say("Magnificent!"), say("Even the gallery applauds.")],
        "won": [say("You were a worthy opponent."), say("Fortune smiled at me. Your turn will come.")],
        "lost": [say("Glory to you! It was a pleasure."), say("So this was your hour. Bravo.")],
    }


_BY_TEMPER = {"playful": _playful, "hearty": _hearty, "thoughtful": _thoughtful, "dry": _dry, "grand": _grand}
