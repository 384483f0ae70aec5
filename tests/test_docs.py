"""What the documents say is true."""

import doctest
import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import tablee
from tablee.api.protocol import Engine
from tablee.cli import _parser
from tablee.engine.observations import size_of
from tablee.games import find_game
from tests.cases import each

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").glob("*/README.md")]
PYTHON_PAGE = (ROOT / "docs" / "research" / "python.md").read_text("utf8")


EXAMPLES = [path for path in DOCUMENTS if ">>> " in path.read_text("utf8") and path.name != "making-games.md"]
"""Those of `making-games.md` are about a game that is made there: `tests/examples/test_making_games.py`."""
ELSEWHERE = {
    "bots/index.md": {"json"},  # the two tests below
    "bots/write-a-bot.md": {"python"},
    "research/python.md": {"python"},
    "bots/protocol.md": {"protocol"},  # tests/api/test_protocol_2.py
    "bots/live.md": {"json"},  # parts of the next one
    "contributors/live-messages.md": {"json"},  # tests/server/realtime/test_document.py
    "research/adapters.md": {"json"},  # a configuration of other programs
    "makers/making-games.md": {"python", "toml", "po", "svg", "css", "markdown", "scene", "position", "pycon"},
    "makers/cards.md": {"python"},  # tests/examples/test_ecarte.py
    "makers/moving-pieces.md": {"python"},  # tests/examples/test_nine_mens_morris.py
    "makers/lessons.md": {"markdown", "position"},  # tests/games/lessons
}
"""What other tests execute, by document."""
SHELL = {"", "sh", "console"}
FENCES = re.compile(r"^(`{3,})(\w*)[^\n]*\n(.*?)^\1$", re.DOTALL | re.MULTILINE)


@each("document", EXAMPLES)
def test_python_examples_in_documents_show_what_happens(document, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failures, examples = doctest.testfile(str(document), module_relative=False)
    assert (failures, examples > 3) == (0, True)


def test_every_block_of_code_in_documents_is_executed_or_read_by_a_test():
    for document in DOCUMENTS:
        name = str(document.relative_to(ROOT)).removeprefix("docs/")
        kinds = {
            "pycon" if ">>> " in text else kind for _, kind, text in FENCES.findall(document.read_text("utf8"))
        } - SHELL
        assert kinds - ELSEWHERE.get(name, set()) <= ({"pycon"} if document in EXAMPLES else set()), name


def test_commands_in_documents_are_commands_of_the_program():
    parser, lines = _parser(), []
    for document in DOCUMENTS:
        blocks = [text for _, kind, text in FENCES.findall(document.read_text("utf8")) if kind in SHELL]
        lines += [line for text in blocks for line in text.splitlines()]
    commands = [shlex.split(line.removeprefix("$ "), comments=True) for line in lines if COMMAND.match(line)]
    assert len(commands) > 25
    for words in commands:
        program, *arguments = words[[bool(re.match("[A-Z_]+=", word)) for word in words].index(False) :]
        assert program != "tablee" or parser.parse_args(arguments), words


COMMAND = re.compile(r"(\$ )?([A-Z_]+=\S+ )*tablee [a-z]")


def test_commands_and_targets_named_in_documents_exist():
    known = _parser()._subparsers._group_actions[0].choices
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf8"), re.MULTILINE))
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]["optional-dependencies"]
    text = "\n".join(document.read_text("utf8") for document in DOCUMENTS)
    named = set(re.findall(r"`tablee ([a-z-]+)", text)), set(re.findall(r"(?:`|^)make ([a-z-]+)", text, re.MULTILINE))
    assert [len(names) > 10 for names in named] == [True, True]
    assert (named[0] - set(known), named[1] - targets) == (set(), set())
    assert {extra for group in re.findall(r"tablee\[([a-z,]+)\]", text) for extra in group.split(",")} <= set(extras)


def test_the_protocol_example_for_bot_authors_runs():
    (block,) = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / "bots" / "index.md").read_text("utf8"), re.S)
    engine = Engine()
    lines = block.splitlines()
    assert len(lines) >= 8
    for request, answer in zip(lines[::2], lines[1::2], strict=True):
        assert engine.answer(request.encode()) == json.loads(answer)


def test_the_page_for_learners_has_the_right_figures():
    rows = re.findall(r"^\| (`.*?`) \| ([\d,]+) \| (\S+) \| ([\d,]+) \| ([\d,]+)", PYTHON_PAGE, re.MULTILINE)
    said = {
        game: [number.replace(",", "") for number in row[1:]] for row in rows for game in re.findall(r"`(\w+)`", row[0])
    }
    folders = {game_id: find_game(game_id) for game_id in tablee.game_ids()}
    assert said == {
        name: [str(game.ids.actions), str(game.ids.outcomes or "–"), str(size_of(game.layout)), str(game.most_steps)]
        for name, game in folders.items()
    }


