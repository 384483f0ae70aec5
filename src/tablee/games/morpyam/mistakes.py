"""What kinds of mistakes there are in Morpyam, and which one an action was."""

from collections.abc import Mapping

from tablee.games.document import Document
from tablee.language import Language

KINDS = {
    ("call", "call"): "called_another_figure",
    ("place", "place"): "placed_elsewhere",
    ("keep", "keep"): "kept_other_dice",
}
"""By the verbs of what was played and of what was best."""


def mistakes(say: Language) -> Mapping[str, str]:
    """Kinds of mistakes, in a few words."""
    return {
        "called_too_early": say("called too early"),
        "did_not_call": say("did not call"),
        "called_another_figure": say("called another figure"),
        "placed_too_early": say("placed a token though another throw was worth it"),
        "threw_too_often": say("threw again with a good square at hand"),
        "placed_elsewhere": say("placed a token on the wrong square"),
        "kept_other_dice": say("kept the wrong dice"),
    }


def mistake(played: str, best: str, seat: int, before: Document, after: Document, ideal: Document) -> str:  # noqa: ARG001
    """Which kind it was to play something and not what was best; empty if it is none of these."""
    verb, better = played.partition(" ")[0], best.partition(" ")[0]
    if (verb, better) in KINDS:
        return KINDS[verb, better]
    if verb == "call":
        return "called_too_early"
    if better == "call":
        return "did_not_call"
    if verb == "place":
        return "placed_too_early"
    return "threw_too_often" if better == "place" else ""
