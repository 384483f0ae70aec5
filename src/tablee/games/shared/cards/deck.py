"""Cards as texts, and as fields of a document.

The record has the place of each card. A field of the document lists the cards at one place, or at one place for each
seat: `hands = cards_by_seat(DECK, (HAND, HAND + 1)).but(of="place")`. What a seat may not see is `HIDDEN`, one for each
card, so that the number stays known: `Secret(hidden, own=True, shown=False, told=told_hidden("deal"))`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from tablee.games.document import OPTIONAL, Document, Field, refuse
from tablee.games.errors import BadState
from tablee.games.language import Language

SUITS = "shcd"
"""Spades, hearts, clubs and diamonds: black and red by turns, as one holds them."""
SIGNS = dict(zip(SUITS, "♠♥♣♦", strict=True))
RED = "hd"
HIDDEN = "??"
"""A card that one may not see."""


def deck(ranks: str, suits: str = SUITS) -> tuple[str, ...]:
    """The cards, suit by suit, in the order of the ranks.

    >>> deck("KQ", "sh")
    ('Ks', 'Qs', 'Kh', 'Qh')
    """
    return tuple(rank + suit for suit in suits for rank in ranks)


def split(text: str) -> list[str]:
    """The cards of a text that has one after the other.

    >>> split("Kh7c")
    ['Kh', '7c']
    """
    return [text[at : at + 2] for at in range(0, len(text), 2)]


# ---- in words ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def rank_text(card: str, say: Language) -> str:
    """The letter or number on a card: K, in French R."""
    letters = {"K": say("K"), "Q": say("Q"), "J": say("J"), "A": say("A"), "T": "10"}
    return letters.get(card[0], card[0])


def card_sign(card: str, say: Language) -> str:
    """A card in short: K♥."""
    return card if card == HIDDEN else rank_text(card, say) + SIGNS[card[1]]


def suit_name(suit: str, say: Language) -> str:
    """The name of a suit."""
    return {"s": say("spades"), "h": say("hearts"), "c": say("clubs"), "d": say("diamonds")}[suit]


@lru_cache(maxsize=1024)
def card_name(card: str, say: Language) -> str:
    """The name of a card: king of hearts."""
    ranks = {"K": say("king"), "Q": say("queen"), "J": say("jack"), "A": say("ace"), "T": "10"}
    return say("{rank} of {suit}", rank=ranks.get(card[0], card[0]), suit=suit_name(card[1], say))


@lru_cache(maxsize=1024)
def the_card(card: str, say: Language) -> str:
    """A card in a sentence, with its article: the king of hearts."""
    ranks = {"K": say("the king"), "Q": say("the queen"), "J": say("the jack"), "A": say("the ace")}
    rank = ranks.get(card[0]) or say("the {number}", number=rank_text(card, say))
    return say("{rank} of {suit}", rank=rank, suit=suit_name(card[1], say))


# ---- in documents --------------------------------------------------------------------------------------------


def cards_at(cards: Sequence[str], place: int) -> Field:
    """The cards at one place, in the order of the deck; none if left out."""

    def read(value: Any, what: str, state: Any) -> list[int]:
        return _put(cards, state.place.tolist(), [(value, what, place)])

    return Field(lambda places, _: _lying(cards, places, place), read, OPTIONAL, of="place")


def cards_by_seat(cards: Sequence[str], places: Sequence[int]) -> Field:
    """The cards of each seat, at a place of its own; none if left out."""

    def read(value: Any, what: str, state: Any) -> list[int]:
        if not isinstance(value, list) or len(value) != state.players:
            raise BadState(f"the field {what!r} must have {state.players} entries")
        return _put(cards, state.place.tolist(), zip(value, [what] * len(value), places, strict=False))

    def write(lying: Sequence[int], fields: Mapping[str, Any]) -> list[list[str]]:
        return [_lying(cards, lying, place) for place in places[: fields["players"]]]

    return Field(write, read, OPTIONAL, of="place")


def _lying(cards: Sequence[str], places: Sequence[int], wanted: int) -> list[str]:
    return [card for card, place in zip(cards, places, strict=True) if place == wanted]


def _put(cards: Sequence[str], places: list[int], given: Iterable[tuple[Any, str, int]]) -> list[int]:
    """The places with some cards put where they are said to be; hidden ones are left to `put_hidden`."""
    for value, what, place in given:
        if not isinstance(value, list):
            raise BadState(f"the field {what!r} must be a list of cards")
        for card in value:
            if card == HIDDEN:
                continue
            if card not in cards:
                raise BadState(f"the field {what!r}: {str(card)[:20]!r} is no card of this game")
            if places[cards.index(card)]:
                raise BadState(f"the card {card} is in two places")
            places[cards.index(card)] = place
    return places


def put_hidden(document: Document, state: Any, fields: Mapping[str, Sequence[int]], known: Mapping[int, int]) -> None:
    """Put any cards that are at place 0 where a document has hidden ones: in `settle`; `sample` guesses later.

    `fields` has the places of each field by seat; `known` the places of hidden cards that everybody knows of.
    """
    for name, places in fields.items():
        for value, place in zip(document.get(name, ()), places, strict=False):
            free = [card for card, at in enumerate(state.place.tolist()) if not at and known.get(card, place) == place]
            free.sort(key=lambda card: card not in known)
            refuse(value.count(HIDDEN) > len(free), "there are more cards than the deck has")
            for card in free[: value.count(HIDDEN)]:
                state.place[card] = place


def marked_cards(cards: Sequence[str]) -> Field:
    """For each seat some cards, stored as bits; none if left out."""

    def read(value: Any, what: str, state: Any) -> list[int]:
        wrong = not isinstance(value, list) or len(value) != state.players
        refuse(wrong or any(not isinstance(one, list) or not set(map(str, one)) <= set(cards) for one in value),
               f"the field {what!r} must have a list of cards for each seat")  # fmt: skip
        return [sum(1 << cards.index(card) for card in set(one)) for one in value]

    def write(value: Sequence[int], fields: Mapping[str, Any]) -> list[list[str]]:
        return [[card for at, card in enumerate(cards) if bits >> at & 1] for bits in value[: fields["players"]]]

    return Field(write, read, OPTIONAL)


def laid_cards(cards: Sequence[str]) -> Field:
    """For each seat the card that it has laid on the table, or null (-1)."""

    def read(value: Any, what: str, state: Any) -> list[int]:
        wrong = not isinstance(value, list) or len(value) != state.players
        refuse(wrong or any(card is not None and card not in cards for card in value),
               f"the field {what!r} must have a card or null for each seat")  # fmt: skip
        return [-1 if card is None else cards.index(card) for card in value]

    def write(value: Sequence[int], fields: Mapping[str, Any]) -> list[str | None]:
        return [None if card < 0 else cards[card] for card in value[: fields["players"]]]

    return Field(write, read, OPTIONAL)


def hidden(cards: Sequence[str]) -> list[str]:
    """The cards as others see them."""
    return [HIDDEN] * len(cards)


def told_hidden(*verbs: str) -> dict[str, Callable[[str], str]]:
    """How steps that name cards are told to others: "deal Kh" is "deal ??", "change 7h8c" is "change ????".

    >>> told_hidden("change")["change"]("change 7h8c")
    'change ????'
    """
    return dict.fromkeys(verbs, lambda text: f"{text.partition(' ')[0]} {HIDDEN * (len(text.partition(' ')[2]) // 2)}")
