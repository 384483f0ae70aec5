"""The arena: bots against bots, on all cores or a cluster, with ratings, intervals and a report."""

BACKENDS = ("loky", "dask", "ray", "threading", "sequential")
"""Where games can be played: processes of this machine, a cluster of Dask or Ray, threads, or here and now."""
