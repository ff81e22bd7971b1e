"""Prepared positions, one for every decision a player can be asked to take."""

from __future__ import annotations

import json
from typing import Any

from sanssouci.friedrich import Game

Position = dict[str, Any]

#: a city of each suit far from everything, for the victor who decides the version of a fate card
VICTOR_AT = {"S": "breslau", "C": "glogau", "H": "boppard", "D": "stade"}
SEATS = {
    "standard": ["friedrich", "elisabeth", "maria-theresa", "pompadour"],
    "expert": ["friedrich", "elisabeth", "maria-theresa", "pompadour"],
    "west": ["friedrich", "pompadour"],
    "austria": ["friedrich", "maria-theresa"],
}


def position(nation: str, pieces: dict[str, Any] | None = None, **fields: Any) -> Position:
    """A short-form position; pieces as `daun=("prag", 8)` or `{"austria-train-1": "prag"}`."""
    made: Position = {"format": "friedrich-position/1", "nation": nation, "seed": "a table in the browser"}
    if pieces is not None:
        made["pieces"] = {
            name: {"city": where} if isinstance(where, str) else {"city": where[0], "troops": where[1]}
            for name, where in pieces.items()
        }
    return made | fields


def fate(card: str, pieces: dict[str, Any], **fields: Any) -> Position:
    """The end of turn 8, this card (a number with its suit, or a stroke of fate) just turned up."""
    number, suit = (card[:-1], card[-1]) if card[0].isdigit() else (card, "")
    if suit not in ("", "S"):
        fields.setdefault("scenario", "expert")
        absent = next(g for g in ("lehwaldt", "tottleben", "lacy", "chevert") if g not in pieces)
        fields.setdefault("last_victor", {"general": absent, "city": VICTOR_AT[suit]})
    # complete, with the card turned up: what a position says of cards yet to come holds in no game but a sandbox
    return played(position("france", pieces, phase="fate", turn=8, fate={"next": [number]}, **fields))


def plain(game: Game) -> Position:
    """The complete position of a game, in values of JSON alone."""
    made: Position = json.loads(json.dumps(game.position()))
    return made


def played(start: Position, *orders: str) -> Position:
    """The complete position after some orders."""
    game = Game.from_position(start)
    for order in orders:
        game.play(order)
    return plain(game)


def in_force(card: str, nation: str, pieces: dict[str, Any], **fields: Any) -> Position:
    """Turn 9 with the event of the turn before in force."""
    events = Game.from_position(fate(card, {})).position()["events"]
    return position(nation, pieces, turn=9, scenario="expert", events=events, fate={"drawn": [card[:-1]]}, **fields)


def state_of(made: Position) -> str:
    """What the engine asks first in this position."""
    decision = Game.from_position(made).decision
    assert decision is not None
    return str(decision.state)


EAST = ["koenigsberg", "rastenburg", "riesenburg", "ortelsburg"]

DISCARD = position(
    "prussia", {"seydlitz": ("brandenburg", 3)}, scenario="west", phase="draw", hands={"prussia": ["13H"]}
)
OFFENSIVE = position(
    "prussia", {"keith": "cottbus"}, scenario="expert", phase="draw", turn=3, hands={"prussia": ["10C", "9S", "R"]}
)
MOVES = position(
    "austria",
    {"daun": ("prag", 8), "browne": ("kolin", 5), "austria-train-1": "beraun", "keith": ("breslau", 4)},
    turn=4,
    hands={"austria": ["13S", "5H"], "prussia": ["10D"]},
)
SPLIT = position(
    "austria",
    {"daun": ("prag", 6), "browne": ("prag", 3), "austria-train-1": "beraun", "keith": ("breslau", 4)},
    turn=4,
)
RECRUIT = position(
    "austria",
    {"daun": ("prag", 5), "keith": ("breslau", 4)},
    turn=4,
    hands={"austria": ["13S", "12C", "9H", "5H", "R"], "prussia": ["10D"]},
)
PAYING = {"fate_modifiers_on_payment": True}
PAID_WITH_FOUR_OF_SPADES = in_force(
    "4S", "france", {"soubise": ("koblenz", 2)}, hands={"france": ["5S", "6C", "2H"]}, options=PAYING
)
PAID_DOUBLE = in_force("11S", "prussia", {"keith": ("berlin", 2)}, hands={"prussia": ["11S", "3H"]}, options=PAYING)
ORDER_OF_COMBATS = position(
    "prussia",
    {"richelieu": ("leipzig", 4), "seydlitz": ("merseburg", 6), "chevert": ("naumburg", 4)},
    phase="combat",
    hands={"prussia": ["5C", "7H"], "france": ["4C", "6D"]},
)
WITHDRAWAL = played(
    in_force("8C", "austria", {"keith": ("prag", 3), "daun": ("melnik", 6), "lacy": ("kolin", 5)}, phase="combat"),
    "attack daun keith",
)
#: Keith (♥ at Prag) is to play, four behind
COMBAT = position(
    "austria",
    {"daun": ("melnik", 8), "keith": ("prag", 4), "prussia-train-1": "glatz"},
    phase="combat",
    turn=4,
    hands={"prussia": ["3S", "3C", "3H", "3D", "R", "9H"], "austria": ["6S", "6C", "6H", "6D", "R"]},
)
RETREAT = played(
    position("prussia", {"seydlitz": ("merseburg", 6), "richelieu": ("leipzig", 4)}, phase="combat", hands={}), "pass"
)
EAST_PRUSSIA = played(
    position("russia", {"fermor": "sierpc"}, scenario="expert", turn=4, conquered=dict.fromkeys(EAST, "russia")), "end"
)
FREE_TROOP = fate("1C", {"fermor": ("lomza", 3), "saltikov": ("torun", 4)})
RETIRE = fate("sweden", {"keith": ("cottbus", 4), "ehrensvaerd": ("stralsund", 2)})
TRADE = fate("1H", {}, hands={"russia": ["5S", "8D"], "austria": ["9H", "2D"]})
REDRAW = fate("4H", {}, hands={"france": ["2H", "3H"]})
LAUDON = fate("6S", {"laudon": ("breslau", 3), "daun": ("breslau", 4), "keith": ("ohlau", 2)})
FLIP = fate("6D", {"keith": ("prag", 2), "dohna": ("leipzig", 2), "schwerin": ("berlin", 3)})
GIFT = fate("9D", {}, hands={"prussia": ["4C", "2C"], "austria": ["5C"]})
LOSE_TROOP = fate("10C", {"keith": ("cottbus", 3), "dohna": ("forst", 2)})


