"""A person's finished games, statistics, profile and season."""
