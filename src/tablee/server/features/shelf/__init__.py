"""The shelf: the home page, and opening tables."""
