"""Who may see what: said once for each field of a state, in `SECRETS` of a game's words.

From it follow what lies before a seat (`viewed`), all that it has ever been shown (`known`), what may be seen of a past
position (`looked_back`), and how past actions are told (`told`). Once a game is over nothing is secret.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablee.games.document import Document


def always(options: Document) -> bool:  # noqa: ARG001
    """Whatever the options are."""
    return True


def with_option(name: str, value: Any) -> Callable[[Document], bool]:
    """Where an option has that value.

    >>> with_option("memory", "hidden")({"memory": "open"})
    False
    """
    return lambda options: bool(options[name] == value)


@dataclass(frozen=True)
class Secret:
    """A field of the state that does not always lie open before everybody."""

    mask: Callable[[Any], Any]
    """What others see in its place: of the whole field, or of an entry where seats have entries of their own."""
    own: bool = False
    """Is it a list by seat, of which everybody sees their own entry?"""
    shown: bool = True
    """Was it shown to all when it came to be? Then who watched may know it, and bots do; else nobody but its owner."""
    fleeting: bool = False
    """Does it lie open now, and is hidden only from those who look back?"""
    when: Callable[[Document], bool] = always
    """The options with which it is a secret."""
    told: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    """The first words of actions and outcomes that name it, and what remains of their texts for who may not know."""


Secrets = Mapping[str, Secret]
"""By field."""
Look = Callable[[Document, int | None, Secrets], Document]
"""A way to look at a document from a seat: `viewed`, `known` or `looked_back`."""


def in_force(secrets: Secrets, options: Document) -> Secrets:
    """Those that are secrets with these options."""
    return {name: secret for name, secret in secrets.items() if secret.when(options)}


def viewed(document: Document, seat: int | None, secrets: Secrets) -> Document:
    """What lies before a seat."""
    return _masked(document, seat, {name: secret for name, secret in secrets.items() if not secret.fleeting})


def known(document: Document, seat: int | None, secrets: Secrets) -> Document:
    """All that a seat has ever been shown."""
    return _masked(document, seat, {name: secret for name, secret in secrets.items() if not secret.shown})


def looked_back(document: Document, seat: int | None, secrets: Secrets) -> Document:
    """What of a past position may still be seen."""
    return _masked(document, seat, secrets)


def told(text: str, actor: int, seat: int | None, latest: bool, secrets: Secrets) -> str:
    """A past action or outcome as a seat may know it now; `latest` if it is the last thing that happened."""
    verb = text.partition(" ")[0]
    for secret in secrets.values():
        hides = secret.told.get(verb)
        if hides and not (secret.own and seat == actor) and not (secret.shown and latest):
            return hides(text)
    return text


def parts_people(secrets: Secrets) -> bool:
    """Does somebody see what others must not, so that a curtain falls between people who share a screen?"""
    return any(secret.own for secret in secrets.values())


def _masked(document: Document, seat: int | None, secrets: Secrets) -> Document:
    masked = {name: _mask(document[name], seat, secret) for name, secret in secrets.items() if name in document}
    return {**document, **masked} if masked else document


def _mask(value: Any, seat: int | None, secret: Secret) -> Any:
    if not secret.own:
        return secret.mask(value)
    entries: Sequence[Any] = value
    return [entry if other == seat else secret.mask(entry) for other, entry in enumerate(entries)]
