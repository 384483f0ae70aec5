"""The arena: bots against bots, on all cores or a cluster, with ratings, intervals and a report."""

BACKENDS = ("loky", "dask", "threading", "sequential")
"""Where games can be played: processes of this machine, a cluster of Dask, threads, or here and now."""
LADDER_SEED = 271_828
"""Of the ladder's deals: nothing else is to be measured on them, and no setting of a bot to be chosen."""
