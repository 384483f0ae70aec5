"""How the documentation site is built: `make docs`.

Its source is the repository itself, so that every link is the same in a checkout, on a forge and on the site. Pages are
Markdown, the scripts of `examples/scripts` are pages, too, and the reference comes from docstrings. Nothing is fetched
from elsewhere when it is looked at.
"""

import re
from importlib.metadata import version as version_of
from typing import Any

from myst_parser.parsers.sphinx_ import MystParser

project = "Tablée"
author = "the Tablée authors"
project_copyright = "the Tablée authors, MIT licence"
version = release = version_of("tablee")
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "docs/site/index"
include_patterns = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**.md"]
include_patterns += ["examples/*/README.md", "examples/scripts/*.py", "examples/bot/bot.py"]
include_patterns += ["examples/royal-game-of-ur/src/royal_game_of_ur/rulebook.en.md"]
exclude_patterns = ["build", ".venv"]
html_theme = "furo"
html_title = "Tablée"
html_extra_path = ["site/front"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
pygments_style, pygments_dark_style = "friendly", "monokai"

myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]
suppress_warnings = ["misc.highlighting_failure"]  # conversations with programs are in no language

default_role = "code"
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_default_options = {"members": True, "show-inheritance": False}
autodoc_preserve_defaults = True


class ScriptParser(MystParser):
    """A script in cells (`# %%`): what is said in comments is text, the rest is code."""

    supported = ("percent",)

    def parse(self, inputstring: str, document: Any) -> None:
        """The script as Markdown, and that as a page."""
        super().parse(as_markdown(inputstring), document)


def as_markdown(script: str) -> str:
    """A script in cells as Markdown, without what stands before the first; one without cells as it is."""
    if "\n# %%" not in script:
        title = script.splitlines()[0].strip('"').partition(":")[0]
        return f"# {title}\n\n```python\n{script}```\n"
    parts = []
    for kind, body in re.findall(r"^# %%(.*)\n((?:(?!# %%).*\n?)*)", script, re.MULTILINE):
        if "[markdown]" in kind:
            parts.append(re.sub(r"^# ?", "", body, flags=re.MULTILINE).strip())
        elif body.strip():
            parts.append(f"```python\n{body.strip()}\n```")
    return "\n\n".join(parts) + "\n"


def setup(app: Any) -> None:
    """Let scripts be pages."""
    app.add_source_suffix(".py", "percent")
    app.add_source_parser(ScriptParser)
