import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.server.table.events import Event, Refused, Sit
from tablee.server.table.table import fold
from tests.cases import each
from tests.server.table.tables import ISIS, NOW, SEED, finished, happen, new_table, play_randomly, started

games = st.fixed_dictionaries(
    {
        "players": st.sampled_from([2, 3, 4]),
        "seed": st.integers(0, 10_000),
        "leaving": st.sampled_from([0.0, 0.02]),
        "memory": st.sampled_from(["hidden", "open"]),
        "reserve": st.sampled_from(["own", "common"]),
    }
)


def play_until(table, verb):
    """Play pawns until the seat to act has just done `verb`; returns that seat."""
    seat = table.to_act
    action = next(action for action in table.actions(seat) if action.startswith(verb))
    happen(table, table.act(seat, table.step, action, NOW))
    return seat


# ---- the log is the table ---------------------------------------------------------------------------------


@settings(max_examples=40)
@given(games)
def test_a_log_read_back_from_its_text_adds_up_to_the_same_table(game):
    table = finished(**game)
    text = msgspec.json.encode(table.events)
    again = fold(table.opening, SEED, ISIS, msgspec.json.decode(text, type=list[Event]))
    assert table.status == "over"
    assert again.state.tobytes() == table.state.tobytes()
    assert again.result == table.result
    assert [participant.name for participant in again.seats] == table.names


@settings(max_examples=20)
@given(games, st.integers(0, 100))
def test_every_beginning_of_a_log_is_a_table_that_can_go_on(game, cut):
    table = finished(**game)
    beginning = fold(table.opening, SEED, ISIS, table.events[:cut])
    happen(beginning, beginning.unfinished(NOW))
    if beginning.status == "playing":
        assert beginning.actions(beginning.to_act)
    else:
        assert beginning.status in ("waiting", "over")


def test_events_must_follow_one_another():
    table = new_table()
    with pytest.raises(ValueError, match="cannot follow"):
        table.append(Sit(2, NOW, "Zoé"))


def test_deciding_changes_nothing():
    table = started()
    before = table.state.tobytes()
    table.act(table.to_act, table.step, "draw", NOW)
    table.leave(0, NOW)
    assert table.state.tobytes() == before
    assert table.status == "playing"


# ---- sitting down and starting ----------------------------------------------------------------------------


def test_empty_seats_get_bots_at_the_start():
    table = new_table(4)
    happen(table, table.sit("Zoé", NOW))
    happen(table, table.start(NOW))
    assert sorted(participant.level > 0 for participant in table.seats) == [False, True, True, True]
    assert len(set(table.names)) == 4


def test_a_full_table_takes_nobody_else():
    table = new_table()
    happen(table, table.sit("Zoé", NOW))
    happen(table, table.sit("Ali", NOW))
    with pytest.raises(Refused, match="full"):
        table.sit("Eve", NOW)


def test_who_stood_up_leaves_a_free_seat():
    table = new_table()
    happen(table, table.sit("Zoé", NOW))
    happen(table, table.sit("", NOW, level=3))
    happen(table, table.rise(2, NOW))
    happen(table, table.sit("Ali", NOW))
    assert [participant.name for participant in table.participants] == ["Zoé", "Ali"]


def test_a_solo_table_starts_when_the_persons_nonce_has_come():
    table = new_table(solo=True)
    happen(table, table.sit("Zoé", NOW))
    happen(table, table.sit("", NOW, level=1))
    assert table.status == "waiting"
    happen(table, table.add_nonce(1, "ab" * 16, NOW))
    assert table.status == "playing"


@each("nonce", ["", "xyz", "ab" * 15, "AB" * 16, "ab" * 17])
def test_a_nonce_that_is_none_is_refused(nonce):
    table = new_table()
    happen(table, table.sit("Zoé", NOW))
    with pytest.raises(Refused, match="bad_message"):
        table.add_nonce(1, nonce, NOW)


