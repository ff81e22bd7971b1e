"""Where a group may walk (R4.2–R4.6): its ends, and the graph of its steps.

A walk is legal if every city but the last is open to the group, the last is one of its `ends`, and it is not longer
than `steps`, or `main_steps` on main roads alone. The roads are the map's; so a menu need only tell which ends let
nobody go on (`stops`), and which open cities are no ends (`passes`).
"""

from __future__ import annotations

from dataclasses import dataclass

from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.board import CITY_IDS, PIECE_NATION, ROADS
from sanssouci.friedrich.rules.cards import lowest
from sanssouci.friedrich.rules.movement import CLOSED, OPEN, allowance, entering, one_more
from sanssouci.friedrich.rules.restrictions import may_end
from sanssouci.friedrich.rules.state import SPLIT_ALLOT, State
from sanssouci.friedrich.shapes import Walk

Node = tuple[int, int, int]  # city, steps used, 1 while every road was a main road


@dataclass(slots=True)
class Reach:
    """What a group can reach."""

    ends: dict[int, list[int]]  # every legal last city, with one shortest path to it
    stops: list[int]  # ends where somebody stands: the walk is over
    passes: list[int]  # open cities where it may not end


def on_the_march(s: State, choice: int) -> State:
    """A copy in which a group has been picked up; how a stack divides does not change where it may go."""
    t = s.copy()
    turn.apply(t, choice)
    if t.state == SPLIT_ALLOT:
        turn.apply(t, turn.choices(t)[0])
    return t


def reach_of(t: State) -> Reach:
    """The reach of the group on the march."""
    group, start = t.group, int(t.at)
    nation = PIECE_NATION[lowest(group)]
    far = int(allowance(t, group))
    ends: dict[int, list[int]] = {}
    kinds: dict[int, int] = {}
    may: dict[int, bool] = {}
    seen = {(start, 1)}
    level: list[tuple[int, int, list[int]]] = [(start, 1, [])]
    for steps in range(far + 1):
        following: list[tuple[int, int, list[int]]] = []
        for city, main, path in level:
            for to, road in ROADS[city]:
                still = main & road
                if not one_more(steps, far, still):
                    continue
                kind = kinds.get(to)
                if kind is None:
                    kind = kinds[to] = int(entering(t, group, to))
                    may[to] = kind != 0 and bool(may_end(t, nation, group, to))
                if kind == 0:
                    continue
                end = may[to] and to not in ends
                if kind == OPEN and (to, still) not in seen and (to, 1) not in seen:
                    seen.add((to, still))
                    way = [*path, to]
                    following.append((to, still, way))
                    if end:
                        ends[to] = way
                elif end:
                    ends[to] = [*path, to]
        level = following
    stops = [city for city in ends if kinds[city] != OPEN]
    return Reach(ends, stops, [city for city, kind in kinds.items() if kind == OPEN and not may[city]])


def ends_of(t: State) -> dict[int, list[int]]:
    """Every legal last city of the group on the march, with one shortest path to it."""
    return reach_of(t).ends


def graph_of(t: State) -> Walk:
    """The exact step graph of the group: nodes `city/steps/m` while every road was a main road, else `/-`."""
    group = t.group
    far = int(allowance(t, group))
    nation = PIECE_NATION[lowest(group)]
    start: Node = (int(t.at), 0, 1)
    graph: dict[Node, list[Node]] = {}
    stops: set[Node] = set()
    waiting = [start]
    reached = {start}
    while waiting:
        node = waiting.pop()
        city, used, main = node
        graph[node] = []
        for to, road in ROADS[city]:
            still = main & road
            kind = entering(t, group, to) if one_more(used, far, still) else CLOSED
            if kind == 0:
                continue
            beyond = (to, used + 1, still)
            graph[node].append(beyond)
            if beyond in reached:
                continue
            reached.add(beyond)
            if may_end(t, nation, group, to):
                stops.add(beyond)
            if kind == OPEN:
                waiting.append(beyond)
            else:
                graph[beyond] = []
    useful = _leading_to(graph, stops)
    steps: dict[str, list[str]] = {}
    for node in sorted(useful):
        onward = [_label(n) for n in sorted(graph[node]) if n in useful]
        if onward:
            steps[_label(node)] = onward
    return {"start": _label(start), "steps": steps, "ends": [_label(n) for n in sorted(useful) if n in stops]}


def _label(node: Node) -> str:
    city, used, main = node
    return f"{CITY_IDS[city]}/{used}/{'m' if main else '-'}"


def _leading_to(graph: dict[Node, list[Node]], stops: set[Node]) -> set[Node]:
    """The nodes from which a stop can be reached; steps only grow, so that one pass from the far end does."""
    useful = set(stops)
    for node in sorted(graph, key=lambda n: -n[1]):
        if any(beyond in useful for beyond in graph[node]):
            useful.add(node)
    return useful
