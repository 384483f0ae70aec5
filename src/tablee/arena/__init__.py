"""The arena: bots against bots, on all cores or a cluster, with ratings, intervals and a report."""

BACKENDS = ("loky", "dask", "threading", "sequential")
"""Where games can be played: processes of this machine, a cluster of Dask, threads, or here and now."""
