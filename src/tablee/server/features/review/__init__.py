"""Stories of finished games: luck, mistakes and gifts."""
