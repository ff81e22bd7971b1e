"""Opponents: a ladder of bots, each of which sees only what its seat may know."""
