"""`tablee ratings`: recompute all ratings from the logs, and compare."""

from argparse import Namespace
from typing import Any

from tablee.server.features.moderation.store import ModerationStore
from tablee.server.features.ratings.service import compare, count_finished
from tablee.server.hosting.serve_settings import HostError


async def check_ratings(_: ModerationStore, store: Any, options: Namespace) -> None:
    """Compare stored ratings with those recomputed from the logs; with `--recompute` store the latter."""
    await count_finished(store)
    games, differences = await compare(store, correct=options.recompute)
    for difference in differences:
        print(difference)
    if differences and not options.recompute:
        raise HostError(
            f"{len(differences)} of what is stored do not follow from the logs; --recompute puts them right"
        )
    put_right = f" {len(differences)} differences were put right." if differences else ""
    print(f"{games} games counted; what is stored is what the logs come to.{put_right}")
