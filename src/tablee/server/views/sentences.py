"""What the house says to people, in their language; what a game says is in its own words."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from tablee.games import GameFolder, text_folders
from tablee.games.characters import CHARACTERS, of_level
from tablee.games.document import Document
from tablee.games.levels import DEFAULT_LEVEL, LEVELS
from tablee.language import HOUSE, Language, best_language, languages, read_catalogues
from tablee.show.characters import manner, stand_in, way
from tablee.show.programs import marked
from tablee.table.directory import Seated
from tablee.table.events import STEPS, Away, Back, Event, Hand, Leave, Over, Return, Start, Step
from tablee.table.standing import Standing
from tablee.table.table import Table

LONGEST_WISH = 200
"""How much of a browser's list of languages is read."""


@cache
def language(code: str) -> Language:
    """A language with the texts of the house and of every game."""
    return read_catalogues(code, [HOUSE, *text_folders()])


def preferred_language(cookies: Mapping[str, str], accepted: str) -> str:
    """The language somebody chose, else the first of ours that the browser accepts, else English."""
    chosen = cookies.get("language", "")
    return chosen if chosen in languages() else best_language(accepted[:LONGEST_WISH])


def refusal(code: str, say: Language) -> str:
    """Why something could not be done."""
    texts = {
        "bad_message": say("The server did not understand that."),
        "too_fast": say("Too fast: please wait a moment."),
        "name_unseen": say("A name must be something that others can see: letters, digits or signs."),
        "name_long": say("That name is too long: 24 letters are enough."),
        "name_of_bot": say("One of the bots is called so. Add something, so that nobody takes you for a bot."),
        "too_many_tables": say("Many tables have just been opened from here. Please wait a minute before the next."),
        "not_seated": say("You are watching: only those who sit at the table can do that."),
        "not_your_turn": say("It is not your turn."),
        "stale": say("The table has moved on meanwhile: look again."),
        "illegal_action": say("That is not possible now."),
        "no_take_back": say("This cannot be taken back any more."),
        "not_now": say("That is not possible at this moment of the game."),
        "no_hints": say("There are no hints in games with other people."),
        "game_goes_on": say("Not while a game of this title with other people goes on from here. Finish it first."),
        "bad_position": say("This is no position that can be read here."),
        "no_idea": say("There is no hint to be had just now. Please try again."),
        "not_for_programs": say("This is for people, and not for their programs."),
        "too_many_programs": say("Your programs sit at many tables already. Please wait until a game is over."),
        "not_absent": say("Their seat is theirs: they have been away only for a moment."),
        "silenced": say("The host has asked you not to talk. You can play on."),
        "texts_off": say("To write freely, switch it on first: only those who have it on, too, read it."),
        "talk_link": say("Links are not allowed here. If it is none, put a space after the dot."),
        "talk_long": say("That is too long."),
        "talk_unseen": say("There is something in it that nobody could see: please write it without."),
        "too_many_reports": say("You have reported much lately. The host will look at it; please wait."),
        "bell_unknown": say("This browser did not say how it can be reached. Nothing has changed."),
        "too_many_bells": say("You are called in many browsers already. End one of them first."),
        "zone_unknown": say("That is no time zone that is known here: they are called like Europe/Paris."),
        "address_wrong": say("That is not an e-mail address that can be written to."),
        "curtain": say("First let the one whose turn it is take the device."),
        "colour_taken": say("Somebody else has taken these pieces."),
        "full": say("All seats are taken: you can watch."),
        "not_served": say("This table cannot be served here at the moment. Nothing is lost."),
        "not_saved": say("This could not be saved just now, so it has not happened. Please try again."),
        "unsure": say("Nobody can tell just now whether this was saved. Please wait a moment and look again."),
    }
    return texts[code]


