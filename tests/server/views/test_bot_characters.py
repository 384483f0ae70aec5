"""Bots chat now and then: seldom, the same to everyone, and nothing that gives away what is hidden."""

import random

import pytest

from tablee.games import find_game, game_ids
from tablee.games.brains.characters import CHARACTERS
from tablee.games.language import ENGLISH
from tablee.server.views.bot_characters import greeting, lines, manner, remark
from tablee.server.views.frames import FrameBuilder
from tablee.server.views.sentences import language
from tests.cases import each
from tests.server.table.tables import NOW, happen, play_randomly, started


def told(table, say=ENGLISH):
    """The remarks to each event of a table, as they were made when it happened."""
    found = {}
    past = table.ahead()
    for number in range(1, table.number + 1):
        event = table.events[number - 1]
        said = remark(past, [event], say)
        if said:
            found[number] = said
    return found


def played(game, **options):
    table = started(2, bots=1, game=game, **options)
    play_randomly(table, random.Random(4))
    return table


def test_one_bot_greets_when_the_game_begins_and_nobody_where_only_people_sit():
    table = started(3, bots=2)
    said = remark(table, table.events[-1:], ENGLISH)
    bot = table.seats[said["seat"]]
    assert bot.level
    assert (said["name"], said["words"]) == (
        bot.name,
        greeting(next(c for c in CHARACTERS if c.name == bot.name), ENGLISH),
    )
    people = started(2)
    assert remark(people, people.events[-1:], ENGLISH) is None


def test_whoever_comes_later_hears_nothing_of_what_was_said():
    table = started(2, bots=1)
    assert FrameBuilder(0, ENGLISH).first_frame(table)["remark"] is None
    assert FrameBuilder(0, ENGLISH).frame(table, table.events[-1:])["remark"]


@each("game", ["morfals", "morisi", "morpyam", "netzwerk"])
def test_fine_strokes_are_spoken_of_seldom_and_always_in_the_same_words(game):
    table = played(game)
    strokes = {number: said for number, said in told(table).items() if table.events[number - 1].kind == "act"}
    acts = sum(event.kind == "act" for event in table.events)
    assert 0 < len(strokes) < acts / 4
    assert told(table) == told(table)
    for number, said in strokes.items():
        bot = table.seats[said["seat"]]
        assert bot.level
        own = table.events[number - 1].seat == bot.seat
        character = next(one for one in CHARACTERS if one.name == bot.name)
        assert said["words"] in lines(character.temper, "stroke" if own else "praise", ENGLISH)


def test_a_feast_is_a_fine_stroke():
    words = find_game("morfals").words
    before, after = {"hands": [3, 4]}, {"hands": [2, 6]}
    assert words.fine_stroke(before, after, 0)
    assert not words.fine_stroke(before, {"hands": [2, 5]}, 0)


def view_of(game, **changes):
    """What lies before a spectator in a position that is the beginning of a game, but for some changes."""
    definition = find_game(game)
    document = definition.words.write(definition.new(2, {}, 1)) | {"phase": "throw", "turn": 0} | changes
    del document["hands"]  # they follow from the board
    state = definition.read(document)
    return definition.sight(state, None)


def test_many_houses_at_once_are_a_fine_stroke_and_a_row_is_one():
    before, after = ({"houses": [{"A": count}, {}]} for count in (1, 5))
    assert find_game("netzwerk").words.fine_stroke(before, after, 0)
    assert not find_game("morisi").words.fine_stroke(after, after, 0)
    three = ["a1", "b1", "c1"]
    before, after = (view_of("morpyam", board=dict.fromkeys(squares, 0)) for squares in (three[:2], three))
    assert find_game("morpyam").words.fine_stroke(before, after, 0)
    assert not find_game("morpyam").words.fine_stroke(before, after, 1)
    assert not find_game("morpyam").words.fine_stroke(after, after, 0)


def test_where_values_are_hidden_no_stroke_is_spoken_of():
    table = played("isis")
    assert not [number for number in told(table) if table.events[number - 1].kind not in ("start", "over")]


def test_at_the_end_one_bot_has_a_word_for_who_has_won():
    table = played("isis")
    said = remark(table, table.events[-1:], ENGLISH)
    bot = table.seats[said["seat"]]
    character = next(one for one in CHARACTERS if one.name == bot.name)
    winners = table.result.winners
    occasion = "shared" if len(winners) > 1 else "won" if bot.seat in winners else "lost"
    assert said["words"] in lines(character.temper, occasion, ENGLISH)


def test_who_gives_up_is_told_goodbye():
    table = started(2, bots=1)
    person = next(participant.seat for participant in table.seats if not participant.level)
    happen(table, table.leave(person, NOW))
    assert remark(table, table.events[-1:], ENGLISH)["words"] in lines("dry", "left", ENGLISH)


def test_nothing_is_said_for_somebody_in_whose_place_a_bot_plays():
    table = played("morfals")
    for event in [event for event in table.events if event.kind == "act"]:
        person = table.seats[event.seat]
        if not person.level:
            table.seating = table.seating._with(person, stand_in=3)
    said = told(table)
    assert not [one for number, one in said.items() if table.events[number - 1].kind == "act"
                and not table.seats[table.events[number - 1].seat].level]  # fmt: skip


@pytest.mark.parametrize("code", ["en", "fr"])
def test_everyone_has_words_for_everything(code):
    say = language(code)
    for one in CHARACTERS:
        assert manner(one, say)
        assert greeting(one, say)
        for occasion in ("stroke", "praise", "won", "lost", "shared", "left"):
            assert len(set(lines(one.temper, occasion, say))) > 1
    assert len({manner(one, say) for one in CHARACTERS}) == len(CHARACTERS)


@each("game", game_ids())
@each("code", ["en", "fr"])
def test_every_game_says_its_goal_in_one_line(game, code):
    goal = find_game(game).words.goal(language(code))
    assert 20 < len(goal) < 115
    assert goal.endswith(".")
