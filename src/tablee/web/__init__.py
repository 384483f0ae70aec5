"""Templates, styles, the client script, and the French of the house. Nothing here is Python but this line."""
