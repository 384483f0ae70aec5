"""Language models at the table: an MCP server, and a harness that lets any model play a seat.

`server()` needs the extra `mcp`; `tablee mcp` runs it over standard input and output. `play_seat` needs nothing but a
function from text to text.

>>> report = play_seat(lambda prompt: "I had better play\\nACTION: draw", "isis", opponents="random", seed=7)
>>> report.decisions > 10, report.refusals[0].why
(True, "'draw' is not legal now")
"""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from itertools import count
from typing import Any, Literal, ParamSpec, TypeVar

import msgspec

import tablee
from tablee.adapters import missing
from tablee.api.game import Game, new
from tablee.games import find_game, working_games
from tablee.games.brains.levels import LEVELS
from tablee.games.errors import GameOver, IllegalAction, TableeError
from tablee.games.secrets import told

Opponent = int | Literal["random"]


class Chair:
    """One seat of a game for a player who reads and writes text; bots play the other seats.

    The player is told only what the seat may know.

    >>> chair = Chair("isis", opponents="random", seed=7)
    >>> chair.act("pawn c4")
    >>> print(chair.view().splitlines()[-1])
    You are seat 0, and it is your turn.
    >>> chair.act("pawn c4")
    Traceback (most recent call last):
        ...
    tablee.games.errors.IllegalAction: 'pawn c4' is not legal now
    >>> chair.refusals
    1
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        options: Mapping[str, Any] | None = None,
        seat: int = 0,
        opponents: Opponent | Sequence[Opponent] = 1,
        seed: int | None = None,
    ) -> None:
        """`opponents` are levels or "random": one for all other seats, or one for each, clockwise."""
        self.game: Game = new(game, players, options, seed)
        self.seat, self.refusals = seat, 0
        if not 0 <= seat < players:
            raise TableeError(f"there is no seat {seat}")
        others = [opponents] * (players - 1) if isinstance(opponents, int | str) else list(opponents)
        if len(others) != players - 1 or any(one != "random" and one not in LEVELS for one in others):
            raise TableeError(f"opponents are levels from 1 to {max(LEVELS)} or 'random', one or {players - 1} of them")
        self._others, self._chooser = others, random.Random(self.game.seed)
        self._seen = 0
        self._let_others_play()

    @property
    def is_over(self) -> bool:
        """Is the game over?"""
        return self.game.to_act is None

    def view(self) -> str:
        """What has happened since the last action of this seat, its view of the board, and whose turn it is."""
        board = self.game.text(self.seat).rpartition("\n")[0]
        secrets = {} if self.is_over else find_game(self.game.id).secrets(self.game.state()["options"])
        steps = self.game.steps
        lines = []
        for number, (who, text) in list(enumerate(steps))[self._seen :]:
            actor = who if isinstance(who, int) else -1
            known = told(text, actor, self.seat, number == len(steps) - 1, secrets)
            lines.append(f"{'Chance' if actor < 0 else 'You' if actor == self.seat else f'Seat {actor}'}: {known}")
        return "\n".join([*lines, "", board, self._turn()])

    def _turn(self) -> str:
        if not self.is_over:
            return f"You are seat {self.seat}, and it is your turn."
        result = self.game.result()
        scores = ", ".join(f"seat {seat} {score}" for seat, score in enumerate(result.scores))
        won = "you have won" if result.winners == [self.seat] else f"won by {', '.join(map(str, result.winners))}"
        return f"The game is over ({result.reason}): {scores}; {won}. You were seat {self.seat}."

    def legal(self) -> list[str]:
        """The legal actions of the seat."""
        return self.game.legal()

    def act(self, action: str) -> None:
        """Play an action of this seat and let the others play; a refused action is counted and changes nothing."""
        if self.is_over:
            raise GameOver("the game is over")
        before = len(self.game.log)
        try:
            self.game.play(action)
        except IllegalAction:
            self.refusals += 1
            raise
        self._seen = before
        self._let_others_play()

    def leave(self) -> None:
        """Leave the game; the others play on to the end."""
        self.game.leave(self.seat)
        self._let_others_play()

    def _let_others_play(self) -> None:
        while (who := self.game.to_act) not in (self.seat, None):
            if who == "chance":
                self.game.chance()
                continue
            assert isinstance(who, int)
            bot = self._others[(who - self.seat - 1) % self.game.players]
            self.game.play(
                self._chooser.choice(self.game.legal()) if bot == "random" else self.game.bot(level=int(bot))
            )


# ---- prompts --------------------------------------------------------------------------------------------------------


_PICTURE = re.compile(r"```scene\n.*?```\n", re.DOTALL)
_CAPTION = re.compile(r"^caption (.*)$", re.MULTILINE)
_SIGN = re.compile(r"`sign [^`=]*(?:=([^`]*))?`\s?")
_ANCHOR = re.compile(r"\s*\{#[^}]*\}")


def rulebook_of(game: str, language: str = "en") -> str:
    """The rulebook as Markdown, with the captions of its pictures only.

    >>> print(rulebook_of("isis").splitlines()[0])
    # Isis & Osiris
    """
    definition = find_game(game)
    file = definition.path / f"rulebook.{language}.md"
    if not re.fullmatch("[a-z]{2}", language) or not file.is_file():
        raise TableeError(f"there is no rulebook of {definition.name} in {language[:20]!r}")
    text = file.read_text("utf8")
    text = _PICTURE.sub(lambda found: "".join(f"({one})\n" for one in _CAPTION.findall(found[0])), text)
    return _ANCHOR.sub("", _SIGN.sub(lambda found: f"{found[1]} " if found[1] else "", text))


@cache
def forms_of(game: str) -> tuple[str, ...]:
    """One action of each kind, from random games: examples of how actions are written.

    >>> forms_of("isis")
    ('draw', 'pawn a5', 'place f6')
    """
    definition, found = find_game(game), dict[str, str]()
    for seed, players in enumerate(definition.players):
        options = {name: list(values)[-1] for name, values in definition.options.items()}
        playing, chooser = new(game, players, options, seed), random.Random(seed)
        while playing.to_act is not None and len(playing.log) < 400:
            if playing.to_act == "chance":
                playing.chance()
                continue
            action = chooser.choice(playing.legal())
            found.setdefault(action.partition(" ")[0], action)
            playing.play(action)
    return tuple(sorted(found.values()))


# ---- the harness ----------------------------------------------------------------------------------------------------


Model = Callable[[str], str]  # answers a text with a text; every prompt contains all that it needs
MARK = "ACTION:"
LONGEST_ACTION = 200


class Refusal(msgspec.Struct, frozen=True):
    """An answer of a model that could not be played, and why."""

    step: int
    action: str
    why: str


class PlayReport(msgspec.Struct, frozen=True):
    """How a model has played a game."""

    game: str
    seat: int
    seed: int
    scores: list[int]
    returns: list[float]  # by seat, as `Game.returns`
    decisions: int  # the number of decisions of the model
    refusals: list[Refusal]
    given_up: int  # decisions in which it was refused too often, so that a random legal action was played instead
    log: list[str]


def play_seat(
    model: Model,
    game: str,
    players: int = 2,
    options: Mapping[str, Any] | None = None,
    seat: int = 0,
    opponents: Opponent | Sequence[Opponent] = 1,
    seed: int | None = None,
    *,
    legal: bool = True,
    rulebook: str | None = "en",
    most_refusals: int = 3,
) -> PlayReport:
    """Let a model play one game to its end.

    With `legal` the model is told its legal actions, otherwise only how actions are written. `rulebook` is the language
    of the rulebook in every prompt, None for no rulebook. After `most_refusals` in one decision a random legal action
    is played instead.
    """
    chair = Chair(game, players, options, seat, opponents, seed)
    chooser = random.Random(chair.game.seed)
    book = "" if rulebook is None else f"{rulebook_of(game, rulebook)}\n\n"
    refusals, decisions, given_up = list[Refusal](), 0, 0
    while not chair.is_over:
        decisions += 1
        here: list[Refusal] = []
        while len(here) < most_refusals:
            action = read_action(model(book + prompt_of(chair, legal, here)))
            try:
                chair.act(action)
                break
            except IllegalAction as refusal:
                here.append(Refusal(len(chair.game.log), action[:LONGEST_ACTION], str(refusal)))
        else:
            given_up += 1
            chair.act(chooser.choice(chair.legal()))
        refusals += here
    result = chair.game.result()
    returns, log = chair.game.returns(), chair.game.log
    return PlayReport(game, seat, chair.game.seed, result.scores, returns, decisions, refusals, given_up, log)


def prompt_of(chair: Chair, legal: bool, refused: Sequence[Refusal]) -> str:
    """The prompt: the view, the legal actions or how actions are written, and the latest refusals."""
    parts = [chair.view(), ""]
    if legal:
        parts.append("Your legal actions:\n" + "\n".join(chair.legal()))
    else:
        parts.append(f"Actions are written like these: {'; '.join(forms_of(chair.game.id))}.")
    parts += [f"You answered {one.action!r}, which was refused: {one.why}." for one in refused]
    parts.append(f"Answer with one line: {MARK} and one action, written exactly so.")
    return "\n".join(parts)


def read_action(answer: str) -> str:
    """The action in an answer: after the last `ACTION:`, or else its last line.

    >>> read_action("Tiles are risky.\\nACTION: `pawn c4`"), read_action("draw")
    ('pawn c4', 'draw')
    """
    lines = [line.strip() for line in str(answer).splitlines() if line.strip()]
    marked = [line.rpartition(MARK)[2] for line in lines if MARK in line]
    return (marked or lines or [""])[-1].strip(" \t`*\"'.")


# ---- the server -----------------------------------------------------------------------------------------------------


MOST_GAMES = 100  # running games; the oldest one is forgotten for another
INSTRUCTIONS = """Board games to be played against bots. Read the rulebook of a game, begin it, look at your view, and
act until it is over. An action is a short text, written exactly as the game writes it; what is refused changes nothing.
"""

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def server(legal: bool = True) -> Any:
    """An MCP server with all games; without `legal` it does not tell which actions are legal."""
    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ModuleNotFoundError as error:
        raise missing("mcp", error) from None
    made = MCPServer("tablee", instructions=INSTRUCTIONS, version=tablee.__version__, log_level="WARNING")
    games = _GameTools(legal)
    tools: list[Callable[..., Any]] = [games.list_games, games.read_rulebook, games.new_game, games.view, games.act]
    for tool in [*tools, games.legal_actions] if legal else tools:
        made.tool(structured_output=False)(_reporting(tool, ToolError))
    return made


def _reporting(tool: Callable[Given, Answer], refusal: type[Exception]) -> Callable[Given, Answer]:
    """Wrap a tool so that the model is told why it was refused."""

    @wraps(tool)
    def asked(*given: Given.args, **named: Given.kwargs) -> Answer:
        try:
            return tool(*given, **named)
        except TableeError as error:
            raise refusal(str(error)) from None

    return asked


def serve(legal: bool = True) -> None:
    """Serve on standard input and output until the input ends."""
    server(legal).run()


class _GameTools:
    """The running games by number, and the tools that models call; their docstrings are shown to the models."""

    def __init__(self, legal: bool) -> None:
        self._legal = legal
        self._chairs: dict[int, Chair] = {}
        self._numbers = count(1)

    def list_games(self) -> str:
        """All games, with the numbers of players and the options that each has."""
        return "\n".join(
            f"{definition.id}: {definition.name}, for {', '.join(map(str, definition.players))} players; options "
            + "; ".join(f"{name}: {' or '.join(map(str, values))}" for name, values in definition.options.items())
            for definition in working_games()
        )

    def read_rulebook(self, game: str, language: str = "en") -> str:
        """The rulebook of a game (language: en or fr), and how its actions are written."""
        return f"{rulebook_of(game, language)}\nActions are written like these: {'; '.join(forms_of(game))}."

    def new_game(
        self,
        game: str,
        players: int = 2,
        options: dict[str, Any] | None = None,
        seat: int = 0,
        level: int = 1,
        seed: int | None = None,
    ) -> str:
        """Begin a game at a seat, against bots of a level from 1 to 5; answers its number and your view."""
        chair = Chair(game, players, options, seat, level, seed)
        number = next(self._numbers)
        self._chairs[number] = chair
        if len(self._chairs) > MOST_GAMES:
            del self._chairs[next(iter(self._chairs))]
        return f"This is game {number}.\n{chair.view()}"

    def view(self, number: int) -> str:
        """What has happened in a game since your last action, and what lies before your seat now."""
        return self._chair(number).view()

    def legal_actions(self, number: int) -> str:
        """Your legal actions in a game, a line each."""
        return "\n".join(self._chair(number).legal()) or "none: the game is over"

    def act(self, number: int, action: str) -> str:
        """Play an action in a game; the others play, too, until it is your turn again. Answers your view then."""
        chair = self._chair(number)
        chair.act(action)
        return chair.view()

    def _chair(self, number: int) -> Chair:
        if number not in self._chairs:
            raise TableeError(f"there is no game {number}: begin one")
        return self._chairs[number]
