"""Several servers on one database: what others do, and who acts for a table."""
