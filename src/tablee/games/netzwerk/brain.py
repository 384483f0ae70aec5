"""What a bot knows of the game beyond its rules: nothing yet, so tree search plays it."""
