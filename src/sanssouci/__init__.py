"""Sanssouci: the table, the referee and the opponents for the board game Friedrich."""

__version__ = "0.1.0"
