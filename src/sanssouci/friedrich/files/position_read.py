"""Reading `friedrich-position/1`, short and complete form (formats.md, section 2)."""

from __future__ import annotations

from typing import Final

from sanssouci.friedrich.files.chance import reshuffle
from sanssouci.friedrich.files.chronicle import Chronicle, follow
from sanssouci.friedrich.files.position_cards import read_cards
from sanssouci.friedrich.files.position_fate import LAST_TURN, read_fate, read_out
from sanssouci.friedrich.files.position_fields import (
    Json,
    bad,
    city,
    general,
    nation,
    obj,
    playing,
    text,
    under,
    whole,
)
from sanssouci.friedrich.files.position_flow import read_flow
from sanssouci.friedrich.files.position_pieces import read_pieces
from sanssouci.friedrich.files.problems import BadPosition, shown
from sanssouci.friedrich.rules import allotment, scenarios, stages, turn
from sanssouci.friedrich.rules.board import (
    OBJECTIVE_AT,
    OBJECTIVE_BIT,
    OBJECTIVE_DEFENDER,
    OBJECTIVE_NATION,
)
from sanssouci.friedrich.rules.cards import MAX_DECKS, key_from_seed
from sanssouci.friedrich.rules.expert import offensive_due
from sanssouci.friedrich.rules.names import (
    NATION_COUNT,
    NATIONS,
    PIECES,
    PRUSSIA,
)
from sanssouci.friedrich.rules.options import Options, refuse_options
from sanssouci.friedrich.rules.scenario import NEVER, SCENARIOS, named
from sanssouci.friedrich.rules.state import (
    AFTER_DRAW,
    ALLOT,
    ASKED,
    COMBAT_LIST,
    FATE_DRAW,
    FORCED_DISCARD,
    FRESH,
    GAME_OVER,
    HAND,
    HELD,
    MOVE_MENU,
    NOT_IN_PLAY,
    OO_DECLARED,
    OO_NAMES,
    OO_NONE,
    RETRO,
    STAGE_BEGIN,
    SUPPLY,
    Event,
    State,
    in_game,
)

FORMAT: Final = "friedrich-position/1"
FIELDS: Final = (
    "format", "scenario", "players", "options", "turn", "nation", "phase", "pieces", "retired", "out", "moved",
    "hands", "conquered", "pending", "fate", "last_victor", "offensive_option", "seed",
    "state", "decider", "allotted", "stage", "memory", "combat", "events", "fate_choice", "piles", "known", "rng",
    "revealed", "result", "moving", "purchase",
)  # fmt: skip
#: Phase → the state that begins it; what is automatic from there runs when the position is loaded.
PHASES: Final[dict[str, int]] = {
    "allotment": ALLOT, "draw": STAGE_BEGIN, "discard": FORCED_DISCARD, "offensive": AFTER_DRAW, "movement": MOVE_MENU,
    "combat": COMBAT_LIST, "retroactive": RETRO, "supply": SUPPLY, "fate": FATE_DRAW,
}  # fmt: skip
#: What the unseeded position is shuffled by: the same short position is the same game everywhere.
NO_SEED: Final = "0"
#: How many small steps a complete position is tried out for.
_TRIAL: Final = 30


def read(data: object, shuffled: bool = False) -> tuple[State, Chronicle, str | None]:
    """The state a position describes, what is known beside it, and its seed if it names one.

    `shuffled`: the seed alone decides what chance will give, whatever the position says of `rng` and of the
    order of the cards that nobody has drawn.
    """
    if not isinstance(data, dict):
        bad("not_object", "")
    try:
        return _read(data, shuffled)
    except RecursionError:
        bad("nested", "position")


