"""The host's page: load, reports, tables, announcements and settings, for whoever holds a key from the command line."""
