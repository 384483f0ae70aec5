"""Dice: throws, their numbers of ways, and how dice lie in a picture."""
