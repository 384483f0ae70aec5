"""Faults that are really done to two servers and their database, under load: nothing acknowledged may be lost."""
