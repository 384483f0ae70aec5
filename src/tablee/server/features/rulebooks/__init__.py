"""Rulebooks as pages, with figures."""
