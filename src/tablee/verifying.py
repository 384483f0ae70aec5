"""`tablee verify`: games and days that were downloaded, each by itself and beside each other."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from tablee.games import find_game
from tablee.table.days import Proof, Testimony, contradiction, is_sound
from tablee.table.events import Nonce
from tablee.table.export import Dishonest, Export, read_export, verify


def verify_files(files: Sequence[Path]) -> int:
    """Check every file, and every game beside every day; print what is found, and return 1 if anything is not honest.

    Raises `ValueError` for what is neither, and for a game and a day that have nothing to do with each other.
    """
    found = [_read(file.read_bytes()) for file in files]
    days = [one for one in found if isinstance(one, Proof)]
    games = [one for one in found if isinstance(one, Export)]
    try:
        for day in days:
            _check_day(day)
        for game in games:
            _check_game(game)
            for day in days:
                _check_both(game, day)
    except Dishonest as problem:
        print(f"NOT honest: {problem}")
        return 1
    return 0


def _read(text: bytes) -> Export | Proof:
    """A day has a secret, and no game has."""
    try:
        return msgspec.json.decode(text, type=Proof)
    except msgspec.DecodeError:
        return read_export(text)


def _check_game(game: Export) -> None:
    draws = verify(game, find_game(game.opening.game))
    print(f"Honest: every action was legal, and all {draws} draws follow from the seed that was committed to.")
    print(f"The seed's fingerprint, to compare with the one shown before the game: {game.opening.commitment}")


def _check_day(day: Proof) -> None:
    if not is_sound(day):
        raise Dishonest(f"{day.day}: the seed does not follow from what was committed to and what was added")
    print(f"Honest: the seed of {day.day} follows from the secret of the house and {len(day.nonces)} additions.")
    print(f"The secret's fingerprint, to compare with the one shown the day before: {day.house}")


def _check_both(game: Export, day: Proof) -> None:
    nonces = [event.nonce for event in game.events if isinstance(event, Nonce)]
    problem = contradiction(day, Testimony(game.opening, nonces))
    if problem:
        raise Dishonest(f"{day.day}: {problem}")
    print(f"The game bears witness to it: table {game.opening.table} and {day.day} agree.")
