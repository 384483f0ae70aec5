"""`tablee new-rulebook` and the check of rulebooks without a program."""

from tablee.cli import main
from tablee.kit.check_booklets import booklet_faults
from tablee.kit.new_rulebook import new_rulebook
from tests.cases import each


def test_a_new_rulebook_has_its_title_and_passes_the_check(tmp_path, capsys):
    assert main(["new-rulebook", "game-of-goose", "--into", str(tmp_path)]) == 0
    folder = tmp_path / "game-of-goose"
    assert f"tablee check {folder}" in capsys.readouterr().out
    assert "# Game of goose" in (folder / "rulebook.fr.md").read_text("utf8")
    assert main(["check", str(folder)]) == 0
    assert main(["check", str(tmp_path)]) == 0
    assert main(["new-rulebook", "game-of-goose", "--into", str(tmp_path)]) == 2
    assert main(["new-rulebook", "L'oie", "--into", str(tmp_path)]) == 2


@each(
    ("file", "old", "new", "fault"),
    [
        ("game.toml", 'name = "Goose"', "", "the name is missing"),
        ("game.toml", "invitation = ", "# ", "invitation is missing"),
        ("rulebook.en.md", "](board.svg", "](bored.svg", "there is no picture bored.svg"),
        ("rulebook.en.md", "![Red stones", "![](board.svg)\n\n![Red stones", "say what is seen in board.svg"),
        ("rulebook.fr.md", "{#turn}", "{#tour}", "other anchors"),
        ("rulebook.en.md", "# Sources", "# Variants\n\n# Sources", "more than two titles"),
        ("rulebook.en.md", "## Your turn", "<center>x</center>\n\n## Your turn", "HTML is shown as it is written"),
        ("rulebook.fr.md", "droite ou", "droite ; ou", "badly set"),
    ],
)
def test_what_a_collector_should_mend_is_named(file, old, new, fault, tmp_path):
    folder = new_rulebook("goose", tmp_path / str(abs(hash(fault))))
    text = (folder / file).read_text("utf8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf8")
    faults = list(booklet_faults(folder))
    assert fault in " ".join(faults)


def test_a_picture_that_nothing_shows_is_named_and_the_command_fails(tmp_path, capsys):
    (new_rulebook("goose", tmp_path) / "more.png").write_bytes(b"PNG")
    assert main(["check", str(tmp_path / "goose")]) == 1
    assert "more.png is shown nowhere" in capsys.readouterr().out
