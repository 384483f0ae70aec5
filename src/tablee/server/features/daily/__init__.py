"""The deal of the day, and deals sent to friends."""
