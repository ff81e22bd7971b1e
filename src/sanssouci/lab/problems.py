"""What the laboratory refuses or cannot go on with, in one sentence."""

from __future__ import annotations


class LabProblem(Exception):
    """Something to tell the person at the keyboard; its text is the whole message."""