def test_the_dice_shuffle_the_seats():
    def first_seat(nonce):
        table = new_table(3)
        for name in "abc":
            happen(table, table.sit(name, NOW, nonce=f"{nonce:032x}"))
        happen(table, table.start(NOW))
        return table.names[0]

    assert {first_seat(nonce) for nonce in range(30)} == {"a", "b", "c"}


# ---- playing ----------------------------------------------------------------------------------------------


def test_a_draw_is_answered_by_chance_at_once():
    table = started()
    events = table.act(table.to_act, table.step, "draw", NOW)
    assert [event.kind for event in events] == ["act", "chance"]
    assert events[1].text.startswith("reveal ")


def test_nonces_change_the_outcomes():
    def first_reveal(nonce):
        table = new_table(solo=True)
        happen(table, table.sit("Zoé", NOW))
        happen(table, table.sit("", NOW, level=1))
        happen(table, table.add_nonce(1, f"{nonce:032x}", NOW))
        return table.act(table.to_act, table.step, "draw", NOW)[1].text

    assert len({first_reveal(nonce) for nonce in range(40)}) > 3


@each(
    ("seat", "late", "action", "code"),
    [
        (0, 0, "pawn z9", "illegal_action"),
        (0, 0, "place a1", "illegal_action"),
        (0, 0, "reveal +4", "illegal_action"),
        (0, 0, "", "illegal_action"),
        (1, 0, "pawn a1", "not_your_turn"),
        (0, 1, "pawn a1", "stale"),
        (0, -1, "pawn a1", "stale"),
    ],
)
def test_an_action_that_cannot_be_is_refused(seat, late, action, code):
    table = started()
    with pytest.raises(Refused, match=code):
        table.act(seat, table.step - late, action, NOW)


def test_nothing_can_be_played_before_the_start_or_after_the_end():
    for table in (new_table(), finished()):
        with pytest.raises(Refused, match="not_now"):
            table.act(0, table.step, "pawn a1", NOW)
        with pytest.raises(Refused, match="not_now"):
            table.leave(0, NOW)


def test_a_seat_leaves_once():
    table = started(3)
    happen(table, table.leave(1, NOW))
    with pytest.raises(Refused, match="not_now"):
        table.leave(1, NOW)


def test_the_end_reveals_the_seed_and_the_result():
    table = finished(seed=5)
    last = table.events[-1]
    assert (last.kind, last.reason, last.seed) == ("over", "points", SEED.hex())
    assert table.result == ISIS.result(table.state)


def test_until_the_end_no_event_contains_the_seed():
    table = started()
    play_randomly(table, random.Random(1), steps=10)
    assert SEED.hex() not in msgspec.json.encode(table.events).decode()


# ---- taking back ------------------------------------------------------------------------------------------


def test_an_action_is_taken_back_until_another_seat_acts():
    table = started()
    before = table.state.tobytes()
    seat = play_until(table, "pawn")
    happen(table, table.take_back(seat, table.step, NOW))
    assert table.state.tobytes() == before
    assert table.to_act == seat
    play_until(table, "pawn")
    play_until(table, "pawn")
    assert table.can_take_back(seat) is None
    with pytest.raises(Refused, match="no_take_back"):
        table.take_back(seat, table.step, NOW)


def test_a_tile_turned_up_stays_turned_up():
    table = started()
    seat = play_until(table, "draw")
    assert table.can_take_back(seat) is None


def test_a_placed_tile_can_be_taken_back_into_the_hand_and_no_further():
    table = started()
    seat = play_until(table, "draw")
    drawn = table.view(None)["drawn"]
    play_until(table, "place")
    happen(table, table.take_back(seat, table.step, NOW))
    assert table.view(None)["drawn"] == drawn
    assert table.as_known_now(table.events[-3], 1 - seat) == f"reveal {drawn}"
    assert table.can_take_back(seat) is None


def test_against_bots_one_goes_back_past_their_answers():
    table = started(3, bots=2)
    person = next(participant.seat for participant in table.seats if not participant.level)
    while table.to_act != person:
        play_until(table, "pawn")
    before = table.state.tobytes()
    for _ in range(3):
        play_until(table, "pawn")
    happen(table, table.take_back(person, table.step, NOW))
    assert table.state.tobytes() == before


