"""What a bot knows of the game beyond its rules."""
