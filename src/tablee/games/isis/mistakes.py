"""What kinds of mistakes there are in Isis & Osiris, and which one an action was."""

from collections.abc import Mapping

from tablee.games.document import Document
from tablee.games.squares import next_to
from tablee.language import Language

BESIDE = next_to(6, 6)


def mistakes(say: Language) -> Mapping[str, str]:
    """Kinds of mistakes, in a few words."""
    return {
        "drew_too_early": say("drew a tile instead of setting a pawn"),
        "pawn_too_early": say("set a pawn instead of drawing a tile"),
        "pawn_elsewhere": say("set a pawn on the wrong square"),
        "helped_others": say("laid a tile where it helped others"),
        "hurt_oneself": say("laid a tile where it was worse for one’s own pawns"),
        "tile_elsewhere": say("laid a tile on the wrong square"),
    }


def mistake(played: str, best: str, seat: int, before: Document, after: Document, ideal: Document) -> str:  # noqa: ARG001
    """Which kind it was to play something and not what was best; empty if it is none of these."""
    verbs = played.partition(" ")[0], best.partition(" ")[0]
    if verbs == ("place", "place"):
        return _tile(before, seat, played[6:], best[6:])
    return {
        ("draw", "pawn"): "drew_too_early",
        ("pawn", "draw"): "pawn_too_early",
        ("pawn", "pawn"): "pawn_elsewhere",
    }.get(verbs, "")


def _tile(view: Document, seat: int, square: str, better: str) -> str:
    """What a tile does to pawns beside it, at once."""
    (own, others), (own_there, others_there) = (_brings(view, seat, name) for name in (square, better))
    if others > others_there:
        return "helped_others"
    return "hurt_oneself" if own < own_there else "tile_elsewhere"


def _brings(view: Document, seat: int, square: str) -> tuple[int, int]:
    value = int(view["drawn"])
    pawns = [view["board"].get(name, "") for name in BESIDE[square]]
    own = sum(pawn == f"P{seat}" for pawn in pawns)
    return value * own, value * (sum(pawn.startswith("P") for pawn in pawns) - own)
