"""Random names and secrets: ids of games, tokens of links, cookies of browsers.

Only hashes of secrets are stored: whoever reads the database cannot sit down at a table with it.
"""

from __future__ import annotations

import hashlib
import re
import secrets

GAME_ID = re.compile(r"[A-Za-z0-9_-]{16}\Z")
TOKEN = re.compile(r"[A-Za-z0-9_-]{32}\Z")


def new_game_id() -> str:
    """96 random bits: not guessable, though nothing depends on that."""
    return secrets.token_urlsafe(12)


def new_token() -> str:
    """192 random bits for a link or a cookie."""
    return secrets.token_urlsafe(24)


def digest(token: str) -> str:
    """What is stored of a secret. The tokens are random, so a plain SHA-256 needs no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_seed() -> str:
    """The seed of a real game: 256 bits of the operating system's secure source."""
    return secrets.token_hex(32)
