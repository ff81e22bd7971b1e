"""The layout of an observation: where each field of a seat's row of bytes begins and what stands there."""

from __future__ import annotations

from typing import Final

from sanssouci.friedrich.rules.cards import CARD_COUNT, MAX_DECKS
from sanssouci.friedrich.rules.names import (
    FATE_COUNT,
    GENERAL_COUNT,
    NATION_COUNT,
    NATIONS,
    PIECE_COUNT,
    ROLES,
)
from sanssouci.friedrich.rules.options import OPTION_VALUES
from sanssouci.friedrich.rules.scenario import SCENARIOS
from sanssouci.friedrich.rules.state import GAME_OVER, OO_NAMES, STATE_NAMES

OBJECTIVE_COUNT: Final = 70
OPTION_COUNT: Final = 16

# Where each field begins. `FIELDS` below says what stands there; a test holds the two together.
ROLE: Final = 0
SCENARIO: Final = ROLE + 4
PLAYERS: Final = SCENARIO + 4
OPTIONS: Final = PLAYERS + 1
TURN: Final = OPTIONS + OPTION_COUNT
STAGE: Final = TURN + 1
PHASE: Final = STAGE + 8
CITY_HIGH: Final = PHASE + 5
CITY_LOW: Final = CITY_HIGH + PIECE_COUNT
GONE: Final = CITY_LOW + PIECE_COUNT
MOVED: Final = GONE + PIECE_COUNT
FACE_DOWN: Final = MOVED + PIECE_COUNT
HELD_BACK: Final = FACE_DOWN + GENERAL_COUNT
LEAST: Final = HELD_BACK + GENERAL_COUNT
MOST: Final = LEAST + GENERAL_COUNT
DECLARED: Final = MOST + GENERAL_COUNT
DECLARED_TURN: Final = DECLARED + GENERAL_COUNT
TROOPS: Final = DECLARED_TURN + GENERAL_COUNT
TOTAL: Final = TROOPS + GENERAL_COUNT
OUT: Final = TOTAL + NATION_COUNT
OWN: Final = OUT + NATION_COUNT
IMPERIAL_ROLE: Final = OWN + NATION_COUNT
CONQUERED: Final = IMPERIAL_ROLE + 4
PENDING: Final = CONQUERED + OBJECTIVE_COUNT
CARDS: Final = PENDING + OBJECTIVE_COUNT
HANDS: Final = CARDS + CARD_COUNT
DRAW_PILE: Final = HANDS + NATION_COUNT * MAX_DECKS
USED_PILES: Final = DRAW_PILE + MAX_DECKS
DRAWN: Final = USED_PILES + MAX_DECKS
FATES: Final = DRAWN + MAX_DECKS
EFFECTS: Final = FATES + FATE_COUNT
FATE_NOW: Final = EFFECTS + 48
HILDBURGHAUSEN: Final = FATE_NOW + 2
SUBSTITUTE: Final = HILDBURGHAUSEN + 5
RECRUITED: Final = SUBSTITUTE + 2
VICTOR: Final = RECRUITED + 1
OFFENSIVE_OPTION: Final = VICTOR + 3
COMBAT: Final = OFFENSIVE_OPTION + 4
PAIRS: Final = COMBAT + 7
WINNERS: Final = PAIRS + 3 * GENERAL_COUNT
TO_ACT: Final = WINNERS + 4
DECIDING: Final = TO_ACT + 1
QUESTION: Final = DECIDING + NATION_COUNT
MARCHING: Final = QUESTION + GAME_OVER
MARCH: Final = MARCHING + PIECE_COUNT
BOUGHT: Final = MARCH + 4
PURCHASE: Final = BOUGHT + PIECE_COUNT
WEST_FIRST: Final = PURCHASE + 4
SIZE: Final = WEST_FIRST + 2

_PIECES: Final = "for each of the 35 pieces in the order of their rows"
_GENERALS: Final = "for each of the 24 generals"

