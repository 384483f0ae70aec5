"""`docs/makers/making-games.md`, done as a maker does it: after every step, what is there so far plays at a table."""

import re
import shutil

from tests.examples.test_making_games import GUIDE, PACKAGE
from tests.kit.workshop import Workshop

ROW = re.compile(r"^\| ([\d, ]+) \| (`.*?`) \|", re.MULTILINE)
DELETED = re.compile(r"delete its\n?(.*?)\. Its cover", re.DOTALL)
WHOLE = re.compile(r"^```\w+ whole (\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PLAY = """
import json
from tablee.games.lessons.lesson_text import lesson_of
from tablee.kit.trial_tables import finished
from tablee.server.features.rulebooks.model import rulebook
from tablee.server.views.sentences import language

table = finished(game="ur", seed=3, **OPTIONS)
game, names = table.definition, ("Zoé", "Ali")
state = game.new(2, OPTIONS, 0)
if game.has_chance:
    state = game.apply(state, "throw 2")
read = game.read(game.knowledge(state, 0))
view, actions = game.sight(read, 0), game.actions(read)
scene = game.paint(view, 0, actions, names, language("en"))
buttons = [button.action for row in scene.bar for button in row.buttons]
print(json.dumps({
    "result": table.definition.result(table.state).reason,
    "actions": actions[:1],
    "buttons": buttons == actions,
    "keys": [node.key for node in scene.nodes],
    "shapes": game.shapes,
    "why_not": game.words.why_not(view, 0, "cup", names, language("en")),
    "log": game.words.sentence(actions[0], 0, names, language("fr")),
    "figures": [rulebook("ur", code).body.count("<figure>") for code in ("en", "fr")
                if (game.path / f"rulebook.{code}.md").exists()],
    "ideas": len(lesson_of(game, language("en"))),
    "prior": game.brain.has("promise"),
    "observed": game.observation(state, 0).tolist() if game.layout else None,
}))
"""


def steps():
    """The files that each step writes, by its number."""
    found = {}
    for numbers, files in ROW.findall(GUIDE.read_text("utf8")):
        for number in numbers.split(","):
            found.setdefault(int(number), []).extend(re.findall("`(.*?)`", files))
    return found


class Maker:
    """Somebody who follows the page."""

    def __init__(self, folder):
        self.workshop = Workshop(folder)
        self.package = self.workshop.make("ur")
        self.written = set()
        self.whole = dict(WHOLE.findall(GUIDE.read_text("utf8")))

    def do(self, step):
        """Write the files of a step: as the page shows them whole, the first time, or as the finished game has them."""
        for file in steps()[step]:
            if file in self.whole and file not in self.written:
                (self.package / file).write_text(self.whole[file], "utf8")
            else:
                shutil.copy(PACKAGE / file, self.package / file)
            self.written.add(file)

    def play(self, **options):
        """Play a game to its end at a table, and look around."""
        return self.workshop.report(PLAY.replace("OPTIONS", repr(options)))


def test_after_every_step_what_is_there_plays(tmp_path):
    maker = Maker(tmp_path)
    assert list(steps()) == sorted(steps()) == list(range(1, 9))
    assert maker.play()["result"] == "points"  # the small game

    for file in re.findall("`(.*?)`", DELETED.findall(GUIDE.read_text("utf8"))[0]):
        (maker.package / file).unlink()
    maker.do(2)
    rules = maker.play(pieces=5)
    assert (rules["result"], rules["actions"], rules["buttons"]) == ("home", ["enter"], True)
    assert (rules["why_not"], rules["figures"], rules["ideas"], rules["observed"]) == ("", [0], 0, None)

    maker.do(3)
    words = maker.play(pieces=5)
    assert words["why_not"] == "You have thrown already: move a piece by 2."
    assert words["log"] == "Zoé fait entrer un pion."
    assert words["buttons"]

    maker.do(4)
    picture = maker.play(pieces=5)
    assert not picture["buttons"]
    assert "waiting 0 5" in picture["keys"]
    assert 'id="mark-0"' in picture["shapes"]

    maker.do(5)
    assert maker.play(pieces=5)["figures"] == [4, 4]

    maker.do(6)
    lesson = maker.play(pieces=5)
    assert lesson["ideas"] >= 6
    assert not lesson["prior"]

    maker.do(7)
    assert maker.play(pieces=5)["prior"]

    maker.do(8)
    row = maker.play(pieces=5)["observed"]
    assert [round(row[place], 2) for place in (0, 16, 32)] == [0.71, 0.71, 0.5]
    finished = {path.name for path in PACKAGE.iterdir() if path.is_file()}
    assert finished <= {path.name for path in maker.package.iterdir()}
