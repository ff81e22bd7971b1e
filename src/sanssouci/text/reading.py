"""The questions that only read: what the terminal and the table's order line answer alike.

They take a `View` and nothing else, so that no answer can tell more than the seat may know; nothing here touches files,
seats or bots.
"""

from __future__ import annotations

from typing import NamedTuple

from sanssouci.friedrich import IllegalOrder, View
from sanssouci.friedrich.decisions.registry import FORMS
from sanssouci.friedrich.decisions.words import city, fold, piece
from sanssouci.friedrich.knowledge.menu import menu
from sanssouci.friedrich.rules.board import CITY_IDS
from sanssouci.friedrich.rules.names import NATIONS, PIECES, ROLES
from sanssouci.text import choices, describe
from sanssouci.voice import Speaker

#: the questions that `help` tells of, in this order: `text.help.*`
HELP = ["menu", "moves", "war", "where", "near", "look", "way", "pieces", "hand", "combat", "fate", "log", "how"]
#: so much of a line is read
LONGEST = 2000
#: who is near: so many cities away, unless the question says how many
NEAR = 4


class Answer(NamedTuple):
    """What is said: lines of a list, choices beside their orders, or one sentence; `refused`: it says why not."""

    lines: list[str] = []
    choices: list[choices.Choice] = []
    sentence: str = ""
    refused: bool = False


def answer(view: View, text: str, said: Speaker) -> Answer | None:
    """Answer a question from what a seat may know; None if the line is none of these."""
    try:
        return _answer(view, fold(text[:LONGEST]).split(), said)
    except IllegalOrder as refusal:
        return Answer(sentence=refusal.refusal.sentence(said.language.code), refused=True)


def _answer(view: View, words: list[str], said: Speaker) -> Answer | None:
    match words:
        case ["help" | "?"]:
            return Answer([said.say(f"text.help.{topic}") for topic in HELP])
        case ["how", verb] if verb in FORMS:
            return Answer(sentence=f"{verb}: {said.name('form', FORMS[verb])}")
        case ["menu" | "choices"] | ["?", "menu"]:
            return _choices(choices.choices(_menu(view), said), said.sentence("text.nothing") + ".")
        case ["moves", *who] if who:
            return _choices(choices.moves(_menu(view), who, said), said.sentence("text.no_group"))
        case ["war" | "state"]:
            return Answer(list(describe.war(view.json(), said)))
        case ["combat"]:
            return _list(list(describe.combat(view.json(), said)), said, "no_combat")
        case ["fate"]:
            return _list(list(describe.fate(view.json(), said)), said, "no_fate")
        case ["my", "pieces"]:
            known = view.json()
            mine = [nation for nation, data in known["nations"].items() if "hand" in data]
            return _list(list(describe.nation_pieces(known, mine, said)), said)
        case ["my", "hand" | "hands" | "cards"] | ["hand"]:
            return _list(list(describe.hands(view.json(), said)), said)
        case ["pieces", nation] if nation in view.json()["nations"] and nation in NATIONS:
            return _list(list(describe.nation_pieces(view.json(), [nation], said)), said)
        case ["where", "is", who] | ["where", who]:
            if who in CITY_IDS and who not in PIECES:
                return _city(view, who, said)
            return Answer(sentence=describe.piece_line(view.json(), PIECES[piece(who)], said) + ".")
        case ["who", "is", "near", where, *reach] | ["near", where, *reach]:
            return _near(view, where, reach, said)
        case ["look", where] | ["look", "at", where]:
            return _city(view, where, said)
        case ["way", start, goal]:
            path = describe.way(CITY_IDS[city(start)], CITY_IDS[city(goal)])
            told = {"count": len(path) - 1, "way": ", ".join(said.name("city", c) for c in path)}
            return Answer(sentence=said.sentence("text.way", told))
    return None


def _menu(view: View) -> dict[str, object]:
    """The asker's menu, read off what he knows: nobody's menu depends on anything else."""
    return {} if view.role is None else menu(view.known_state, ROLES.index(view.role))


def _choices(found: list[choices.Choice], nothing: str) -> Answer:
    return Answer(choices=found) if found else Answer(sentence=nothing)


def _list(lines: list[str], said: Speaker, nothing: str = "nothing", **told: object) -> Answer:
    return Answer(lines) if lines else Answer(sentence=said.sentence(f"text.{nothing}", told) + ".")


def _near(view: View, where: str, reach: list[str], said: Speaker) -> Answer:
    steps = int(reach[0]) if reach and reach[0].isdecimal() and len(reach[0]) < 3 else NEAR
    known = view.json()
    stands = known["pieces"][where].get("city") if where in known["pieces"] else None
    centre = stands or CITY_IDS[city(where)]
    return _list(list(describe.near(known, centre, steps, said)), said, "nobody_near", steps=steps, city=centre)


def _city(view: View, where: str, said: Speaker) -> Answer:
    known, centre = view.json(), CITY_IDS[city(where)]
    return Answer([*describe.around(known, centre, said), *describe.near(known, centre, 1, said)])
