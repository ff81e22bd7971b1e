"""Telling somebody who is not looking that it is his turn."""