def closing(table: Table, say: Language) -> str:
    """Why a table cannot go on, or be looked at as it was."""
    if table.closed_by_host is not None:
        return say("The host has closed this table. {why}", why=table.closed_by_host).strip()
    if not table.unserved:
        return ""
    if table.result is not None:
        return say(
            "This table cannot be shown here at the moment; its result: {headline}", headline=headline(table, say)
        )
    if table.unserved == "log":
        return say("The record of this table cannot be read here at the moment, so it has to wait. Nothing is lost.")
    return say(
        "This house cannot serve this table at the moment: its game is missing here, or has other rules. "
        "Nothing is lost: it goes on as soon as the game is back."
    )


def level_names(say: Language) -> list[str]:
    """What each level of bots is called."""
    return [say("for a first time"), say("easy"), say("fair"), say("strong"), say("very strong")]


def level_manners(say: Language) -> list[str]:
    """How each level plays, in half a sentence."""
    return [
        say("a child’s first opponent"),
        say("plays quickly and overlooks things"),
        say("plans ahead, and is wrong at times"),
        say("overlooks hardly anything"),
        say("as strong as we can"),
    ]


def level_cards(
    say: Language, chosen: int = DEFAULT_LEVEL, known: Mapping[str, Standing] | None = None
) -> list[dict[str, Any]]:
    """The levels with who plays at each, the one that is proposed marked; `known` is how one stands against them."""
    firsts = [of_level(level)[0] for level in LEVELS]
    return [
        {
            "level": one.level,
            "bot": one.name,
            "name": name,
            "manner": say("{manner}; {way}", manner=how, way=way(one.style, say)),
            "chosen": one.level == chosen,
            "standing": standing_words((known or {}).get(one.name), say),
        }
        for one, name, how in zip(firsts, level_names(say), level_manners(say), strict=True)
    ]


def character_choices(say: Language, known: Mapping[str, Standing]) -> list[tuple[str, list[dict[str, str]]]]:
    """Everyone who plays for the house, by the names of their levels."""
    choices: list[tuple[str, list[dict[str, str]]]] = [(name, []) for name in level_names(say)]
    for one in CHARACTERS:
        about = f"{one.name}, {say('{manner}; {way}', manner=manner(one, say), way=way(one.style, say))}"
        standing = standing_words(known.get(one.name), say)
        choices[one.level - 1][1].append({"name": one.name, "about": f"{about} ({standing})" if standing else about})
    return choices


def standing_words(standing: Standing | None, say: Language) -> str:
    """How one stands against somebody; nothing if neither has beaten the other yet."""
    if standing is None:
        return ""
    return say(
        "you: {wins}, {losses}",
        wins=say.plural("{count} win", "{count} wins", standing.won),
        losses=say.plural("{count} loss", "{count} losses", standing.lost),
    )


def shown_names(table: Table, say: Language) -> dict[int, str]:
    """A name for every sitter, by id."""
    return names_of(((sitter.id, sitter.name) for sitter in table.sitters), say)


def listed_names(seated: Iterable[Seated], say: Language) -> dict[int, str]:
    """The same as lists have it, where it is said of programs that they are."""
    sitters = list(seated)
    names = names_of(((one.sitter, one.name) for one in sitters), say)
    programs = {one.sitter for one in sitters if one.program}
    return {
        sitter: say("{name} (program)", name=name) if sitter in programs else name for sitter, name in names.items()
    }


def names_of(sitters: Iterable[tuple[int, str]], say: Language) -> dict[int, str]:
    """A name for everyone, by id; who has none, or is forgotten, is someone."""
    names: dict[int, str] = {}
    nameless = 0
    for sitter, name in sitters:
        if name:
            names[sitter] = name
        else:
            nameless += 1
            names[sitter] = say("Someone") if nameless == 1 else say("Someone {count}", count=nameless)
    return names


def seat_names(table: Table, say: Language) -> list[str]:
    """A name for every seat; those of programs have their sign."""
    names = shown_names(table, say)
    return [marked(names[sitter.id], program=sitter.program) for sitter in table.seats]


