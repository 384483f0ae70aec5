"""The parts of actions, and what is wrong with a game that says them badly."""

from tablee.games.moves import moves_fault, notation, parts_of
from tablee.games.shared.widgets.pieces import pointing
from tests.cases import each

CARDS = ("play {card} {to}", "play {card} {to} for {pays}", "discard {card}")
ACTIONS = ("play 7h west for 2c+5d", "play 7h west for 3c+4d", "play 8h west", "discard 7h", "pass")


def test_parts_are_read_from_texts() -> None:
    assert parts_of(CARDS, ACTIONS[0]) == {"card": "7h", "to": "west", "pays": "2c+5d"}
    assert parts_of(CARDS, "pass") == {}
    assert parts_of(("go to {to}.",), "go to a1!") == {}


def test_moves_that_differ_in_what_is_not_pointed_at_have_the_same_keys() -> None:
    offers, moves = pointing(ACTIONS, CARDS, {"card": "card {}", "to": "pile {}"})
    assert offers == {"card 7h": ("discard 7h",)}
    assert moves == {
        ACTIONS[0]: ("card 7h", "pile west"),
        ACTIONS[1]: ("card 7h", "pile west"),
        ACTIONS[2]: ("card 8h", "pile west"),
    }
    assert notation(parts_of(CARDS, ACTIONS[0])) == "7h-west+2c+5d"


@each(
    ("moves", "fault"),
    [
        (("move {from} {to}",), ""),
        ("move {from} {to}", "must be a tuple of texts: ('move {from} {to}',)"),
        (("move",), "'move' must have gaps with different names, like 'move {from} {to}'"),
        (("move {to} {to}",), "'move {to} {to}' must have gaps with different names, like 'move {from} {to}'"),
        (("go {from} {to}",), "'go {from} {to}' fits no text of words.ACTIONS"),
    ],
)
def test_faults_are_said_in_the_words_of_the_maker(moves, fault) -> None:
    assert moves_fault(moves, ["move a1 d1", "pass"]) == fault
