"""Everything a player may type that is not an order: questions about the war, undo, saving, bots."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sanssouci.friedrich import IllegalOrder
from sanssouci.friedrich.decisions.parse import FORMS
from sanssouci.friedrich.decisions.words import city, fold, piece
from sanssouci.friedrich.messages import name
from sanssouci.friedrich.rules.board import CITY_IDS
from sanssouci.friedrich.rules.names import NATIONS, PIECES
from sanssouci.text import choices, describe
from sanssouci.text.loading import Unreadable, game_from_file
from sanssouci.text.seats import NoSuchBot, Person, bot_lines

if TYPE_CHECKING:
    from sanssouci.text.hotseat import HotSeat

#: how long a hint may take
HINT_SECONDS = 2.0

HELP = """
menu: what may be done now, with numbers; a number does that
moves daun: every city Daun can reach, with the way (moves friedrich+winterfeldt for a stack)
war: the state of the war
where is daun: where a general or train stands
who is near breslau: who stands within four cities (who is near breslau 2: within two)
look breslau: a city, its country, suit and roads
way breslau prag: one shortest way between two cities
my pieces: your pieces and their troops; pieces russia: those of another nation
my hand: your cards
combat: the combat under way
fate: what the Clock of Fate has brought
log: what has happened lately (log 50: the last fifty)
how move: how an order is written
hint: what a strong bot would do in your place, and why; a number does that
undo: take your last order back, while nothing hidden was disclosed
save FILE: write the record of the game; load FILE: go on from a record or a position
bots: who can play for you; bot elisabeth NAME hands a seat over, bot elisabeth none takes it back
quit: leave
""".strip().splitlines()


class Questions:
    """One line of input that may be a question."""

    def __init__(self, table: HotSeat, role: str, person: Person) -> None:
        """The person who asks sees what that role may know."""
        self.table = table
        self.voice = table.voice
        self.role = role
        self.person = person
        self.again = False  # has the game changed, so that the decision is asked anew?

    def answered(self, text: str) -> bool:
        """Answer a question; False if the line is none."""
        words = fold(text[:2000]).split()
        match words:
            case ["help" | "?", *_]:
                self.voice.items(HELP)
            case ["how", verb] if verb in FORMS:
                self.voice.say(f"{verb}: {FORMS[verb]}")
            case ["menu" | "choices"] | ["?", "menu"]:
                self.table.list_choices(choices.choices(self._menu()))
            case ["moves", *who] if who:
                self._moves(who)
            case ["war" | "state"]:
                self._list(describe.war(self._view()))
            case ["combat"]:
                self._list(describe.combat(self._view()), "There is no combat now")
            case ["fate"]:
                self._list(describe.fate(self._view()), "No fate card has been drawn")
            case ["my", "pieces"]:
                view = self._view()
                mine = [n for n, data in view["nations"].items() if "hand" in data]
                self._list(describe.nation_pieces(view, mine))
            case ["my", "hand" | "hands" | "cards"] | ["hand"]:
                self._list(describe.hands(self._view()))
            case ["pieces", nation] if nation in NATIONS:
                self._list(describe.nation_pieces(self._view(), [nation]))
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
                self._after(self.table.undo(self.person), "Taken back")
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

    def _list(self, lines: Any, nothing: str = "There is nothing") -> None:
        found = list(lines)
        if found:
            self.voice.items(found)
        else:
            self.voice.say(nothing + ".")

    def _moves(self, who: list[str]) -> None:
        found = choices.moves(self._menu(), who)
        if found:
            self.table.list_choices(found)
        else:
            self.voice.say("No such group can move now; 'menu' shows those that can.")

    def _where(self, who: str) -> None:
        if who in CITY_IDS and who not in PIECES:
            self._about_city(who)
            return
        try:
            self.voice.say(describe.piece_line(self._view(), PIECES[piece(who)]) + ".")
        except IllegalOrder as refusal:
            self.voice.refuse(str(refusal))

    def _near(self, where: str, reach: list[str]) -> None:
        steps = int(reach[0]) if reach and reach[0].isdecimal() and len(reach[0]) < 3 else 4
        view = self._view()
        try:
            if where in view["pieces"] and view["pieces"][where].get("city"):
                centre = view["pieces"][where]["city"]
            else:
                centre = CITY_IDS[city(where)]
        except IllegalOrder as refusal:
            self.voice.refuse(str(refusal))
            return
        self._list(describe.near(view, centre, steps), f"Nobody is within {steps} cities of {name('city', centre)}")

    def _about_city(self, where: str) -> None:
        view = self._view()
        try:
            centre = CITY_IDS[city(where)]
        except IllegalOrder as refusal:
            self.voice.refuse(str(refusal))
            return
        self._list([*describe.around(view, centre), *describe.near(view, centre, 1)])

    def _way(self, start: str, goal: str) -> None:
        try:
            path = describe.way(CITY_IDS[city(start)], CITY_IDS[city(goal)])
        except IllegalOrder as refusal:
            self.voice.refuse(str(refusal))
            return
        self.voice.say(f"{len(path) - 1} cities: " + ", ".join(name("city", c) for c in path) + ".")

    def _log(self, count: list[str]) -> None:
        last = int(count[0]) if count and count[0].isdecimal() and len(count[0]) < 6 else 20
        self._list([sentence + "." for sentence in self.table.told[self.person][-last:]], "Nothing has happened yet")

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

        self.voice.say("Thinking.")
        found = hints(self.table.game.view(self.role), self._menu(), self.table.seats.rng, HINT_SECONDS)
        self.table.list_choices([(hint.order, sentence(hint.reasons)) for hint in found])

    def _bots(self) -> None:
        try:
            self._list(bot_lines())
        except NoSuchBot as problem:
            self.voice.refuse(str(problem))
        for person, bot in self.table.seats.names.items():
            self.voice.say(f"{' and '.join(name('role', role) for role in person)}: played by {bot}.")

    def _file(self, verb: str, path: str) -> None:
        if verb == "load":
            try:
                self.table.change_game(game_from_file(path))
            except Unreadable as problem:
                self.voice.refuse(str(problem))
                return
            self.voice.say("Loaded.")
            self.again = True
            return
        target = Path(path)
        try:
            if target.exists() and str(target) not in self.table.saved:
                self.voice.refuse(f"{path} is there already: name another file")
                return
            target.write_text(self.table.game.record(), encoding="utf-8")
        except (OSError, ValueError) as error:
            self.voice.refuse(f"{path} cannot be written: {getattr(error, 'strerror', None) or 'no such name'}")
            return
        self.table.saved.add(str(target))
        self.voice.say(f"Saved: {path}.")
        if self.table.game.result is None:
            self.voice.say("It holds every hand and every allotment: nobody should read it before the game is over.")
