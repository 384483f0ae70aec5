"""One can tell how somebody plays: by what each style likes, on the same thoughts."""

from tablee.arena.bot_styles import cases, leanings
from tablee.games import find_game
from tablee.games.brains.playing_styles import GIVES, STYLES


def test_every_style_takes_more_of_what_it_likes_than_chance_explains_and_gives_up_little() -> None:
    found = leanings(list(cases(find_game("morfals"), 2, 3, range(15), seed=3)), seats=30)
    assert [one.style for one in found] == list(STYLES)
    for one in found:
        assert one.styled - one.plain > one.error, one
        assert one.given < GIVES / 2, one
        assert one.in_a_game < 0.04, one
