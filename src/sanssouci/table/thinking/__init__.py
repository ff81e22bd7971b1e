"""Bots at the table: worker processes and the desk that asks them."""
