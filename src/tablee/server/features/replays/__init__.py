"""Replays of finished games, and past positions."""
