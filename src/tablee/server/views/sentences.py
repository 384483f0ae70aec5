"""Sentences of the server in the reader's language. What a game says is in its own `words.py`."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from tablee.games import GameDefinition, text_folders
from tablee.games.document import Document
from tablee.games.language import HOUSE, Language, best_language, languages, read_catalogues
from tablee.server.table.directory import Seated
from tablee.server.table.events import (
    STEPS,
    Act,
    Away,
    Back,
    Event,
    Hand,
    Leave,
    Over,
    Refused,
    Return,
    Start,
    UndoAnswer,
    UndoRequest,
)
from tablee.server.table.past import in_force
from tablee.server.table.table import Table, UndoQuestion
from tablee.server.views.bot_characters import stand_in
from tablee.server.views.bot_marks import marked

LONGEST_HEADER = 200
"""Maximum length of an `Accept-Language` header that is read."""


@cache
def language(code: str) -> Language:
    """A language with the texts of the server and of every game."""
    return read_catalogues(code, [HOUSE, *text_folders()])


def preferred_language(cookies: Mapping[str, str], accepted: str) -> str:
    """The language that the person chose, else the first supported one that the browser accepts, else English."""
    chosen = cookies.get("language", "")
    return chosen if chosen in languages() else best_language(accepted[:LONGEST_HEADER])


def refusal(code: str, say: Language) -> str:
    """Why a command was refused."""
    texts = {
        "bad_message": say("The server did not understand that."),
        "too_fast": say("Too fast: please wait a moment."),
        "name_unseen": say("Please choose a name that others can see: use letters, digits or symbols."),
        "name_long": say("That name is too long: 24 letters are enough."),
        "name_of_bot": say("That is the name of a bot. Please choose another."),
        "name_of_house": say("That name could be mistaken for the host’s. Please choose another."),
        "name_marked": say("This symbol marks bots. Please choose a name without it."),
        "too_many_tables": say("You have opened a lot of tables. Please wait a minute before opening another."),
        "not_seated": say("You are watching. Only players can do that."),
        "not_your_turn": say("It’s not your turn."),
        "stale": say("The table has changed since. Please look again."),
        "illegal_action": say("That isn’t possible now."),
        "no_take_back": say("This can no longer be undone."),
        "plan_ends": say("A plan ends here: what comes next is left to chance, or hidden from you."),
        "plan_long": say("A plan has at most 20 lines. Delete one first."),
        "plan_shared": say(
            "Plans need a device of your own. Several people share this one at the table, and each would see the "
            "plans of the others."
        ),
        "passing": say("That ends your turn."),
        "not_now": say("You can’t do that right now."),
        "no_hints": say("There are no hints in games with other people."),
        "game_goes_on": say(
            "Not available while you are playing a rated game of this title, or any game of it with "
            "other people. Finish that game first."
        ),
        "rated": say("Rated games need a clock, the standard rules and a device for each player."),
        "several_seats": say("In a rated game, everyone has one seat and their own device."),
        "bad_position": say("This position can’t be read."),
        "no_idea": say("No hint is available right now. Please try again."),
        "not_for_programs": say("Only people can do this, not bots."),
        "too_many_programs": say("Your bots are already at too many tables. Please wait until a game is over."),
        "not_absent": say("The seat is still theirs: they have only been away for a moment."),
        "silenced": say("The host has blocked you from chatting. You can still play."),
        "texts_off": say("Turn on free text first. Only people who have it turned on can read it."),
        "talk_link": say("Links are not allowed here. If this is not a link, put a space after the dot."),
        "talk_long": say("That is too long."),
        "talk_unseen": say("Your message contains invisible characters. Please remove them."),
        "too_many_reports": say("You have sent many reports lately. The host will look at them; please wait."),
        "bell_unknown": say("This browser did not allow notifications. Nothing has changed."),
        "too_many_bells": say("You already get notifications in too many browsers. Turn one of them off first."),
        "zone_unknown": say("Unknown time zone. Time zones look like Europe/Paris."),
        "tournament_name": say("Please give the tournament a name of at most 60 letters."),
        "tournament_time": say("Please choose a time within the next three months."),
        "tournament_closed": say("This tournament has started or is full."),
        "club_name": say("Please give the club a name of at most 40 letters that others can see."),
        "club_full": say("This club is full."),
        "too_many_clubs": say("You are already in too many clubs. Leave one of them first."),
        "holidays_wrong": say("Please choose a first and a last day within the next three months."),
        "webhook_wrong": say("That is not a webhook’s address. It begins with https:// and leads to a public server."),
        "webhook_silent": say("The test message did not reach that address. Please check it. Nothing has changed."),
        "address_wrong": say("That is not a valid email address."),
        "curtain": say("Pass the device to the player whose turn it is first."),
        "colour_taken": say("Someone else has taken these pieces."),
        "full": say("All seats are taken. You can watch."),
        "game_fault": say("This game has a fault and cannot do that. Nothing has changed."),
        "not_served": say("This table is not available right now. Nothing is lost."),
        "not_saved": say("This could not be saved, so it did not happen. Please try again."),
        "unsure": say("We can’t tell yet whether this was saved. Please wait a moment and look again."),
    }
    return texts[code]


def closing(table: Table, say: Language) -> str:
    """Why a table cannot go on, or cannot be shown as it was."""
    if table.closed_by_host is not None:
        return say("The host has closed this table. {why}", why=table.closed_by_host).strip()
    if not table.unserved:
        return ""
    if table.result is not None:
        return say("This table can’t be shown right now. Its result: {headline}", headline=headline(table, say))
    if table.unserved == "log":
        return say("This table’s record can’t be read right now, so the game has to wait. Nothing is lost.")
    return say(
        "This table is not available right now: its game is missing here or has different rules. "
        "Nothing is lost; it continues as soon as the game is back."
    )


def shown_names(table: Table, say: Language) -> dict[int, str]:
    """The name of every participant, by id."""
    return names_of(((participant.id, participant.name) for participant in table.participants), say)


def listed_names(seated: Iterable[Seated], say: Language) -> dict[int, str]:
    """The same for lists, which mark bot accounts."""
    participants = list(seated)
    names = names_of(((one.participant, one.name) for one in participants), say)
    programs = {one.participant for one in participants if one.program}
    return {
        participant: say("{name} (bot)", name=name) if participant in programs else name
        for participant, name in names.items()
    }


def names_of(participants: Iterable[tuple[int, str]], say: Language) -> dict[int, str]:
    """A name for everyone, by id; "someone" for people without a name, or deleted."""
    names: dict[int, str] = {}
    nameless = 0
    for participant, name in participants:
        if name:
            names[participant] = name
        else:
            nameless += 1
            names[participant] = say("Someone") if nameless == 1 else say("Someone {count}", count=nameless)
    return names


def seat_names(table: Table, say: Language) -> list[str]:
    """The name of every seat; those of bot accounts have a mark."""
    names = shown_names(table, say)
    return [marked(names[participant.id], program=participant.program) for participant in table.seats]


def panel_names(table: Table, names: Sequence[str], say: Language) -> list[str]:
    """The names in the picture; a stand-in is named, too."""
    return [
        say("{bot} for {name}", bot=stand_in(table.seats, seat, participant.stand_in).name, name=name)
        if participant.stand_in
        else name
        for seat, (participant, name) in enumerate(zip(table.seats, names, strict=True))
    ]


def seat_colours(definition: GameDefinition, players: int, say: Language) -> list[str]:
    """Seats named by their colours, for rulebooks and lessons."""
    colours = [definition.words.seat_name(seat, say) for seat in range(players)]
    return [colour[:1].upper() + colour[1:] for colour in colours]


def log_line(table: Table, event: Event, seat: int | None, names: Sequence[str], say: Language) -> str:
    """The log's line for an event, as the seat may know it now; empty for events outside the game."""
    if isinstance(event, STEPS):
        if table.definition is None:
            return ""
        around = table.around(event, seat) if table.definition.words.has("aftermath") else None
        return step_told(table.definition, table.as_known_now(event, seat), event.seat, around, names, say)
    match event:
        case Start() if table.opens_with_chance:
            return say("The game begins.")
        case Start():
            return say("The game begins: {name} goes first.", name=names[0])
        case Over():
            return say("The game is over.")
        case Back(seat=whose, to=to):
            count = _taken_back(table, event, to)
            if count <= 1:
                return say("{name} undoes the last move.", name=names[whose])
            return say("{name} undoes the last {count} moves.", name=names[whose], count=count)
        case UndoRequest(seat=whose, to=to):
            return undo_words(names[whose], _taken_back(table, event, to), say)
        case UndoAnswer(seat=whose, yes=True):
            return say("{name} agrees.", name=names[whose])
        case UndoAnswer(seat=whose):
            asked = [one for one in table.events[: event.number] if isinstance(one, UndoRequest)]
            withdrawn = bool(asked) and asked[-1].seat == whose
            if withdrawn:
                return say("{name} withdraws the request.", name=names[whose])
            return say("{name} declines.", name=names[whose])
        case Hand(seat=whose, level=level, time=is_up):
            bot = stand_in(table.seats, whose, level).name
            if is_up:
                return say("{name} ran out of time. A bot ({bot}) takes over.", name=names[whose], bot=bot)
            return say("{name} is away. A bot ({bot}) takes over.", name=names[whose], bot=bot)
        case Return(seat=whose):
            return say("{name} is back and plays again.", name=names[whose])
        case Away():
            return say("The server was down for a while. No clock was running.")
        case Leave(seat=whose, time=True):
            return say("{name} ran out of time and is out of the game.", name=names[whose])
        case Leave(seat=whose):
            return say("{name} resigns.", name=names[whose])
    return ""


