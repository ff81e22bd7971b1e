"""`sanssouci referee`: orders in, answers out, one line each (formats.md, section 6)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from sanssouci.friedrich import Game, Happening, IllegalOrder
from sanssouci.friedrich.rules.names import ROLES
from sanssouci.text import choices, describe
from sanssouci.text.story import everything, story
from sanssouci.text.trouble import Trouble
from sanssouci.text.voice import Voice


class Answers(Protocol):
    """How the referee answers: in words, or as JSON lines."""

    def legal(self, order: str, events: list[Happening]) -> None:
        """An order was carried out."""

    def illegal(self, order: str, refusal: IllegalOrder) -> None:
        """An order was refused."""

    def asked(self, what: str, answer: Mapping[str, Any]) -> None:
        """A question was answered."""

    def not_a_question(self, line: str, why: Trouble) -> None:
        """A question that is none."""

    def over(self, game: Game) -> None:
        """There are no more orders."""


class Referee:
    """Takes lines and answers each; remembers whether everything was legal."""

    def __init__(self, game: Game, answers: Answers) -> None:
        """Begin at the present decision of a game."""
        self.game = game
        self.answers = answers
        self.all_legal = True

    def run(self, lines: Iterable[str]) -> bool:
        """Take every line; answer whether every order was legal."""
        for line in lines:
            text = line.strip()
            if text.startswith("?"):
                self._question(text)
            elif text and not text.startswith("#"):
                self._order(text)
        self.answers.over(self.game)
        return self.all_legal

    def _order(self, text: str) -> None:
        try:
            events = self.game.play(text)
        except IllegalOrder as refusal:
            self.all_legal = False
            self.answers.illegal(text, refusal)
        else:
            self.answers.legal(text, events)

    def _question(self, text: str) -> None:
        """`? menu`, `? menu austria's role`, `? view elisabeth`, `? view` (a spectator), `? position`."""
        words = text[1:].lower().split()
        what, rest = (words[0], words[1:]) if words else ("", [])
        if what not in ("menu", "view", "position") or len(rest) > (what != "position"):
            self._not_asked(text, Trouble("ask"))
        elif rest and rest[0] not in ROLES:
            self._not_asked(text, Trouble("roles_are", names=", ".join(ROLES)))
        elif what == "position":
            self.answers.asked("position", self.game.position())
        elif what == "view":
            self.answers.asked("view", self.game.view(rest[0] if rest else None).json())
        else:
            decision = self.game.decision
            role = rest[0] if rest else decision.roles[0] if decision else ROLES[0]
            self.answers.asked("menu", self.game.menu(role))

    def _not_asked(self, text: str, why: Trouble) -> None:
        self.all_legal = False
        self.answers.not_a_question(text, why)


class JsonAnswers:
    """One JSON object a line."""

    def __init__(self, voice: Voice) -> None:
        """Write to the voice's stream; sentences inside of the answers are in its language."""
        self.out = voice.out
        self.said = voice.said

    def _line(self, data: dict[str, Any]) -> None:
        self.out.write(json.dumps(data, ensure_ascii=False, separators=(", ", ": ")) + "\n")
        self.out.flush()

    def legal(self, order: str, events: list[Happening]) -> None:
        """The order and everything that happened."""
        self._line({"order": order, "ok": True, "error": None, "rule": None, "events": everything(events)})

    def illegal(self, order: str, refusal: IllegalOrder) -> None:
        """The order and why not."""
        shown = order if len(order) <= 2000 else order[:2000]
        error = {
            "order": shown,
            "ok": False,
            "error": refusal.refusal.sentence(self.said.language.code),
            "rule": refusal.rule,
            "events": [],
        }
        self._line({**error, "key": refusal.key, "arguments": refusal.arguments})

    def asked(self, what: str, answer: Mapping[str, Any]) -> None:
        """What was asked for, under its name."""
        self._line({what: answer})

    def not_a_question(self, line: str, why: Trouble) -> None:
        """As for an order that is none."""
        error = {"order": line[:2000], "ok": False, "error": why.sentence(self.said), "rule": None, "events": []}
        self._line({**error, "key": why.key, "arguments": why.arguments})

    def over(self, game: Game) -> None:
        """The position at the end."""
        self._line({"position": game.position()})


class WordAnswers:
    """The same for people."""

    def __init__(self, voice: Voice) -> None:
        """Speak through the voice."""
        self.voice = voice

    def legal(self, order: str, events: list[Happening]) -> None:
        """What happened, sentence by sentence."""
        self.voice.say(f"{order}")
        for sentence in story(everything(events), self.voice.said):
            self.voice.news("  " + sentence)

    def illegal(self, order: str, refusal: IllegalOrder) -> None:
        """Why not."""
        shown = "".join(c if c.isprintable() else "?" for c in order[:80])
        self.voice.refuse(f"{shown}: {refusal.refusal.sentence(self.voice.said.language.code)}")

    def asked(self, what: str, answer: Mapping[str, Any]) -> None:
        """Menu and view in words; a position as it is written in files."""
        if what == "position":
            self.voice.say(json.dumps(answer, ensure_ascii=False, indent=1))
        elif what == "view":
            said = self.voice.said
            self.voice.items([*describe.war(answer, said), *describe.combat(answer, said)])
            self.voice.items(list(describe.nation_pieces(answer, list(answer["nations"]), said)))
            self.voice.items(list(describe.hands(answer, said)))
        elif not answer:
            self.voice.tell("nothing_asked")
        else:
            self.voice.heading(choices.prompt(answer, self.voice.said))
            found = choices.choices(answer, self.voice.said)
            self.voice.items([f"{order}: {words}" if order else words for order, words in found])

    def not_a_question(self, line: str, why: Trouble) -> None:
        """What can be asked."""
        self.voice.refuse(why.sentence(self.voice.said))

    def over(self, game: Game) -> None:
        """Where the game stands."""
        result = game.result
        if result is not None:
            self.voice.news(self.voice.said.sentence("event.victory", result._asdict()))
        elif game.decision is not None:
            decision = game.decision
            asked = self.voice.said.sentence(f"state.{decision.state}", {"nation": decision.nation})
            self.voice.say(asked + ".")
