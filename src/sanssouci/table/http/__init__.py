"""Requests and answers over HTTP: games, seats, records, pages."""
