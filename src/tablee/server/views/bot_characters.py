"""The bots as characters: how each is described, greets, and remarks on the game.

Remarks depend on the table and the event alone, so every viewer reads the same. A game's `fine_stroke` sees only a
spectator's view, so that no remark gives away hidden information.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict
from zlib import crc32

from tablee.games.brains.characters import CHARACTERS, Character, Temper, character, free_characters, of_level
from tablee.games.brains.levels import DEFAULT_LEVEL, LEVELS
from tablee.games.brains.playing_styles import Style
from tablee.games.language import Language
from tablee.server.features.history.model import BotRecord
from tablee.server.table.events import Act, Event, Over, Start
from tablee.server.table.seating import Participant
from tablee.server.table.table import Table


def _texts(say: Language) -> dict[str, tuple[str, str]]:
    """What each bot is like, in half a sentence, and how it greets."""
    return {
        "Puce": (say("counts on her fingers"), say("Hello! I learned this yesterday.")),
        "Filou": (say("plays first and looks afterwards"), say("Quick, quick, let’s play!")),
        "Mamita": (say("is mostly here for the company"), say("How nice to see you.")),
        "Malo": (say("whistles sea songs"), say("All aboard! Have a good game.")),
        "Rosalie": (say("talks to her plants – and to the pieces"), say("Lovely weather for a game.")),
        "Gaston": (say("plays between courses"), say("The soup is simmering – time for a game.")),
        "Ada": (say("writes everything down"), say("My pencil is sharpened. Have a good game.")),
        "Octave": (say("plays as if on a stage"), say("The curtain rises!")),
        "Inès": (say("says little and flies high"), say("Ready when you are.")),
        "Basile": (say("has read all about it"), say("A quiet game, then. With pleasure.")),
        "Colette": (say("misses no clue"), say("Let’s see what you’re up to.")),
        "Ambroise": (say("has won many a war, on a table"), say("At your command! May the best player win.")),
        "Sibylle": (say("knew that you would come"), say("The cards told me about you.")),
        "Célestin": (say("counts the stars, and your moves"), say("The sky is clear. Let’s play.")),
        "Hermine": (say("has never hurried"), say("Take your time. I’ll take mine.")),
    }


def manner(one: Character, say: Language) -> str:
    """A bot's character, in half a sentence."""
    return _texts(say)[one.name][0]


def greeting(one: Character, say: Language) -> str:
    """A bot's greeting at the start of a game."""
    return _texts(say)[one.name][1]


def level_names(say: Language) -> list[str]:
    """The name of each level."""
    return [say("beginner"), say("easy"), say("medium"), say("strong"), say("very strong")]


def level_cards(
    say: Language, chosen: int = DEFAULT_LEVEL, known: Mapping[str, BotRecord] | None = None
) -> list[dict[str, Any]]:
    """The levels with their bots, the proposed one marked; `known` holds the person's record against each."""
    firsts = [of_level(level)[0] for level in LEVELS]
    manners = [
        say("good for a first game"),
        say("plays fast and misses things"),
        say("plans ahead, and is sometimes wrong"),
        say("misses hardly anything"),
        say("as strong as it gets"),
    ]
    return [
        {
            "level": one.level,
            "bot": one.name,
            "name": name,
            "manner": _in_words(how, one, say),
            "chosen": one.level == chosen,
            "record": record_words((known or {}).get(one.name), say),
        }
        for one, name, how in zip(firsts, level_names(say), manners, strict=True)
    ]


def character_choices(say: Language, known: Mapping[str, BotRecord]) -> list[tuple[str, list[dict[str, str]]]]:
    """All bots, grouped by the name of their level."""
    choices: list[tuple[str, list[dict[str, str]]]] = [(name, []) for name in level_names(say)]
    for one in CHARACTERS:
        about = f"{one.name}, {_in_words(manner(one, say), one, say)}"
        record = record_words(known.get(one.name), say)
        choices[one.level - 1][1].append({"name": one.name, "about": f"{about} ({record})" if record else about})
    return choices


def record_words(record: BotRecord | None, say: Language) -> str:
    """A person's record against a bot; empty if neither has beaten the other."""
    if record is None:
        return ""
    return say(
        "you: {wins}, {losses}",
        wins=say.plural("{count} win", "{count} wins", record.won),
        losses=say.plural("{count} loss", "{count} losses", record.lost),
    )


def _in_words(manner: str, one: Character, say: Language) -> str:
    """A bot's character, and its playing style."""
    ways: dict[Style, str] = {
        "": "",
        "greedy": say("grabs whatever is there"),
        "cautious": say("takes no risks"),
        "bold": say("likes to take risks"),
        "builder": say("builds for later"),
        "spoiler": say("gets in your way"),
    }
    return say("{manner}; {way}", manner=manner, way=ways[one.style])


def who_plays(table: Table, participant: Participant) -> Character | None:
    """The bot that decides for a participant: the participant itself, or its stand-in."""
    if participant.level:
        return character(participant.name, participant.level)
    if participant.stand_in and participant.seat is not None:
        return stand_in(table.seats, participant.seat, participant.stand_in)
    return None


def stand_in(seats: Sequence[Participant], seat: int, level: int) -> Character:
    """The bot that stands in for the person of a seat: one who does not sit here, and another for each person."""
    free = free_characters(level, [one.name for one in seats if one.level])
    before = sum(not one.level for one in seats[:seat])
    return free[before % len(free)]


