"""Bots: a general tree search over any kernel game, its levels, and the processes in which bots think."""
