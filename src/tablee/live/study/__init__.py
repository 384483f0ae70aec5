"""Deals, stories and what may be tried out, at tables of all servers."""
