"""The check of what can be printed: every sheet is drawn, fits on a page, and uses shapes that there are."""

from collections.abc import Iterator

from tablee.games.language import languages
from tablee.games.scenery import PAPER_HEIGHT, PAPER_WIDTH
from tablee.kit.trial_tables import Bench
from tablee.server.features.rulebooks.print_pages import SCORE_PAD, sheet_view, sheets_of
from tablee.server.views.sentences import language


def printed(bench: Bench) -> Iterator[str]:
    """Sheets that cannot be drawn, or do not fit on a page."""
    definition, count = bench.definition, 0
    for say in map(language, languages()):
        sheets = [sheet for sheet in sheets_of(definition, say) if sheet.key != SCORE_PAD]
        count = len(sheets_of(definition, say))
        for sheet in sheets:
            bench.tick()
            for players in definition.players if sheet.dealt else definition.players[:1]:
                view = sheet_view(definition, players, 1) if sheet.dealt else None
                pages = definition.pictures.print_pages(sheet.key, view, say)
                if not pages:
                    yield f"the sheet {sheet.key!r} has no page"
                for scene in pages:
                    if scene.width > PAPER_WIDTH or scene.height > PAPER_HEIGHT:
                        yield f"the sheet {sheet.key!r} is larger than {PAPER_WIDTH} × {PAPER_HEIGHT}"
                    shapes = {node.shape for node in scene.nodes} - {"text"}
                    missing = sorted(shape for shape in shapes if f'id="{shape}"' not in definition.shapes)
                    if missing:
                        yield f"the sheet {sheet.key!r} draws {', '.join(missing)}, which scene.svg has not"
    bench.note = f"{count} sheets" if count else "nothing to print"
