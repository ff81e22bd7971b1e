"""The suite runs twice, on the compiled engine and on the plain one: each run must really have its own."""

from __future__ import annotations

import os

import pytest

from sanssouci import friedrich


@pytest.mark.skipif("SANSSOUCI_EXPECT" not in os.environ, reason="only `make test` says which build it wants")
def test_this_is_the_build_that_was_asked_for() -> None:
    """`make test-pure` sets `pure`, `make test-compiled` sets `compiled`."""
    assert os.environ["SANSSOUCI_EXPECT"] == friedrich.BUILD