def step_told(
    definition: GameDefinition,
    text: str,
    who: int,
    around: tuple[Document, Document] | None,
    names: Sequence[str],
    say: Language,
) -> str:
    """A step in words; with its consequences if the views before and after it are known."""
    everyone = tuple(names)
    sentence = definition.words.sentence(text, who, everyone, say)
    aftermath = definition.words.aftermath(text, who, *around, everyone, say) if around else ""
    return f"{sentence} {aftermath}" if aftermath else sentence


def prompt_of(table: Table, view: Document, seat: int | None, names: Sequence[str], say: Language) -> str:
    """What to do now, or who is to act; also that the game has a fault, if it has shown one here."""
    definition, turn = table.definition, table.to_act
    assert definition is not None
    told = definition.words.prompt(view, seat, names, say) if table.going_on else ""
    if definition.faults.found and not told and turn is not None:
        told = say("Your turn.") if turn == seat else say("It is {name}’s turn.", name=names[turn])
    return " ".join(filter(None, (told, fault_text(say) if definition.faults.found else "")))


def fault_text(say: Language) -> str:
    """What people are told at a table whose game has a fault."""
    return say("This game has a fault: something may be missing here. You can play on.")


def listed(names: Sequence[str], say: Language) -> str:
    """One or several names in one sentence."""
    if len(names) == 1:
        return names[0]
    return say("{names} and {name}", names=", ".join(names[:-1]), name=names[-1])


