"""Names: to be seen, not too long, and nobody's who plays for the house."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games.brains.characters import CHARACTERS
from tablee.server.table.events import Refused
from tablee.server.table.names import LONGEST_NAME, LOOK_ALIKES, MOST_BYTES, chosen_name
from tests.cases import each


@each(
    ("typed", "name"),
    [
        ("  Zoé  ", "Zoé"),
        ("Zoe\u0301", "Zoé"),
        ("a\n\tb", "a b"),
        ("", ""),
        (" \t\u00a0\u3000", ""),
        ("日本 語", "日本 語"),
        ("नमस्ते", "नमस्ते"),
        ("کتاب\u200cها", "کتاب\u200cها"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
        ("Inès B.", "Inès B."),
        ("Adam", "Adam"),
        ("Malou", "Malou"),
        ("Ghost", "Ghost"),
        ("Ирина", "Ирина"),
        ("Αλέξανδρος", "Αλέξανδρος"),
        ("?", "?"),
    ],
)
def test_a_name_is_what_was_typed_without_needless_space(typed, name):
    assert chosen_name(typed) == name


@each(
    "typed",
    [
        *["\u2800", "\u3164", "\u115f\u1160", "\uffa0", "\u200b", "a\u200bb", "\u200d", "a\u200d", "\u2060", "\ufeff"],
        *["\u202eeoZ", "\u2066a\u2069", "\u0301", " \u0301", "a \u0301", "\u0000", "\x07", "\u00ad", "\ud800"],
        *["Z" + "\u0335" * 8, "\ufe0f", "\U0001d159", "\u180e", "\u061c", "a\u2028b\u2800", "\U000e0041"],
    ],
)  # fmt: skip
def test_nothing_that_cannot_be_seen_is_a_name(typed):
    with pytest.raises(Refused, match="name_unseen"):
        chosen_name(typed)


@pytest.mark.parametrize("typed", ["x" * (LONGEST_NAME + 1), "👨\u200d" * 20, "x" * 100_000])
def test_a_name_is_not_long(typed):
    with pytest.raises(Refused, match="name_long"):
        chosen_name(typed)


@each(
    "typed",
    [
        *["malo", "M A L O", "Ｍａｌｏ", "𝓜𝓪𝓵𝓸", "Маlо", "Ma1o", "M.a.l.o", "Malo 2", "Malo#3", "Mälo"],
        *["Ines", "0ctave", "Célеstin", "Μalo", "Ꮇalo", "ᴍᴀʟᴏ", "🅼alo", "🅜alo", "🇲alo", "MΛLO", "Ɱalo", "Ⅿalo"],
        *["Ηermine", "Herrnine", "Sibуlle", "Ꭺda", "Rоѕаlіе", "6asile", "Ɓasile", "Ρuce", "Fιlοu", "Øctave", "ﬁlou"],
    ],
)
def test_a_name_is_not_a_bots_nor_looks_like_one(typed):
    with pytest.raises(Refused, match="name_of_bot"):
        chosen_name(typed)


@each("typed", ["Tablée", "ΤΑBLEE", "Tаblée 2", "Host", "the HOST", "Hôte", "L'hote", "Ηost"])
def test_a_name_is_not_the_houses_nor_looks_like_it(typed):
    with pytest.raises(Refused, match="name_of_house"):
        chosen_name(typed)


@each("typed", ["⚙ Zorro", "⚙\ufe0e Zorro", "Zorro ⚙\ufe0f", "⛭ Zorro", "Zor⛮ro"])
def test_the_sign_of_programs_is_no_part_of_a_name(typed):
    with pytest.raises(Refused, match="name_marked"):
        chosen_name(typed)


def test_whatever_looks_like_a_letter_makes_no_other_name_of_a_bots():
    for bot in CHARACTERS:
        for place, letter in enumerate(bot.name):
            for other in LOOK_ALIKES.get(letter.casefold().replace("l", "i"), ""):
                with pytest.raises(Refused):
                    chosen_name(bot.name[:place] + other + bot.name[place + 1 :])


@each("bot", [one.name for one in CHARACTERS])
def test_every_bot_is_spared(bot):
    for typed in (bot, bot.upper(), f" {bot}\t2"):
        with pytest.raises(Refused, match="name_of_bot"):
            chosen_name(typed)


@given(st.text(max_size=60))
def test_whatever_is_typed_a_name_is_short_and_stays_what_it_is(typed):
    try:
        name = chosen_name(typed)
    except Refused:
        return
    assert len(name.encode()) <= MOST_BYTES
    assert chosen_name(name) == name
