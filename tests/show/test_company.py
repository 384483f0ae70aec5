"""The message that says who sits at a table."""

from tablee.language import ENGLISH
from tablee.show.company import Company, about, own_part
from tablee.show.sentences import language
from tablee.table.stored import stored_table
from tests.table.tables import ISIS, NOW, SEED, happen, started


def sitters(message):
    return {sitter["id"]: (sitter["here"], sitter["away"]) for sitter in message["sitters"]}


def test_everybody_is_told_who_is_here_and_for_how_long_others_have_been_away():
    table = started(3, bots=1)
    first, second, bot = (sitter.id for sitter in table.sitters)
    told = about(table, Company({first: None, second: 17}, watching=4, patience=60.0), ENGLISH)
    assert sitters(told) == {first: (True, None), second: (False, 17), bot: (True, None)}
    assert (told["watching"], told["patience"]) == (4, 60.0)


def test_ones_own_part_is_all_that_differs():
    table = started(2)
    one, two = table.sitters
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
    person = next(sitter for sitter in table.sitters if not sitter.level)
    assert own_part(table, [person])["hints"]
    assert not own_part(started(3, bots=1), [person])["hints"]


def test_a_table_that_cannot_be_served_says_so_in_both_languages():
    table = started(2)
    for folder, fault in ((None, ""), (ISIS, "event 3: torn")):
        unserved = stored_table(table.opening, SEED, folder, table.events, fault=fault)
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
