"""R8: retreats. Exact ends for any length.

A retreat is a simple path of exactly L free cities (R8.3); only ends at the greatest distance from the
victor count (R8.4). Since the loser stands next to the victor, no end is farther from him than L + 1,
and an end at L + 1 is reached by a shortest path only. So the common case is one breadth-first search.
Otherwise candidates are tried from the farthest inwards, each with a search for a simple path of
exactly L steps that is cut off where the rest of the way cannot be made any more: the target must stay
reachable over unused cities in time, with the right parity where only one is possible, and enough unused
cities must be left to walk on. `make bench` prints the worst case met: about 10 ms compiled, over thousands
of pockets walled off by 34 pieces and losses up to 23.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from sanssouci.friedrich.rules.board import CITY_COUNT, DIST, NB, NB_FROM
from sanssouci.friedrich.rules.state import State

_FAR: int = 10_000


def _field(closed: vec[u8], start: i64, limit: i64) -> vec[i64]:
    """Steps from `start` over cities not closed (the start itself may be), up to `limit`; −1 beyond."""
    steps = vec[i64]([-1] * CITY_COUNT)
    steps[start] = 0
    queue = vec[i64]()
    queue = append(queue, start)
    head: i64 = 0
    while head < len(queue):
        city = queue[head]
        head += 1
        here = steps[city]
        if here >= limit:
            continue
        for i in range(NB_FROM[city], NB_FROM[city + 1]):
            other = NB[i]
            if steps[other] < 0 and closed[other] == 0:
                steps[other] = here + 1
                queue = append(queue, other)
    return steps


def retreat_ends(s: State, start: i64, length: i64, victor: i64) -> vec[i64]:
    """R8.3, R8.4: the cities in which a retreat of `length` steps may end, ascending; empty: none."""
    row = victor * CITY_COUNT
    best: i64 = -1
    ends = vec[i64]()
    if length <= 4:
        return _short(s, start, length, victor)
    closed = s.occ[:]
    closed[start] = 1
    steps = _field(closed, start, length)
    for city in range(CITY_COUNT):
        if steps[city] == length:
            away: i64 = DIST[row + city]
            if away > best:
                best = away
    if best < length + 1:
        # A longer way to a nearer city may still end farther from the victor.
        candidate = length
        while candidate >= best and candidate > 0:
            for city in range(CITY_COUNT):
                if steps[city] > 0 and steps[city] < length:
                    away = DIST[row + city]
                    if away == candidate and path_exists(closed, start, city, length):
                        best = candidate
                        ends = append(ends, city)
            if len(ends) > 0:
                break
            candidate -= 1
    for city in range(CITY_COUNT):
        if steps[city] == length:
            away = DIST[row + city]
            if away == best:
                ends = append(ends, city)
    return _sorted(ends)


def _sorted(cities: vec[i64]) -> vec[i64]:
    for i in range(1, len(cities)):
        j = i
        while j > 0 and cities[j - 1] > cities[j]:
            here = cities[j]
            cities[j] = cities[j - 1]
            cities[j - 1] = here
            j -= 1
    return cities


def _short(s: State, start: i64, length: i64, victor: i64) -> vec[i64]:
    """Up to four steps: every simple path is tried (some hundred at most)."""
    path = vec[i64]([start, -1, -1, -1, -1])
    found = vec[i64]()
    return _sorted(farthest(_walk(s, path, 0, length, found), victor))


def farthest(cities: vec[i64], start: i64) -> vec[i64]:
    """Of these cities the ones that are farthest from another, in their order."""
    row = start * CITY_COUNT
    best: i64 = -1
    for city in cities:
        away: i64 = DIST[row + city]
        if away > best:
            best = away
    found = vec[i64]()
    for city in cities:
        away = DIST[row + city]
        if away == best:
            found = append(found, city)
    return found


def _walk(s: State, path: vec[i64], depth: i64, length: i64, found: vec[i64]) -> vec[i64]:
    here = path[depth]
    for i in range(NB_FROM[here], NB_FROM[here + 1]):
        to = NB[i]
        if s.occ[to] != 0:
            continue
        used = False
        for k in range(depth + 1):
            if path[k] == to:
                used = True
                break
        if used:
            continue
        if depth + 1 == length:
            for known in found:
                if known == to:
                    break
            else:
                found = append(found, to)
        else:
            path[depth + 1] = to
            found = _walk(s, path, depth + 1, length, found)
    return found


def path_exists(closed: vec[u8], start: i64, goal: i64, length: i64) -> bool:
    """Is there a simple path of exactly `length` steps from `start` to `goal` over open cities?

    Exact. `closed` is used as scratch and left as it was.
    """
    used = closed[:]
    used[start] = 1
    return _reach_exactly(used, start, goal, length)


def _reach_exactly(used: vec[u8], here: i64, goal: i64, left: i64) -> bool:
    """Depth-first with the look ahead described at the top; `used` marks closed and visited cities."""
    if left == 1:
        for i in range(NB_FROM[here], NB_FROM[here + 1]):
            if NB[i] == goal:
                return True
        return False
    # Steps from the goal over unused cities, both parities, and how many cities could still be walked.
    even = vec[i64]([_FAR] * CITY_COUNT)
    odd = vec[i64]([_FAR] * CITY_COUNT)
    queue = vec[i64]()
    even[goal] = 0
    queue = append(queue, goal * 2)
    head: i64 = 0
    cities: i64 = 0
    while head < len(queue):
        node = queue[head]
        head += 1
        city = node // 2
        parity = node & 1
        if parity == 0:
            here_steps = even[city]
            if odd[city] == _FAR or odd[city] > here_steps:
                cities += 1
        else:
            here_steps = odd[city]
            if even[city] == _FAR or even[city] > here_steps:
                cities += 1
        if here_steps >= left:
            continue
        for i in range(NB_FROM[city], NB_FROM[city + 1]):
            other = NB[i]
            if used[other] != 0 and other != here:
                continue
            if other == goal:
                continue  # a simple path enters the goal once
            if parity == 0:
                if odd[other] == _FAR:
                    odd[other] = here_steps + 1
                    if other != here:
                        queue = append(queue, other * 2 + 1)
            elif even[other] == _FAR:
                even[other] = here_steps + 1
                if other != here:
                    queue = append(queue, other * 2)
    if left & 1 == 0:
        if even[here] > left:
            return False
    elif odd[here] > left:
        return False
    if cities < left:
        return False  # not enough unused cities: a path of `left` steps enters `left` of them
    # Spend surplus steps first where the goal stays within reach: nearer ways are kept for last.
    i = NB_FROM[here]
    end = NB_FROM[here + 1]
    for _ in range(end - i):
        best: i64 = -1
        best_left: i64 = -1
        for k in range(i, end):
            to = NB[k]
            if used[to] == 0 and to != goal:
                slack = even[to] if (left - 1) & 1 == 0 else odd[to]
                if slack <= left - 1 and slack > best_left:
                    best = to
                    best_left = slack
        if best < 0:
            return False
        used[best] = 1
        if _reach_exactly(used, best, goal, left - 1):
            return True
        used[best] = 0
        # Do not try it again from here.
        even[best] = _FAR
        odd[best] = _FAR
    return False
