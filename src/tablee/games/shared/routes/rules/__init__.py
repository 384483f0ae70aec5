"""The rules that both route games share, compiled: the record of a state, its land, sticks, the turn."""
