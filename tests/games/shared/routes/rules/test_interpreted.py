"""The rules of the route games in the interpreter, as for debugging: they play as compiled ones do."""

from pathlib import Path

from tests.cases import each
from tests.engine.toy import run_python
from tests.games.finished import files, read

FOLDERS = [Path(__file__).parents[3] / game / "finished" for game in ("netzwerk", "morisi")]
GAMES = [path for folder in FOLDERS for path in files(folder) if path.stem.startswith(("points-of", "houses"))]

REPLAY = """
import json, sys
from pathlib import Path
import numba
import tablee

finished = json.loads(Path(PATH).read_text("utf8"))
game = tablee.load(finished["start"])
for text in finished["log"]:
    game.play(text)
result = game.result()
print(json.dumps([bool(numba.config.DISABLE_JIT), result.scores, result.winners, result.reason]))
"""


@each("path", GAMES[::4])
def test_a_finished_game_ends_in_the_interpreter_as_it_did(path: Path) -> None:
    interpreted, *result = run_python(REPLAY.replace("PATH", repr(str(path))), NUMBA_DISABLE_JIT="1")
    assert interpreted is True
    assert result == [read(path)["result"][name] for name in ("scores", "winners", "reason")]
