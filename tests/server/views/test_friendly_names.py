"""What visitors are called who have not taken a name."""

from tablee.games.language import ENGLISH
from tablee.server.table.names import chosen_name
from tablee.server.views.friendly_names import friendly_name
from tablee.server.views.sentences import language

PEOPLE = [f"person {number}" for number in range(300)]


def test_somebody_is_always_called_the_same_and_not_everybody_alike():
    names = [friendly_name(person, ENGLISH) for person in PEOPLE]
    assert names == [friendly_name(person, ENGLISH) for person in PEOPLE]
    assert len(set(names)) >= 30


def test_in_another_language_one_has_a_name_of_that_language():
    french = {friendly_name(person, language("fr")) for person in PEOPLE}
    assert not french & {friendly_name(person, ENGLISH) for person in PEOPLE}


def test_names_are_short_and_as_people_may_choose_them():
    for code in ("en", "fr"):
        for person in PEOPLE:
            name = friendly_name(person, language(code))
            assert chosen_name(name) == name
            assert len(name) <= 13


def test_no_name_is_that_of_a_colour_in_which_somebody_else_may_play():
    colours = "white black red green yellow blue orange purple brown grey blanc noir rouge vert jaune bleu violet gris"
    names = [friendly_name(person, language(code)) for code in ("en", "fr") for person in PEOPLE]
    told = {word for name in names for word in name.split()}
    assert not {word.lower().rstrip("e") for word in told} & {colour.rstrip("e") for colour in colours.split()}


def test_at_one_table_nobody_is_called_like_somebody_else():
    taken = [friendly_name("Zoé", ENGLISH)]
    for _ in range(3):
        taken.append(friendly_name("Zoé", ENGLISH, taken))
    assert len(set(taken)) == 4