def _read(data: Json, shuffled: bool) -> tuple[State, Chronicle, str | None]:
    if data.get("format") != FORMAT:
        bad("format", "format")
    obj(data, "", FIELDS)
    complete = "state" in data
    s, seed = _begin(data)
    scenarios.place_pieces(s)
    _read_turn(s, data)
    drawn = read_out(s, data, complete)
    read_pieces(s, data, complete)
    _read_objectives(s, data)
    _read_option(s, data)
    chronicle = read_fate(s, data, drawn, complete)
    read_cards(s, data, complete)
    chronicle = read_flow(s, data, complete, chronicle)
    if shuffled:  # before anything happens by itself: a draw or a fate card may come next
        s.key = key_from_seed(seed if seed is not None else NO_SEED)
        reshuffle(s)
    log: list[Event] = []
    s.log = log
    _start(s, data, complete)
    s.log = None
    return s, follow(chronicle, log), seed


def begin(data: Json) -> State:
    """An empty board of the scenario, players, options and seed named; refused if they cannot be."""
    return _begin(data)[0]


def _begin(data: Json) -> tuple[State, str | None]:
    """An empty board of the right scenario, with its options and its source of chance."""
    name = text(data.get("scenario", "standard"), "scenario")
    if name not in SCENARIOS:
        bad("unknown_name", "scenario", shown=shown(name), wanted="a scenario")
    numbers = list(named(name).seats)
    players = data.get("players", numbers[0])
    if isinstance(players, bool) or players not in numbers:
        allowed = " or ".join(str(n) for n in sorted(numbers)) + " players"
        bad("players", "players", scenario=name, allowed=allowed)
    chosen = check_options(data.get("options", {}))
    seed: str | None = None
    if "seed" in data:
        seed = text(data["seed"], "seed")
        if len(seed) > 1000 or not seed.isprintable():
            bad("seed", "seed")
    key = key_from_seed(seed if seed is not None else NO_SEED)
    return scenarios.new_state(SCENARIOS.index(name), players, Options(chosen), key), seed


def check_options(value: object) -> dict[str, object]:
    """Options as given, refused where one is unknown or has no such value."""
    chosen = obj(value, "options")
    for name, setting in chosen.items():
        if not isinstance(setting, str | bool | int) or (isinstance(setting, int) and abs(setting) > 1000):
            bad("type", under("options", name), wanted="a value of this option", shown=shown(setting))
    problem = refuse_options(chosen)
    if problem is not None:
        raise BadPosition(*problem)
    return chosen


def _read_turn(s: State, data: Json) -> None:
    s.turn = whole(data.get("turn", 1), "turn", 1, LAST_TURN)
    named = data.get("nation", "prussia" if s.playing & 1 else None)
    phase = data.get("phase")
    if phase is not None and text(phase, "phase") not in PHASES:
        bad("unknown_name", "phase", shown=shown(phase), wanted="a phase")
    if named is None or (phase == "fate" and "state" not in data):
        if named is not None:
            nation(named, "nation")
        elif phase != "fate" and data.get("state") != "GAME_OVER":
            bad("end_of_turn", "nation")
        s.nation = NATION_COUNT
        return
    s.nation = nation(named, "nation")


def _read_objectives(s: State, data: Json) -> None:
    for name, owner in obj(data.get("conquered", {}), "conquered").items():
        field = under("conquered", name)
        o, n = _objective(name, field), nation(owner, field)
        if o < 0 or OBJECTIVE_NATION[o] != n:
            bad("not_objective", field, shown=NATIONS[n])
        if n == PRUSSIA and s.scenario.conquers == NEVER:
            bad("not_conquerable", field, shown=NATIONS[n])
        playing(s, n, field)
        s.sets[HELD + n] |= OBJECTIVE_BIT[o]
    for name, owner in obj(data.get("pending", {}), "pending").items():
        field = under("pending", name)
        o, n = _objective(name, field), nation(owner, field)
        if o < 0 or n not in (OBJECTIVE_NATION[o], OBJECTIVE_DEFENDER[o]):
            bad("not_objective", field, shown=NATIONS[n])
        if n != s.nation:
            bad("pending_stage", field)
        held = s.sets[HELD + OBJECTIVE_NATION[o]] & OBJECTIVE_BIT[o] != 0
        if held == (OBJECTIVE_NATION[o] == n):
            bad("held_already", field, shown=NATIONS[n])
        s.sets[ASKED + OBJECTIVE_NATION[o]] |= OBJECTIVE_BIT[o]


