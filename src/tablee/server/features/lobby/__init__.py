"""The lobby: open tables, matchmaking, and invitations."""
