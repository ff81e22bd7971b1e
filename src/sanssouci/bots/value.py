"""Captain's value function: what a position is worth to a role, in thirtieths of a troop.

The board is judged once for both sides: `progress` of every nation of the Attack, from objectives held,
within reach and guarded. The Attack wants its own, the Defence wants none. To that come troops, cards,
trains, supply, what hostile stacks may do next and what own stacks are about to do.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.bots.belief import Belief
from sanssouci.bots.clash import STRIKES, best_near, can_retreat, chance, expected_loss, is_top, strongest, ways_out
from sanssouci.bots.weights import (
    W_ATTACK,
    W_DISPLACE,
    W_ENEMY_POINT,
    W_ENEMY_TRAIN,
    W_ENEMY_TROOP,
    W_GENERAL,
    W_LEASH,
    W_MARGIN,
    W_NEAR,
    W_OBJECTIVE,
    W_POINT,
    W_PRESSURE,
    W_PULL,
    W_RECONQUEST,
    W_RIVAL,
    W_SCREEN,
    W_SECOND,
    W_SHARE,
    W_SPEND,
    W_STARVE,
    W_SUPPLY,
    W_THREAT,
    W_TRAIN,
    W_TRAIN_RISK,
    W_TRAP,
    W_TROOP,
    W_WIN,
)
from sanssouci.friedrich.rules.board import (
    CITY_COUNT,
    DIST,
    FIRST_OBJECTIVE,
    OBJECTIVE_CITY,
    OBJECTIVE_DEFENDER,
    PIECE_NATION,
    SUIT,
    hostile,
)
from sanssouci.friedrich.rules.cards import bit, count, lowest
from sanssouci.friedrich.rules.names import AUSTRIA, GENERAL_COUNT, NATION_COUNT, PRUSSIA
from sanssouci.friedrich.rules.objectives import protected, prussia_may_conquer
from sanssouci.friedrich.rules.state import ASKED, HELD, MOVE_MENU, OO_NONE, POOL, State, in_game
from sanssouci.friedrich.rules.supply import at_home, train_distance
from sanssouci.friedrich.rules.troops import end_general, end_train, first_general, first_train
from sanssouci.friedrich.rules.victory import needed

#: Per cent of an objective's worth to its nation while not held, by steps from its nearest general.
FREE_REACH: Final[vec[i64]] = vec[i64]([72, 70, 66, 60, 48, 38, 32, 27, 23, 20, 17, 15, 13, 11, 10, 9, 8, 7, 6, 5])
HELD_OFF: Final[vec[i64]] = vec[i64]([36, 35, 33, 30, 26, 22, 19, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])


def missing(s: State, nation: i64) -> i64:
    """How many objectives a nation still needs; four may be claimed against the Offensive Option (R13.8)."""
    lacking = count(needed(s, nation) & ~s.sets[HELD + nation])
    if nation == AUSTRIA and s.oo_state != OO_NONE:
        lacking = max(lacking - 4, 0)
    return lacking


def worth_at(w: vec[i64], k: i64) -> i64:
    """What one objective is worth to a nation that lacks k."""
    return w[W_OBJECTIVE] + w[W_NEAR] // (k + 1)


def _nearest(s: State, nation: i64, row: i64) -> i64:
    best: i64 = 99
    g = first_general(nation)
    end = end_general(nation)
    while g < end:
        where = s.city[g]
        if where >= 0:
            away: i64 = DIST[row + where]
            if away < best:
                best = away
        g += 1
    return best


def _guards(s: State, nation: i64, row: i64) -> i64:
    """How many stacks of a nation stand within three steps, at most two."""
    first: i64 = -1
    g = first_general(nation)
    end = end_general(nation)
    while g < end:
        where = s.city[g]
        if where >= 0:
            away: i64 = DIST[row + where]
            if away <= 3 and where != first:
                if first >= 0:
                    return 2
                first = where
        g += 1
    return 0 if first < 0 else 1


def progress(s: State, w: vec[i64], nation: i64) -> i64:
    """How far a nation that conquers has come: objectives held, less what may be lost, plus what may be got."""
    need = needed(s, nation)
    held = s.sets[HELD + nation] & need
    lacking = missing(s, nation)
    n = count(need)
    worth = worth_at(w, lacking)
    sum_: i64 = 0
    k = lacking
    while k < n:
        sum_ += worth_at(w, k)
        k += 1
    if lacking == 0:
        sum_ += w[W_WIN]
    base = FIRST_OBJECTIVE[nation]
    hundredths: i64 = 0
    left = need
    while left != 0:
        i = lowest(left)
        left &= left - 1
        row = OBJECTIVE_CITY[base + i] * CITY_COUNT
        defender = OBJECTIVE_DEFENDER[base + i]
        near = _nearest(s, nation, row)
        if held >> i & 1 == 1:
            if near > 3:
                back = _nearest(s, defender, row)
                if back <= 3:
                    hundredths -= w[W_RECONQUEST]
                elif back <= 6:
                    hundredths -= w[W_RECONQUEST] * (7 - back) // 8
        elif near < 99:
            at = near if near < 19 else 19
            guards = _guards(s, defender, row)
            if guards == 0:
                # Who is near can still step in: that is worth a little to the defender.
                hundredths += FREE_REACH[at]
                back = _nearest(s, defender, row)
                if back <= 6:
                    hundredths -= (7 - back) * w[W_SCREEN] // 8
            elif guards == 1:
                hundredths += HELD_OFF[at]
            else:
                hundredths += HELD_OFF[at] * (100 - w[W_SECOND]) // 100
    return sum_ + hundredths * worth // 100


def imminent(s: State, w: vec[i64], nation: i64) -> i64:
    """What it counts that a nation could take all it lacks in one stage: nobody guards it, somebody is near."""
    lacking = missing(s, nation)
    if lacking == 0 or lacking > 3:
        return 0
    free: i64 = 0
    base = FIRST_OBJECTIVE[nation]
    left = needed(s, nation) & ~s.sets[HELD + nation]
    while left != 0:
        i = lowest(left)
        left &= left - 1
        row = OBJECTIVE_CITY[base + i] * CITY_COUNT
        if _nearest(s, nation, row) <= 3 and _guards(s, OBJECTIVE_DEFENDER[base + i], row) == 0:
            free += 1
    if free < lacking:
        return 0
    return w[W_WIN] * (60 if lacking == 1 else 30 if lacking == 2 else 12) // 100


def _starving(s: State, nation: i64) -> i64:
    """Troops of a nation's stacks that stand abroad with no train of theirs within six steps."""
    sum_: i64 = 0
    g = first_general(nation)
    end = end_general(nation)
    while g < end:
        if is_top(s, g) and not at_home(nation, s.city[g]):
            row = s.city[g] * CITY_COUNT
            fed = False
            t = first_train(nation)
            while t < end_train(nation):
                if s.city[t] >= 0:
                    away: i64 = DIST[row + s.city[t]]
                    if away <= 6:
                        fed = True
                t += 1
            if not fed:
                sum_ += s.men[POOL + g]
        g += 1
    return sum_