def headline(table: Table, say: Language) -> str:
    """How the game ended, in one sentence."""
    if table.result is None:
        return ""
    say = say.in_colours(table.colours)
    names = seat_names(table, say)
    if table.definition is not None and table.result.reason != "left":
        own = table.definition.words.headline(table.view(None), table.result, names, say)
        if own:
            return own
    winners = [names[seat] for seat in table.result.winners]
    if table.result.reason == "left":
        return say("{name} wins: everyone else has left the game.", name=winners[0])
    points = table.result.scores[table.result.winners[0]]
    if len(winners) > 1:
        shared = listed(winners, say)
        return say.plural("{names} share the win with {count} point.", "{names} share the win with {count} points.",
                          points, names=shared)  # fmt: skip
    return say.plural("{name} wins with {count} point.", "{name} wins with {count} points.", points, name=winners[0])


def refused_message(refused: Refused, say: Language) -> dict[str, Any]:
    """The message that says why a command was refused."""
    return {"say": "refused", "code": refused.code, "message": refused.reason or refusal(refused.code, say)}


def why_not(table: Table, seat: int, what: str, say: Language) -> str:
    """Why a node or an action cannot be chosen now by the seat to act; empty if the game does not say."""
    if table.definition is None or seat != table.to_act:
        return ""
    say = say.in_colours(table.colours)
    names = seat_names(table, say)
    return table.definition.words.why_not(table.view(seat), seat, what, names, say)


def undo_label(table: Table, seats: Sequence[int], say: Language, *, back: bool) -> str:
    """What the button says by which these seats take `back`, or ask for it; empty if they can do neither."""
    if back:
        return say("Undo")
    for seat in seats:
        if (to := table.can_ask_back(seat)) is not None:
            must_agree = table.must_agree(UndoQuestion(seat, to, frozenset(seats)))
            return say("Ask to undo") if must_agree else say("Undo")
    return ""


def undo_words(name: str, count: int, say: Language) -> str:
    """What somebody asks the others for who cannot take back alone."""
    return say.plural("{name} asks to undo {count} move.", "{name} asks to undo {count} moves.", count, name=name)


def _taken_back(table: Table, event: Event, to: int) -> int:
    """How many actions a take-back, or a question for one, is about."""
    return sum(isinstance(step, Act) for step in in_force(table.events[to - 1 : event.number - 1]))
