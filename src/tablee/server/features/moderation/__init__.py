"""Moderation: reports by players, and what the host decides about people."""
