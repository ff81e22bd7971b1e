"""Everything a player may type that is not an order: questions about the war, undo, saving, bots."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from sanssouci import spoken
from sanssouci.friedrich import Game
from sanssouci.friedrich.decisions.words import fold
from sanssouci.text import reading
from sanssouci.text.asking import Finished
from sanssouci.text.choices import Choice
from sanssouci.text.loading import Unreadable, game_from_file
from sanssouci.text.seats import NoSuchBot, Person, Seats, bot_lines
from sanssouci.text.voice import Voice

#: how long a hint may take
HINT_SECONDS = 2.0

#: the questions that `help` tells of, in this order: `text.help.*`
HELP = [*reading.HELP, "hint", "undo", "save", "bots", "quit"]


class Round(Protocol):
    """The game at the terminal, as far as questions are asked of it."""

    game: Game
    seats: Seats
    voice: Voice
    told: dict[Person, list[str]]
    saved: set[str]

    def undo(self, person: Person) -> str | None:
        """Take the last order back."""

    def hand_over(self, role: str, bot: str) -> str | None:
        """Let a bot play for somebody."""

    def list_choices(self, found: list[Choice]) -> None:
        """Number what may be chosen."""

    def change_game(self, game: Game) -> None:
        """Go on with another game."""


class Questions:
    """One line of input that may be a question."""

    def __init__(self, table: Round, role: str, person: Person) -> None:
        """The person who asks sees what that role may know."""
        self.table = table
        self.voice = table.voice
        self.said = table.voice.said
        self.role = role
        self.person = person
        self.again = False  # has the game changed, so that the decision is asked anew?

    def answered(self, text: str) -> bool:
        """Answer a question; False if the line is none."""
        words = fold(text[:2000]).split()
        match words:
            case ["help" | "?", *_]:
                self.voice.items([self.said.say(f"text.help.{topic}") for topic in HELP])
            case ["log", *count]:
                self._log(count)
            case ["hint" | "hints"]:
                self._hint()
            case ["undo"]:
                self._after(self.table.undo(self.person), self.said.say("text.undone"))
            case ["bots"]:
                self._bots()
            case ["bot", role, bot]:
                self._after(self.table.hand_over(role, bot), f"{role}: {bot}")
            case ["save", _, *_] | ["load", _, *_]:
                self._file(words[0], text.split(None, 1)[1])
            case ["quit" | "exit"]:
                raise Finished
            case _:
                return self._read(text)
        return True

    # ------------------------------------------------------------ looking

    def _read(self, text: str) -> bool:
        found = reading.answer(self.table.game.view(self.role), text, self.said)
        if found is None:
            return False
        if found.refused:
            self.voice.refuse(found.sentence)
        elif found.choices:
            self.table.list_choices(found.choices)
        elif found.lines:
            self.voice.items(found.lines)
        else:
            self.voice.say(found.sentence)
        return True

    def _log(self, count: list[str]) -> None:
        last = int(count[0]) if count and count[0].isdecimal() and len(count[0]) < 6 else 20
        found = [sentence + "." for sentence in self.table.told[self.person][-last:]]
        if found:
            self.voice.items(found)
        else:
            self.voice.say(self.said.sentence("text.quiet") + ".")

    # ------------------------------------------------------------ doing

    def _after(self, problem: str | None, done: str) -> None:
        if problem is not None:
            self.voice.refuse(problem)
        else:
            self.voice.say(done + ".")
            self.again = True

    def _hint(self) -> None:
        """The best orders a bot finds from what the asker may know."""
        from sanssouci.bots.hints import hints, sentence

        self.voice.tell("thinking")
        found = hints(
            self.table.game.view(self.role), self.table.game.menu(self.role), self.table.seats.rng, HINT_SECONDS
        )
        self.table.list_choices([(hint.order, sentence(hint.reasons, self.said.language.code)) for hint in found])

    def _bots(self) -> None:
        try:
            self.voice.items(list(bot_lines(self.said.language.code)))
        except NoSuchBot as problem:
            self.voice.refuse(problem.sentence(self.said))
        for person, bot in self.table.seats.names.items():
            self.voice.tell("played_by", roles=person, bot=bot)

    def _file(self, verb: str, path: str) -> None:
        if verb == "load":
            try:
                self.table.change_game(game_from_file(path))
            except Unreadable as problem:
                self.voice.refuse(problem.sentence(self.said))
                return
            self.voice.tell("loaded")
            self.again = True
            return
        target = Path(path)
        try:
            if target.exists() and str(target) not in self.table.saved:
                self.voice.refuse(self.said.say("text.exists", {"file": path}))
                return
            target.write_text(self.table.game.record(), encoding="utf-8")
        except (OSError, ValueError) as error:
            code, none = self.said.language.code, self.said.say("text.no_such_name")
            why = spoken.why(error, code) if isinstance(error, OSError) else none
            self.voice.refuse(self.said.say("text.unwritable", {"file": path, "why": why}))
            return
        self.table.saved.add(str(target))
        self.voice.say(self.said.say("text.saved", {"file": path}))
        if self.table.game.result is None:
            self.voice.tell("saved_secret")
