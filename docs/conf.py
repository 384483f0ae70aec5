"""Configuration of the documentation site: `make docs`.

The source is the repository itself, so that links are the same in a checkout, on a forge and on the site. Pages are
Markdown; the scripts of `examples/scripts` are pages, too; the reference comes from docstrings. The site fetches
nothing from other sites.
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
root_doc = "docs/index"
include_patterns = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/**.md"]
include_patterns += ["examples/*/README.md", "examples/scripts/*.py", "examples/bot/bot.py"]
include_patterns += ["examples/*/src/*/rulebook.en.md"]
exclude_patterns = ["build", ".venv"]
html_theme = "furo"
html_title = "Tablée"
html_extra_path = ["front"]
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
    """Parse a script in cells (`# %%`): comments are text, the rest is code."""

    supported = ("percent",)

    def parse(self, inputstring: str, document: Any) -> None:
        """Turn the script into Markdown and parse that."""
        super().parse(as_markdown(inputstring), document)


def as_markdown(script: str) -> str:
    """Turn a script in cells into Markdown, dropping what stands before the first; show one without cells whole."""
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
    """Register scripts as pages."""
    app.add_source_suffix(".py", "percent")
    app.add_source_parser(ScriptParser)
