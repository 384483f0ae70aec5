"""Pages about oneself: devices, keys, games, bells, programs, all that is kept."""
