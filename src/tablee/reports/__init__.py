"""What reports with pictures are made of: of tournaments, of ladders, of a game."""