def test_against_bots_one_does_not_go_back_past_an_outcome():
    table = started(2, bots=1)
    person = next(participant.seat for participant in table.seats if not participant.level)
    while table.to_act != person:
        play_until(table, "pawn")
    play_until(table, "pawn")
    play_until(table, "draw")
    play_until(table, "place")
    assert table.can_take_back(person) is None


def test_nobody_takes_back_a_finished_game():
    table = finished()
    assert all(table.can_take_back(seat) is None for seat in (0, 1))


def claiming(rules=0):
    """A table of Morfals at which a seat may point at what it has trapped, with that seat and what is trapped."""
    table = started(game="morfals", rules=rules, capture="claim")
    rng = random.Random(3)
    while not (trapped := table.definition.words.write(table.state)["trapped"]):
        happen(table, table.act(table.to_act, table.step, rng.choice(table.actions(table.to_act)), NOW))
    return table, table.to_act, trapped


def test_pointing_reading_the_answer_and_taking_back_finds_no_trap():
    table, seat, trapped = claiming()
    pointing = [action for action in table.actions(seat) if action != "done"]
    assert 0 < len(trapped) < len(pointing)
    assert table.can_take_back(seat) is not None  # what it has placed
    for action in pointing:
        ahead = table.ahead(*table.act(seat, table.step, action, NOW))
        with pytest.raises(Refused, match="no_take_back"):
            ahead.take_back(seat, ahead.step, NOW)


def test_what_was_played_before_a_claim_stands_with_it_and_having_done_can_be_taken_back():
    table, seat, trapped = claiming()
    happen(table, table.act(seat, table.step, f"eat {trapped[0]}; done", NOW))
    happen(table, table.take_back(seat, table.step, NOW))
    assert "done" in table.actions(seat)
    assert table.can_take_back(seat) is None


@pytest.mark.parametrize("word", ["announce", "silent"])
def test_who_has_passed_the_dice_has_spoken(word):
    table = started(game="morfals", last_man="announce")
    while "silent" not in table.actions(table.to_act):
        happen(table, table.act(table.to_act, table.step, table.actions(table.to_act)[0], NOW))
    seat = table.to_act
    happen(table, table.act(seat, table.step, word, NOW))
    assert table.can_take_back(seat) is None


def test_a_take_back_knows_the_latest_event():
    table = started()
    seat = play_until(table, "pawn")
    with pytest.raises(Refused, match="stale"):
        table.take_back(seat, table.step - 1, NOW)


# ---- what may be known ------------------------------------------------------------------------------------


def test_a_past_reveal_is_masked_once_its_tile_lies_face_down():
    table = started()
    play_until(table, "draw")
    reveal = table.events[-1]
    assert table.as_known_now(reveal, 0) == reveal.text
    play_until(table, "place")
    assert table.as_known_now(reveal, 0) == table.as_known_now(reveal, None) == "reveal #"
    assert table.as_known_now(reveal, 0, unseen=True) == reveal.text


def test_a_seat_knows_all_that_it_was_ever_shown_and_a_bot_can_read_that():
    table = started()
    play_until(table, "draw")
    value = table.view(None)["drawn"]
    play_until(table, "place")
    assert list(table.view(0)["board"].values()) == ["#"]
    assert list(table.knowledge(0)["board"].values()) == [value]
    assert ISIS.read(table.knowledge(0)).tobytes() == table.state.tobytes()


def test_a_leaving_does_not_hide_a_tile_that_lies_open():
    table = started(3)
    seat = play_until(table, "draw")
    reveal = table.events[-1]
    happen(table, table.leave((seat + 1) % 3, NOW))
    assert table.as_known_now(reveal, None) == reveal.text


def test_a_tile_returned_by_a_leaving_is_forgotten_by_the_log():
    table = started(3)
    seat = play_until(table, "draw")
    reveal = table.events[-1]
    happen(table, table.leave(seat, NOW))
    assert table.view(None)["drawn"] is None
    assert table.as_known_now(reveal, None) == "reveal #"
    play_until(table, "pawn")
    happen(table, table.take_back(table.events[-1].seat, table.step, NOW))
    assert table.as_known_now(reveal, None) == "reveal #"


