"""The analysis board, and the rules that keep it out of running games."""
