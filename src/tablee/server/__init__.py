"""The server: tables that people and bots share in a browser."""
