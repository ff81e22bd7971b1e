"""6♠, 6♦, 12♥: Laudon, the flip, the way west."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.board import (
    COUNTRY,
    IN_AUSTRIA,
    IN_SAXONY,
    NB,
    NB_FROM,
    OBJECTIVE_AT,
    X,
)
from sanssouci.friedrich.rules.cards import bit
from sanssouci.friedrich.rules.combat import shift
from sanssouci.friedrich.rules.encoding import NONE, city_of, first_of, placing
from sanssouci.friedrich.rules.events import city_id, general_names, tell
from sanssouci.friedrich.rules.fate_troops import FateStep, declined, nothing
from sanssouci.friedrich.rules.movement import entering, least_share, most_share, settle_in
from sanssouci.friedrich.rules.names import (
    AUSTRIA,
    G_HILDBURGHAUSEN,
    G_LAUDON,
    NATIONS,
    PRUSSIA,
)
from sanssouci.friedrich.rules.objectives import guard_of, protected, take
from sanssouci.friedrich.rules.restrictions import may_end
from sanssouci.friedrich.rules.state import (
    FLIP,
    LAUDON,
    OFF_MAP,
    POOL,
    REASSIGN,
    SPLIT_ALLOT,
    WEST_STEP,
    State,
    in_game,
    who_at,
)
from sanssouci.friedrich.rules.steps import STEPS, ask
from sanssouci.friedrich.rules.troops import (
    end_general,
    first_general,
    generals_in,
    members,
    split,
)


def laudon_cities(s: State) -> vec[i64]:
    """6♠, OP-61: the neighbours Laudon may step to under R4.6."""
    cities = vec[i64]()
    here = s.city[G_LAUDON]
    for i in range(NB_FROM[here], NB_FROM[here + 1]):
        if entering(s, bit(G_LAUDON), NB[i]) != 0 and may_end(s, AUSTRIA, bit(G_LAUDON), NB[i]):
            cities = append(cities, NB[i])
    return cities


def laudon(s: State, city: i64) -> None:
    """Laudon goes or stays; if he leaves a stack and several shares are legal, ST22 asks."""
    if declined(s, city, "laudon_stays", "6♠"):
        return
    here = s.city[G_LAUDON]
    whole = generals_in(s, AUSTRIA, here)
    part = bit(G_LAUDON)
    s.share = part
    s.at = here
    s.steps = city  # where he goes, while the share is asked
    if whole == part:
        laudon_share(s, s.men[POOL + G_LAUDON])
    elif least_share(s, whole, part) == most_share(s, whole, part):
        laudon_share(s, least_share(s, whole, part))
    else:
        ask(s, SPLIT_ALLOT, AUSTRIA)


def laudon_share(s: State, share: i64) -> None:
    """The step itself: conquest without "?", joining and the fate of trains as in any move, no combat."""
    here = s.at
    city = s.steps
    part = s.share
    s.share = 0
    s.at = OFF_MAP
    s.steps = 0
    s.state = REASSIGN
    if s.log is not None:
        tell(s, "laudon_moves", "6♠", {"from": city_id(here), "to": city_id(city)})
    split(s, here, part, share)
    s.group = part
    if s.options.laudon_conquers:
        guard = guard_of(s, AUSTRIA, here)
        if guard >= 0 and not protected(s, here, guard):
            take(s, AUSTRIA, OBJECTIVE_AT[here], "R5.2")
    s.city[G_LAUDON] = city
    s.group = 0
    settle_in(s, part, city)


def flip(s: State, top: i64) -> None:
    """6♦: a whole stack is turned face-down; OP-38: nothing more if it was already."""
    if declined(s, top, "flip_declined", "6♦"):
        return
    stack = members(s, top)
    s.face_down |= stack
    if s.log is not None:
        tell(s, "flipped", "R9.1", {"nation": NATIONS[PRUSSIA], "generals": general_names(stack)})


def go_west(s: State, way: i64) -> None:
    """12♥: Hildburghausen is moved, without any effect on the way."""
    if declined(s, way, "west_stays", "12♥"):
        return
    if s.log is not None:
        tell(s, "west_moved", "12♥", {"path": [city_id(first_of(way)), city_id(city_of(way))]})
    shift(s, G_HILDBURGHAUSEN, city_of(way))


class Laudon(FateStep):
    """6♠: Laudon steps to a neighbouring city, or stays."""

    def due(self, s: State) -> bool:
        """He can go somewhere."""
        return s.city[G_LAUDON] >= 0 and len(laudon_cities(s)) > 0

    def choices(self, s: State) -> vec[i64]:
        """ST63e."""
        return append(laudon_cities(s), NONE)

    def take(self, s: State, choice: i64) -> None:
        """OP-61."""
        laudon(s, choice)


class Flipping(FateStep):
    """6♦: a nation turns a Prussian stack."""

    def begin(self, s: State, state: i64, nation: i64) -> None:
        """A single answer is taken without asking."""
        stacks = self.choices(s)
        if not in_game(s, nation) or len(stacks) == 0 or (len(stacks) == 1 and stacks[0] == NONE):
            nothing(s)
        elif len(stacks) == 1:
            flip(s, stacks[0])
        else:
            ask(s, state, nation)

    def choices(self, s: State) -> vec[i64]:
        """ST63f: Prussian stacks in Austria or Saxony, and none (unless option `fate_may_must` is `003`)."""
        out = vec[i64]()
        for g in range(first_general(PRUSSIA), end_general(PRUSSIA)):
            city = s.city[g]
            if city >= 0 and who_at(s, city) == g + 1:
                if COUNTRY[city] == IN_AUSTRIA or COUNTRY[city] == IN_SAXONY:
                    out = append(out, g)
        if not s.options.must_003:
            out = append(out, NONE)
        return out

    def take(self, s: State, choice: i64) -> None:
        """R9.1."""
        flip(s, choice)


class GoingWest(FateStep):
    """12♥: Hildburghausen, once beaten, goes two cities west."""

    def due(self, s: State) -> bool:
        """He has lost a combat, and has a way to go."""
        return s.hild_lost == 1 and s.city[G_HILDBURGHAUSEN] >= 0 and len(self.choices(s)) > 1

    def choices(self, s: State) -> vec[i64]:
        """ST63i, OP-69: two steps, each to an empty city farther west; or none."""
        out = vec[i64]()
        here = s.city[G_HILDBURGHAUSEN]
        for i in range(NB_FROM[here], NB_FROM[here + 1]):
            first = NB[i]
            if s.occ[first] != 0 or X[first] >= X[here]:
                continue
            for j in range(NB_FROM[first], NB_FROM[first + 1]):
                second = NB[j]
                if s.occ[second] == 0 and X[second] < X[first]:
                    out = append(out, placing(first, second))
        return append(out, NONE)

    def take(self, s: State, choice: i64) -> None:
        """Without any effect on the way."""
        go_west(s, choice)


STEPS[LAUDON] = Laudon()
STEPS[FLIP] = Flipping()
STEPS[WEST_STEP] = GoingWest()
