"""The arena: tournaments of bots, on all cores or a cluster, with ratings, intervals and a report."""

BACKENDS = ("loky", "dask", "threading", "sequential")
"""How games run in parallel: in processes, on a Dask cluster, in threads, or not at all."""
LADDER_SEED = 271_828  # the seed of the ladder's deals: no setting of a bot may be chosen on them
