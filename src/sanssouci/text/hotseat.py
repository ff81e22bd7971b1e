"""`sanssouci play --text`: the hot-seat game in words, for several people (and bots) at one terminal."""

from __future__ import annotations

from sanssouci.friedrich import Game, Happening, IllegalOrder
from sanssouci.text import choices
from sanssouci.text.asking import Ask, Finished
from sanssouci.text.questions import Questions
from sanssouci.text.seats import NoSuchBot, Person, Seats
from sanssouci.text.story import story
from sanssouci.text.voice import Voice

#: So many choices are read out unasked; longer lists come with `menu`.
SHORT = 12
#: So many orders can be taken back, one after the other.
DEEPEST = 200


class HotSeat:
    """One game at one terminal: asks whoever is to decide, and keeps the others' secrets from the screen."""

    def __init__(self, game: Game, seats: Seats, voice: Voice, curtain: bool = True) -> None:
        """Begin at the present decision of a game. Without a curtain everybody at the screen sees everything."""
        self.curtain = curtain
        self.game = game
        self.seats = seats
        self.voice = voice
        self.looking: Person | None = None  # who sits before the screen
        self.unseen: dict[Person, list[str]] = {person: [] for person in seats.people}
        self.told: dict[Person, list[str]] = {person: [] for person in seats.people}
        self.listed: list[choices.Choice] = []
        self.undone: list[tuple[Game, Person, int]] = []
        self.saved: set[str] = set()

    # ------------------------------------------------------------ the round

    def run(self, ask: Ask) -> None:
        """Play until the game is over or the input ends."""
        self.ask = ask
        self.voice.tell("welcome")
        try:
            while self.game.decision is not None:
                self._decide()
        except (Finished, KeyboardInterrupt):
            self.voice.say()
            self.voice.tell("left")
            return
        result = self.game.result
        if result is not None:
            self._news_for_all()
            self.voice.say(self.voice.said.sentence("event.victory", result._asdict()) + ".", "bold")

    def _decide(self) -> None:
        decision = self.game.decision
        if decision is None:
            return
        role = self._next_role(decision.roles)
        person = self.seats.person(role)
        if self.seats.is_bot(person):
            self._bot(role, person)
            return
        if person != self.looking:
            self._curtain(person)
        self._news(person)
        menu = self.game.menu(role)
        self.voice.say()
        self.voice.say(choices.prompt(menu, self.voice.said) + ".", "bold")
        found = choices.choices(menu, self.voice.said)
        self.listed = []
        if len(found) <= SHORT:
            self.list_choices(found)
        else:
            self.voice.tell("many", count=len(found))
        while not self._line(role, person):
            pass

    def _next_role(self, roles: tuple[str, ...]) -> str:
        """In simultaneous decisions whoever sits there goes on first."""
        here = [role for role in roles if self.looking and role in self.looking]
        return (here or list(roles))[0]

    def _line(self, role: str, person: Person) -> bool:
        """Take one line; answer whether the game went on."""
        line = self.ask(self.voice.said.show(person, "role") + "> ")
        if line is None:
            raise Finished
        text = line.strip()
        if text.isdecimal() and len(text) < 4 and 0 < int(text) <= len(self.listed):
            order = self.listed[int(text) - 1][0]
            if not order:
                self.voice.tell("needs_words", words=self.listed[int(text) - 1][1])
                return False
            self.voice.say(order)
            text = order
        if not text or text.startswith("#"):
            return False
        question = Questions(self, role, person)
        if question.answered(text):
            return question.again
        return self._order(text, role, person)

    def _order(self, text: str, role: str, person: Person) -> bool:
        before = self.game.copy()
        try:
            events = self.game.play(text, role)
        except IllegalOrder as refusal:
            self.voice.refuse(refusal.refusal.sentence(self.voice.said.language.code))
            return False
        self.undone.append((before, person, int(before.state.revealed)))
        del self.undone[:-DEEPEST]
        self.spread(events)
        return True

    def _bot(self, role: str, person: Person) -> None:
        """A bot decides; one that fails gives its seat back rather than stop the game."""
        try:
            order = self.seats.order_of(self.game, role)
            events = self.game.play(order, role)
        except Exception:  # a bot is a guest: whatever it does, the game goes on, and no secret of it is shown
            self.seats.give(role, "none")
            self.voice.refuse(self.voice.said.sentence("text.bot_gave_up", {"role": role}))
            return
        self.spread(events)

    # ------------------------------------------------------------ what each person hears

    def spread(self, events: list[Happening]) -> None:
        """Tell every person what that person may know."""
        for person in self.seats.people:
            sentences = story(self.game.events_for(events, person[0]), self.voice.said)
            self.unseen[person] += sentences
            self.told[person] += sentences

    def _news(self, person: Person) -> None:
        for sentence in self.unseen[person]:
            self.voice.news(sentence)
        self.unseen[person].clear()

    def _news_for_all(self) -> None:
        """At the end nothing is secret any more for those who sit here."""
        person = self.looking or self.seats.people[0]
        self._news(person)

    def _curtain(self, person: Person) -> None:
        """The next person comes to the screen; the others look away."""
        if self.curtain and len(self.seats.humans()) > 1:
            self.voice.curtain()
            if self.ask(self.voice.said.sentence("text.curtain", {"roles": person}) + " ") is None:
                raise Finished
        self.looking = person

    # ------------------------------------------------------------ what questions use

    def list_choices(self, found: list[choices.Choice]) -> None:
        """Read out choices with their numbers."""
        self.listed = found
        self.voice.items([f"{order} – {words}" if order else words for order, words in found], numbered=True)

    def undo(self, person: Person) -> str | None:
        """Take the last order back; the reason why not, if it cannot be."""
        if not self.undone:
            return self.voice.said.say("table.no_undo.nothing")
        before, who, revealed = self.undone[-1]
        if who != person:
            return self.voice.said.say("table.no_undo.others")
        if int(self.game.state.revealed) != revealed:
            return self.voice.said.say("table.no_undo.revealed")
        self.undone.pop()
        self.game = before
        taken_back = self.voice.said.say("text.taken_back")
        for somebody, sentences in self.unseen.items():
            self.told[somebody].append(taken_back)
            if somebody != person:
                sentences.append(taken_back)
        return None

    def change_game(self, game: Game) -> None:
        """Go on with another game."""
        self.game = game
        self.seats = Seats(game, [f"{person[0]}={bot}" for person, bot in self.seats.names.items()])
        self.unseen = {person: [] for person in self.seats.people}
        self.told = {person: [] for person in self.seats.people}
        self.undone.clear()
        self.looking = None

    def hand_over(self, role: str, bot: str) -> str | None:
        """Give a seat to a bot or back; the reason why not, if it cannot be."""
        try:
            self.seats.give(role, bot)
        except NoSuchBot as problem:
            sentence = problem.sentence(self.voice.said)
            return sentence[:1].upper() + sentence[1:]
        return None
