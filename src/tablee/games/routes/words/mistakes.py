"""What kinds of mistakes there are in the route games, and which one an action was."""

from collections.abc import Mapping

from tablee.games.document import Document
from tablee.language import Language

KINDS = {
    ("place", "place"): "began_elsewhere",
    ("predict", "predict"): "predicted_another_city",
    ("stick", "stick"): "built_another_way",
    ("move", "move"): "walked_elsewhere",
    ("stick", "move"): "built_too_early",
    ("stick", "end"): "built_too_early",
    ("move", "stick"): "did_not_build",
    ("end", "stick"): "did_not_build",
    ("end", "move"): "stayed",
}
"""By the verbs of what was played and of what was best."""


def mistakes(say: Language) -> Mapping[str, str]:
    """Kinds of mistakes, in a few words."""
    return {
        "walked_without_taking": say("walked without taking a cube"),
        "walked_elsewhere": say("walked the wrong way"),
        "built_too_early": say("built too early"),
        "did_not_build": say("did not build"),
        "built_another_way": say("built another route"),
        "stayed": say("ended the turn too early"),
        "began_elsewhere": say("began in the wrong place"),
        "predicted_another_city": say("predicted the wrong city"),
    }


def mistake(played: str, best: str, seat: int, before: Document, after: Document, ideal: Document) -> str:
    """Which kind it was to play something and not what was best; empty if it is none of these."""
    verbs = played.partition(" ")[0], best.partition(" ")[0]
    had, got, ideally = (_cubes(view, seat) for view in (before, after, ideal))
    if verbs == ("move", "move") and got <= had < ideally:
        return "walked_without_taking"
    return KINDS.get(verbs, "")


def _cubes(view: Document, seat: int) -> int:
    cubes = view["cubes"][seat]
    return sum(cubes.values()) if isinstance(cubes, Mapping) else int(cubes)
