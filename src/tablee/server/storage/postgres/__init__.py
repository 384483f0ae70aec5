"""The store on PostgreSQL: for a house of several servers."""
