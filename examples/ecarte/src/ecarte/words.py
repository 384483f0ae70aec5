"""Écarté in words: its actions and states as texts, who may know what, and what is said to people."""

from collections.abc import Mapping, Sequence

from tablee.engine.contract import LEFT, States
from tablee.games.about import About
from tablee.games.definition import Result
from tablee.games.document import OPTIONAL, Document, counts, flag, refuse, seat, word
from tablee.games.language import Language
from tablee.games.secrets import Secret
from tablee.games.shared.cards import deck as cards
from tablee.games.shared.cards.deck import HIDDEN, card_sign, split, suit_name, the_card

from .rules import AWAY, CHANGE, DEAL, DECK, GOAL, HAND, HELD, NOTHING, PLAYING, TRICKS, TURNED, WON

Names = Sequence[str]

MOVES = ("play {card}", "change {cards}")
_CHOSEN = ("".join(str(at + 1) for at in range(HAND) if mask >> at & 1) or "-" for mask in range(1 << HAND))
ACTIONS = (
    *(f"play {card}" for card in DECK), "propose", "stand", "accept", "refuse",
    *(f"change {chosen}" for chosen in _CHOSEN),
    *(f"deal {card}" for card in DECK), *(f"turn {card}" for card in DECK),
)  # fmt: skip
"""By code. Cards to exchange go by their numbers in the hand here, and by their names in a position."""
FIELDS = {
    "phase": word(("deal", "propose", "answer", "change", "play")),
    "dealer": seat(),
    "turned": cards.cards_at(DECK, TURNED),
    "hands": cards.cards_by_seat(DECK, (HELD, HELD + 1)),
    "away": cards.cards_by_seat(DECK, (AWAY, AWAY + 1)),
    "won": cards.cards_by_seat(DECK, (WON, WON + 1)),
    "trick": cards.laid_cards(DECK),
    "tricks": counts(HAND).but(default=OPTIONAL),
    "points": counts(GOAL),
    "due": counts(HAND).but(default=[0, 0]),
    "asked": flag(),
    "bold": seat(none_at=NOTHING).but(default=None),
    "king": seat(none_at=NOTHING).but(default=None),
    "barred": cards.marked_cards(DECK),
}
SECRETS = {
    "hands": Secret(cards.hidden, own=True, shown=False, told=cards.told_hidden("deal", "change")),
    "away": Secret(cards.hidden, own=True, shown=False),
}


def settle(document: Document, states: States) -> None:
    """Put hidden cards somewhere, the king where it was marked, and see that nobody has too many or too few."""
    state, turned = states[0], document.get("turned", [])
    refuse(len(turned) > 1 or (not turned and state.phase), "one card must be turned up")
    known = {DECK.index("K" + turned[0][1]): HELD + int(state.king)} if turned and state.king >= 0 else {}
    cards.put_hidden(document, state, {"hands": (HELD, HELD + 1), "away": (AWAY, AWAY + 1)}, known)
    held = [int(sum(state.place == HELD + one) + state.due[one]) for one in range(2)]
    state.ended = LEFT if any(document.get("left", ())) else int(max(state.points) == GOAL)
    refuse(max(held) > HAND or (0 < state.phase < PLAYING and min(held) < HAND), f"a hand has {HAND} cards")
    refuse(state.phase == PLAYING and not held[state.turn] and not state.ended, "whoever plays must have cards")


def action_text(state: States, action: int) -> str:
    """The text of an action or outcome; what is exchanged goes by the names of the cards."""
    if not CHANGE <= action < DEAL:
        return ACTIONS[action]
    held = [card for card, place in zip(DECK, state["place"][0], strict=True) if place == HELD + state["turn"][0]]
    return "change " + ("".join(card for at, card in enumerate(held) if action - CHANGE >> at & 1) or "-")


def board_text(view: Document) -> str:
    """The table as lines of text."""
    hands = [f"{' '.join(view['hands'][one]) or '-'}, played {view['trick'][one] or '-'}" for one in range(2)]
    return "\n".join([f"trumps {view['turned']}, points {view['points']}, tricks {view['tricks']}", *hands])


def about(say: Language) -> About:
    """The game as everybody knows it."""
    invitation = say("Five cards, a trump, and a question: shall we exchange? The card game of the Paris salons.")
    return About(invitation, (10, 15), 9, author=say("an unknown author; played in France since about 1800"))


def goal(say: Language) -> str:
    """What one plays for."""
    return say("Win three of five tricks for a point, and be the first with five points.")


def sentence(text: str, seat: int, names: Names, say: Language) -> str:
    """What the log says of a step; dealt cards go without saying."""
    verb, _, what = text.partition(" ")
    told = {"name": names[seat], "card": the_card(what, say) if verb in ("turn", "play") else ""}
    if verb == "change" and HIDDEN in what:
        return say.plural("{name} exchanges {count} card.", "{name} exchanges {count} cards.", len(split(what)), **told)
    if verb == "change" and what != "-":
        told["cards"] = " ".join(card_sign(card, say) for card in split(what))
    return _orders(say)[verb + what if what == "-" else verb][0].format(**told) if verb != "deal" else ""


