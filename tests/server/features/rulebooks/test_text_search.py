"""Search in the text of a rulebook."""

from tablee.server.features.rulebooks.model import Rulebook, RulebookSection
from tablee.server.features.rulebooks.text_search import MOST_PLACES, search_in

BOOK = Rulebook(
    "Goose",
    '<p>L’épée &amp; the <b title="goose">goose</b>.</p><svg class="scene"><text>goose</text></svg>'
    '<h2 id="turn">Your turn</h2><p>A Goose &lt;b&gt; again</p>',
    [RulebookSection("turn", "Your turn", [])],
)


def test_places_are_marked_in_the_text_alone_and_listed_by_section():
    body, places = search_in(BOOK, " GOOSE ")
    assert body.count("<mark") == 2
    assert '<b title="goose"><mark id="found-1">goose</mark></b>' in body
    assert "<text>goose</text>" in body
    assert [(place.anchor, place.section, place.found) for place in places] == [
        ("found-1", "Goose", "goose"),
        ("found-2", "Your turn", "Goose"),
    ]


def test_accents_and_apostrophes_need_not_be_typed():
    assert [place.found for place in search_in(BOOK, "l'epee &")[1]] == ["L’épée &"]


def test_what_looks_like_html_stays_text():
    body, places = search_in(BOOK, "<b>")
    assert places[0].found == "<b>"
    assert '<mark id="found-1">&lt;b&gt;</mark>' in body


def test_nothing_is_changed_by_an_empty_wish_or_one_that_is_nowhere():
    assert search_in(BOOK, "   ") == (BOOK.body, [])
    assert search_in(BOOK, "gander") == (BOOK.body, [])


def test_a_letter_that_is_everywhere_is_marked_so_often_and_no_more():
    assert len(search_in(Rulebook("E", f"<p>{'e ' * 1000}</p>", []), "e")[1]) == MOST_PLACES
