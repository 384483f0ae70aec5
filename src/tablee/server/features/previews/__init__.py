"""Pictures of links: a table, a position or a game as PNG, and QR codes."""
