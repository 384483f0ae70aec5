"""Hidden hands never leave the server: what seats and spectators are sent while cards are in somebody's hand."""

import random

import msgspec
import pytest

from tablee.games.language import ENGLISH
from tablee.games.shared.cards.deck import card_name, card_sign
from tablee.kit.trial_tables import NOW, started
from tablee.server.views.frames import FrameBuilder
from tablee.server.views.text_play import in_words
from tablee.server.views.viewpoint import event_texts


def named(card: str) -> list[str]:
    """All ways in which a message could name a card."""
    return [f"card {card}", f"card-{card}", f" {card}", f'"{card}"', card_sign(card, ENGLISH), card_name(card, ENGLISH)]


def as_sent(message: object) -> str:
    """A message as it goes over the wire."""
    return msgspec.json.encode(message).decode()


def held(table, seat):
    """The cards that a seat must not be told: those in other hands, and those that others have exchanged."""
    truth = table.definition.truth(table.state)
    return [card for field in ("hands", "away") for owner in range(2) if owner != seat for card in truth[field][owner]]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_no_message_names_a_card_in_a_hand_of_somebody_else(seat):
    table, rng, builder, looked = started(2, game="ecarte"), random.Random(5), FrameBuilder(seat, ENGLISH), 0
    builder.first_frame(table)
    while (turn := table.to_act) is not None:
        for event in table.act(turn, table.step, rng.choice(table.actions(turn)), NOW):
            table.append(event)
            frame, whole = builder.frame(table, [event]), FrameBuilder(seat, ENGLISH).first_frame(table)
            shown = {part: frame["scene"][part] for part in ("set", "offers", "moves", "picks", "bar")}
            lines = [line for line in frame["log"] if line[0] == event.number]
            sent = as_sent({**shown, "prompt": frame["prompt"], "log": lines, "whole": whole["scene"]})
            told = as_sent({"texts": event_texts(table, [event], seat, seen=table.number)})
            places = as_sent({"places": in_words(table, seat, ENGLISH)["places"]})
            for card in held(table, seat) if table.going_on else ():
                assert not [name for name in named(card) if name in sent], (card, event)
                assert f" {card}" not in told
                assert card_name(card, ENGLISH) not in places
                looked += 1
    assert looked > 200
