"""What is said of a game before anyone plays: the same numbers everywhere, its makers, and what is not as printed."""

import re

from tablee.games import find_game, game_ids
from tablee.games.language import ENGLISH, languages
from tablee.server.views.game_facts import credit, credits_of, facts, house_rules, thanks_of, variants
from tablee.server.views.sentences import language
from tests.cases import each

EVERY = each(("game_id", "code"), [(game, code) for game in game_ids() for code in languages()])


@each(
    ("game_id", "english"),
    [
        ("isis", ["2 to 4 players", "10 to 20 minutes", "Ages 7+"]),
        ("morfals", ["2 players", "about 15 minutes", "Ages 12+"]),
        ("morpyam", ["2 to 4 players", "5 to 30 minutes", "Ages 5–117"]),
        ("netzwerk", ["2 to 4 players", "about 45 minutes", "Ages 10+"]),
        ("morisi", ["2 to 4 players", "about 45 minutes", "Ages 10+"]),
    ],
)
def test_a_box_says_for_how_many_how_long_and_for_whom(game_id, english):
    assert facts(find_game(game_id), ENGLISH) == english


def test_numbers_are_worded_in_every_language():
    assert facts(find_game("morpyam"), language("fr")) == ["2 à 4 joueurs", "5 à 30 minutes", "de 5 à 117 ans"]


@EVERY
def test_no_rulebook_says_once_more_how_long_it_takes_or_for_whom_it_is(game_id, code):
    """The page says so below the title, in the words of the shelf: what is written once cannot disagree."""
    text = (find_game(game_id).path / f"rulebook.{code}.md").read_text("utf8")
    opening = text[: text.index("\n## ")]
    assert not re.search(r"\bminutes?\b|quarter of an hour|quart d’heure|\byears\b|\bans\b", opening)


@EVERY
def test_every_rulebook_says_who_begins(game_id, code):
    text = (find_game(game_id).path / f"rulebook.{code}.md").read_text("utf8")
    before_the_first_turn = text[: text.index("{#turn}")]
    assert re.search(r"begins|starts|commence", before_the_first_turn)


ESCALE = "Thanks to l’Escale à jeux (escaleajeux.fr), who put its rules online."
CREDITS = {
    "isis": ["A game by Michael Schacht, Goldsieber 2001.", ESCALE],
    "morfals": ["A game by Tom Kruszewski & Steve Weiss, Hasbro 2000.", ESCALE],
    "morpyam": [],
    "netzwerk": [
        "A game by Corné van Moorsel, Jumbo 2003.",
        "French rules: François Haffner, after the English of Garry Lloyd.",
        ESCALE,
    ],
    "morisi": ["A game by Corné van Moorsel, Cwali 2000.", "French rules: Marc Laumonier.", ESCALE],
}


def test_makers_translators_and_collectors_are_named_where_the_texts_name_them():
    assert {game_id: credits_of(find_game(game_id).words.about(ENGLISH), ENGLISH) for game_id in CREDITS} == CREDITS
    assert credit(find_game("morfals").words.about(ENGLISH)) == "Tom Kruszewski & Steve Weiss, Hasbro 2000"
    assert credit(find_game("morpyam").words.about(ENGLISH)) == ""


def test_the_shelf_thanks_each_collector_once_and_every_translator():
    assert thanks_of([find_game(game_id) for game_id in CREDITS], ENGLISH) == [
        "Thanks to l’Escale à jeux (escaleajeux.fr), who put the rules online: "
        "Isis & Osiris, Morfals, Netzwerk, Morisi.",
        "French rules of Netzwerk: François Haffner, after the English of Garry Lloyd.",
        "French rules of Morisi: Marc Laumonier.",
    ]
    assert thanks_of([find_game("morpyam")], ENGLISH) == []


def test_only_what_is_not_in_the_box_is_a_house_rule():
    morisi = find_game("morisi")
    assert house_rules(morisi, {}, ENGLISH) == []
    assert house_rules(morisi, {"hands": "hidden", "cities": "apart"}, ENGLISH) == []
    assert house_rules(morisi, {"cities": "any"}, ENGLISH) == ["Cities – may lie side by side"]
    assert house_rules(morisi, {"hands": "open"}, language("fr")) == ["Les cubes en main – sont visibles de tous"]


def test_what_the_box_prints_beside_the_standard_rules_is_a_variant():
    morfals, isis = find_game("morfals"), find_game("isis")
    claimed = {"match": 1, "capture": "claim", "last_man": "auto"}
    assert (variants(morfals, {}, ENGLISH), house_rules(morfals, {}, ENGLISH)) == ([], [])
    assert variants(morfals, claimed, ENGLISH) == ["Trapped cannibals – must be noticed"]
    assert house_rules(morfals, claimed, ENGLISH) == []
    both = {"reserve": "common", "memory": "open"}
    assert variants(isis, both, ENGLISH) == ["Tiles – one common reserve"]
    assert house_rules(isis, both, ENGLISH) == ["Placed tiles – stay visible (to learn)"]
