"""The rules of the route games in the interpreter, as for debugging: they play as compiled ones do."""

from pathlib import Path

from tests.engine.toy import run_python
from tests.games.finished import files, read

FOLDERS = [Path(__file__).parents[3] / game / "finished" for game in ("netzwerk", "morisi")]
GAMES = [path for folder in FOLDERS for path in files(folder) if path.stem.startswith(("points-of", "houses"))]

REPLAY = """
import json, sys
from pathlib import Path
import numba
import tablee

results = []
for path in PATHS:
    finished = json.loads(Path(path).read_text("utf8"))
    game = tablee.load(finished["start"])
    for text in finished["log"]:
        game.play(text)
    result = game.result()
    results.append({"scores": result.scores, "winners": result.winners, "reason": result.reason})
print(json.dumps([bool(numba.config.DISABLE_JIT), results]))
"""


def test_finished_games_end_in_the_interpreter_as_they_did() -> None:
    paths = GAMES[::4]
    interpreted, results = run_python(REPLAY.replace("PATHS", repr(list(map(str, paths)))), NUMBA_DISABLE_JIT="1")
    assert interpreted is True
    assert dict(zip(paths, results, strict=True)) == {path: read(path)["result"] for path in paths}
