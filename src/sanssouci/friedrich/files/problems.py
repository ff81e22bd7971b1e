"""What is wrong with a position or a record that was handed in: a key with arguments, and one sentence."""

from __future__ import annotations

from collections.abc import Mapping

from sanssouci.friedrich import messages


def sentence(key: str, arguments: Mapping[str, object], language: str = "en") -> str:
    """The problem in words."""
    said = messages.speaker(language)
    because = arguments.get("because")
    if isinstance(because, Mapping):  # the reason by its key, for another language than English
        rule = f" ({because['rule']})" if because.get("rule") else ""
        tell = said.sentence if because["key"].startswith("refusal.") else said.say
        arguments = {**arguments, "reason": tell(because["key"], because["args"]) + rule}
    return said.say(key, arguments)


class Problem(ValueError):
    """Input that cannot be: a key with arguments; `str()` is one English sentence."""

    def __init__(self, key: str, arguments: Mapping[str, object]) -> None:
        """Keep key and arguments; the sentence is made when asked for."""
        super().__init__(key)
        self.key = key
        self.arguments = dict(arguments)

    def __str__(self) -> str:
        return sentence(self.key, self.arguments)


class BadPosition(Problem):
    """A position that cannot be, or that is none."""


class BadRecord(Problem):
    """A record that cannot be read or does not replay; `line` is the first wrong line, from 1."""

    def __init__(self, key: str, arguments: Mapping[str, object], line: int = 0) -> None:
        """Keep the line beside key and arguments."""
        super().__init__(key, arguments)
        self.line = line


def shown(value: object) -> str:
    """A value of the input, safe to repeat in a sentence however large, deep or odd it is."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, str):
        text = "".join(c if c.isprintable() else "?" for c in value[:40])
        return f'"{text}…"' if len(value) > 40 else f'"{text}"'
    if isinstance(value, int):
        return str(value) if -(10**12) < value < 10**12 else "a huge number"
    if isinstance(value, float):
        return str(value)
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    return "something else"