def _pull(s: State, w: vec[i64], nation: i64) -> i64:
    """Every general should have somewhere to go: steps to the nearest objective still to be taken."""
    left = needed(s, nation) & ~s.sets[HELD + nation]
    base = FIRST_OBJECTIVE[nation]
    if left == 0:
        return 0
    sum_: i64 = 0
    g = first_general(nation)
    end = end_general(nation)
    while g < end:
        where = s.city[g]
        if where >= 0:
            row = where * CITY_COUNT
            best: i64 = 30
            rest = left
            while rest != 0:
                away: i64 = DIST[row + OBJECTIVE_CITY[base + lowest(rest)]]
                rest &= rest - 1
                if away < best:
                    best = away
            if best > 1:
                sum_ -= w[W_PULL] * (best - 1) // 10
        g += 1
    return sum_


def _material(s: State, b: Belief, w: vec[i64]) -> i64:
    """Troops, generals and trains of both sides, as far as they matter to the role."""
    sum_: i64 = 0
    defence = b.own & 3 != 0
    nation: i64 = 0
    while nation < NATION_COUNT:
        if in_game(s, nation):
            mine = b.own >> nation & 1 == 1
            if mine or (nation <= 1) != defence:
                troops: i64 = 0
                generals: i64 = 0
                trains: i64 = 0
                g = first_general(nation)
                end = end_general(nation)
                while g < end:
                    troops += s.men[POOL + g]
                    if s.city[g] >= 0:
                        generals += 1
                    g += 1
                t = first_train(nation)
                end = end_train(nation)
                while t < end:
                    if s.city[t] >= 0:
                        trains += 1
                    t += 1
                if mine:
                    sum_ += troops * w[W_TROOP] + generals * w[W_GENERAL] + trains * w[W_TRAIN]
                else:
                    sum_ -= troops * w[W_ENEMY_TROOP] + generals * w[W_GENERAL] // 3 + trains * w[W_ENEMY_TRAIN]
                    sum_ += _starving(s, nation) * w[W_ENEMY_TROOP] * 2 // 5
        nation += 1
    return sum_


