"""How bots play route games: plans, walks, playouts and the search."""
