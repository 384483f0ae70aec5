"""The smallest whole game: chance says who begins, then one or two stones are taken by turns; the last one wins."""

NAME = "The heap"
PLAYERS = (2,)
OPTIONS = {"stones": (7, 11)}