def test_at_the_end_everything_is_known():
    table = finished(seed=3)
    reveals = [event for event in table.events if event.kind == "chance"]
    assert reveals
    assert all(table.as_known_now(event, None) == event.text for event in reveals)


# ---- other rules, other games -----------------------------------------------------------------------------


@pytest.mark.parametrize(("definition", "why"), [(None, "game"), (ISIS, "rules")])
def test_a_table_whose_game_is_not_here_is_not_served_and_nothing_happens_at_it(definition, why):
    table = started()
    other = msgspec.structs.replace(table.opening, rules=table.opening.rules + 1)
    later = fold(other, SEED, definition, table.events)
    assert (later.unserved, later.status, later.names) == (why, "playing", table.names)
    assert later.unfinished(NOW) == []
    assert later.actions(0) == []
    for wish in (
        lambda: later.act(0, later.step, "pawn a1", NOW),
        lambda: later.take_back(0, later.step, NOW),
        lambda: later.leave(0, NOW),
        lambda: later.hand(0, NOW),
        lambda: later.give_back(0, NOW),
        lambda: later.rename(later.seats[0].id, "Ida", NOW),
        lambda: later.sit("Ida", NOW),
        lambda: later.start(NOW),
        lambda: later.follow("another", NOW),
    ):
        with pytest.raises(Refused, match="not_served"):
            wish()
    assert fold(table.opening, SEED, ISIS, later.events).act(table.to_act, table.step, "draw", NOW)


def test_what_happens_beside_the_game_makes_no_action_stale():
    table = started(3)
    seat, step = table.to_act, table.step
    happen(table, table.rename(table.seats[0].id, "Ida", NOW))
    happen(table, table.hand((seat + 1) % 3, NOW))
    happen(table, table.give_back((seat + 1) % 3, NOW))
    assert (table.step, table.number) == (step, step + 3)
    happen(table, table.act(seat, step, "pawn a1", NOW))
    with pytest.raises(Refused, match="stale"):
        table.act(seat, step, "pawn a2", NOW)


def test_after_a_take_back_a_click_on_what_lay_there_before_is_stale():
    table = started()
    seat, step = table.to_act, table.step
    happen(table, table.act(seat, step, "pawn a1", NOW))
    happen(table, table.take_back(seat, table.step, NOW))
    for known in (step, step + 1):
        with pytest.raises(Refused, match="stale"):
            table.act(seat, known, "pawn a2", NOW)
    assert table.act(seat, table.step, "pawn a2", NOW)


def test_looking_ahead_changes_nothing():
    table = started()
    before = (
        msgspec.json.encode(table.events),
        table.state.tobytes(),
        [participant.name for participant in table.participants],
    )
    ahead = table.ahead(*table.rename(table.seats[0].id, "Ida", NOW))
    happen(ahead, ahead.act(ahead.to_act, ahead.step, "draw", NOW))
    assert ahead.names[0] == "Ida"
    assert (
        msgspec.json.encode(table.events),
        table.state.tobytes(),
        [one.name for one in table.participants],
    ) == before


def test_every_event_says_when_it_was_decided():
    table = new_table()
    happen(table, table.sit("Zoé", NOW, nonce="0" * 32))
    happen(table, table.start(NOW + 5))
    happen(table, table.act(table.to_act, table.step, "draw", NOW + 1234))
    assert [(event.kind, event.at - NOW) for event in table.events] == [
        ("sit", 0), ("nonce", 0), ("sit", 5), ("start", 5), ("act", 1234), ("chance", 1234),
    ]  # fmt: skip


def test_a_finished_table_of_other_rules_keeps_its_result():
    table = finished()
    other = msgspec.structs.replace(table.opening, rules=table.opening.rules + 1)
    later = fold(other, SEED, ISIS, table.events)
    assert later.unfinished(NOW) == []
    assert later.result == table.result
