"""What Netzwerk and Morisi share: a land of hexes, pawns that gather cubes, routes of sticks, and houses."""
