"""Who may see what follows from what is said once for each field."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tablee.games import working_games
from tablee.games.secrets import Secret, in_force, known, looked_back, parts_people, told, viewed
from tests.cases import each

SECRETS = {
    "hands": Secret(len, own=True, shown=False, told={"keep": lambda _: "keep #"}),
    "pile": Secret(lambda cards: ["#"] * len(cards), told={"bury": lambda _: "bury #"}),
    "turned": Secret(lambda _: "?", fleeting=True),
    "joker": Secret(lambda _: None, when=lambda options: options["jokers"] == "hidden"),
}
DOCUMENT = {"hands": [["a"], ["b", "c"]], "pile": ["x", "y"], "turned": "z", "joker": "w", "turn": 0}
OPEN = {name: secret for name, secret in SECRETS.items() if name != "joker"}


def test_a_seat_sees_its_own_entry_and_of_the_others_what_the_mask_leaves() -> None:
    assert viewed(DOCUMENT, 1, OPEN)["hands"] == [1, ["b", "c"]]
    assert viewed(DOCUMENT, None, OPEN)["hands"] == [1, 2]


def test_what_was_shown_to_all_is_in_what_a_seat_knows_and_not_in_what_it_sees() -> None:
    assert viewed(DOCUMENT, 0, OPEN)["pile"] == ["#", "#"]
    assert known(DOCUMENT, 0, OPEN) == {**DOCUMENT, "hands": [["a"], 2]}


def test_what_lies_open_for_a_moment_is_seen_now_and_not_by_who_looks_back() -> None:
    assert viewed(DOCUMENT, 0, OPEN)["turned"] == "z"
    assert looked_back(DOCUMENT, 0, OPEN)["turned"] == "?"


def test_a_secret_of_an_option_is_none_without_it() -> None:
    assert set(in_force(SECRETS, {"jokers": "hidden"})) == set(SECRETS)
    assert set(in_force(SECRETS, {"jokers": "open"})) == set(OPEN)


@each(
    ("text", "seat", "latest", "expected"),
    [
        ("keep a", 0, False, "keep a"),  # one's own
        ("keep a", 1, True, "keep #"),  # never shown to others
        ("keep a", None, True, "keep #"),
        ("bury x", 1, True, "bury x"),  # everybody sees it just now
        ("bury x", 0, False, "bury #"),  # whoever did it: it is not theirs
        ("pass", 1, False, "pass"),
    ],
)
def test_a_text_that_names_a_secret_is_told_as_it_may_be_known(
    text: str, seat: int | None, latest: bool, expected: str
) -> None:
    assert told(text, 0, seat, latest, SECRETS) == expected


def test_a_curtain_falls_where_somebody_has_something_of_their_own_to_see() -> None:
    assert parts_people(SECRETS)
    assert not parts_people({"pile": SECRETS["pile"], "turned": SECRETS["turned"]})


@given(st.lists(st.lists(st.integers()), min_size=2, max_size=2), st.lists(st.integers()), st.integers())
def test_what_is_masked_changes_nothing_that_another_seat_is_shown(
    hands: list[list[int]], pile: list[int], turned: int
) -> None:
    """The other's hand replaced by one as long, the pile and what lay open by anything as large."""
    one: dict[str, Any] = {"hands": hands, "pile": pile, "turned": turned}
    other = {"hands": [hands[0], [0] * len(hands[1])], "pile": [0] * len(pile), "turned": 0}
    assert looked_back(one, 0, OPEN) == looked_back(other, 0, OPEN)


def test_nothing_is_copied_where_there_is_no_secret() -> None:
    assert viewed(DOCUMENT, 0, {}) is DOCUMENT


def test_every_secret_of_a_game_is_a_field_of_its_states() -> None:
    compared = 0
    for definition in working_games():
        options = {name: values[-1] for name, values in definition.options.items()}
        fields = set(definition.words.write(definition.new(definition.players[0], options, 1)))
        fields |= set(definition.words.write(definition.new(definition.players[0], {}, 1)))
        assert set(definition.words.SECRETS) <= fields
        compared += len(definition.words.SECRETS)
    assert compared >= 5
