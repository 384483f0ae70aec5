"""The pages of the house: shelf, tables, replays, lessons, oneself, and errors as pages."""
