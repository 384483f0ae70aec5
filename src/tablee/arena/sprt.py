"""A sequential probability ratio test: is a bot stronger by some margin? It stops as soon as it can decide.

H₀ says that the first bot wins the share s₀ of its games, H₁ that it wins s₁. An observation is a deal, because the
games of a deal share their dice. Its value is the bot's mean share over all rotations of the seats. With two seats a
deal has one of five values (0, ¼, ½, ¾, 1: *pentanomial*). Value aᵢ was seen nᵢ times in N deals. A hypothesis fixes
only the mean s of the values, so the test takes the most likely frequencies with this mean (a generalised test):

    pᵢ(s) = fᵢ / (1 + θ (aᵢ − s)),  fᵢ = nᵢ / N,  θ such that Σ pᵢ (aᵢ − s) = 0

The log-likelihood ratio is LLR = Σ nᵢ ln(pᵢ(s₁) / pᵢ(s₀)). As in Wald's test, H₀ is accepted at ln(β / (1 − α)) and H₁
at ln((1 − β) / α). Then H₁ is wrongly accepted with a probability of about α, and H₀ with about β.

Deals count in order and without gaps, whichever finished first. So the verdict depends on the games alone, and not on
the number of cores or on interruptions.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from tablee.arena.arena_game import GameRecord
from tablee.arena.estimates import ELO
from tablee.arena.schedule import Tournament
from tablee.games.errors import TableeError

IMAGINED = 1e-3  # the count of a share that was never seen: wins alone cannot have the mean of a hypothesis
_ROUNDS = 44
FEWEST = 4  # the test decides after this many deals at the earliest: fewer do not show their variance


class Hypotheses(msgspec.Struct, frozen=True):
    """The shares of the first bot under the two hypotheses, and the error probabilities of the test."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends.

        >>> [round(bound, 3) for bound in Hypotheses(0.5, 0.55).bounds]
        [-2.944, 2.944]
        """
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


class Verdict(msgspec.Struct, frozen=True):
    """The state of a test after some deals; `accepted` is "H0", "H1", or None while it is undecided.

    `bot` is the tested bot; `seen` counts deals by share.
    """

    bot: str
    test: Hypotheses
    deals: int
    llr: float
    accepted: str | None
    seen: dict[str, int]


def share_of(elo: float, players: int) -> float:
    """The win rate of a bot that is stronger by `elo` than the others, which are equals (Bradley, Terry, Luce).

    >>> share_of(0, 2), round(share_of(100, 2), 3), round(share_of(100, 4), 3)
    (0.5, 0.64, 0.372)
    """
    return 1 / (1 + (players - 1) * math.exp(-elo / ELO))


def check(test: Hypotheses, tournament: Tournament) -> None:
    """Raise `TableeError` if the test makes no sense."""
    if len(tournament.entrants) != tournament.players:
        raise TableeError(f"a test is about the first of {tournament.players} bots, no more and no fewer")
    if not 0 < test.low < test.high < 1:
        raise TableeError("the first bound must be less than the second, and shares lie between 0 and 1")
    if not (0 < test.alpha < 0.5 and 0 < test.beta < 0.5):
        raise TableeError("alpha and beta are more than 0 and less than 0.5")


def verdict(test: Hypotheses, tournament: Tournament, records: Iterable[GameRecord]) -> Verdict:
    """The state of the test; games after its end do not count."""
    seen: Counter[float] = Counter()
    count, llr, accepted = 0, 0.0, None
    for share in _shares(tournament, records):
        seen[share] += 1
        count += 1
        llr = ratio(seen, test, tournament.players) if count >= FEWEST else 0.0
        low, high = test.bounds
        if accepted := "H0" if llr <= low else "H1" if llr >= high else None:
            break
    name = tournament.entrants[0].name
    return Verdict(name, test, count, llr, accepted, {f"{share:g}": times for share, times in sorted(seen.items())})


def _shares(tournament: Tournament, records: Iterable[GameRecord]) -> Iterable[float]:
    """The first bot's share of each deal, up to the first incomplete deal."""
    deals: dict[int, list[float]] = {}
    for record in records:
        deals.setdefault(record.deal, []).append(record.shares[record.seats.index(0)])
    number = 0
    while len(deals.get(number, ())) == tournament.games_of_a_deal:
        yield round(sum(deals[number]) / len(deals[number]), 9)
        number += 1


def ratio(seen: Mapping[float, int], test: Hypotheses, players: int = 2) -> float:
    """The log-likelihood ratio.

    >>> round(ratio({0.0: 2, 0.25: 10, 0.5: 40, 0.75: 30, 1.0: 18}, Hypotheses(0.5, 0.55)), 3)
    7.256
    """
    times = {place / (2 * players): IMAGINED for place in range(2 * players + 1)} | {
        share: float(count) for share, count in seen.items()
    }
    shares, counts = list(times), list(times.values())
    low, high = _likely(shares, counts, test.low), _likely(shares, counts, test.high)
    return sum(count * math.log(more / less) for count, less, more in zip(counts, low, high, strict=True))


def _likely(shares: Sequence[float], counts: Sequence[float], mean: float) -> list[float]:
    """The most likely frequencies of shares with this mean; θ is found by bisection."""
    total = sum(counts)
    apart = [share - mean for share in shares]
    low, high = -1 / max(apart), -1 / min(apart)
    for _ in range(_ROUNDS):
        middle = (low + high) / 2
        lean = sum(count * one / (1 + middle * one) for count, one in zip(counts, apart, strict=True))
        low, high = (middle, high) if lean > 0 else (low, middle)
    return [count / total / (1 + low * one) for count, one in zip(counts, apart, strict=True)]


class Trial:
    """A sequential test over a growing list of records; without hypotheses it never decides."""

    def __init__(self, test: Hypotheses | None, tournament: Tournament, records: list[GameRecord]) -> None:
        self._test, self._tournament, self._records = test, tournament, records
        self._at, self._found = -1, None if test is None else verdict(test, tournament, [])

    def verdict(self) -> Verdict | None:
        """The state of the test."""
        if self._test is not None and self._at != len(self._records):
            self._at = len(self._records)
            self._found = verdict(self._test, self._tournament, self._records[: self._at])
        return self._found

    def is_decided(self) -> bool:
        """Has the test ended?"""
        found = self.verdict()
        return found is not None and found.accepted is not None

    def in_short(self) -> str:
        """The state of the test for the progress bar."""
        found = self.verdict()
        return "" if found is None else f" · LLR {found.llr:.2f} ({' … '.join(f'{b:.2f}' for b in found.test.bounds)})"


def in_words(found: Verdict) -> str:
    """The state of the test in one line."""
    low, high = found.test.bounds
    wanted = f"{100 * found.test.low:.1f} % (H0) or {100 * found.test.high:.1f} % (H1)"
    ends = {"H0": "H0 is accepted: it is not that strong", "H1": "H1 is accepted: it is that strong", None: "undecided"}
    return (
        f"SPRT: does {found.bot} win {wanted} of games, alpha {found.test.alpha:g}, beta {found.test.beta:g}? "
        f"LLR {found.llr:.2f} ({low:.2f} … {high:.2f}) after {found.deals} deals: {ends[found.accepted]}."
    )
