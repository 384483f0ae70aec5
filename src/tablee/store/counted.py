"""What every store counts: for who watches a house."""

from tablee.measures import SIZES, Counter, Histogram

COMMITS = Histogram("tablee_database_commit_seconds", "How long the database takes to store what has gathered.")
BATCHES = Histogram("tablee_database_batch_jobs", "How many decisions are stored together.", bounds=SIZES)
ERRORS = Counter("tablee_database_errors_total", "What the database could not store, conflicts left out.")
