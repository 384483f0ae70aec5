"""The arena: tournaments of bots, on all cores or a cluster, with ratings, intervals and a report."""

BACKENDS = ("loky", "dask", "threading", "sequential")  # in processes, on a cluster, in threads, one after the other
LADDER_SEED = 271_828  # the seed of the ladder's deals: no setting of a bot may be chosen on them
