"""`tablee ratings`: do they follow from the logs?"""

from argparse import Namespace
from typing import Any

from tablee.host.errors import HostError
from tablee.live.rated import compare, count_finished
from tablee.store.desk import Desk


async def check_ratings(_: Desk, store: Any, options: Namespace) -> None:
    """Recompute all ratings from the logs and compare them with what is stored; put that right, if asked to."""
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
