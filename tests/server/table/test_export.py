import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.server.table.dice import Dice, commitment, dealt_to
from tablee.server.table.events import Refused
from tablee.server.table.export import Dishonest, export, read_export, verify
from tests.cases import each
from tests.server.table.tables import ISIS, NOW, SEED, finished, happen, new_table, play_randomly, started


@settings(max_examples=30)
@given(
    st.sampled_from([2, 3, 4]), st.integers(0, 10_000), st.sampled_from([0.0, 0.03]), st.sampled_from(["own", "common"])
)
def test_an_honest_game_is_verified_from_its_text(players, seed, leaving, reserve):
    table = finished(players, seed, leaving, reserve=reserve)
    read = read_export(msgspec.json.encode(export(table)))
    assert verify(read, ISIS) == sum(event.kind in ("chance", "start") for event in table.events)


def tampered(change):
    """An honest export with one thing changed."""
    document = msgspec.to_builtins(export(finished(seed=8)))
    change(document)
    return read_export(msgspec.json.encode(document))


def event(document, kind, index=0):
    return [event for event in document["events"] if event["event"] == kind][index]


def swap_reveal(document):
    reveal = event(document, "chance")
    reveal["text"] = "reveal +4" if reveal["text"] != "reveal +4" else "reveal -4"


def swap_seats(document):
    event(document, "start")["order"].reverse()


def better_result(document):
    event(document, "over")["scores"][0] += 1


def illegal_action(document):
    event(document, "act")["text"] = "pawn z9"


def other_nonce(document):
    event(document, "nonce")["nonce"] = "f" * 32


def other_seed(document):
    document["seed"] = "00" * 32


def other_seed_with_its_commitment(document):
    document["seed"] = "00" * 32
    document["opening"]["commitment"] = commitment(bytes(32))


def cut_off(document):
    document["events"].pop()


def extra_outcome(document):
    start = next(index for index, event in enumerate(document["events"]) if event["event"] == "start")
    document["events"].insert(start + 1, {"event": "chance", "at": NOW, "seat": 0, "text": "reveal +1"})
    for number, event in enumerate(document["events"], start=1):
        event["number"] = number


def someone_elses_turn(document):
    act = event(document, "act")
    act["seat"] = 1 - act["seat"]


@each(
    "change",
    [
        swap_reveal,
        swap_seats,
        better_result,
        illegal_action,
        other_nonce,
        other_seed,
        other_seed_with_its_commitment,
        cut_off,
        extra_outcome,
        someone_elses_turn,
    ],
)
def test_a_tampered_game_is_found_out(change):
    with pytest.raises(Dishonest):
        verify(tampered(change), ISIS)


def test_a_game_played_with_another_seed_than_was_committed_to_is_found_out():
    table = finished(seed=8)
    promised = msgspec.structs.replace(table.opening, commitment=commitment(b"what was promised"))
    honest = export(table)
    assert verify(honest, ISIS)
    with pytest.raises(Dishonest, match="committed"):
        verify(msgspec.structs.replace(honest, opening=promised), ISIS)


@each("text", [b"", b"{}", b"[]", b"not json", b'{"tablee":1,"opening":{},"seed":"","events":[]}'])
def test_a_file_that_is_no_export_is_refused_with_a_reason(text):
    with pytest.raises(ValueError, match="not an exported game"):
        read_export(text)


def test_a_game_of_other_rules_is_not_judged():
    def newer(document):
        document["opening"]["rules"] += 1

    with pytest.raises(ValueError, match="version 2 of the rules"):
        verify(tampered(newer), ISIS)


def test_an_unfinished_game_is_not_exported():
    table = started()
    for unfinished in (new_table(), table):
        with pytest.raises(Refused, match="not_now"):
            export(unfinished)


def test_another_table_after_the_end_changes_nothing_in_the_verdict():
    table = finished(seed=4)
    happen(table, table.follow("another", NOW))
    assert verify(export(table), ISIS)


def test_draws_of_one_table_tell_nothing_of_another():
    def draws(table, nonces):
        lots = Dice(SEED, dealt_to(table, nonces)).lots
        return [lots.outcome(0, place, [1] * 1000) for place in range(20)]

    first = draws("a", ["00"])
    assert first != draws("b", ["00"])
    assert first != draws("a", ["01"])
    assert first == draws("a", ["00"])


def test_taking_back_keeps_a_game_verifiable():
    import random

    table = started(2, bots=1)
    play_randomly(table, random.Random(11))
    assert any(event.kind == "back" for event in table.events)
    assert verify(export(table), ISIS)
