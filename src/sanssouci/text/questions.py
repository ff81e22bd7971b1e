"""Everything a player may type that is not an order: questions about the war, undo, saving, bots."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sanssouci.friedrich import IllegalOrder
from sanssouci.friedrich.decisions.registry import FORMS
from sanssouci.friedrich.decisions.words import city, fold, piece
from sanssouci.friedrich.rules.board import CITY_IDS
from sanssouci.friedrich.rules.names import NATIONS, PIECES
from sanssouci.text import choices, describe
from sanssouci.text.loading import Unreadable, game_from_file
from sanssouci.text.seats import NoSuchBot, Person, bot_lines

if TYPE_CHECKING:
    from sanssouci.text.hotseat import HotSeat

#: how long a hint may take
HINT_SECONDS = 2.0

#: the questions that `help` tells of, in this order: `text.help.*`
HELP = ["menu", "moves", "war", "where", "near", "look", "way", "pieces", "hand", "combat", "fate", "log", "how",
        "hint", "undo", "save", "bots", "quit"]  # fmt: skip


class Questions:
    """One line of input that may be a question."""

    def __init__(self, table: HotSeat, role: str, person: Person) -> None:
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
            case ["how", verb] if verb in FORMS:
                self.voice.say(f"{verb}: {self.said.name('form', FORMS[verb])}")
            case ["menu" | "choices"] | ["?", "menu"]:
                self.table.list_choices(choices.choices(self._menu(), self.said))
            case ["moves", *who] if who:
                self._moves(who)
            case ["war" | "state"]:
                self._list(describe.war(self._view(), self.said))
            case ["combat"]:
                self._list(describe.combat(self._view(), self.said), "no_combat")
            case ["fate"]:
                self._list(describe.fate(self._view(), self.said), "no_fate")
            case ["my", "pieces"]:
                view = self._view()
                mine = [n for n, data in view["nations"].items() if "hand" in data]
                self._list(describe.nation_pieces(view, mine, self.said))
            case ["my", "hand" | "hands" | "cards"] | ["hand"]:
                self._list(describe.hands(self._view(), self.said))
            case ["pieces", nation] if nation in NATIONS:
                self._list(describe.nation_pieces(self._view(), [nation], self.said))
            case ["where", "is", who] | ["where", who]:
                self._where(who)
            case ["who", "is", "near", where, *reach] | ["near", where, *reach]:
                self._near(where, reach)
            case ["look", where] | ["look", "at", where]:
                self._about_city(where)
            case ["way", start, goal]:
                self._way(start, goal)
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
                from sanssouci.text.hotseat import Finished

                raise Finished
            case _:
                return False
        return True

    # ------------------------------------------------------------ looking

    def _view(self) -> Mapping[str, Any]:
        return self.table.game.view(self.role).json()

    def _menu(self) -> dict[str, Any]:
        return self.table.game.menu(self.role)

    def _list(self, lines: Any, nothing: str = "nothing", **told: object) -> None:
        found = list(lines)
        if found:
            self.voice.items(found)
        else:
            self.voice.say(self.said.sentence(f"text.{nothing}", told) + ".")

    def _moves(self, who: list[str]) -> None:
        found = choices.moves(self._menu(), who, self.said)
        if found:
            self.table.list_choices(found)
        else:
            self.voice.tell("no_group")

    def _refuse(self, refusal: IllegalOrder) -> None:
        self.voice.refuse(refusal.refusal.sentence(self.said.language.code))

    def _where(self, who: str) -> None:
        if who in CITY_IDS and who not in PIECES:
            self._about_city(who)
            return
        try:
            self.voice.say(describe.piece_line(self._view(), PIECES[piece(who)], self.said) + ".")
        except IllegalOrder as refusal:
            self._refuse(refusal)

    def _near(self, where: str, reach: list[str]) -> None:
        steps = int(reach[0]) if reach and reach[0].isdecimal() and len(reach[0]) < 3 else 4
        view = self._view()
        try:
            if where in view["pieces"] and view["pieces"][where].get("city"):
                centre = view["pieces"][where]["city"]
            else:
                centre = CITY_IDS[city(where)]
        except IllegalOrder as refusal:
            self._refuse(refusal)
            return
        self._list(describe.near(view, centre, steps, self.said), "nobody_near", steps=steps, city=centre)

    def _about_city(self, where: str) -> None:
        view = self._view()
        try:
            centre = CITY_IDS[city(where)]
        except IllegalOrder as refusal:
            self._refuse(refusal)
            return
        self._list([*describe.around(view, centre, self.said), *describe.near(view, centre, 1, self.said)])

    def _way(self, start: str, goal: str) -> None:
        try:
            path = describe.way(CITY_IDS[city(start)], CITY_IDS[city(goal)])
        except IllegalOrder as refusal:
            self._refuse(refusal)
            return
        self.voice.tell("way", count=len(path) - 1, way=", ".join(self.said.name("city", c) for c in path))

    def _log(self, count: list[str]) -> None:
        last = int(count[0]) if count and count[0].isdecimal() and len(count[0]) < 6 else 20
        self._list([sentence + "." for sentence in self.table.told[self.person][-last:]], "quiet")

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
        found = hints(self.table.game.view(self.role), self._menu(), self.table.seats.rng, HINT_SECONDS)
        self.table.list_choices([(hint.order, sentence(hint.reasons, self.said.language.code)) for hint in found])

    def _bots(self) -> None:
        try:
            self._list(bot_lines(self.said.language.code))
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
            why = getattr(error, "strerror", None) or self.said.say("text.no_such_name")
            self.voice.refuse(self.said.say("text.unwritable", {"file": path, "why": why}))
            return
        self.table.saved.add(str(target))
        self.voice.say(self.said.say("text.saved", {"file": path}))
        if self.table.game.result is None:
            self.voice.tell("saved_secret")
