"""Tournaments: everyone against everyone, on the same deals."""