def _west() -> Position:
    """Hildburghausen beaten in Sonneberg by Friedrich in Kronach in the turn of 12♥."""
    pieces = {"hildburghausen": ("sonneberg", 4), "friedrich": ("kronach", 5)}
    start = position("imperial", pieces, phase="combat", scenario="expert", turn=8, fate={"next": ["12"]})
    game = Game.from_position(played(start, "pass", "retreat hildburghausen"))
    while (decision := game.decision) is not None and decision.state != "WEST":
        discard = decision.state == "FORCED_DISCARD"
        game.play(f"discard {game.menu('pompadour')['cards'][0]}" if discard else "end")
    return plain(game)


WEST = _west()


def opening() -> Position:
    """The first turn of the whole war: troops allotted, Prussia to move."""
    game = Game.new(scenario="standard", players=4, seed="August 1756")
    while (decision := game.decision) is not None and decision.state != "MOVE_MENU":
        nation = game.menu(decision.roles[0])["nations"][0]
        count, troops = len(nation["generals"]), nation["troops"]
        shares = [troops // count + (1 if k < troops % count else 0) for k in range(count)]
        given = " ".join(f"{g}={n}" for g, n in zip(nation["generals"], shares, strict=True))
        game.play(f"allot {nation['nation']} {given}")
    return plain(game)


#: the war at its height, Austria to move: armies everywhere, cities taken, one of them doubtful
CROWDED = position(
    "austria",
    {
        "friedrich": ("torgau", 8),
        "winterfeldt": ("torgau", 4),
        "heinrich": ("bautzen", 4),
        "schwerin": ("breslau", 5),
        "keith": ("breslau", 1),
        "seydlitz": ("halle", 2),
        "dohna": ("kuestrin", 3),
        "prussia-train-1": "jueterbog",
        "prussia-train-2": "neumarkt",
        "ferdinand": ("minden", 6),
        "cumberland": ("hannover", 2),
        "hanover-train-1": "celle",
        "saltikov": ("woldenberg", 7),
        "fermor": ("woldenberg", 3),
        "apraxin": ("rastenburg", 2),
        "tottleben": ("neu-stettin", 1),
        "russia-train-1": "czluchow",
        "russia-train-2": "torun",
        "ehrensvaerd": ("anklam", 3),
        "sweden-train-1": "greifswald",
        "daun": ("dresden", 8),
        "lacy": ("dresden", 2),
        "laudon": ("waldenburg", 6),
        "browne": ("neisse", 4),
        "karl": ("zittau", 3),
        "austria-train-1": "pirna",
        "austria-train-2": "glatz",
        "hildburghausen": ("chemnitz", 4),
        "imperial-train-1": "zwickau",
        "richelieu": ("kassel", 8),
        "chevert": ("kassel", 2),
        "soubise": ("erfurt", 5),
        "france-train-1": "fritzlar",
        "france-train-2": "gotha",
    },
    turn=8,
    conquered={
        **dict.fromkeys(["dresden", "pirna", "chemnitz", "zwickau"], "imperial"),
        **dict.fromkeys(["zittau", "glatz", "neisse", "waldenburg", "cosel", "radeberg"], "austria"),
        **dict.fromkeys([*EAST, "neu-stettin", "woldenberg"], "russia"),
        **dict.fromkeys(["anklam", "malchin"], "sweden"),
        **dict.fromkeys(["kassel", "goettingen"], "france"),
    },
    pending={"schweidnitz": "austria"},
    fate={"drawn": ["poems", "5"]},
    hands={
        "prussia": ["13S", "9S", "4S", "12C", "7C", "10H", "8H", "3H", "11D", "6D", "R"],
        "hanover": ["9D", "5D", "6C"],
        "austria": ["10S", "8C", "12D", "9H", "5H", "2H"],
        "russia": ["11S", "5C", "9C", "2D"],
        "france": ["6H", "7H", "3D", "4C"],
        "imperial": ["8S"],
        "sweden": ["2C"],
    },
)
#: Friedrich holds Torgau against Daun; one card has been played on each side
_torgau = CROWDED | {
    "phase": "combat",
    "pieces": CROWDED["pieces"]
    | {
        "daun": {"city": "eilenburg", "troops": 8},
        "lacy": {"city": "eilenburg", "troops": 5},
        "austria-train-1": {"city": "dresden"},
    },
    "pending": {},
}
BATTLE = played(_torgau, "play 3H", "play 9H")
#: Austria has lost a general and a train and holds a rich hand
RECRUITING = CROWDED | {
    "pieces": {name: entry for name, entry in CROWDED["pieces"].items() if name not in ("karl", "austria-train-2")}
    | {"daun": {"city": "dresden", "troops": 5}},
    "hands": CROWDED["hands"] | {"austria": ["10S", "8C", "3C", "12D", "9H", "5H", "2H", "R"]},
}
