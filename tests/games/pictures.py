"""Pictures of every game: kept as snapshots, and sound as SVG.

After a wanted change of looks, write the snapshots anew: TABLEE_SNAPSHOTS=write pytest tests/games/GAME/test_scene.py
"""

import os
import re
from pathlib import Path

from tablee.games import GameDefinition
from tablee.games.scenery import Scene, to_svg
from tablee.kit.check_pictures import scene_faults, shape_faults


def assert_is_as_agreed(definition: GameDefinition, scene: Scene, path: Path) -> None:
    """The picture is the one that is kept in the file."""
    # Shapes and styles are files of their own: here only what is placed where.
    drawn = to_svg(scene, definition.shapes, definition.style)
    body = re.sub(r"<style>.*</defs>", "", drawn, flags=re.DOTALL).replace("<g ", "\n<g ")
    if os.environ.get("TABLEE_SNAPSHOTS") == "write":
        path.write_text(body + "\n", "utf8")
    assert path.read_text("utf8") == body + "\n"


def assert_is_well_formed(definition: GameDefinition, scene: Scene) -> None:
    """The whole picture is sound SVG and has every shape that it uses, once."""
    assert [*scene_faults(definition, scene), *shape_faults(definition)] == []


def assert_shapes_have_no_styles(definition: GameDefinition) -> None:
    """Looks come from the style sheet alone."""
    assert list(shape_faults(definition)) == []
