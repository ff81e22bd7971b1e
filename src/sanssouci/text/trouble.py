"""What the terminal game cannot do: a key of the catalogue with arguments, said in the player's language."""

from __future__ import annotations

from sanssouci import spoken
from sanssouci.friedrich.files.problems import Problem, sentence
from sanssouci.friedrich.messages import speaker
from sanssouci.voice import Speaker


class Trouble(Exception):
    """Something that cannot be; `str()` is the English sentence.

    An argument may be what is wrong with a file, or what the system says.
    """

    def __init__(self, key: str, **arguments: object) -> None:
        """`key` without its prefix `text.`."""
        super().__init__(key)
        self.key = f"text.{key}"
        self.arguments = arguments

    def __str__(self) -> str:
        return self.sentence(speaker())

    def sentence(self, said: Speaker) -> str:
        """The sentence in a language."""
        code = said.language.code

        def told(value: object) -> object:
            if isinstance(value, OSError):
                return spoken.why(value, code)
            return sentence(value.key, value.arguments, code) if isinstance(value, Problem) else value

        return said.say(self.key, {name: told(value) for name, value in self.arguments.items()})
