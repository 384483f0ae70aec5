"""Board widgets: player panels, layouts and grids, so that a scene has only what is special about its game.

A scene that uses them:

1. names the forms of its panels, `PANELS = USUAL` (or forms of its own, `Form(width, height, …)`). The symbols of the
   panels are made from that, and marks for the seats if `scene.svg` has none (`mark-0` …).
2. gets a layout, `upright(players, bottom, board)` or `wide(…)` (`layouts.py`): the places of the board, the panel of
   each seat, a strip or tray, and the box for the page's own text. The same arguments give the same layout object with
   the same panels, which makes them fast cache keys.
3. draws the panels, `panel_part(panel, name, told, say, at_turn=…, left=…)` (`panels.py`): mark, name, the label for
   screen readers, "to play", "has left". `hand(panel, shape, count)` draws the pieces in hand, `points_node` the
   points; anything else goes to `panel.at(right, down)`.
4. makes the squares once, `Squares(places(rows, first, pitch), look)` (`grids.py`): `look(name, what, place)` gives the
   nodes of one square with what lies on it, `squares.parts(board)` those of a whole board. `land_in` fits hexes into a
   window.
5. offers actions, `on_squares(actions)`, and returns `Scene(stage.width, stage.height, parts, offers,
   free=stage.free)`.

A scene is built for every event and every viewer. So every function returns the same part object as long as nothing
has changed (see `Scene.parts`). What a scene adds should do so, too: an `lru_cache` around a function is enough.
"""
