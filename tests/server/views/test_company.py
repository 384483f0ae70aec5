"""The message that says who sits at a table."""

from tablee.games.language import ENGLISH
from tablee.server.table.stored import stored_table
from tablee.server.views.company import Company, about, own_part
from tablee.server.views.sentences import language
from tests.server.table.tables import ISIS, NOW, SEED, happen, new_table, started


def participants(message):
    return {participant["id"]: (participant["here"], participant["away"]) for participant in message["sitters"]}


def test_everybody_is_told_who_is_here_and_for_how_long_others_have_been_away():
    table = started(3, bots=1)
    first, second, bot = (participant.id for participant in table.participants)
    told = about(table, Company({first: None, second: 17}, watching=4, patience=60.0), ENGLISH)
    assert participants(told) == {first: (True, None), second: (False, 17), bot: (True, None)}
    assert (told["watching"], told["patience"]) == (4, 60.0)


def test_ones_own_part_is_all_that_differs():
    table = started(2)
    one, two = table.participants
    mine, both, none = (own_part(table, own) for own in ([one], [one, two], []))
    assert (mine["you"]["sitter"], mine["you"]["seat"], mine["you"]["sitters"]) == (one.id, one.seat, [one.id])
    assert both["you"]["sitters"] == [one.id, two.id]
    assert none == {
        "you": {"sitter": None, "seat": None, "nonce": False, "left": False, "sitters": []},
        "hints": False,
    }
    assert not set(mine) & set(about(table, Company({}), ENGLISH))


def test_hints_are_for_the_only_person_among_bots():
    table = started(3, bots=2)
    person = next(participant for participant in table.participants if not participant.level)
    assert own_part(table, [person])["hints"]
    assert not own_part(started(3, bots=1), [person])["hints"]


def test_a_table_that_cannot_be_served_says_so_in_both_languages():
    table = started(2)
    for definition, fault in ((None, ""), (ISIS, "event 3: torn")):
        unserved = stored_table(table.opening, SEED, definition, table.events, fault=fault)
        english, french = (about(unserved, Company({}), language(code)) for code in ("en", "fr"))
        assert (english["status"], french["status"]) == ("closed", "closed")
        assert "Nothing is lost" in english["message"]
        assert "Rien n’est perdu" in french["message"]
    assert about(table, Company({}), ENGLISH)["message"] == ""


def test_the_next_table_has_an_address():
    table = started(2)
    happen(table, table.leave(0, NOW))
    happen(table, table.follow("another", NOW))
    assert about(table, Company({}), ENGLISH)["next"] == "/tables/another"


def test_bots_are_told_with_their_faces_and_manners_and_people_without():
    table = started(4, bots=2)
    told = about(table, Company({}), ENGLISH)["sitters"]
    assert [one["face"] for one in told] == [0, 0, 1, 6]
    assert [one["note"] for one in told[:2]] == ["", ""]
    assert told[2]["note"] == "bot (beginner), counts on her fingers"
    assert "compte sur ses doigts" in about(table, Company({}), language("fr"))["sitters"][2]["note"]


def test_those_who_play_for_absent_people_are_different_and_sit_nowhere_else():
    table = started(4)
    for seat in (1, 2):
        happen(table, table.hand(seat, NOW))
    told = {one["seat"]: one for one in about(table, Company({}), ENGLISH)["sitters"]}
    names = [told[seat]["stand_in_name"] for seat in (1, 2)]
    assert len(set(names)) == 2
    assert all(told[seat]["face"] for seat in (1, 2))
    happen(table, table.give_back(1, NOW))
    again = {one["seat"]: one for one in about(table, Company({}), ENGLISH)["sitters"]}
    assert (again[1]["stand_in_name"], again[1]["face"]) == ("", 0)
    assert again[2]["stand_in_name"] == names[1]


def test_a_waiting_room_says_who_would_come():
    table = new_table(4)
    happen(table, table.sit("Zoé", NOW))
    happen(table, table.sit("", NOW, level=2))
    names = [one["name"] for one in about(table, Company({}), ENGLISH)["bots"]]
    assert names == ["Puce", "Rosalie", "Ada", "Basile", "Sibylle"]
    assert about(started(2), Company({}), ENGLISH)["bots"] == []