def _orders(say: Language) -> Mapping[str, tuple[str, str]]:
    """By the first word of actions: a sentence, and the same as an order."""
    return {
        "turn": (say("{name} turns up {card}."), ""),
        "play": (say("{name} plays {card}."), say("Play {card}.")),
        "change": (say("{name} exchanges {cards}."), say("Exchange {cards}.")),
        "change-": (say("{name} keeps all cards."), say("Keep all cards.")),
        "propose": (say("{name} proposes an exchange."), say("Propose an exchange.")),
        "stand": (say("{name} plays without an exchange."), say("Play without an exchange.")),
        "accept": (say("{name} accepts."), say("Accept.")),
        "refuse": (say("{name} refuses: cards are played."), say("Refuse.")),
    }


def orders(say: Language) -> Mapping[str, str]:
    """The same as orders, for hints."""
    return {told: order for told, order in _orders(say).values() if order}


def is_final(state: States, text: str) -> bool:  # noqa: ARG001
    """Nothing is taken back: what follows comes from a hidden hand or the stock."""
    return True


def aftermath(text: str, seat: int, before: Document, after: Document, names: Names, say: Language) -> str:  # noqa: ARG001
    """Who marks the king, wins a trick or the deal."""
    said, won = [], [after["tricks"][one] - before["tricks"][one] for one in range(2)]
    if text.startswith("turn K"):
        said.append(say("A king: {name} marks a point.", name=names[after["dealer"]]))
    if after["king"] is not None and before["king"] is None:
        said.append(say("{name} holds the king of trumps and marks a point.", name=names[after["king"]]))
    if 1 in won:
        said.append(say("{name} wins the trick.", name=names[won.index(1)]))
    if 1 in won and sum(after["tricks"]) == HAND:
        winner = int(after["tricks"][1] >= TRICKS)
        told = {"name": names[winner], "other": names[1 - winner]}
        if after["tricks"][winner] == HAND:
            said.append(say("All five: the vole! {name} marks two points.", **told))
        elif after["bold"] == 1 - winner:
            said.append(say("{name} wins the deal and two points, as {other} would not exchange.", **told))
        else:
            said.append(say("{name} wins the deal and a point.", **told))
    return " ".join(said)


def prompt(view: Document, seat: int | None, names: Names, say: Language) -> str:
    """What to do now, or whom the table waits for."""
    turn, phase, led = view["turn"], view["phase"], leading(view, view["turn"])
    if view["facts"]["over"]:
        return ""
    if phase == "deal" or sum(view["due"]):
        return say("{name} deals.", name=names[view["dealer"]])
    if seat != turn:
        return {
            "propose": say("{name} thinks about proposing an exchange.", name=names[turn]),
            "answer": say("{name} has to accept or refuse the exchange.", name=names[turn]),
            "change": say("{name} chooses cards to exchange.", name=names[turn]),
        }.get(phase) or say("{name} to play a card.", name=names[turn])
    if phase == "play" and led:
        return say("Answer {card}: follow suit, and win if you can.", card=the_card(led, say))
    return {
        "propose": say("Propose an exchange of cards, or play at once?"),
        "answer": say("{other} would like to exchange cards. Do you accept?", other=names[1 - turn]),
        "change": say("Point at the cards that you do not want, then exchange them."),
    }.get(phase) or say("Lead a card. Trumps are {suit}.", suit=suit_name(view["turned"][0][1], say))


def leading(view: Document, seat: int) -> str:
    """The card that a seat has to answer; empty if it leads."""
    trick = view["trick"]
    return trick[1 - seat] or "" if trick[seat] is None else ""


def why_not(view: Document, seat: int, key: str, names: Names, say: Language) -> str:  # noqa: ARG001
    """Why nothing can be done with the card that the seat to act has pointed at, or with an action."""
    kind, _, card = key.partition(" ")
    phase, led, hand = view["phase"], leading(view, seat), view["hands"][seat]
    if kind == phase == "change":
        return say("Point at the cards that you want to exchange first.")
    if card not in hand:
        return say("This card is not in your hand.") if kind in ("card", "play", "hidden") else ""
    if phase != "play":
        return say("First say whether cards are exchanged.")
    follows = [one for one in hand if led and one[1] == led[1]]
    if card in follows:
        return say("You must win the trick if you can: play a higher card.")
    if follows:
        return say("You must follow suit: {suit}.", suit=suit_name(led[1], say))
    trump = led and card[1] != view["turned"][0][1]
    return say("You have none of the suit that was led: you must play a trump.") if trump else ""


def headline(view: Document, result: Result, names: Names, say: Language) -> str:  # noqa: ARG001
    """How the game ended."""
    return say("{name} wins by {own} to {other}.", name=names[result.winners[0]], own=GOAL, other=min(result.scores))