def _supply_state(s: State, w: vec[i64], nation: i64) -> i64:
    """Own stacks out of supply, the leash between armies and trains, trains in danger."""
    sum_: i64 = 0
    g = first_general(nation)
    end = end_general(nation)
    while g < end:
        if is_top(s, g):
            city = s.city[g]
            if not at_home(nation, city):
                away = train_distance(s, nation, city)
                if away > 6:
                    if s.face_down >> g & 1 == 1:
                        sum_ -= (s.men[POOL + g] * w[W_TROOP] + w[W_GENERAL]) * w[W_STARVE] // 100
                    else:
                        sum_ -= w[W_SUPPLY] + s.men[POOL + g] * 3
                elif away > 3:
                    sum_ -= w[W_LEASH] * (away - 3) // 10
        g += 1
    t = first_train(nation)
    end = end_train(nation)
    while t < end:
        where = s.city[t]
        if where >= 0:
            row = where * CITY_COUNT
            risk: i64 = 0
            g = 0
            while g < GENERAL_COUNT:
                if s.city[g] >= 0 and hostile(nation, PIECE_NATION[g]):
                    away = DIST[row + s.city[g]]
                    if away <= 3:
                        risk = 100
                    elif away == 4 and risk < 50:
                        risk = 50
                g += 1
            sum_ -= w[W_TRAIN] * risk * w[W_TRAIN_RISK] // 10000
            # A train should not lag behind: steps to the own army nearest to it, and not stand in the open.
            near = _nearest(s, nation, row)
            if near < 99 and near > 4:
                sum_ -= w[W_LEASH] * (near - 4) // 20
        t += 1
    return sum_


def _sole_guard_value(s: State, w: vec[i64], guard: i64, taker: i64) -> i64:
    """What it would give `taker` if the stack of `guard` were driven away: objectives only it protects."""
    nation = PIECE_NATION[guard]
    row0 = s.city[guard] * CITY_COUNT
    sum_: i64 = 0
    if taker <= 1:
        # The Defence drives a conqueror's general from his prey: what lies "?" comes back.
        asked = s.sets[ASKED + nation]
        base = FIRST_OBJECTIVE[nation]
        worth = worth_at(w, missing(s, nation))
        while asked != 0:
            i = lowest(asked)
            asked &= asked - 1
            city = OBJECTIVE_CITY[base + i]
            if OBJECTIVE_DEFENDER[base + i] == taker:
                away: i64 = DIST[row0 + city]
                if away <= 3 and _guards(s, nation, city * CITY_COUNT) == 1:
                    sum_ += worth * 70 // 100
        return sum_
    worth = worth_at(w, missing(s, taker))
    base = FIRST_OBJECTIVE[taker]
    left = needed(s, taker) & ~s.sets[HELD + taker]
    asked = s.sets[ASKED + taker]
    while left != 0:
        i = lowest(left)
        left &= left - 1
        if OBJECTIVE_DEFENDER[base + i] != nation:
            continue
        city = OBJECTIVE_CITY[base + i]
        away = DIST[row0 + city]
        if away <= 3 and _guards(s, nation, city * CITY_COUNT) == 1:
            if asked >> i & 1 == 1:
                sum_ += worth * 60 // 100
            else:
                sum_ += worth * 12 // 100
    return sum_


