"""Bot accounts: programs of people that play at open tables with a token."""