Occasion = Literal["stroke", "praise", "won", "lost", "shared", "left"]
"""A fine stroke by the bot or by somebody else; the end: won, won by a person, shared, or everybody else left."""


def lines(temper: Temper, occasion: Occasion, say: Language, *, luck: bool = True) -> list[str]:
    """The lines for a temperament and an occasion; without `luck`, none that speaks of it."""
    if occasion == "shared":
        return [say("A tie, then. Let’s shake hands."), say("Side by side at the finish. I like that.")]
    if occasion == "left":
        return [say("Until next time!"), say("Another day, then. You’re always welcome.")]
    by_temper = {
        "playful": {
            "stroke": [say("Did you see that?"), say("Ha! I did that!")],
            "praise": [say("Oh! I want to do that too."), say("How did you do that?")],
            "won": [say("I won? I really won! Thank you for playing."), say("That was fun. Again?")],
            "lost": [say("You win! Will you show me how?"), say("Well played! I’m going to practise.")],
        },
        "hearty": {
            "stroke": [say("That was worth the trip!"), say("There! Fresh from the oven.")],
            "praise": [say("Hats off!"), say("Now that is what I call playing.")],
            "won": [say("I was lucky. Thank you for the game!"), say("A good game! The next one is yours.")],
            "lost": [say("A well-earned win! I take my hat off to you."), say("Beaten, and happy to be. Another one?")],
        },
        "thoughtful": {
            "stroke": [say("I was hoping for that one."), say("It all went to plan. For once.")],
            "praise": [say("I hadn’t seen that. Very nice."), say("I must write that down.")],
            "won": [say("It could have gone either way. Thank you."), say("You made me think. Thank you for that.")],
            "lost": [
                say("You saw further than I did. Well played."),
                say("A beautiful game. I learned something."),
            ],
        },
        "dry": {
            "stroke": [say("Not bad, was it?"), say("I’ll take that.")],
            "praise": [say("Hm. That hurt."), say("Nice. Very nice, even.")],
            "won": [say("You’ll get me next time, I fear."), say("You kept me busy. Thank you.")],
            "lost": [say("No excuses. Well played."), say("I saw it coming and couldn’t do a thing.")],
        },
        "grand": {
            "stroke": [say("It was written."), say("Remember this moment.")],
            "praise": [say("Magnificent!"), say("Even the balcony applauds.")],
            "won": [say("You were a worthy opponent."), say("Fortune smiled on me. Your turn will come.")],
            "lost": [say("Glory to you! It was a pleasure."), say("So this was your moment. Bravo.")],
        },
    }
    of_luck = (say("I was lucky. Thank you for the game!"), say("Fortune smiled on me. Your turn will come."))
    return [words for words in by_temper[temper][occasion] if luck or words not in of_luck]


SELDOM = 2
"""A bot remarks on one in so many fine strokes."""


class Remark(TypedDict):
    """A bot's remark; `face` is the bot's face."""

    seat: int
    name: str
    face: int
    words: str


def remark(table: Table, news: Sequence[Event], say: Language) -> Remark | None:
    """A bot's remark on the latest event, if any; none on past events."""
    if len(news) != 1 or table.definition is None:
        return None
    bots = [participant for participant in table.seats if participant.level]
    if not bots:
        return None
    match news[0]:
        case Start() as event:
            bot = _one_of(bots, table, event)
            return _said(bot, greeting(_who(bot), say))
        case Act() as event:
            return _to_a_stroke(table, event, bots, say)
        case Over() as event:
            return _at_the_end(table, event, bots, say)
    return None


def _to_a_stroke(table: Table, event: Act, bots: Sequence[Participant], say: Language) -> Remark | None:
    """Bots comment on their own fine strokes and praise those of people, but not those of other bots.

    Whether a stroke is fine is seen in the view of a spectator.
    """
    actor = table.seats[event.seat]
    if actor.stand_in or _number(table, event) % SELDOM or table.definition is None:
        return None
    around = table.around(event, None)
    if not around or not table.definition.words.fine_stroke(*around, event.seat):
        return None
    if actor.level:
        return _speak(table, event, actor, "stroke", say)
    return _speak(table, event, _one_of(bots, table, event), "praise", say)


def _at_the_end(table: Table, event: Over, bots: Sequence[Participant], say: Language) -> Remark:
    """A winning bot speaks; if no bot has won, any bot speaks to the winners."""
    winners = [bot for bot in bots if bot.seat in event.winners]
    occasion: Occasion = "won" if winners else "lost"
    if event.reason == "left":
        occasion = "left"
    elif len(event.winners) > 1:
        occasion = "shared"
    return _speak(table, event, _one_of(winners or bots, table, event), occasion, say)


def _speak(table: Table, event: Event, bot: Participant, occasion: Occasion, say: Language) -> Remark:
    found = lines(_who(bot).temper, occasion, say, luck=table.definition is None or table.definition.has_chance)
    return _said(bot, found[_number(table, event) // SELDOM % len(found)])


def _said(bot: Participant, words: str) -> Remark:
    assert bot.seat is not None
    return {"seat": bot.seat, "name": bot.name, "face": _who(bot).face, "words": words}


def _who(bot: Participant) -> Character:
    return character(bot.name, bot.level)


def _one_of(bots: Sequence[Participant], table: Table, event: Event) -> Participant:
    return bots[_number(table, event) // 7 % len(bots)]


def _number(table: Table, event: Event) -> int:
    """A pseudo-random number that depends on the event alone."""
    return crc32(f"{table.id} remark {event.number}".encode())
