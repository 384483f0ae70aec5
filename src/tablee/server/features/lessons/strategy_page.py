"""The page “How it is played well”: the claims of a game that its figures bear out, with their numbers and pictures."""

import logging
from collections import Counter
from functools import cache
from typing import NamedTuple

from markupsafe import Markup

from tablee.games import GameDefinition, find_game
from tablee.games.language import Language
from tablee.games.lessons.strategy_text import Figure, Picture, Strategy, strategy_in
from tablee.server.features.lessons.strategy_pictures import curve, heat_map
from tablee.server.views.sentences import language

logger = logging.getLogger("tablee")


class FigureRow(NamedTuple):
    """A figure with what it is, its interval and what it was taken from."""

    label: str
    value: str
    interval: str
    source: str


class ToldPicture(NamedTuple):
    """A picture, with what it shows and the names of its lines."""

    svg: Markup
    words: str
    lines: tuple[str, ...]


class ToldClaim(NamedTuple):
    """A claim in a language."""

    title: str
    words: list[str]
    games: str
    """Of how many games it speaks; empty if it is worked out."""
    rows: list[FigureRow]
    pictures: list[ToldPicture]


class StrategyPage(NamedTuple):
    """All that the page of a game says."""

    lead: str
    claims: list[ToldClaim]
    seats: list[str]
    series: list[str]
    made_by: str
    made_on: str


@cache
def has_strategy(game_id: str) -> bool:
    """Does a game say how it is played well? A file that is no good harms nothing else."""
    return _strategy_of(find_game(game_id)) is not None


@cache
def strategy_page(game_id: str, language_code: str) -> StrategyPage | None:
    """The page of a game in a language; none if the game says nothing of this."""
    definition, say = find_game(game_id), language(language_code)
    strategy = _strategy_of(definition)
    if strategy is None:
        return None
    claims = [
        ToldClaim(
            strategy.filled(one.title, say),
            [strategy.filled(text, say) for text in one.words],
            _games(max((strategy.findings.figures[name].games for name in one.rests_on), default=0), say),
            [_row(say(words), strategy.findings.figures[name], say) for name, words in one.rests_on.items()],
            [_picture(definition, strategy, picture, say) for picture in one.pictures],
        )
        for one in strategy.claims
    ]
    found, lead = strategy.findings, strategy.filled(strategy.lead, say)
    seats = seat_lines(game_id, language_code)
    return StrategyPage(lead, claims, seats, _series(strategy, say), found.made_by, found.made_on)


@cache
def seat_lines(game_id: str, language_code: str) -> list[str]:
    """What each seat wins among equals, a line for each number of players; advice where it certainly differs."""
    say, strategy = language(language_code), _strategy_of(find_game(game_id))
    if strategy is None:
        return []
    lines, findings = [], strategy.findings
    for players, figures in sorted(findings.seats.items()):
        shares = ", ".join(f"{figure.words(say)} ({figure.interval_words(say)})" for figure in figures)
        games = _games(figures[0].games, say)
        line = say("{players} players: {shares}, of {games}.", players=players, shares=shares, games=games)
        advice = say("So change seats from game to game.") if findings.seats_differ(players) else ""
        lines.append(f"{line} {advice}".rstrip())
    return lines


def _strategy_of(definition: GameDefinition) -> Strategy | None:
    """What the game says, if it is of these rules."""
    try:
        found = strategy_in(definition.path)
    except (OSError, ValueError) as error:  # a broken file must not break the game
        logger.warning("how %s is played well cannot be shown: %s", definition.id, error)
        return None
    return found if found is not None and found.claims and definition.plays(found.findings.rules) else None


def _row(label: str, figure: Figure, say: Language) -> FigureRow:
    source = _games(figure.games, say) or say("calculated")
    return FigureRow(label, figure.words(say), figure.interval_words(say), source)


def _games(count: int, say: Language) -> str:
    return say.plural("{count} game", "{count} games", count) if count else ""


def _series(strategy: Strategy, say: Language) -> list[str]:
    """Who played, and how many games: one line for each kind."""
    games: Counter[tuple[int, tuple[str, ...]]] = Counter()
    for one in strategy.findings.series.values():
        games[one.players, tuple(level for level in one.bots if level[0].isdigit())] += one.games
    kinds = [(count, players, _levels(levels, say)) for (players, levels), count in sorted(games.items())]
    return [
        say.plural(
            "{count} game of {players} players, level {levels}",
            "{count} games of {players} players, level {levels}",
            count,
            players=players,
            levels=levels,
        )
        for count, players, levels in kinds
        if count
    ]


def _levels(bots: tuple[str, ...], say: Language) -> str:
    """The levels that played; a number behind a stroke is how often they simulated a game for a decision."""
    told = []
    for bot in bots:
        level, _, simulations = bot.partition("/")
        told.append(
            say("{level} with {count} simulations", level=level, count=say.number(int(simulations)))
            if simulations
            else level
        )
    one, *others = dict.fromkeys(told)
    return say("{level} against {other}", level=one, other=others[0]) if others else one


def _picture(definition: GameDefinition, strategy: Strategy, picture: Picture, say: Language) -> ToldPicture:
    lines, words = tuple(map(say, picture.lines)), say(picture.words)
    if picture.kind == "map":
        svg = heat_map(definition, strategy.findings.maps[picture.name], words, say)
    else:
        svg = curve(strategy.findings.curves[picture.name], words, say(picture.axis), lines, say)
    return ToldPicture(Markup(svg), words, lines)
