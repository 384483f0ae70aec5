"""What the brains of games are written with: levels, styles, thoughts, weights."""
