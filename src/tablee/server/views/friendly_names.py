"""Default names for people who have not chosen one: friendly, in their language, and always the same."""

from collections.abc import Collection, Iterable
from zlib import crc32

from tablee.games.language import Language


def friendly_name(person: str, say: Language, taken: Collection[str] = ()) -> str:
    """A person's default name, by id; the next in the list if somebody already bears it."""
    names = _names(say)
    first = crc32(f"name {person}".encode()) % len(names)
    turned = [*names[first:], *names[:first]]
    return next((name for name in turned if name not in taken), turned[0])


def told_apart(names: Iterable[str]) -> list[str]:
    """The same names, of which no two are alike: whoever comes later gets a number.

    >>> told_apart(["Zoé", "Bo", "Zoé", "Zoé 2", "Zoé"])
    ['Zoé', 'Bo', 'Zoé 2', 'Zoé 2 2', 'Zoé 3']
    """
    told: list[str] = []
    for name in names:
        found, number = name, 1
        while found in told:
            number += 1
            found = f"{name} {number}"
        told.append(found)
    return told


def _names(say: Language) -> list[str]:
    """Short names: they must fit on player panels."""
    return [
        say("Clever Fox"), say("Wise Owl"), say("Patient Wolf"), say("Cosy Bear"), say("Graceful Swan"),
        say("Curious Cat"), say("Wild Goose"), say("Merry Seal"), say("Shy Stag"), say("Quick Hare"),
        say("Sly Lynx"), say("Bold Duck"), say("Calm Crane"), say("Kind Mole"), say("Agile Ant"),
        say("Singing Finch"), say("Nimble Newt"), say("Spry Goat"), say("Brave Mouse"), say("Dapper Heron"),
        say("Sharp Magpie"), say("Noble Elk"), say("Free Falcon"), say("Jolly Jay"), say("Happy Thrush"),
        say("Fair Fawn"), say("Tame Raven"), say("Swift Otter"), say("Loyal Dog"), say("Cheery Toad"),
        say("Keen Weasel"), say("Lively Trout"), say("Soft Rabbit"), say("Proud Pony"), say("Honest Ox"),
        say("Busy Bee"), say("Gentle Yak"), say("Tiny Wren"), say("Warm Whale"), say("Curly Lamb"),
    ]  # fmt: skip
