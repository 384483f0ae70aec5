"""Which boxes of a shelf somebody looks for."""

from tablee.games.about import KINDS, About
from tablee.games.language import ENGLISH
from tablee.server.features.shelf.model import GameBox, filter_choices, filter_in, matching
from tablee.server.views.game_facts import kind_names
from tablee.server.views.sentences import language
from tests.cases import each

BOXES = [
    GameBox("isis", "Isis & Osiris", (2, 3, 4), About("Turn.", (10, 20), 7, "Michael Schacht", year=2001), plays=True),
    GameBox("morfals", "Morfals", (2,), About("Eat.", 15, 12, kinds=("dice",)), plays=True),
    GameBox("goose", "Échelles de l’oie", range(1, 9), About("Run.", 45, (4, 99), kinds=("dice", "race")), plays=False),
    GameBox("sheet", "A sheet", (3,), About("What Morfals was.", 0, 0), plays=False),
]


@each(
    ("fields", "found"),
    [
        ({}, ["isis", "morfals", "goose", "sheet"]),
        ({"q": "echelles oie"}, ["goose"]),
        ({"q": "schacht 2001"}, ["isis"]),
        ({"q": "RACE"}, ["goose"]),
        ({"q": "morfals"}, ["morfals", "sheet"]),
        ({"q": "chess"}, []),
        ({"with": "alone"}, ["isis", "morfals", "goose"]),
        ({"with": "3"}, ["isis", "goose", "sheet"]),
        ({"with": "6"}, ["goose"]),
        ({"minutes": "15"}, ["isis", "morfals"]),
        ({"age": "6"}, ["goose", "sheet"]),
        ({"age": "8"}, ["isis", "goose", "sheet"]),
        ({"kind": "dice"}, ["morfals", "goose"]),
        ({"kind": "rules"}, ["goose", "sheet"]),
        ({"kind": "here", "with": "3"}, ["isis"]),
        ({"with": "x", "minutes": "7", "age": "-1", "page": "x"}, ["isis", "morfals", "goose", "sheet"]),
    ],
)
def test_what_is_looked_for_is_found(fields, found):
    assert [box.id for box in matching(BOXES, filter_in(fields), ENGLISH)] == found


def test_kinds_are_found_in_the_language_of_whoever_looks():
    assert [box.id for box in matching(BOXES, filter_in({"q": "dés"}), language("fr"))] == ["morfals", "goose"]


def test_only_what_the_boxes_say_is_offered():
    choices = {choice.name: choice for choice in filter_choices(BOXES, ENGLISH)}
    assert [value for value, _ in choices["kind"].groups[0][1]] == ["", "dice", "race"]
    assert [value for value, _ in choices["kind"].groups[1][1]] == ["here", "rules"]
    assert choices["with"].groups[0][1][-1] == ("6", "6 people or more")
    assert len(filter_choices(BOXES[:1], ENGLISH)[3].groups) == 1


def test_every_kind_has_a_word():
    assert tuple(kind_names(ENGLISH)) == KINDS
