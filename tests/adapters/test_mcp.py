"""Language models at the table: the official client of the protocol, and models that are functions of text."""

import re
import subprocess
import sys
from typing import Any

import pytest
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client

import tablee
from tablee.adapters.mcp import Chair, forms_of, play_seat, rulebook_of, server
from tests.cases import each

# ---- over the protocol ----------------------------------------------------------------------------------------


async def told(client: Client, tool: str, **arguments: Any) -> tuple[bool, str]:
    """Whether it was refused, and what was said."""
    result = await client.call_tool(tool, arguments)
    return bool(result.is_error), "".join(getattr(part, "text", "") for part in result.content)


async def test_a_model_reads_the_rules_and_plays_a_game_to_its_end() -> None:
    async with Client(server()) as client:
        await read_and_play(client)


async def read_and_play(client: Client) -> None:
    assert "isis: Isis & Osiris, for 2, 3, 4 players" in (await told(client, "list_games"))[1]
    assert "face down" in (await told(client, "read_rulebook", game="isis"))[1]
    refused, view = await told(client, "new_game", game="isis", seat=1, level=1, seed=3)
    assert (refused, "This is game 1." in view, "You are seat 1" in view) == (False, True, True)
    while "The game is over" not in view:
        _, legal = await told(client, "legal_actions", number=1)
        refused, view = await told(client, "act", number=1, action=legal.splitlines()[0])
        assert not refused
    assert await told(client, "act", number=1, action="draw") == (True, "Error executing tool act: the game is over")


async def test_what_is_refused_is_said_and_changes_nothing() -> None:
    async with Client(server()) as client:
        await be_refused(client)


async def be_refused(client: Client) -> None:
    _, view = await told(client, "new_game", game="isis", seed=3)
    assert await told(client, "act", number=1, action="pawn z9") == (
        True,
        "Error executing tool act: 'pawn z9' is not legal now",
    )
    assert (await told(client, "view", number=1))[1] in view
    assert (await told(client, "view", number=2))[0]
    assert (await told(client, "new_game", game="chess"))[0]
    assert (await told(client, "new_game", game="isis", players=9))[0]
    assert (await told(client, "read_rulebook", game="isis", language="../x"))[0]


async def test_over_standard_input_and_output_nobody_is_told_what_is_legal_if_so_asked() -> None:
    command = StdioServerParameters(command=sys.executable, args=["-m", "tablee", "mcp", "--no-legal"])
    async with Client(stdio_client(command)) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert names == {"list_games", "read_rulebook", "new_game", "view", "act"}
        assert "You are seat 0" in (await told(client, "new_game", game="morpyam", seed=1))[1]


def test_without_the_package_the_command_names_the_extra() -> None:
    script = "import sys; sys.modules['mcp.server.mcpserver'] = None; from tablee.cli import main; main(['mcp'])"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "tablee: this adapter needs mcp.server.mcpserver: pip install 'tablee[mcp]'" in run.stderr


# ---- without it -----------------------------------------------------------------------------------------------


def first_legal(prompt: str) -> str:
    """A model that plays the first action it is offered."""
    offered = prompt.rpartition("Your legal actions:\n")[2]
    return f"Let me think.\nACTION: {offered.splitlines()[0]}"


@each("game", tablee.game_ids())
def test_a_model_that_is_told_what_is_legal_is_never_refused(game: str) -> None:
    report = play_seat(first_legal, game, opponents="random", seed=1, rulebook=None)
    assert (report.refusals, report.given_up) == ([], 0)
    assert report.decisions > 5
    assert sum(report.returns) == pytest.approx(0)


def test_refusals_are_fed_back_and_counted_and_in_the_end_somebody_plays_for_it() -> None:
    prompts: list[str] = []

    def stubborn(prompt: str) -> str:
        prompts.append(prompt)
        return "ACTION: pawn z9"

    report = play_seat(stubborn, "isis", opponents="random", seed=1, legal=False, most_refusals=2)
    assert len(report.refusals) == 2 * report.decisions == 2 * report.given_up
    assert "pawn z9" not in prompts[0].replace("`", "")
    assert "You answered 'pawn z9', which was refused: 'pawn z9' is not legal now." in prompts[1]
    assert "Your legal actions" not in "".join(prompts)
    assert "Actions are written like these: draw; pawn " in prompts[0]
    assert prompts[0].startswith("# Isis & Osiris")


@each("answer", ["", "\n\n", "ACTION:", "🂡" * 10_000, None])
def test_any_answer_is_survived(answer: Any) -> None:
    report = play_seat(lambda _: answer, "morfals", opponents="random", seed=1, rulebook=None, most_refusals=1)
    assert report.given_up == report.decisions
    assert all(len(refusal.action) <= 200 for refusal in report.refusals)


def test_a_seat_is_told_nothing_that_it_could_not_know() -> None:
    chair = Chair("morisi", players=3, options={"predictions": "on"}, seat=2, opponents="random", seed=4)
    predicted = [text for who, text in chair.game.steps if text.startswith("predict") and who != 2]
    assert len(predicted) >= 3
    assert not [text for text in predicted if text in chair.view()]


@each("game", tablee.game_ids())
@each("language", ["en", "fr"])
def test_rulebooks_are_readable_without_pictures(game: str, language: str) -> None:
    book = rulebook_of(game, language)
    assert not re.search(r"```|`sign|\{#", book)
    assert len(book) > 2000
    assert len(forms_of(game)) >= 2
