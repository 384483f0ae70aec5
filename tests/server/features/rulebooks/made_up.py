"""Made-up rulebooks without a program, to fill a shelf."""

from pathlib import Path

NAMES = ("Goose", "Échelles", "The Long Road", "Mühle", "Pont d’or", "Nine Stones", "Fox & Geese", "Le Petit Train")
COLOURS = ("#4f7f4a", "#b5452c", "#1f5f99", "#8358a6", "#c9a87c", "#3a3531", "#e8c547")
KINDS = ("dice", "race", "cards", "memory", "routes", "blocking", "tiles")
RULES = """# {name}

Bring your goose home first. {name} is a race for {least} to {most} players.

![A row of squares](board.svg "The first squares: 1 to 3")

## Your turn {{#turn}}

Throw both dice and go forward. On a goose, go on as far again.

## The end {{#end}}

Whoever reaches the last square exactly wins.

# Sources

## The text {{#text}}

An old sheet of paper, found in the attic.
"""


def cover(colour: str, letter: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300">'
        f'<rect x="20" y="20" width="260" height="270" rx="10" fill="{colour}"/>'
        f'<circle cx="150" cy="150" r="90" fill="#fff" fill-opacity=".3"/>'
        f'<text x="150" y="190" font-size="120" text-anchor="middle" fill="#fff">{letter}</text></svg>'
    )


def write_booklet(folder: Path, number: int, languages: tuple[str, ...] = ("en", "fr")) -> Path:
    """Write one made-up rulebook, the same for the same number; returns its folder."""
    name, path = f"{NAMES[number % len(NAMES)]} {number}", folder / f"made-up-{number}"
    least, most = 1 + number % 3, 3 + number % 5
    path.mkdir(parents=True)
    (path / "game.toml").write_text(
        f'name = "{name}"\nplayers = [{least}, {most}]\nminutes = {10 + 5 * (number % 20)}\nage = {4 + number % 12}\n'
        f'author = "Author {number % 40}"\nyear = {1900 + number % 120}\nkinds = ["{KINDS[number % len(KINDS)]}"]\n'
        f'invitation = "Take the shortest way, number {number}."\n[fr]\nname = "{name}, en français"\n',
        "utf8",
    )
    (path / "cover.svg").write_text(cover(COLOURS[number % len(COLOURS)], name[0]), "utf8")
    (path / "board.svg").write_text(cover("#efe3c9", "1 2 3"), "utf8")
    for code in languages:
        text = RULES.format(name=name, least=least, most=most)
        (path / f"rulebook.{code}.md").write_text(text, "utf8")
    return path


def write_booklets(folder: Path, count: int) -> Path:
    """Write so many; returns the folder that holds them."""
    for number in range(count):
        write_booklet(folder, number)
    return folder
