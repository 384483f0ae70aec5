"""The server of the Model Context Protocol: games as tools that a language model may call."""

from collections.abc import Callable
from functools import wraps
from itertools import count
from typing import Any, ParamSpec, TypeVar

import tablee
from tablee.adapters.extras import missing
from tablee.adapters.mcp.books import forms_of, rulebook_of
from tablee.adapters.mcp.chair import Chair
from tablee.games import working_games
from tablee.games.errors import TableeError

MOST_GAMES = 100
"""At once; the one that was begun first is forgotten for another."""
INSTRUCTIONS = """Board games to be played against bots. Read the rulebook of a game, begin it, look at your view, and
act until it is over. An action is a short text, written exactly as the game writes it; what is refused changes nothing.
"""

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def server(legal: bool = True) -> Any:
    """A server with all games; without `legal` nobody is told what is legal, and must know the rules."""
    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ModuleNotFoundError as error:
        raise missing("mcp", error) from None
    made = MCPServer("tablee", instructions=INSTRUCTIONS, version=tablee.__version__, log_level="WARNING")
    desk = Desk(legal)
    tools: list[Callable[..., Any]] = [desk.list_games, desk.read_rulebook, desk.new_game, desk.view, desk.act]
    for tool in [*tools, desk.legal_actions] if legal else tools:
        made.tool(structured_output=False)(_told(tool, ToolError))
    return made


def _told(tool: Callable[Given, Answer], refusal: type[Exception]) -> Callable[Given, Answer]:
    """The same tool; what it refuses is told to the model."""

    @wraps(tool)
    def asked(*given: Given.args, **named: Given.kwargs) -> Answer:
        try:
            return tool(*given, **named)
        except TableeError as error:
            raise refusal(str(error)) from None

    return asked


def serve(legal: bool = True) -> None:
    """Answer on standard input and output until that ends."""
    server(legal).run()


class Desk:
    """Games under way, by number, and what can be done with them: what a tool says of itself is its docstring."""

    def __init__(self, legal: bool) -> None:
        self._legal = legal
        self._chairs: dict[int, Chair] = {}
        self._numbers = count(1)

    def list_games(self) -> str:
        """All games, with the numbers of players and the options that each has."""
        return "\n".join(
            f"{folder.id}: {folder.name}, for {', '.join(map(str, folder.players))} players; options "
            + "; ".join(f"{name}: {' or '.join(map(str, values))}" for name, values in folder.options.items())
            for folder in working_games()
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
