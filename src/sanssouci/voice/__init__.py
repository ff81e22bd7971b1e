"""What is said, in every language: one grammar for sentences, one folder for each language.

This package lies at the bottom of the house and knows no game. Whoever speaks through it hands in what a name is
(`Naming`); everything else comes from `catalogue/LANGUAGE/`. `docs/messages.md` tells how a sentence is written and how
a language is added; the page has the same renderer in `web/src/voice`, and both are held to the same sentences by
`tests/voice/golden.json`.
"""

from sanssouci.voice.rules import Language, Number
from sanssouci.voice.shelf import DEFAULT, catalogue, facts, guessed, language, languages, page, preferred
from sanssouci.voice.speaker import Naming, Speaker

__all__ = [
    "DEFAULT",
    "Language",
    "Naming",
    "Number",
    "Speaker",
    "catalogue",
    "facts",
    "guessed",
    "language",
    "languages",
    "page",
    "preferred",
]