def plate_names(table: Table, names: Sequence[str], say: Language) -> list[str]:
    """The names as they stand in the picture: where a bot plays for somebody, it is named, too."""
    return [
        say("{bot} for {name}", bot=stand_in(table.seats, seat, sitter.stand_in).name, name=name)
        if sitter.stand_in
        else name
        for seat, (sitter, name) in enumerate(zip(table.seats, names, strict=True))
    ]


def seat_colours(folder: GameFolder, players: int, say: Language) -> list[str]:
    """Seats named by their colours, as a rulebook and a lesson speak of them."""
    colours = [folder.words.seat_name(seat, say) for seat in range(players)]
    return [colour[:1].upper() + colour[1:] for colour in colours]


def log_line(table: Table, event: Event, seat: int | None, names: Sequence[str], say: Language) -> str:
    """What the log says of an event to a seat, as it may be known now; empty for what is not part of the game."""
    if isinstance(event, STEPS):
        return _told(table, event, seat, names, say)
    match event:
        case Start() if table.opens_with_chance:
            return say("The game begins.")
        case Start():
            return say("The game begins: {name} goes first.", name=names[0])
        case Over():
            return say("The game is over.")
        case Back(seat=whose):
            return say("{name} takes the last action back.", name=names[whose])
        case Hand(seat=whose, level=level, time=is_up):
            bot = stand_in(table.seats, whose, level).name
            if is_up:
                return say("{name}’s time is up: a bot ({bot}) plays on.", name=names[whose], bot=bot)
            return say("{name} is away: a bot ({bot}) plays on.", name=names[whose], bot=bot)
        case Return(seat=whose):
            return say("{name} is back and plays again.", name=names[whose])
        case Away():
            return say("The house was closed for a while: nobody’s clock ran.")
        case Leave(seat=whose, time=True):
            return say("{name}’s time is up: {name} is out of the game.", name=names[whose])
        case Leave(seat=whose):
            return say("{name} gives up.", name=names[whose])
    return ""


def _told(table: Table, event: Step, seat: int | None, names: Sequence[str], say: Language) -> str:
    """An action or outcome, and what followed from it by itself."""
    folder = table.folder
    if folder is None:
        return ""
    around = table.around(event, seat) if folder.words.has("aftermath") else None
    return step_told(folder, table.as_known_now(event, seat), event.seat, around, names, say)


def step_told(
    folder: GameFolder,
    text: str,
    who: int,
    around: tuple[Document, Document] | None,
    names: Sequence[str],
    say: Language,
) -> str:
    """A step in words, with what follows from it by itself if what was seen before and after it is known."""
    everyone = tuple(names)
    sentence = folder.words.sentence(text, who, everyone, say)
    aftermath = folder.words.aftermath(text, who, *around, everyone, say) if around else ""
    return f"{sentence} {aftermath}" if aftermath else sentence


def listed(names: Sequence[str], say: Language) -> str:
    """Several names in one sentence."""
    return say("{names} and {name}", names=", ".join(names[:-1]), name=names[-1])


def headline(table: Table, say: Language) -> str:
    """How the game has ended, in one sentence."""
    if table.result is None:
        return ""
    say = say.in_colours(table.colours)
    names = seat_names(table, say)
    if table.folder is not None and table.result.reason != "left":
        own = table.folder.words.headline(table.view(None), table.result, names, say)
        if own:
            return own
    winners = [names[seat] for seat in table.result.winners]
    if table.result.reason == "left":
        return say("{name} wins: everybody else has given up.", name=winners[0])
    points = table.result.scores[table.result.winners[0]]
    if len(winners) > 1:
        shared = listed(winners, say)
        return say.plural("{names} share the win with {count} point.", "{names} share the win with {count} points.",
                          points, names=shared)  # fmt: skip
    return say.plural("{name} wins with {count} point.", "{name} wins with {count} points.", points, name=winners[0])
