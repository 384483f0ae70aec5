"""Keys of words: enough of them to guess, easy to type, and nothing kept that could open anything."""

import math
import re

from tablee.server.features.accounts.word_keys import (
    COUNT,
    NAMING,
    name_of,
    new_words,
    opens,
    read_words,
    secret_of,
    slow_digest,
    unknown_words,
    word_list,
)

LANGUAGES = ("en", "fr")


def test_nobody_guesses_a_key_not_even_who_knows_how_it_is_found():
    for language in LANGUAGES:
        words = word_list(language)
        assert len(set(words)) == len(words)
        assert COUNT * math.log2(len(words)) > 80
        assert (COUNT - NAMING) * math.log2(len(words)) > 60


def test_no_two_words_of_a_list_are_typed_alike_and_each_is_one_word():
    for language in LANGUAGES:
        plain = [read_words(word) for word in word_list(language)]
        assert all(len(one) == 1 and re.fullmatch("[a-z]{3,}", one[0]) for one in plain)
        assert len({one[0] for one in plain}) == len(plain)


def test_a_key_is_drawn_in_ones_language_and_in_english_where_there_is_no_list():
    for language, found in (("en", "en"), ("fr", "fr"), ("de", "en"), ("../en", "en")):
        words = new_words(language)
        assert len(words) == COUNT
        assert set(words) <= set(word_list(found))
    assert new_words("fr") != new_words("fr")


def test_it_may_be_typed_as_one_likes():
    words = read_words("agneau élève zoo œuf")
    for typed in ("AGNEAU  Eleve,zoo oeuf", "1. agneau\n2. e\u0301le\u0300ve\n3. Zoo\n4. ŒUF"):
        assert read_words(typed) == words


def test_what_is_in_no_list_is_named():
    assert unknown_words([*read_words(" ".join(new_words("fr"))), "xyzzy"]) == ["xyzzy"]


def test_the_first_words_name_a_key_and_the_others_open_it():
    words = read_words(" ".join(new_words("en")))
    other = [*words[:-1], "zoo" if words[-1] != "zoo" else "able"]
    assert name_of(words) == name_of(other) != name_of(words[::-1])
    kept = slow_digest(secret_of(words))
    assert opens(secret_of(words), kept)
    assert not opens(secret_of(other), kept)
    assert not opens("", kept)
    assert slow_digest(secret_of(words)) != kept  # salted
    assert not any(word.encode() in kept for word in words)
