"""`make test` leaves nothing out: with SANSSOUCI_COMPLETE=1 a test that would be skipped fails and says why.

The long tests are the exception: `make soak` runs them, and their reason begins with "long:".
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

COMPLETE = os.environ.get("SANSSOUCI_COMPLETE") == "1"


def _left_out(report: pytest.TestReport | pytest.CollectReport) -> str | None:
    """Why a test was left out, unless it may be."""
    if not COMPLETE or not report.skipped or hasattr(report, "wasxfail"):
        return None
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return None if reason.removeprefix("Skipped: ").startswith("long:") else reason


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A skipped test."""
    report = yield
    reason = _left_out(report)
    if reason is not None:
        report.outcome = "failed"
        report.longrepr = f"left out, and `make test` leaves nothing out: {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A module that skips itself when it is read."""
    report = yield
    reason = _left_out(report)
    if reason is not None:
        report.outcome = "failed"
        report.longrepr = f"left out, and `make test` leaves nothing out: {reason}"
    return report
