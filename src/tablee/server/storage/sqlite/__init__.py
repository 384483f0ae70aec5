"""The store on SQLite: one file, one server, nothing to set up."""
