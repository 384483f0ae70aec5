"""Those who play for the house: enough of them at each level, no two alike, and known again in old logs."""

import re
from pathlib import Path

import tablee
from tablee.games.brains.characters import CHARACTERS, bot_name, character, of_level
from tablee.games.brains.levels import BOT_NAMES, LEVELS
from tests.cases import each

FACES = Path(tablee.__file__).parent / "server" / "web" / "static" / "shared" / "faces.svg"


@each("level", LEVELS)
def test_every_level_has_three_of_which_the_first_is_the_one_of_old(level):
    everyone = of_level(level)
    assert len(everyone) >= 3
    assert (everyone[0].name, everyone[0].face) == (BOT_NAMES[level - 1], level)


def test_no_two_share_a_name_or_a_face_and_every_face_is_drawn():
    assert len({one.name for one in CHARACTERS}) == len({one.face for one in CHARACTERS}) == len(CHARACTERS)
    drawn = set(map(int, re.findall(r'id="face-(\d+)"', FACES.read_text("utf8"))))
    assert drawn == {one.face for one in CHARACTERS}


def test_who_sat_at_a_table_of_an_earlier_version_is_known_again():
    assert character("Malo", 2) == character("Malo 2", 2) == of_level(2)[0]
    assert character("somebody of old", 4).name == "Basile"
    assert character("Malo", 3).name == "Ada"


def test_a_bot_is_called_as_wished_unless_somebody_has_that_name_or_it_is_of_another_level():
    first, second, third = (one.name for one in of_level(2))
    assert bot_name(second, 2, []) == second
    assert bot_name(second, 2, [second]) == first
    assert bot_name("Sibylle", 2, [first]) == second
    assert bot_name("", 2, [first, second, third]) == f"{first} 2"
    assert bot_name("", 2, [first, second, third, f"{first} 2"]) == f"{first} 3"


def test_those_of_a_level_play_in_different_ways_and_so_do_the_first_of_all_levels():
    groups = [[one.style for one in of_level(level)] for level in LEVELS]
    for styles in (*groups, [group[0] for group in groups]):
        assert all(styles)
        assert len(set(styles)) == len(styles)
