"""R11.6, R11.7, R9.1: troops that fate gives and takes, and generals it turns."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from sanssouci.friedrich.rules.board import (
    PIECE_NATION,
)
from sanssouci.friedrich.rules.cards import count, lowest
from sanssouci.friedrich.rules.effects import EV_7H
from sanssouci.friedrich.rules.encoding import NONE
from sanssouci.friedrich.rules.events import general_names, tell, tell_some
from sanssouci.friedrich.rules.names import (
    FATE,
    G_FRIEDRICH,
    GENERALS,
    NATIONS,
    PRUSSIA,
    SUITS,
)
from sanssouci.friedrich.rules.state import (
    FREE_TROOP,
    HIGH,
    LOSE_TROOP,
    LOW,
    POOL,
    REASSIGN,
    State,
    in_game,
    role_of,
    seers,
)
from sanssouci.friedrich.rules.steps import STEPS, Step, ask
from sanssouci.friedrich.rules.supply import at_home, train_distance
from sanssouci.friedrich.rules.troops import (
    ceiling,
    end_general,
    first_general,
    free_troop,
    generals_on_map,
    members,
    reveal,
    room,
    set_pool,
    top_of,
    total,
    widen,
)


def nothing(s: State) -> None:
    """R11.5: the card changes nothing."""
    if s.log is not None:
        tell(s, "fate_nothing", "R11.5", {"card": FATE[s.fate_card], "suit": SUITS[s.fate_suit]})


def declined(s: State, choice: i64, key: str, rule: str) -> bool:
    """A card that asked has its answer; is it none?"""
    s.state = REASSIGN
    if choice == NONE and s.log is not None:
        tell(s, key, rule, {})
    return choice == NONE


def any_free_troop(s: State, nation: i64) -> None:
    """R11.6: whether anybody has room is public, who gets the troop is not.

    While 7♥ keeps Friedrich out (OP-50, OP-62) it is not: then the question is always asked (D-01).
    """
    able = generals_on_map(s, nation)
    hidden = nation == PRUSSIA and s.events & EV_7H != 0
    if hidden:
        able &= ~1
    wanted = in_game(s, nation) and total(s, nation) < ceiling(s, nation) and able != 0
    if not wanted or (not hidden and not _some_room(s, nation)):
        nothing(s)
    elif not hidden and count(able) == 1 and not (nation == PRUSSIA and not s.options.must_000):
        reinforce(s, lowest(able))
    else:
        ask(s, FREE_TROOP, nation)


def _some_room(s: State, nation: i64) -> bool:
    for g in range(first_general(nation), end_general(nation)):
        if may_be_reinforced(s, g):
            return True
    return False


def may_be_reinforced(s: State, general: i64) -> bool:
    """R11.6: on the map, with room below eight (in a stack: in its pool)."""
    if s.city[general] < 0 or (general == G_FRIEDRICH and s.events & EV_7H != 0):
        return False
    return room(s, general) > 0


def reinforce(s: State, general: i64) -> None:
    """The free troop arrives, in secret; or is not wanted."""
    s.state = REASSIGN
    if general == NONE:
        if s.log is not None:
            tell(s, "troop_declined", "R11.6", {"nation": NATIONS[PRUSSIA]})
        return
    nation = PIECE_NATION[general]
    free_troop(s, general, True)
    if s.log is not None:
        tell_some(
            s, "troop_gained", "R11.6", {"nation": NATIONS[nation], "total": int(total(s, nation))},
            {"general": GENERALS[general]}, int(seers(s, role_of(s, nation))),
        )  # fmt: skip


def named_free_troop(s: State, general: i64) -> None:
    """R11.6 for a general the card names: everybody sees whether he gets it."""
    nation = PIECE_NATION[general]
    if s.city[general] < 0 or total(s, nation) >= ceiling(s, nation):
        nothing(s)
        return
    if room(s, general) == 0:
        reveal(s, top_of(s, general))
        nothing(s)
        return
    free_troop(s, general, False)
    if s.log is not None:
        tell(s, "troop_gained", "R11.6", {
            "nation": NATIONS[nation], "total": int(total(s, nation)), "general": GENERALS[general],
        })  # fmt: skip


def named_loss(s: State, general: i64) -> None:
    """R11.7, OP-55: a troop is lost unless it would take somebody off the map."""
    if s.city[general] < 0:
        nothing(s)
        return
    top = top_of(s, general)
    n = count(members(s, general))
    if s.men[POOL + top] <= n:
        set_pool(s, top, n, n, n)
        nothing(s)
        return
    s.men[POOL + top] = s.men[POOL + top] - 1
    s.men[LOW + top] = max(n, s.men[LOW + top] - 1)
    s.men[HIGH + top] = s.men[HIGH + top] - 1
    if s.log is not None:
        nation = PIECE_NATION[general]
        tell(s, "troop_lost", "R11.7", {
            "nation": NATIONS[nation], "total": int(total(s, nation)), "general": GENERALS[general],
        })  # fmt: skip


def any_loss(s: State, nation: i64) -> None:
    """R11.7 for a general its owner names in secret; a single general loses the troop without being asked for."""
    losers = generals_on_map(s, nation)
    if total(s, nation) <= count(losers):
        nothing(s)
    elif count(losers) == 1:
        lose_troop(s, lowest(losers))
    else:
        ask(s, LOSE_TROOP, nation)


def lose_troop(s: State, general: i64) -> None:
    """10♣: in secret, only the national total changes visibly."""
    s.state = REASSIGN
    top = top_of(s, general)
    s.men[POOL + top] = s.men[POOL + top] - 1
    widen(s, PRUSSIA, 1, 0)
    if s.log is not None:
        tell_some(
            s, "troop_lost", "R11.7", {"nation": NATIONS[PRUSSIA], "total": int(total(s, PRUSSIA))},
            {"general": GENERALS[general]}, int(seers(s, role_of(s, PRUSSIA))),
        )  # fmt: skip


def stretched(s: State, nation: i64) -> None:
    """9♠, 12♣, OP-65: generals five or six cities from their nearest train are turned face-down."""
    turned: i64 = 0
    if in_game(s, nation):
        for g in range(first_general(nation), end_general(nation)):
            city = s.city[g]
            if city >= 0 and not at_home(nation, city):
                away = train_distance(s, nation, city)
                if away == 5 or away == 6:
                    turned |= members(s, g)
    turned &= ~s.face_down
    if turned == 0:
        nothing(s)
        return
    s.face_down |= turned
    if s.log is not None:
        tell(s, "flipped", "R9.1", {"nation": NATIONS[nation], "generals": general_names(turned)})


class FateStep(Step):
    """R11.3: a fate card asks a nation to decide, if there is anything to decide."""

    def due(self, s: State) -> bool:
        """Is there?"""
        return True

    def begin(self, s: State, state: i64, nation: i64) -> None:
        """R11.5: if not, the card changes nothing."""
        if self.due(s):
            ask(s, state, nation)
        else:
            nothing(s)


class Reinforcing(FateStep):
    """1♣, 8♠, 11♣: a free troop."""

    def begin(self, s: State, state: i64, nation: i64) -> None:
        """R11.6."""
        any_free_troop(s, nation)

    def choices(self, s: State) -> vec[i64]:
        """ST63a: who may get it; none only for 8♠, unless option `fate_may_must` is `000`."""
        out = vec[i64]()
        nation = s.decider
        for g in range(first_general(nation), end_general(nation)):
            if may_be_reinforced(s, g):
                out = append(out, g)
        if (nation == PRUSSIA and not s.options.must_000) or len(out) == 0:
            out = append(out, NONE)
        return out

    def take(self, s: State, choice: i64) -> None:
        """It arrives, or is not wanted."""
        reinforce(s, choice)


class Losing(FateStep):
    """10♣: a troop lost."""

    def begin(self, s: State, state: i64, nation: i64) -> None:
        """R11.7."""
        any_loss(s, nation)

    def choices(self, s: State) -> vec[i64]:
        """ST63h: Prussian generals whose loss is not waived."""
        out = vec[i64]()
        for g in range(first_general(PRUSSIA), end_general(PRUSSIA)):
            if s.city[g] >= 0 and s.men[POOL + top_of(s, g)] > count(members(s, g)):
                out = append(out, g)
        return out

    def take(self, s: State, choice: i64) -> None:
        """He loses it."""
        lose_troop(s, choice)


STEPS[FREE_TROOP] = Reinforcing()
STEPS[LOSE_TROOP] = Losing()
