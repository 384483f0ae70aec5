"""Accounts: persons, their sessions and sign-in keys, device links, export and deletion of their data."""
