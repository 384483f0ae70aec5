"""What those are called who have not taken a name: something friendly in their language, and always the same."""

from collections.abc import Collection
from zlib import crc32

from tablee.language import Language


def friendly_name(person: str, say: Language, taken: Collection[str] = ()) -> str:
    """A name for a person by their id; the next of the list for whoever would bear one that somebody has already."""
    names = _names(say)
    first = crc32(f"name {person}".encode()) % len(names)
    turned = [*names[first:], *names[:first]]
    return next((name for name in turned if name not in taken), turned[0])


def _names(say: Language) -> list[str]:
    return [
        say("Merry Otter"),
        say("Clever Fox"),
        say("Brave Hedgehog"),
        say("Quiet Owl"),
        say("Swift Swallow"),
        say("Cheerful Robin"),
        say("Curious Magpie"),
        say("Gentle Doe"),
        say("Bold Badger"),
        say("Crafty Weasel"),
        say("Happy Heron"),
        say("Lucky Hare"),
        say("Patient Tortoise"),
        say("Nimble Squirrel"),
        say("Golden Lark"),
        say("Wise Raven"),
        say("Dreamy Dormouse"),
        say("Polite Penguin"),
        say("Chatty Parrot"),
        say("Jolly Seal"),
        say("Bright Kingfisher"),
        say("Humble Bumblebee"),
        say("Busy Beaver"),
        say("Silver Trout"),
        say("Blue Dragonfly"),
        say("Red Ladybird"),
        say("Grey Goose"),
        say("White Stork"),
        say("Brown Bear"),
        say("Early Blackbird"),
        say("Lively Lizard"),
        say("Tender Turtledove"),
        say("Playful Dolphin"),
        say("Noble Stag"),
        say("Loyal Poodle"),
        say("Fearless Mouse"),
        say("Honest Donkey"),
        say("Elegant Crane"),
        say("Singing Finch"),
        say("Dancing Crab"),
        say("Radiant Firefly"),
        say("Snug Marmot"),
        say("Thoughtful Toad"),
        say("Spotted Salamander"),
    ]
