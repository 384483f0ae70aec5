"""The rules of Écarté by worked examples: positions, what may be done in them, and what follows."""

import random

import numpy as np
import pytest
from ecarte import rules

import tablee
from tablee.engine.chance import new_random
from tablee.games.errors import BadState
from tablee.games.shared.cards.deck import HIDDEN

HANDS = [["Kh", "Jh", "8c", "Td", "7d"], ["7s", "8h", "Kc", "Jc", "Qd"]]
START = {"game": "ecarte", "players": 2, "phase": "propose", "dealer": 1, "turned": ["9h"], "points": [0, 0], "turn": 0}


def position(**changes: object) -> tablee.Game:
    """A position after the deal, with changes."""
    return tablee.load({**START, "hands": HANDS, **changes})


def after(game: tablee.Game, *steps: str) -> tablee.Game:
    """The same game after some steps."""
    for step in steps:
        game.play(step)
    return game


def answering(hand: list[str], led: str, **changes: object) -> tablee.Game:
    """Seat 0 has to answer a card."""
    rest = [card for card in ("7s", "Qd", "Jd", "8d", "9c") if card not in (*hand, led)]
    return position(phase="play", dealer=0, hands=[hand, rest[: len(hand) - 1]], won=[[], [led]], trick=[None, led],
                    asked=True, **changes)  # fmt: skip


def test_five_cards_are_dealt_to_each_and_one_is_turned_up():
    game, rng = tablee.new("ecarte", players=2), random.Random(1)
    for _ in range(11):
        assert game.to_act == "chance"
        game.play(rng.choice(game.outcomes())[0])
    state = game.state()
    assert [len(state["hands"][0]), len(state["hands"][1]), len(state["turned"])] == [5, 5, 1]
    assert set(game.legal()) == {"propose", "stand"}


@pytest.mark.parametrize(
    ("hand", "led", "legal"),
    [
        (["Kc", "Ac", "Jh"], "Jc", ["Kc"]),  # follow suit and win; the ace is lower than the jack
        (["Ac", "Tc", "Jh"], "Jc", ["Ac", "Tc"]),  # follow suit
        (["Ks", "7h", "Jh"], "Jc", ["7h", "Jh"]),  # a trump
        (["Ks", "As", "Td"], "Jc", ["Ks", "As", "Td"]),  # anything
        (["Kh", "7h", "Td"], "Qh", ["Kh"]),  # trumps are a suit like others
    ],
)
def test_an_answer_follows_suit_and_wins_if_it_can(hand, led, legal):
    assert set(answering(hand, led).legal()) == {f"play {card}" for card in legal}


def test_the_proposal_is_accepted_and_both_exchange_the_elder_hand_first():
    game = after(position(), "propose", "accept")
    assert len(game.legal()) == 31
    after(game, "change 8cTd7d", "deal Qh", "deal Ks", "deal 9s")
    assert game.to_act == 1
    assert "change -" in game.legal()
    after(game, "change 7sJc", "deal Ts", "deal Ad")
    assert game.to_act == 0
    assert set(game.legal()) == {"propose", "stand"}
    assert game.state()["away"] == [["8c", "Td", "7d"], ["7s", "Jc"]]


@pytest.mark.parametrize(("steps", "bold"), [(["stand"], 0), (["propose", "refuse"], 1)])
def test_whoever_does_not_exchange_at_first_is_bold(steps, bold):
    assert after(position(), *steps).state()["bold"] == bold


def last_trick(tricks: list[int], **changes: object) -> list[int]:
    """The points after seat 0 has won the last trick of a deal."""
    won = [["Ks", "Qs", "Js", "As", "Kd", "Ad", "Ts", "9s"][: 2 * tricks[0]], ["Qc", "Jc", "Ac", "Tc"][: 2 * tricks[1]]]
    game = position(phase="play", hands=[["Qh"], ["7h"]], won=won, tricks=tricks, trick=[None, None], **changes)
    return after(game, "play Qh", "play 7h").state()["points"]


def test_three_tricks_are_a_point_and_two_against_the_bold_or_with_all_five():
    assert last_trick([2, 2], asked=True) == [1, 0]
    assert last_trick([2, 2], bold=1) == [2, 0]
    assert last_trick([2, 2], bold=0) == [1, 0]
    assert last_trick([4, 0], asked=True) == [2, 0]


def test_the_king_of_trumps_is_marked_with_the_first_card():
    game = after(position(phase="play", asked=True), "play 8c")
    assert game.state()["points"] == [1, 0]
    assert game.state()["king"] == 0


def test_a_king_turned_up_is_a_point_for_the_dealer_and_may_end_the_game():
    dealt = position(phase="deal", turned=[], points=[0, 4], turn=1)
    after(dealt, "turn Kd")
    assert dealt.state()["points"] == [0, 5]
    assert dealt.result().winners == [1]


def test_the_deal_passes_on():
    won = [["Ks", "Qs", "Js", "As"], ["Qc", "Jc", "Ac", "Tc"]]
    game = position(phase="play", hands=[["Qh"], ["7h"]], won=won, tricks=[2, 2], asked=True)
    after(game, "play Qh", "play 7h")
    assert game.state()["dealer"] == 0
    assert len(game.outcomes()) == 32


@pytest.mark.parametrize(
    "wrong",
    [
        {"turned": []},
        {"hands": [["Kh"], HANDS[1]]},
        {"hands": [HANDS[0], [*HANDS[1][:4], "Kh"]]},
        {"hands": [HANDS[0], [*HANDS[1][:4], "2h"]]},
        {"hands": [HANDS[0], [*HANDS[1], "9s"]]},
        {"points": [6, 0]},
        {"trick": ["xx", None]},
        {"barred": [["xx"], []]},
    ],
)
def test_a_wrong_state_is_refused(wrong):
    with pytest.raises(BadState):
        position(**wrong)


def test_a_guess_keeps_to_what_was_seen():
    game = after(answering(["Ks", "As", "Td", "Tc"], "Jh"), "play Td")
    game.play(game.legal()[0])
    states = tablee.games.find_game("ecarte").read(game.state())
    held = np.flatnonzero(states[0].place == rules.HELD)
    for seed in range(200):
        guess = states.copy()
        rules.sample(guess[0], 1, new_random(seed))
        cards = [rules.DECK[card] for card in np.flatnonzero(guess[0].place == rules.HELD)]
        assert len(cards) == len(held)
        assert not [card for card in cards if card[1] == "h"]  # it could not follow suit
        assert (guess[0].place == rules.HELD + 1).tolist() == (states[0].place == rules.HELD + 1).tolist()


def test_who_looks_sees_only_the_number_of_the_other_cards():
    view = position().sight(0)
    assert view["hands"] == [HANDS[0], [HIDDEN] * 5]
    assert position().sight(None)["hands"] == [[HIDDEN] * 5] * 2