#: name, first byte, number of bytes, meaning
FIELDS: Final[list[tuple[str, int, int, str]]] = [
    ("role", ROLE, 4, f"1 for each role whose eyes the seat has ({', '.join(ROLES)}); two in a game of three players"),
    ("scenario", SCENARIO, 4, "one-hot: " + ", ".join(SCENARIOS)),
    ("players", PLAYERS, 1, "number of players"),
    (
        "options",
        OPTIONS,
        OPTION_COUNT,
        "which of its values each option has, 0 the default: " + ", ".join(OPTION_VALUES),
    ),
    ("turn", TURN, 1, "the turn, from 1"),
    ("stage", STAGE, 8, f"one-hot: the nation whose stage it is ({', '.join(NATIONS)}), last: the end of the turn"),
    ("phase", PHASE, 5, "one-hot: allotment, before movement, movement, combat, later"),
    ("city_high", CITY_HIGH, 35, f"{_PIECES}: (city + 1) // 256, 0 off the map; cities as in the rows `city …`"),
    ("city_low", CITY_LOW, 35, f"{_PIECES}: (city + 1) % 256"),
    ("gone", GONE, 35, f"{_PIECES}: 0 on the map, 1 off the map, 2 out of the game, 3 not in this scenario"),
    ("moved", MOVED, 35, f"{_PIECES}: 1 if it has moved in this stage"),
    ("face_down", FACE_DOWN, 24, f"{_GENERALS}: 1 if out of supply"),
    (
        "held_back",
        HELD_BACK,
        24,
        f"{_GENERALS}: 1 held by 2♣, + 2 a companion of Chevert (5♦), + 4 has new troops under 10♠ (own nations only)",
    ),
    ("least", LEAST, 24, f"{_GENERALS}: at the top general of a stack the fewest troops everybody can deduce"),
    ("most", MOST, 24, f"{_GENERALS}: the same, the most"),
    ("declared", DECLARED, 24, f"{_GENERALS}: at the top general the figure last told in a combat, 0 if none"),
    ("declared_turn", DECLARED_TURN, 24, f"{_GENERALS}: the turn of that"),
    ("troops", TROOPS, 24, f"{_GENERALS}: at the top general the stack's troops; own nations only"),
    ("total", TOTAL, 7, "each nation's troops in all"),
    ("out", OUT, 7, "each nation: 1 if it has left the game, 2 if it left without ever being in the scenario"),
    ("own", OWN, 7, "each nation: 1 if the seat plays it"),
    ("imperial_role", IMPERIAL_ROLE, 4, "one-hot: the role that plays the Imperial Army"),
    ("conquered", CONQUERED, 70, "each objective, by nation and in the order of the board: 1 if its nation holds it"),
    ("pending", PENDING, 70, "each objective: 1 if a question mark lies on it"),
    (
        "cards",
        CARDS,
        250,
        "each card (as in the rows `card …`), where the seat knows it to be: 0 unknown, 1–7 in that "
        "nation's hand, 8 in the draw pile, 9 in the used piles, 10 played in this combat, 11 laid "
        "aside for the Offensive Option; of two Reserves the larger figure first",
    ),
    ("hands", HANDS, 35, "each nation's cards in hand by deck back, five a nation"),
    ("draw_pile", DRAW_PILE, 5, "cards in the draw pile by deck back"),
    ("used_piles", USED_PILES, 5, "cards in the used piles by deck"),
    ("drawn", DRAWN, 5, "cards drawn in this stage by deck back"),
    ("fates", FATES, 18, "each card of fate: 1 if it has been drawn"),
    (
        "effects",
        EFFECTS,
        48,
        "each effect of fate, card by card in the suits ♠ ♣ ♥ ♦: 1 in force, + 2 used up, + 4 in "
        "force in the next turn",
    ),
    ("fate_now", FATE_NOW, 2, "the card of fate being carried out + 1 and its suit + 1; 0 if none"),
    ("hildburghausen", HILDBURGHAUSEN, 5, "the suits in which he attacked in this turn (3♥); 1 if he lost (12♥)"),
    ("substitute", SUBSTITUTE, 2, "(city + 1) // 256 and % 256 of the substitute depot of this stage, 0 if none"),
    ("recruited", RECRUITED, 1, "troops bought in this stage"),
    ("victor", VICTOR, 3, "the last victor's general + 1, (city + 1) // 256, % 256"),
    ("offensive_option", OFFENSIVE_OPTION, 4, "one-hot: " + ", ".join(OO_NAMES)),
    (
        "combat",
        COMBAT,
        7,
        "attacker + 1, defender + 1, 1 if the defender has the right to play, 128 + score of the "
        "side with the right, 1 in the king's combat (7♦), loser + 1, loss",
    ),
    ("pairs", PAIRS, 72, f"{_GENERALS} as an attacker, three bytes: the set of defenders still to be fought"),
    ("winners", WINNERS, 4, "each role: 1 if it has won"),
    ("to_act", TO_ACT, 1, "1 if the seat is to act; all that follows is 0 if not"),
    ("deciding", DECIDING, 7, "one-hot: the nation that decides"),
    ("question", QUESTION, GAME_OVER, "one-hot: " + ", ".join(STATE_NAMES[:GAME_OVER])),
    ("marching", MARCHING, 35, f"{_PIECES}: 1 if it belongs to the group that is being moved"),
    ("march", MARCH, 4, "cities gone so far, 1 if all by main road, (place + 1) // 256, % 256"),
    ("bought", BOUGHT, 35, f"{_PIECES}: 1 if it comes back in the purchase under way"),
    ("purchase", PURCHASE, 4, "troops ordered, points paid, troops still to be given out, the general + 1 they go to"),
    ("west", WEST_FIRST, 2, "12♥: the first city chosen, (city + 1) // 256 and % 256"),
]
