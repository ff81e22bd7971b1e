"""R1, R14: what can be played. A scenario is one entry of `BOOK`; everything that depends on it reads that entry.

Its names stand in the catalogues (`name.scenario.*`); nothing else knows the scenarios one by one.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.board import STRENGTH
from sanssouci.friedrich.rules.names import NATIONS, PIECES, PRUSSIA, ROLES, STROKES, SUITS, nation_of

#: The roles of each player.
Seats = list[list[str]]

# When Prussia may take its objectives in Bohemia (R13.5, R14.8).
NEVER: Final = 0
ALWAYS: Final = 1
OFFENSIVELY: Final = 2

FOUR_SEATS: Final[Seats] = [["friedrich"], ["elisabeth"], ["maria-theresa"], ["pompadour"]]
#: R1.1: one person holds Elisabeth and Pompadour.
THREE_SEATS: Final[Seats] = [["friedrich"], ["elisabeth", "pompadour"], ["maria-theresa"]]

#: R3.1: cards drawn in a stage, before a stroke of fate has touched the nation, after one, and after two:
#: the subsidy cuts for Prussia, India and America for the others.
DRAWS: Final[dict[str, list[int]]] = {
    "prussia": [7, 5, 4], "hanover": [2, 2, 1], "russia": [4, 4, 4], "sweden": [1, 1, 1],
    "austria": [5, 4, 4], "imperial": [1, 1, 1], "france": [4, 3, 3],
}  # fmt: skip


def _set_of(names: list[str], table: list[str]) -> int:
    return sum(1 << table.index(name) for name in names)


class Scenario:
    """One scenario: who takes part with what, who holds which roles, how it is drawn, fought and ended."""

    def __init__(
        self,
        name: str,
        seats: dict[int, Seats],
        *,
        nations: list[str] = NATIONS,
        prussians: list[str] | None = None,
        prussian_troops: int = STRENGTH[PRUSSIA],
        prussian_draws: list[int] | None = None,
        discards: list[str] | None = None,
        expert: bool = False,
        conquers: int = NEVER,
        inherits: bool = True,
        retires: bool = True,
        outlasts: list[str] | None = None,
        ends: str = "",
        virtual: bool = False,
    ) -> None:
        """Absent arguments mean what the standard game has."""
        self.name = name
        #: Its place in `BOOK`.
        self.number: i64 = -1
        #: Number of players → the roles of each; the number that is usual comes first.
        self.seats = seats
        #: R14.2, R14.6: nations and pieces that take part, as sets.
        self.nations: i64 = _set_of(nations, NATIONS)
        used = [p for p in PIECES if NATIONS[nation_of(PIECES.index(p))] in nations]
        if prussians is not None:
            used = [p for p in used if nation_of(PIECES.index(p)) != PRUSSIA or p in prussians]
        self.pieces: i64 = _set_of(used, PIECES)
        #: R6.6, R14.2, R14.6: the troops of each nation at the start, which it never exceeds.
        self.strength = vec[i64](STRENGTH)
        self.strength[PRUSSIA] = prussian_troops
        #: R3.1, R14.3, R14.7: three numbers for each nation, as in `DRAWS`.
        self.draws = vec[i64]()
        for nation in NATIONS:
            for number in prussian_draws if prussian_draws and nation == "prussia" else DRAWS[nation]:
                self.draws = append(self.draws, number)
        #: R3.2, R14.3: who gives up one of the cards just drawn, until a stroke has touched him.
        self.discards: i64 = _set_of(["france"] if discards is None else discards, NATIONS)
        #: R13: suits of the fate cards, East Prussia, the Offensive Option.
        self.expert = expert
        self.conquers: i64 = conquers
        #: R11.18–R11.20: the Imperial army may change hands, first-order objectives may suffice.
        self.inherits = inherits
        #: R11.13, OP-91: Sweden's stroke costs Prussia a general.
        self.retires = retires
        #: R12.4, R14.4, R14.8: Friedrich has won when these have left.
        self.outlasts: i64 = _set_of(outlasts or [NATIONS[stroke.nation] for stroke in STROKES], NATIONS)
        #: The rule that is named whichever way it ends; "": the one that applied.
        self.ends = ends
        #: R14.9: cards are laid away for a nation that takes no part (option `scenario_virtual_discard`).
        self.virtual = virtual

    @property
    def roles(self) -> list[str]:
        """The roles that take part, Friedrich first."""
        usual = next(iter(self.seats.values()))
        return sorted((role for seat in usual for role in seat), key=ROLES.index)

    @property
    def faces(self) -> list[str]:
        """R11.2: the faces of a numbered fate card that may come into force."""
        return list(SUITS) if self.expert else [SUITS[0]]


BOOK: Final[list[Scenario]] = [
    Scenario("standard", {4: FOUR_SEATS, 3: THREE_SEATS}),
    Scenario("expert", {4: FOUR_SEATS, 3: THREE_SEATS}, expert=True, conquers=OFFENSIVELY),
    Scenario(
        "west",
        {2: [["friedrich"], ["pompadour"]]},
        nations=["prussia", "hanover", "france"],
        prussians=["seydlitz", "prussia-train-1"],
        prussian_troops=3,
        prussian_draws=[2, 1, 1],
        discards=["prussia", "france"],
        inherits=False,
        retires=False,
        outlasts=["france"],
        ends="R14.4",
        virtual=True,
    ),
    Scenario(
        "austria",
        {2: [["friedrich"], ["maria-theresa"]]},
        nations=["prussia", "austria", "imperial"],
        prussians=[
            "friedrich", "winterfeldt", "heinrich", "schwerin", "keith", "prussia-train-1", "prussia-train-2",
        ],
        prussian_troops=24,
        prussian_draws=[5, 4, 3],
        conquers=ALWAYS,
        inherits=False,
        ends="R14.8",
        virtual=True,
    ),
]  # fmt: skip
SCENARIOS: Final[list[str]] = []


def enter(scenario: Scenario) -> None:
    """Number a scenario of the book."""
    scenario.number = len(SCENARIOS)
    SCENARIOS.append(scenario.name)


for _scenario in BOOK:
    enter(_scenario)


def named(name: str) -> Scenario:
    """The scenario of that name."""
    return BOOK[SCENARIOS.index(name)]
