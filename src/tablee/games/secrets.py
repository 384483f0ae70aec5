"""Secrets: which fields of a state a seat may see, declared in `SECRETS` of a game's words.

They decide what a seat sees (`viewed`), everything it has been shown so far (`known`), what it may see of a past
position (`looked_back`), and how past actions are told (`told`). Once a game is over nothing is secret.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablee.games.document import Document, always

BY_CODE = "#"
"""The text of an action that a game fails to name is this and its code: a log with such a text can always be read."""


def with_option(name: str, value: Any) -> Callable[[Document], bool]:
    """A condition: an option has that value.

    >>> with_option("memory", "hidden")({"memory": "open"})
    False
    """
    return lambda options: bool(options[name] == value)


@dataclass(frozen=True)
class Secret:
    """A field of the state that not everybody may always see."""

    mask: Callable[[Any], Any]
    """Makes what others see from the whole field, or from an entry if it has one for each seat."""
    own: bool = False  # is it a list by seat, of which each seat sees its own entry?
    shown: bool = True
    """Was it shown to all once? Then attentive people, and bots, know it; otherwise only its owner does."""
    fleeting: bool = False  # is it visible now, and hidden only when one looks back?
    when: Callable[[Document], bool] = always  # says with which options it is a secret
    told: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    """By the first word of actions and outcomes that reveal it: makes the text for those who may not know."""


Secrets = Mapping[str, Secret]  # secrets by field
Earlier = tuple[Document, Document] | None
"""The document before and what the same seat saw of it: where a field has not changed, neither has what is seen."""
Look = Callable[[Document, int | None, Secrets, Earlier], Document]  # `viewed`, `known` or `looked_back`


def in_force(secrets: Secrets, options: Document) -> Secrets:
    """The secrets with these options."""
    return {name: secret for name, secret in secrets.items() if secret.when(options)}


def viewed(document: Document, seat: int | None, secrets: Secrets, earlier: Earlier = None) -> Document:
    """What a seat sees now."""
    return _masked(document, seat, {name: secret for name, secret in secrets.items() if not secret.fleeting}, earlier)


def known(document: Document, seat: int | None, secrets: Secrets, earlier: Earlier = None) -> Document:
    """Everything that a seat has been shown so far."""
    return _masked(document, seat, never_shown(secrets), earlier)


def never_shown(secrets: Secrets) -> Secrets:
    """The secrets that only their owners have ever seen."""
    return {name: secret for name, secret in secrets.items() if not secret.shown}


def looked_back(document: Document, seat: int | None, secrets: Secrets, earlier: Earlier = None) -> Document:
    """What a seat may still see of a past position."""
    return _masked(document, seat, secrets, earlier)


def told(text: str, actor: int, seat: int | None, latest: bool, secrets: Secrets) -> str:
    """The text of a past action or outcome for a seat; `latest` if it was the last step."""
    if not secrets:
        return text
    if text[:1] == BY_CODE and seat != actor:
        return BY_CODE
    verb = text.partition(" ")[0]
    for secret in secrets.values():
        hides = secret.told.get(verb)
        if hides and not (secret.own and seat == actor) and not (secret.shown and latest):
            return hides(text)
    return text


def parts_people(secrets: Secrets) -> bool:
    """Does a seat see what others must not, so that people who share a screen need a curtain?"""
    return any(secret.own for secret in secrets.values())


def _masked(document: Document, seat: int | None, secrets: Secrets, earlier: Earlier) -> Document:
    if not secrets:
        return document
    then, seen = earlier or ({}, {})
    masked = {
        name: seen[name] if name in seen and then[name] is document[name] else _mask(document[name], seat, secret)
        for name, secret in secrets.items()
        if name in document
    }
    return {**document, **masked}


def _mask(value: Any, seat: int | None, secret: Secret) -> Any:
    if not secret.own:
        return secret.mask(value)
    entries: Sequence[Any] = value
    return [entry if other == seat else secret.mask(entry) for other, entry in enumerate(entries)]
