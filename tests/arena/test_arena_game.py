"""One game: always the same, with the same dice for both sides, and no bot knows more than it may."""

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import tablee
from tablee.arena import arena_game as play_module
from tablee.arena.arena_game import play, play_batch
from tablee.arena.schedule import Pairing, pairings
from tablee.bots.bot import RandomBot
from tablee.engine.contract import States
from tablee.games import find_game
from tablee.games.brains.thoughts import Limit, Thought
from tests.arena.tournaments import outsider, played, tournament, what_happened

ISIS = find_game("isis")


@pytest.mark.parametrize("game", ["isis", "morfals", "morpyam"])
def test_a_game_follows_from_its_pairing(game: str) -> None:
    small = tournament("level:1", "random", game=game, games=2)
    assert what_happened(played(small)) == what_happened(played(small))


def test_a_bot_that_goes_on_from_its_thought_remembers_nothing_of_the_games_before() -> None:
    """Level 3 of Isis & Osiris does; a game is the same alone and after others."""
    several = tournament("level:3", "random", game="isis", games=4)
    batch = list(pairings(several))
    alone = [play_batch(several, [pairing])[0][0] for pairing in batch]
    assert what_happened(play_batch(several, batch)[0]) == what_happened(alone)


def test_another_seed_gives_other_games() -> None:
    one, other = (played(tournament("level:1", "random", games=8, seed=seed)) for seed in (1, 2))
    assert [game.scores for game in one] != [game.scores for game in other]


def test_a_record_tells_what_happened() -> None:
    for record in played(tournament("level:1", "random", game="isis", games=4)):
        assert record.winners == tuple(seat for seat in (0, 1) if record.scores[seat] == max(record.scores))
        assert (record.reason, record.faults) == ("points", ())
        tiles = record.steps - sum(record.decisions)  # each is turned up by chance
        assert record.steps == 36 + 2 * tiles  # a pawn takes one step, a tile three, and there are 36 squares
        assert sum(record.shares) == 1
        assert len(record.seconds) == 2


class _Noting:
    """A folder that notes what chance gives to whom."""

    def __init__(self, game: str) -> None:
        self._definition = find_game(game)
        self.given: dict[int, list[str]] = {0: [], 1: []}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._definition, name)

    def apply(self, state: States, text: str) -> States:
        self.given[int(state["turn"][0])].append(text)
        return self._definition.apply(state, text)


class _Draughtsman:
    """Turns up a tile whenever it can."""

    def begin(self) -> None: ...

    def choose(self, knowledge: Any, limit: Limit = Limit(), seed: int = 0) -> Thought:  # noqa: ARG002, B008
        actions = tablee.load(knowledge).legal()
        return Thought("draw" if "draw" in actions else actions[0])

    def end(self) -> None: ...


def test_both_sides_are_given_much_the_same_tiles() -> None:
    alike = different = 0
    for deal in range(10):
        given = []
        for bots in ([_Draughtsman(), RandomBot(ISIS)], [RandomBot(ISIS), _Draughtsman()]):
            notes: Any = _Noting("isis")
            play(tournament("random", "random", game="isis"), notes, Pairing(deal, (0, 1)), bots)
            given.append(notes.given[0])
        same = sum(mine == yours for mine, yours in zip(*given, strict=False))
        alike += same
        different += min(map(len, given)) - same
    assert alike > 0.3 * (alike + different)  # by mere chance it would be one in eight


def test_an_outside_bot_is_given_its_seats_knowledge_the_legal_actions_and_a_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEE_WITNESS", str(tmp_path / "seen"))
    played(tournament(outsider("Witness"), "random", game="isis", games=2))
    isis = find_game("isis")
    told = [json.loads(line) for line in (tmp_path / "seen").read_text().splitlines()]
    assert {knowledge["turn"] for knowledge, _, _ in told} == {0, 1}
    for knowledge, actions, seed in told:
        state = isis.read(knowledge)
        assert knowledge == isis.knowledge(state, knowledge["turn"])
        assert actions == isis.actions(state)
        assert 0 <= seed < 1 << 31


def test_an_outside_bot_is_never_told_what_the_others_predicted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEE_WITNESS", str(tmp_path / "seen"))
    given = tournament(outsider("Witness"), "random", game="morisi", games=2)
    records = played(msgspec.structs.replace(given, options={"predictions": "on"}))
    told = [json.loads(line) for line in (tmp_path / "seen").read_text().splitlines()]
    assert len(told) == sum(record.decisions[record.seats.index(0)] for record in records)
    hidden = [sum(city == "#" for seat in knowledge["predictions"] for city in seat) for knowledge, _, _ in told]
    known = [{city for seat in knowledge["predictions"] for city in seat} - {"#"} for knowledge, _, _ in told]
    assert max(hidden) == 3
    assert max(map(len, known)) == 3


class _Curious:
    """Keeps what it was last given, and has what is legal whispered to it."""

    def __init__(self, whisperer: "_Secretive") -> None:
        self._whisperer = whisperer

    def begin(self) -> None: ...

    def choose(self, knowledge: Any, limit: Limit = Limit(), seed: int = 0) -> Thought:  # noqa: ARG002, B008
        self.knows = knowledge
        return Thought(Random(seed).choice(self._whisperer.legal))

    def end(self) -> None: ...


class _Secretive(_Noting):
    """A game that keeps everything from everyone but their own number and how full the board is."""

    legal: list[str]

    def codes(self, state: States) -> dict[str, int]:
        codes = self._definition.codes(state)
        self.legal = list(codes)
        return codes

    def knowledge(self, state: States, seat: int) -> dict[str, int]:
        return {"seat": seat, "squares": int((state["board"][0] != 0).sum())}


def test_what_a_game_keeps_secret_no_bot_is_given() -> None:
    secretive: Any = _Secretive("isis")
    bots = [_Curious(secretive), _Curious(secretive)]
    play(tournament("random", "random", game="isis"), secretive, Pairing(0, (0, 1)), bots)
    assert [bot.knows.keys() for bot in bots] == [{"seat", "squares"}] * 2
    assert [bot.knows["seat"] for bot in bots] == [0, 1]


def test_a_game_that_never_ends_is_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_module, "MOST_STEPS", 5)
    (record, _) = played(tournament("random", "random", game="isis", games=2))
    assert (record.reason, record.winners, record.shares) == ("endless", (), (0.5, 0.5))
