"""Moderation: reports by players, what the host decides about people, the host's page, and announcements."""
