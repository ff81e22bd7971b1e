"""Order text → parsed order (formats.md, section 3). Nothing here looks at a game: only the words count."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Final

from sanssouci.friedrich.decisions.refusal import refuse
from sanssouci.friedrich.decisions.words import (
    CardName,
    card,
    city,
    general,
    nation,
    number,
    piece,
    shown_word,
    words_of,
)
from sanssouci.friedrich.rules.names import PIECES

VERBS: Final[list[str]] = [
    "allot", "discard", "offensive", "move", "recruit", "remove", "end", "attack", "fight", "evade", "play",
    "pass", "retreat", "liberate", "reinforce", "retire", "trade", "redraw", "laudon", "flip", "gift",
    "lose", "west",
]  # fmt: skip


@dataclass(frozen=True)
class Order:
    """One parsed order. Which fields count depends on the verb; −1 and empty stand for what was not said."""

    verb: str
    nation: int = -1
    pieces: tuple[int, ...] = ()
    cities: tuple[int, ...] = ()
    cards: tuple[CardName, ...] = ()
    troops: tuple[tuple[int, int], ...] = ()  # general, number: `allot` and `give`
    number: int = -1  # `takes`, `troops`, the value of a Reserve
    entering: tuple[tuple[int, int], ...] = ()  # general, city
    trains: tuple[int, ...] = ()  # the city of each train
    none: bool = False  # the answer `none` or `no`
    given: bool = False  # `recruit` with `give`


def parse(text: str) -> Order:
    """The order a line of text stands for; refused without a rule number if it is none."""
    words = words_of(text)
    verb, rest = words[0], words[1:]
    if verb not in VERBS:
        near = difflib.get_close_matches(verb[:40], VERBS, n=1, cutoff=0.7)
        if near:
            refuse("verb_unknown_near", word=shown_word(verb), near=near[0])
        refuse("verb_unknown", word=shown_word(verb))
    if verb in ("end", "fight", "pass"):
        _exactly(verb, rest, 0)
        return Order(verb)
    if verb == "allot":
        return _allot(rest)
    if verb == "move":
        return _move(rest)
    if verb == "recruit":
        return _recruit(rest)
    if verb == "play":
        return _play(rest)
    if verb in ("discard", "offensive", "redraw", "gift"):
        _exactly(verb, rest, 1)
        if rest[0] in ("no", "none") and verb != "discard":
            return Order(verb, none=True)
        return Order(verb, cards=(card(rest[0]),))
    if verb in ("remove", "reinforce", "retire", "flip", "lose"):
        _exactly(verb, rest, 1)
        if rest[0] == "none" and verb in ("reinforce", "flip"):
            return Order(verb, none=True)
        return Order(verb, pieces=(general(rest[0]),))
    if verb == "attack":
        _exactly(verb, rest, 2)
        return Order(verb, pieces=(general(rest[0]), general(rest[1])))
    if verb in ("evade", "retreat"):
        _exactly(verb, rest, 1)
        return Order(verb, cities=(city(rest[0]),))
    if verb == "trade":
        _exactly(verb, rest, 2)
        who = nation(rest[0])
        return Order(verb, who, none=True) if rest[1] == "none" else Order(verb, who, cards=(card(rest[1]),))
    if verb == "laudon":
        return _laudon(rest)
    if verb == "west" and rest == ["none"]:
        return Order(verb, none=True)
    _exactly(verb, rest, 2)  # liberate, west
    return Order(verb, cities=(city(rest[0]), city(rest[1])))


def _exactly(verb: str, rest: list[str], wanted: int) -> None:
    """Refuse an order with too few or too many words, showing how it is written."""
    if len(rest) != wanted:
        refuse("form", verb=verb, form=FORMS[verb])


#: How each order is written, for refusals and help.
FORMS: Final[dict[str, str]] = {
    "allot": "allot prussia friedrich=8 winterfeldt=2 …",
    "discard": "discard 5S",
    "offensive": "offensive 10C, or offensive no",
    "move": "move daun schweidnitz oels; move friedrich+winterfeldt riesa; or move winterfeldt takes 3 riesa",
    "recruit": "recruit troops 2 train warszawa general fermor sierpc pay 13S 12C give fermor=2",
    "remove": "remove keith",
    "end": "end",
    "attack": "attack daun keith",
    "fight": "fight",
    "evade": "evade neisse",
    "play": "play 10D, play R=7, or play 11S double",
    "pass": "pass",
    "retreat": "retreat glatz",
    "liberate": "liberate koenigsberg rastenburg",
    "reinforce": "reinforce keith, or reinforce none",
    "retire": "retire dohna",
    "trade": "trade russia 5S, or trade russia none",
    "redraw": "redraw 2H, or redraw none",
    "laudon": "laudon neisse, laudon neisse takes 2, or laudon none",
    "flip": "flip keith, or flip none",
    "gift": "gift 3C, or gift none",
    "lose": "lose keith",
    "west": "west meiningen salzungen, or west none",
}


def _shares(verb: str, words: list[str]) -> tuple[tuple[int, int], ...]:
    """`friedrich=8 winterfeldt=2 …`, each general once."""
    shares: list[tuple[int, int]] = []
    for word in words:
        who, equals, count = word.partition("=")
        if not equals:
            refuse("form", verb=verb, form=FORMS[verb])
        index = general(who)
        if any(index == other for other, _ in shares):
            refuse("named_twice", piece=PIECES[index])
        shares.append((index, number(count, "troops")))
    return tuple(shares)


def _allot(rest: list[str]) -> Order:
    if len(rest) < 2:
        refuse("form", verb="allot", form=FORMS["allot"])
    return Order("allot", nation(rest[0]), troops=_shares("allot", rest[1:]))


def _move(rest: list[str]) -> Order:
    if len(rest) < 2:
        refuse("form", verb="move", form=FORMS["move"])
    pieces: list[int] = []
    for word in rest[0].split("+"):
        index = piece(word)
        if index in pieces:
            refuse("named_twice", piece=word)
        pieces.append(index)
    share, path = -1, rest[1:]
    if path[0] == "takes":
        if len(path) < 3:
            refuse("form", verb="move", form=FORMS["move"])
        share, path = number(path[1], "troops"), path[2:]
    cities = tuple(city(word) for word in path)
    return Order("move", pieces=tuple(sorted(pieces)), number=share, cities=cities)


def _laudon(rest: list[str]) -> Order:
    if rest == ["none"]:
        return Order("laudon", none=True)
    if len(rest) == 3 and rest[1] == "takes":
        return Order("laudon", cities=(city(rest[0]),), number=number(rest[2], "troops"))
    _exactly("laudon", rest, 1)
    return Order("laudon", cities=(city(rest[0]),))


def _play(rest: list[str]) -> Order:
    if len(rest) == 2 and rest[1] == "double":
        named = card(rest[0])
        return Order("play", cards=(CardName(named.kind, named.deck, True),))
    _exactly("play", rest, 1)
    face, equals, value = rest[0].partition("=")
    named = card(face)
    return Order("play", cards=(named,), number=number(value, "value") if equals else -1)


def _recruit(rest: list[str]) -> Order:
    """The parts of a purchase, in any order; each key word once, `train` and `general` once per piece."""
    parts: dict[str, list[list[str]]] = {}
    for word in rest:
        if word in ("troops", "pay", "train", "general", "give"):
            if word in parts and word not in ("train", "general"):
                refuse("part_twice", word=word)
            parts.setdefault(word, []).append([])
            here = parts[word][-1]
        elif not parts:
            refuse("form", verb="recruit", form=FORMS["recruit"])
        else:
            here.append(word)
    wanted = {"troops": 1, "train": 1, "general": 2}
    for key, groups in parts.items():
        for group in groups:
            if len(group) != wanted.get(key, max(1, len(group))):
                refuse("form", verb="recruit", form=FORMS["recruit"])
    entering = tuple((general(who), city(where)) for who, where in parts.get("general", []))
    for index, (who, _) in enumerate(entering):
        if any(who == other for other, _ in entering[:index]):
            refuse("named_twice", piece=PIECES[who])
    return Order(
        "recruit",
        number=number(parts["troops"][0][0], "troops") if "troops" in parts else 0,
        trains=tuple(city(group[0]) for group in parts.get("train", [])),
        entering=entering,
        cards=_payment(parts["pay"][0]) if "pay" in parts else (),
        troops=_shares("recruit", parts["give"][0]) if "give" in parts else (),
        given="give" in parts,
    )


def _payment(words: list[str]) -> tuple[CardName, ...]:
    """The cards of a payment; `11S double` under the option `fate_modifiers_on_payment`."""
    named: list[CardName] = []
    for word in words:
        if word == "double" and named and not named[-1].double:
            named[-1] = CardName(named[-1].kind, named[-1].deck, True)
        else:
            named.append(card(word))
    return tuple(named)