@each("game_id", tablee.game_ids())
def test_the_page_of_observations_has_every_plane_with_its_place_and_meaning(game_id):
    page = (ROOT / "docs" / "research" / "observations.md").read_text("utf8")
    rows = []
    for name, (shape, place, meaning) in tablee.planes(game_id).items():
        rows.append(f"| `{name}` | {' × '.join(map(str, shape))} | {place.start}–{place.stop - 1} | {meaning} |")
    assert all(plane.meaning for plane in tablee.planes(game_id).values())
    assert "| plane | shape | numbers | meaning |\n| --- | --- | --- | --- |\n" + "\n".join(rows) + "\n\n" in page


def test_the_kernel_of_ones_own_runs(tmp_path):
    (block,) = re.findall(r"```python\n(.*?)```", PYTHON_PAGE, re.DOTALL)
    (tmp_path / "kernel.py").write_text(block, "utf8")
    run = subprocess.run([sys.executable, "kernel.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert int(run.stdout) > 100


def test_the_bot_of_twenty_lines_plays_better_than_chance(tmp_path):
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "bots" / "write-a-bot.md").read_text("utf8"), re.S)
    assert len(block.splitlines()) <= 20
    (tmp_path / "greedy.py").write_text(block, "utf8")
    command = [sys.executable, "-m", "tablee.cli", "arena", "isis", "--bots", "python:greedy.py", "random"]
    run = subprocess.run(
        [*command, "--games", "10", "--jobs", "1", "--json", "-"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    best, worst = json.loads(run.stdout)["bots"]
    assert (best["name"], worst["name"]) == ("python:greedy.py", "random")
    assert best["faults"] == {}
    assert best["win_rate"]["value"] > 0.7


@each("document", DOCUMENTS)
def test_links_between_documents_lead_somewhere(document):
    for link, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", document.read_text("utf8")):
        if "://" not in link:
            target = document.parent / link if link else document
            assert target.exists(), link
            assert not anchor or anchor in anchors_of(target), f"{link}#{anchor}"


def anchors_of(document):
    """What its titles are called in links, as forges make it of them."""
    titles = re.findall(r"^#+ (.*)", document.read_text("utf8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_the_index_leads_to_every_document():
    index = (ROOT / "docs" / "index.md").read_text("utf8").splitlines()
    documents = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")]
    assert [str(path) for path in documents if path.name != "index.md" and str(path)[:-3] not in index] == []
    assert len(documents) > 30


def test_the_readme_and_the_changelog_are_short():
    assert len((ROOT / "README.md").read_text("utf8").splitlines()) <= 120
    assert len((ROOT / "CHANGELOG.md").read_text("utf8").splitlines()) <= 150
    assert len((ROOT / "docs" / "architecture.md").read_text("utf8").splitlines()) <= 160


@each("document", DOCUMENTS)
def test_no_paragraph_has_more_than_six_lines(document):
    long = {lines[0][:60]: len(lines) for lines in paragraphs(document.read_text("utf8")) if lines_of_120(lines) > 6}
    assert long == {}


def paragraphs(text):
    """The paragraphs and list items of a document, as lists of lines; code, tables and headings are none."""
    paragraph, fence = [], ""
    for line in text.splitlines():
        mark = re.match(r"\s*(`{3,})", line)
        is_item = re.match(r"\s*([-*]|\d+\.) ", line)
        if (fence or mark or is_item or not line.strip() or re.match(r"\s*([|#<]|!\[)", line)) and paragraph:
            yield paragraph
            paragraph = []
        if fence:
            fence = "" if line.strip() == fence else fence
        elif mark:
            fence = mark[1]
        elif line.strip() and not re.match(r"\s*([|#<]|!\[)", line):
            paragraph.append(line)
    if paragraph:
        yield paragraph


def lines_of_120(lines):
    """How many lines there are if none is longer than 120 columns."""
    return sum(-(-len(line) // 120) for line in lines)


def test_make_help_lists_every_target():
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert all(f"make {target}" in listed for target in ("setup", "play", "test", "lint", "bench"))


@each("document", DOCUMENTS)
def test_files_named_in_documents_exist(document):
    source = ROOT / "src" / "tablee"
    folders = (source, source / "server" / "web" / "static", ROOT)
    named = re.findall(
        r"`((?:[a-z_0-9-]+/)+[a-z_0-9-]+\.(?:py|json|js|toml|conf|service|yaml))`", document.read_text("utf8")
    )
    assert [name for name in named if not any((folder / name).exists() for folder in folders)] == []


def test_the_map_of_the_architecture_names_every_folder_and_module():
    text = (ROOT / "docs" / "architecture.md").read_text("utf8")
    source = ROOT / "src" / "tablee"
    for rooms in (source, source / "server", source / "server" / "features"):
        folders = [f"{path.parent.name}/" for path in rooms.glob("*/__init__.py")]
        assert folders
        assert [name for name in folders if name not in text] == []
    assert [path.name for path in source.glob("*.py") if path.name[0] != "_" and path.name not in text] == []
    assert len(re.findall(r"`([a-z_]+/[a-z_/]+\.(?:py|js))`", text)) > 20
