"""Table ware: what the pictures of games share, so that a scene says only what is special about its game.

A scene that uses it:

1. says the forms of its plates, `PLATES = USUAL` (or forms of its own, `Form(width, height, …)`): their shapes are made
   from that, and marks for the seats where its `scene.svg` draws none (`mark-0` …): no plate needs drawing.
2. asks for a stage, `upright(players, bottom, board)` or `wide(…)` (`layouts.py`): where board, plates by seat, a strip
   or tray and the box for the page's words lie. The same question gives the very same stage with the very same plates,
   which makes them quick keys of caches.
3. lays the plates, `plate_part(plate, name, told, say, at_turn=…, left=…)` (`plates.py`): plate, mark, name, what a
   screen reader says, "to play", "has given up". `hand(plate, shape, count)` are the pieces on it, `points_node` what
   is won; whatever else lies there goes to `plate.at(right, down)`.
4. makes the squares once, `Squares(places(rows, first, pitch), look)` (`squares.py`), `look(name, what, place)` being
   the nodes of one square with what lies on it; `squares.parts(board)` are those of a whole board. `hexes.py` fits a
   land of hexes into a window.
5. offers what may be done, `on_squares(actions)`, and returns `Scene(stage.width, stage.height, parts, offers,
   free=stage.free)`.

All of it returns parts that are the very same object as long as nothing has changed (see `Scene.parts`). Whatever a
scene adds should do so too: an `lru_cache` around a function of plain values is enough.
"""
