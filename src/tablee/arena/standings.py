"""The results of a tournament."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import msgspec

from tablee.arena.arena_game import GameRecord
from tablee.arena.estimates import DealScore, Estimate, ratings, share
from tablee.arena.schedule import NO_LIMITS, Tournament, TournamentLimits
from tablee.arena.sprt import Verdict


class BotStanding(msgspec.Struct, frozen=True):
    """The results of one bot. `won` counts games won alone, `shared` those won with others, `faults` by kind."""

    name: str
    games: int
    won: int
    shared: int
    lost: int
    win_rate: Estimate
    rating: Estimate
    mean_score: float
    seconds_a_decision: float
    faults: Mapping[str, int]
    scores: Mapping[int, int]


class Meeting(msgspec.Struct, frozen=True):
    """The win rate of one bot against another, in games for two."""

    bot: str
    against: str
    win_rate: Estimate


class FaultSeen(msgspec.Struct, frozen=True):
    """A kind of fault of a bot, how often it happened, and the message of the first."""

    bot: str
    kind: str
    times: int
    words: str


class Standings(msgspec.Struct, frozen=True):
    """The result of a tournament, the best bot first. Counts are by number of steps, by score and by reason."""

    game: str
    players: int
    options: Mapping[str, object]
    seed: int
    deals: int
    games: int
    bots: list[BotStanding]
    meetings: list[Meeting]
    seats: list[Estimate]
    lengths: Mapping[int, int]
    reasons: Mapping[str, int]
    faults: list[FaultSeen]
    limits: TournamentLimits = NO_LIMITS
    sprt: Verdict | None = None


def standings(tournament: Tournament, records: Iterable[GameRecord], sprt: Verdict | None = None) -> Standings | None:
    """The results of these games; None before a deal is complete. Incomplete deals do not count."""
    deals = complete_deals(tournament, records)
    if not deals:
        return None
    played = [record for deal in deals for record in deal]
    scores = _deal_scores(deals)
    count = len(tournament.entrants)
    anchor = _anchor(tournament, deals)
    rated = ratings(scores, count, anchor)
    bots = [_bot(tournament, number, deals, rated[number]) for number in range(count)]
    return Standings(
        game=tournament.game,
        players=tournament.players,
        options=dict(tournament.options),
        seed=tournament.seed,
        deals=len(deals),
        games=len(played),
        bots=sorted(bots, key=lambda bot: -bot.rating.value),
        meetings=_meetings(tournament, scores),
        seats=[_seat_rate(deals, seat) for seat in range(tournament.players)],
        lengths=_counted(record.steps for record in played),
        reasons=dict(Counter(record.reason for record in played).most_common()),
        faults=_faults(tournament, played),
        limits=tournament.limits,
        sprt=sprt,
    )


def win_rates(tournament: Tournament, records: Iterable[GameRecord]) -> list[Estimate]:
    """Win rates by number of the bot; empty before a deal is complete."""
    deals = complete_deals(tournament, records)
    return [_win_rate(deals, number) for number in range(len(tournament.entrants))] if deals else []


def complete_deals(tournament: Tournament, records: Iterable[GameRecord]) -> list[list[GameRecord]]:
    """The games by deal, without incomplete deals."""
    deals = defaultdict(list)
    for record in records:
        deals[record.deal].append(record)
    return [deals[deal] for deal in sorted(deals) if len(deals[deal]) == tournament.games_of_a_deal]


def _deal_scores(deals: Sequence[Sequence[GameRecord]]) -> list[DealScore]:
    scores = []
    for deal in deals:
        won: dict[tuple[int, ...], Counter[int]] = defaultdict(Counter)
        for record in deal:
            for bot, part in zip(record.seats, record.shares, strict=True):
                won[tuple(sorted(record.seats))][bot] += part  # type: ignore[assignment]
        scores += [
            DealScore(deal[0].deal, bots, tuple(float(parts[bot]) for bot in bots)) for bots, parts in won.items()
        ]
    return scores


def _anchor(tournament: Tournament, deals: Sequence[Sequence[GameRecord]]) -> int:
    """The bot rated 0: the one that plays at random, or else the weakest."""
    kinds = [entrant.kind for entrant in tournament.entrants]
    if "random" in kinds:
        return kinds.index("random")
    return min(range(len(kinds)), key=lambda number: _win_rate(deals, number).value)


def _win_rate(deals: Sequence[Sequence[GameRecord]], number: int) -> Estimate:
    """The win rate of a bot; the imagined deals count as one rotation of the seats each."""
    seats = len(deals[0][0].seats)
    shares = [[record.shares[seat] for record, seat in _games_of(deal, number)] for deal in deals]
    return share([_mean(deal) for deal in shares], imagined=seats / len(shares[0]))


def _seat_rate(deals: Sequence[Sequence[GameRecord]], seat: int) -> Estimate:
    """The share of games that a seat won."""
    shares = [[record.shares[seat] for record in deal] for deal in deals]
    return share([_mean(deal) for deal in shares], imagined=len(deals[0][0].seats) / len(deals[0]))


def _games_of(records: Iterable[GameRecord], number: int) -> list[tuple[GameRecord, int]]:
    """The games of a bot, and its seat in each."""
    return [(record, record.seats.index(number)) for record in records if number in record.seats]


def _bot(tournament: Tournament, number: int, deals: Sequence[Sequence[GameRecord]], rating: Estimate) -> BotStanding:
    games = [game for deal in deals for game in _games_of(deal, number)]
    shares = [record.shares[seat] for record, seat in games]
    decisions = sum(record.decisions[seat] for record, seat in games)
    return BotStanding(
        name=tournament.entrants[number].name,
        games=len(games),
        won=shares.count(1.0),
        shared=sum(0 < part < 1 for part in shares),
        lost=shares.count(0.0),
        win_rate=_win_rate(deals, number),
        rating=rating,
        mean_score=_mean(record.scores[seat] for record, seat in games),
        seconds_a_decision=sum(record.seconds[seat] for record, seat in games) / max(decisions, 1),
        faults=dict(Counter(fault.kind for record, seat in games for fault in record.faults if fault.seat == seat)),
        scores=_counted(record.scores[seat] for record, seat in games),
    )


def _meetings(tournament: Tournament, scores: Sequence[DealScore]) -> list[Meeting]:
    if tournament.players != 2:
        return []
    names = [entrant.name for entrant in tournament.entrants]
    found = []
    for bots in combinations(range(len(names)), 2):
        met = [score for score in scores if score.bots == bots]
        for place in (0, 1):
            rate = share([score.won[place] / score.games for score in met])
            found.append(Meeting(names[bots[place]], names[bots[1 - place]], rate))
    return found


def _faults(tournament: Tournament, records: Iterable[GameRecord]) -> list[FaultSeen]:
    words: dict[tuple[str, str], list[str]] = defaultdict(list)
    for record in records:
        for fault in record.faults:
            words[tournament.entrants[record.seats[fault.seat]].name, fault.kind].append(fault.words)
    return [FaultSeen(bot, kind, len(said), said[0]) for (bot, kind), said in sorted(words.items())]


def _counted(numbers: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(numbers).items()))


def _mean(numbers: Iterable[float]) -> float:
    values = list(numbers)
    return sum(values) / len(values)
