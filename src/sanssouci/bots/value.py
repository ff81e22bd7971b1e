"""Captain's value function: what a position is worth to a role, in thirtieths of a troop.

The board is judged once for both sides: `progress` of every nation of the Attack, from objectives held,
within reach and guarded. The Attack wants its own, the Defence wants none. To that come troops, cards,
trains, supply, what hostile stacks may do next and what own stacks are about to do.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.bots.belief import Belief
from sanssouci.bots.clash import STRIKES, best_near, can_retreat, chance, expected_loss, is_top, strongest, ways_out
from sanssouci.bots.goals import imminent, missing, nearest_general, progress, pull, sole_guard_value
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
    W_POINT,
    W_PRESSURE,
    W_RIVAL,
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
from sanssouci.friedrich.rules.cards import bit, lowest
from sanssouci.friedrich.rules.names import GENERAL_COUNT, NATION_COUNT, PRUSSIA
from sanssouci.friedrich.rules.objectives import protected, prussia_may_conquer
from sanssouci.friedrich.rules.state import ASKED, HELD, MOVE_MENU, OO_NONE, POOL, State, in_game
from sanssouci.friedrich.rules.supply import at_home, train_distance
from sanssouci.friedrich.rules.troops import end_general, end_train, first_general, first_train


def _starving(s: State, nation: i64) -> i64:
    """Troops of a nation's stacks that stand abroad with no train of theirs within six steps."""
    sum_: i64 = 0
    for g in range(first_general(nation), end_general(nation)):
        if is_top(s, g) and not at_home(nation, s.city[g]):
            row = s.city[g] * CITY_COUNT
            fed = False
            for t in range(first_train(nation), end_train(nation)):
                if s.city[t] >= 0:
                    away: i64 = DIST[row + s.city[t]]
                    if away <= 6:
                        fed = True
            if not fed:
                sum_ += s.men[POOL + g]
    return sum_


def _material(s: State, b: Belief, w: vec[i64]) -> i64:
    """Troops, generals and trains of both sides, as far as they matter to the role."""
    sum_: i64 = 0
    defence = b.own & 3 != 0
    for nation in range(NATION_COUNT):
        if in_game(s, nation):
            mine = b.own >> nation & 1 == 1
            if mine or (nation <= 1) != defence:
                troops: i64 = 0
                generals: i64 = 0
                trains: i64 = 0
                for g in range(first_general(nation), end_general(nation)):
                    troops += s.men[POOL + g]
                    if s.city[g] >= 0:
                        generals += 1
                for t in range(first_train(nation), end_train(nation)):
                    if s.city[t] >= 0:
                        trains += 1
                if mine:
                    sum_ += troops * w[W_TROOP] + generals * w[W_GENERAL] + trains * w[W_TRAIN]
                else:
                    sum_ -= troops * w[W_ENEMY_TROOP] + generals * w[W_GENERAL] // 3 + trains * w[W_ENEMY_TRAIN]
                    sum_ += _starving(s, nation) * w[W_ENEMY_TROOP] * 2 // 5
    return sum_


def _supply_state(s: State, w: vec[i64], nation: i64) -> i64:
    """Own stacks out of supply, the leash between armies and trains, trains in danger."""
    sum_: i64 = 0
    for g in range(first_general(nation), end_general(nation)):
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
    for t in range(first_train(nation), end_train(nation)):
        where = s.city[t]
        if where >= 0:
            row = where * CITY_COUNT
            risk: i64 = 0
            for g in range(GENERAL_COUNT):
                if s.city[g] >= 0 and hostile(nation, PIECE_NATION[g]):
                    away = DIST[row + s.city[g]]
                    if away <= 3:
                        risk = 100
                    elif away == 4 and risk < 50:
                        risk = 50
            sum_ -= w[W_TRAIN] * risk * w[W_TRAIN_RISK] // 10000
            # A train should not lag behind: steps to the own army nearest to it, and not stand in the open.
            near = nearest_general(s, nation, row)
            if near < 99 and near > 4:
                sum_ -= w[W_LEASH] * (near - 4) // 20
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
    gain += sole_guard_value(s, w, theirs, me)
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
    for foe in range(GENERAL_COUNT):
        if hostile(nation, PIECE_NATION[foe]) and is_top(s, foe):
            row = s.city[foe] * CITY_COUNT
            best: i64 = 0
            more: i64 = 0
            worse: i64 = 0
            for g in range(first_general(nation), end_general(nation)):
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
            sum_ += best + more // 4 + worse
    return sum_ * w[W_ATTACK] // 100


def _neighbourhood(s: State, b: Belief, w: vec[i64]) -> i64:
    """What hostile stacks within reach may do to own ones in their stages, and own ones to them later."""
    threats: i64 = 0
    pressure: i64 = 0
    share = w[W_SHARE]
    for nation in range(NATION_COUNT):
        if b.own >> nation & 1 == 1 and in_game(s, nation):
            for g in range(first_general(nation), end_general(nation)):
                if is_top(s, g):
                    city = s.city[g]
                    row = city * CITY_COUNT
                    troops = s.men[POOL + g]
                    stand = troops + b.suit[nation * 4 + SUIT[city]] * share // 100
                    worst: i64 = 0
                    second: i64 = 0
                    for foe in range(GENERAL_COUNT):
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
                    if worst > 0:
                        out = ways_out(s, city)
                        if out <= 1:
                            trapped = troops * w[W_TROOP] * w[W_TRAP] // 100
                            worst += trapped if out == 0 else trapped // 2
                        threats += worst + second // 3
    return pressure * w[W_PRESSURE] // 5000 - threats * w[W_THREAT] // 100


def evaluate(s: State, b: Belief, w: vec[i64]) -> i64:
    """What a position is worth to the role of the belief."""
    sum_ = _material(s, b, w) + _neighbourhood(s, b, w)
    for nation in range(NATION_COUNT):
        if in_game(s, nation):
            mine = b.own >> nation & 1 == 1
            if mine:
                sum_ += _supply_state(s, w, nation)
            if nation > 1:
                if mine:
                    sum_ += progress(s, w, nation) + pull(s, w, nation) + imminent(s, w, nation) // 4
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
    if s.state == MOVE_MENU and s.nation < NATION_COUNT and b.own >> s.nation & 1 == 1:
        sum_ += _combats(s, b, w)
    return sum_


def settle(s: State) -> None:
    """Count every "?" of the active nation as it would be settled now."""
    nation = s.nation
    if nation >= NATION_COUNT:
        return
    for owner in range(NATION_COUNT):
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