def _objective(name: str, field: str) -> int:
    return int(OBJECTIVE_AT[city(name, field)])


def _read_option(s: State, data: Json) -> None:
    """The last victor and the Offensive Option; its card is dealt with the other cards."""
    victor = data.get("last_victor")
    if victor is not None:
        said = obj(victor, "last_victor", ("general", "city"))
        s.victor = general(said.get("general"), "last_victor.general")
        if s.city[s.victor] == NOT_IN_PLAY:
            bad("not_in_play", "last_victor.general", shown=PIECES[s.victor])
        s.victor_city = city(said.get("city"), "last_victor.city")
    option = data.get("offensive_option")
    if option is None:
        return
    said = obj(option, "offensive_option", ("state", "card"))
    name = text(said.get("state", "none"), "offensive_option.state")
    if name not in OO_NAMES:
        bad("unknown_name", "offensive_option.state", shown=shown(name), wanted="a state of the option")
    s.oo_state = OO_NAMES.index(name)
    if s.oo_state != OO_NONE and not s.scenario.expert:
        bad("no_offensive", "offensive_option")
    if s.oo_state == OO_DECLARED:
        if said.get("card") is None:
            bad("missing_field", "offensive_option.card")
        value = text(said["card"], "offensive_option.card").split("/")[0].upper()
        if value[:-1] not in ("10", "11", "12", "13"):
            bad("offensive_value", "offensive_option.card")
    elif said.get("card") is not None:
        bad("offensive_aside", "offensive_option.card")


def _start(s: State, data: Json, complete: bool) -> None:
    """Set the decision, or the automatic state from which the game runs to it."""
    if not complete:
        phase = data.get("phase", "movement" if "pieces" in data else "allotment")
        s.decider = s.nation if s.nation < NATION_COUNT else PRUSSIA
        s.state = PHASES[phase]
        if phase == "allotment":
            _begin_allotment(s, data)
        elif phase == "movement":
            stages.begin_movement(s)
        elif phase == "discard":
            _begin_discard(s, data)
        elif phase == "offensive" and not offensive_due(s):
            bad("phase", "phase", shown=shown(phase))
    try:
        turn.run(s)
        if len(turn.choices(s)) == 0 and s.state != GAME_OVER:
            bad("nothing_to_decide", "state")
        if complete:
            for end in (0, -1):
                _try_out(s.copy(), end)
    except (IndexError, OverflowError, ValueError, ZeroDivisionError) as error:
        if isinstance(error, BadPosition):
            raise
        raise BadPosition("position.no_such_decision", {"field": "state"}) from error


def _try_out(t: State, end: int) -> None:
    """Finish what is under way on a copy: a decision that was made up runs into nothing soon."""
    for _ in range(_TRIAL):
        if t.state in (MOVE_MENU, GAME_OVER):
            return
        menu = turn.choices(t)
        if len(menu) == 0:
            bad("no_such_decision", "state")
        turn.apply(t, menu[len(menu) - 1 if end else 0])


def _begin_allotment(s: State, data: Json) -> None:
    """The first allotment, from the set-up only."""
    if "pieces" in data:
        bad("allotment_pieces", "phase")
    if s.turn != 1:
        bad("allotment_turn", "turn")
    for i in range(len(s.men)):
        s.men[i] = 0
    s.nation = PRUSSIA
    s.allotted = s.out
    for n in range(NATION_COUNT):
        if in_game(s, n):
            scenarios.open_allotment(s, n)
    allotment.begin_allotment(s)


def _begin_discard(s: State, data: Json) -> None:
    """The forced discard; the whole hand counts as just drawn unless the position says which cards were."""
    if not scenarios.discard_due(s, s.nation, scenarios.draw_number(s, s.nation)):
        bad("phase", "phase", shown=shown("discard"))
    if "drawn" not in (data.get("stage") or {}):
        for d in range(MAX_DECKS):
            s.sets[FRESH + d] = s.sets[HAND + s.nation * MAX_DECKS + d]