def combat_gain(s: State, b: Belief, w: vec[i64], mine: i64, theirs: i64) -> i64:
    """What the role may expect of a combat that one of its stacks is about to begin."""
    me = PIECE_NATION[mine]
    they = PIECE_NATION[theirs]
    here = s.city[mine]
    there = s.city[theirs]
    own = me * 4 + SUIT[here]
    other = they * 4 + SUIT[there]
    troops = s.men[POOL + mine]
    foes = s.men[POOL + theirs]
    mine_all = troops + b.suit[own]
    theirs_all = foes + b.suit[other]
    spread = b.spread[own] + b.spread[other] + w[W_MARGIN]
    win = chance(mine_all - theirs_all, spread)
    loss = expected_loss(foes, troops, b.suit[other])
    gain = loss * w[W_ENEMY_TROOP] + w[W_DISPLACE]
    if loss >= foes:
        gain += w[W_GENERAL]
    if not can_retreat(s, there, min(loss, 3)):
        gain += (foes - loss) * w[W_ENEMY_TROOP] + w[W_GENERAL]
    gain += _sole_guard_value(s, w, theirs, me)
    lost = expected_loss(troops, foes, b.suit[own])
    cost = lost * w[W_TROOP] + w[W_DISPLACE]
    if lost >= troops:
        cost += w[W_GENERAL]
    if not can_retreat(s, here, min(lost, 3)):
        cost += (troops - lost) * w[W_TROOP] + w[W_GENERAL]
    burnt = min(b.suit[own], b.suit[other]) * w[W_SPEND] // 100
    even = (win * (1000 - win)) // 250  # 1000 where the outcome is open
    cards = burnt * (w[W_POINT] - w[W_ENEMY_POINT]) * (400 + even * 6 // 10) // 10000
    return (win * gain - (1000 - win) * cost) // 1000 - cards


def _combats(s: State, b: Belief, w: vec[i64]) -> i64:
    """What the combats of this stage promise, as the pieces stand now.

    A hostile stack can be beaten once: of several attacks on it the best counts, the others a quarter.
    """
    nation = s.nation
    sum_: i64 = 0
    foe: i64 = 0
    while foe < GENERAL_COUNT:
        if hostile(nation, PIECE_NATION[foe]) and is_top(s, foe):
            row = s.city[foe] * CITY_COUNT
            best: i64 = 0
            more: i64 = 0
            worse: i64 = 0
            g = first_general(nation)
            end = end_general(nation)
            while g < end:
                if s.city[g] >= 0:
                    away: i64 = DIST[row + s.city[g]]
                    if away == 1 and is_top(s, g):
                        gain = combat_gain(s, b, w, g, foe)
                        if gain < 0:
                            worse += gain
                        elif gain > best:
                            more += best
                            best = gain
                        else:
                            more += gain
                g += 1
            sum_ += best + more // 4 + worse
        foe += 1
    return sum_ * w[W_ATTACK] // 100


def _neighbourhood(s: State, b: Belief, w: vec[i64]) -> i64:
    """What hostile stacks within reach may do to own ones in their stages, and own ones to them later."""
    threats: i64 = 0
    pressure: i64 = 0
    share = w[W_SHARE]
    nation: i64 = 0
    while nation < NATION_COUNT:
        if b.own >> nation & 1 == 1 and in_game(s, nation):
            g = first_general(nation)
            end = end_general(nation)
            while g < end:
                if is_top(s, g):
                    city = s.city[g]
                    row = city * CITY_COUNT
                    troops = s.men[POOL + g]
                    stand = troops + b.suit[nation * 4 + SUIT[city]] * share // 100
                    worst: i64 = 0
                    second: i64 = 0
                    foe: i64 = 0
                    while foe < GENERAL_COUNT:
                        if s.city[foe] >= 0 and hostile(nation, PIECE_NATION[foe]):
                            away: i64 = DIST[row + s.city[foe]]
                            if away <= 5 and is_top(s, foe):
                                there = s.city[foe]
                                foes = s.men[POOL + foe]
                                they = PIECE_NATION[foe] * 4
                                strikes: i64 = STRIKES[there * CITY_COUNT + city]
                                if strikes != 0:
                                    suit = strongest(b, PIECE_NATION[foe], strikes)
                                    margin = stand - foes - b.suit[they + suit]
                                    lose = 1000 - chance(margin, b.spread[they + suit] + w[W_MARGIN])
                                    lost = expected_loss(troops, foes, stand - troops)
                                    cost = lost * w[W_TROOP] + w[W_DISPLACE]
                                    if lost >= troops:
                                        cost += w[W_GENERAL]
                                    hurt = lose * cost // 1000
                                    if away >= 4:
                                        hurt = hurt * 3 // 4
                                    if hurt > worst:
                                        second = worst
                                        worst = hurt
                                    elif hurt > second:
                                        second = hurt
                                mine_suit = best_near(b, nation, there)
                                margin = troops + b.suit[nation * 4 + mine_suit] * share // 100
                                margin -= foes + b.suit[they + SUIT[there]]
                                win = chance(margin, b.spread[they + SUIT[there]] + w[W_MARGIN])
                                if win > 500:
                                    pressure += (win - 500) * (6 - away)
                        foe += 1
                    if worst > 0:
                        out = ways_out(s, city)
                        if out <= 1:
                            trapped = troops * w[W_TROOP] * w[W_TRAP] // 100
                            worst += trapped if out == 0 else trapped // 2
                        threats += worst + second // 3
                g += 1
        nation += 1
    return pressure * w[W_PRESSURE] // 5000 - threats * w[W_THREAT] // 100


def evaluate(s: State, b: Belief, w: vec[i64]) -> i64:
    """What a position is worth to the role of the belief."""
    sum_ = _material(s, b, w) + _neighbourhood(s, b, w)
    nation: i64 = 0
    while nation < NATION_COUNT:
        if in_game(s, nation):
            mine = b.own >> nation & 1 == 1
            if mine:
                sum_ += _supply_state(s, w, nation)
            if nation > 1:
                if mine:
                    sum_ += progress(s, w, nation) + _pull(s, w, nation) + imminent(s, w, nation) // 4
                elif b.own & 3 != 0:
                    sum_ -= progress(s, w, nation) + imminent(s, w, nation)
                else:
                    lacking = missing(s, nation)
                    if lacking <= 3:
                        sum_ -= (w[W_WIN] if lacking == 0 else w[W_NEAR] // (lacking + 1)) * w[W_RIVAL] // 100
            elif nation == PRUSSIA and prussia_may_conquer(s):
                # Before the Offensive Option is chosen (R13.3) a footing in Bohemia is worth little.
                part: i64 = 8 if s.scenario.expert and s.oo_state == OO_NONE else 2
                if mine:
                    sum_ += progress(s, w, PRUSSIA) // part
                else:
                    sum_ -= progress(s, w, PRUSSIA) // part
        nation += 1
    if s.state == MOVE_MENU and s.nation < NATION_COUNT and b.own >> s.nation & 1 == 1:
        sum_ += _combats(s, b, w)
    return sum_


def settle(s: State) -> None:
    """Count every "?" of the active nation as it would be settled now."""
    nation = s.nation
    if nation >= NATION_COUNT:
        return
    owner: i64 = 0
    while owner < NATION_COUNT:
        asked = s.sets[ASKED + owner]
        while asked != 0:
            i = lowest(asked)
            asked &= asked - 1
            o = FIRST_OBJECTIVE[owner] + i
            guard = OBJECTIVE_DEFENDER[o] if owner == nation else owner
            if not protected(s, OBJECTIVE_CITY[o], guard):
                if owner == nation:
                    s.sets[HELD + owner] = s.sets[HELD + owner] | bit(i)
                else:
                    s.sets[HELD + owner] = s.sets[HELD + owner] & ~bit(i)
        s.sets[ASKED + owner] = 0
        owner += 1
