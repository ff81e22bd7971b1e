"""Reading `friedrich-position/1`, short and complete form (formats.md, section 2)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sanssouci.friedrich.files.chance import reshuffle
from sanssouci.friedrich.files.chronicle import Chronicle, follow
from sanssouci.friedrich.files.position_cards import read_cards
from sanssouci.friedrich.files.position_fields import (
    Json,
    array,
    bad,
    city,
    fate,
    flag,
    general,
    generals,
    nation,
    nations,
    obj,
    piece,
    pieces,
    suit,
    text,
    under,
    whole,
)
from sanssouci.friedrich.files.position_flow import read_flow
from sanssouci.friedrich.files.problems import BadPosition, shown
from sanssouci.friedrich.rules import scenarios, turn
from sanssouci.friedrich.rules.board import (
    CITY_IDS,
    OBJECTIVE_AT,
    OBJECTIVE_BIT,
    OBJECTIVE_DEFENDER,
    OBJECTIVE_NATION,
    PIECE_NATION,
)
from sanssouci.friedrich.rules.cards import MAX_DECKS, key_from_seed, shuffle
from sanssouci.friedrich.rules.expert import offensive_due
from sanssouci.friedrich.rules.names import (
    FATE,
    FATE_AMERICA,
    FATE_COUNT,
    FATE_INDIA,
    FATE_LORD_BUTE,
    FATE_POEMS,
    FRANCE,
    GENERAL_COUNT,
    GENERALS_FROM,
    NATION_COUNT,
    NATIONS,
    PIECE_COUNT,
    PIECES,
    PRUSSIA,
    ROLE_ELISABETH,
    ROLE_MARIA_THERESA,
    ROLE_POMPADOUR,
    RUSSIA,
    STROKES,
    SUITS,
    SWEDEN,
)
from sanssouci.friedrich.rules.options import Options, refuse_options
from sanssouci.friedrich.rules.scenario import NEVER, SCENARIOS, named
from sanssouci.friedrich.rules.state import (
    AFTER_DRAW,
    ALLOT,
    ASKED,
    COMBAT_LIST,
    FATE_DECK,
    FATE_DRAW,
    FORCED_DISCARD,
    FRESH,
    GAME_OVER,
    HAND,
    HELD,
    HIGH,
    LOW,
    MOVE_MENU,
    NOT_IN_PLAY,
    OFF_MAP,
    OO_DECLARED,
    OO_NAMES,
    OO_NONE,
    POOL,
    RETIRED,
    RETRO,
    STAGE_BEGIN,
    SUPPLY,
    Event,
    State,
    in_game,
)
from sanssouci.friedrich.rules.troops import ceiling

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
LAST_TURN: Final = 99
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
    drawn = _read_out(s, data, complete)
    _read_pieces(s, data, complete)
    _read_objectives(s, data)
    _read_option(s, data)
    chronicle = _read_fate(s, data, drawn, complete)
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


def _read_out(s: State, data: Json, complete: bool) -> list[int]:
    """Nations that have left, the strokes that drove them out, and what follows from them."""
    listed = nations(data.get("out", []), "out")
    for n in range(NATION_COUNT):
        if listed >> n & 1 and n not in [stroke.nation for stroke in STROKES]:
            bad("no_stroke", "out", shown=NATIONS[n])
    fates = obj(data.get("fate", {}), "fate", ("drawn", "next", "suits", "turns"))
    drawn: list[int] = []
    for i, name in enumerate(array(fates.get("drawn", []), "fate.drawn", FATE_COUNT)):
        card = fate(name, f"fate.drawn[{i}]")
        if card in drawn:
            bad("twice", "fate.drawn", shown=shown(name))
        drawn.append(card)
    if not complete:
        implied = [c for stroke in STROKES if listed >> stroke.nation & 1 for c in stroke.cards if c not in drawn]
        drawn = implied + drawn
        for stroke in STROKES:
            if all(c in drawn for c in stroke.cards):
                listed |= 1 << stroke.nation
    s.out = listed & s.playing
    s.virtual_out = listed & ~s.playing
    s.colonial = sum(1 for c in (FATE_INDIA, FATE_AMERICA) if c in drawn)
    s.cuts = sum(1 for c in (FATE_LORD_BUTE, FATE_POEMS) if c in drawn)
    if s.scenario.inherits:
        if s.out >> RUSSIA & 1 and s.out >> SWEDEN & 1:
            s.imperial_role = ROLE_ELISABETH
        elif s.out >> FRANCE & 1:
            s.imperial_role = ROLE_POMPADOUR
        s.changed_hands = 0 if s.imperial_role == ROLE_MARIA_THERESA else 1
    if s.scenario.outlasts & ~listed == 0 and data.get("state") not in ("GAME_OVER", "RETIRE"):
        bad("over", "out")
    if s.nation < NATION_COUNT and data.get("state") != "GAME_OVER":
        if not s.playing >> s.nation & 1:
            bad("not_in_play", "nation", shown=NATIONS[s.nation])
        if s.out >> s.nation & 1:
            bad("nation_out", "nation", shown=NATIONS[s.nation])
    return drawn


def _read_pieces(s: State, data: Json, complete: bool) -> None:
    """Where the pieces stand, and with how many troops."""
    retired = generals(data.get("retired", []), "retired")
    for g in range(GENERAL_COUNT):
        if retired >> g & 1 and s.city[g] == NOT_IN_PLAY:
            bad("not_in_play", "retired", shown=PIECES[g])
    left_with = {}
    if not complete:
        for stroke in STROKES:
            if s.out >> stroke.nation & 1 and stroke.general >= 0 and s.city[stroke.general] != NOT_IN_PLAY:
                left_with[stroke.general] = stroke.nation
    gone = retired | sum(1 << g for g in left_with)
    for i in range(len(s.occ)):
        s.occ[i] = 0
    for i in range(len(s.men)):
        s.men[i] = 0
    figures = [0] * GENERAL_COUNT
    if "pieces" not in data:
        _set_up_pieces(s, gone, figures)
    else:
        for p in range(PIECE_COUNT):
            if s.city[p] != NOT_IN_PLAY:
                s.city[p] = OFF_MAP
        for name, entry in obj(data["pieces"], "pieces").items():
            p = piece(name, under("pieces", name))
            field = f"pieces.{name}"
            if s.city[p] == NOT_IN_PLAY:
                bad("not_in_play", field, shown=name)
            if s.out >> PIECE_NATION[p] & 1:
                bad("nation_out", field, shown=NATIONS[PIECE_NATION[p]])
            if p in left_with:
                bad("left_with", field, shown=NATIONS[left_with[p]])
            if gone >> p & 1:
                bad("retired", field)
            _read_piece(s, p, field, entry, figures, complete)
    for g in range(GENERAL_COUNT):
        if gone >> g & 1:
            s.city[g] = RETIRED
    moving = data.get("moving")
    if complete and isinstance(moving, dict):
        s.group = pieces(moving.get("pieces", []), "moving.pieces")
    _settle(s, figures, complete)
    s.moved = pieces(data.get("moved", []), "moved")
    for p in range(PIECE_COUNT):
        if not complete and s.moved >> p & 1 and s.city[p] < 0:
            bad("off_map", "moved", shown=PIECES[p])


def _read_piece(s: State, p: int, field: str, entry: object, figures: list[int], complete: bool) -> None:
    train = p >= GENERAL_COUNT
    said = obj(entry, field, ("city", "troops", "face_down"))
    if "city" not in said:
        bad("missing_field", field + ".city")
    if train and ("troops" in said or "face_down" in said):
        bad("troops_of_train", field)
    s.city[p] = city(said["city"], field + ".city")
    if not train:
        figures[p] = whole(said.get("troops", 1), field + ".troops", 0 if complete else 1, 8)
        if flag(said.get("face_down", False), field + ".face_down"):
            s.face_down |= 1 << p


def _set_up_pieces(s: State, gone: int, figures: list[int]) -> None:
    """The scenario's set-up; outside the first allotment troops are spread evenly, the higher rank first."""
    for p in range(PIECE_COUNT):
        if s.city[p] != NOT_IN_PLAY and s.out >> PIECE_NATION[p] & 1:
            s.city[p] = OFF_MAP
        if gone >> p & 1:
            s.city[p] = OFF_MAP
    for n in range(NATION_COUNT):
        there = [g for g in range(GENERALS_FROM[n], GENERALS_FROM[n + 1]) if s.city[g] >= 0]
        strength = min(ceiling(s, n), 8 * len(there))
        for i, g in enumerate(there):
            figures[g] = strength // len(there) + (1 if i < strength % len(there) else 0)


def _settle(s: State, figures: list[int], complete: bool) -> None:
    """Who stands where; stacks pool their troops (R6.7)."""
    for p in range(PIECE_COUNT):
        where = s.city[p]
        if where < 0 or s.group >> p & 1:
            continue
        field = f"pieces.{PIECES[p]}"
        who = s.occ[where]
        if who == 0:
            s.occ[where] = p + 1
        elif PIECE_NATION[who - 1] != PIECE_NATION[p]:
            bad("two_nations", field, shown=CITY_IDS[where])
        elif p >= GENERAL_COUNT or who > GENERAL_COUNT:
            bad("crowded", field, shown=CITY_IDS[where])
    for g in range(GENERAL_COUNT):
        if s.city[g] < 0:
            continue
        apart = s.group >> g & 1
        stack = [
            o for o in range(GENERALS_FROM[PIECE_NATION[g]], GENERALS_FROM[PIECE_NATION[g] + 1])
            if s.city[o] == s.city[g] and s.group >> o & 1 == apart
        ]  # fmt: skip
        if len(stack) > 3:
            bad("crowded", f"pieces.{PIECES[g]}", shown=CITY_IDS[s.city[g]])
        if stack[0] != g:
            continue
        pool = sum(figures[o] for o in stack)
        s.men[POOL + g], s.men[LOW + g], s.men[HIGH + g] = pool, len(stack), 8 * len(stack)
        if not complete and any(s.face_down >> o & 1 for o in stack):
            for o in stack:
                s.face_down |= 1 << o  # R9.7
    for n in range(NATION_COUNT):
        own = range(GENERALS_FROM[n], GENERALS_FROM[n + 1])
        sum_ = sum(s.men[POOL + g] for g in own)
        if sum_ > ceiling(s, n):
            bad("ceiling", "pieces", shown=NATIONS[n], number=sum_, limit=ceiling(s, n))


def _read_objectives(s: State, data: Json) -> None:
    for name, owner in obj(data.get("conquered", {}), "conquered").items():
        field = under("conquered", name)
        o, n = _objective(name, field), nation(owner, field)
        if o < 0 or OBJECTIVE_NATION[o] != n:
            bad("not_objective", field, shown=NATIONS[n])
        if n == PRUSSIA and s.scenario.conquers == NEVER:
            bad("not_conquerable", field, shown=NATIONS[n])
        if not in_game(s, n):
            bad("nation_out" if s.playing >> n & 1 else "not_in_play", field, shown=NATIONS[n])
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


def _read_fate(s: State, data: Json, drawn: list[int], complete: bool) -> Chronicle:
    """The fate deck in order: what was drawn, what comes next, the rest shuffled."""
    fates: Json = data.get("fate", {})
    following: list[int] = []
    for i, name in enumerate(array(fates.get("next", []), "fate.next", FATE_COUNT)):
        card = fate(name, f"fate.next[{i}]")
        if card in drawn:
            bad("fate_drawn", f"fate.next[{i}]", shown=shown(name))
        if card in following:
            bad("twice", "fate.next", shown=shown(name))
        following.append(card)
    rest = [c for c in range(FATE_COUNT) if c not in drawn and c not in following]
    if complete and rest and following:
        bad("every_card", "fate.next")
    loose = vec[i64](rest)
    shuffle(loose, len(rest), s.key, s.chance)
    s.chance += 1
    for i, card in enumerate([*drawn, *following, *(loose[i] for i in range(len(rest)))]):
        s.pile[FATE_DECK + i] = card
    s.fate_drawn = len(drawn)
    suits = array(fates.get("suits", []), "fate.suits", FATE_COUNT)
    turns = array(fates.get("turns", []), "fate.turns", FATE_COUNT)
    told = []
    last = s.turn if s.nation == NATION_COUNT and complete else s.turn - 1
    plain = not s.scenario.expert and not s.scenario.ends  # of other games a short position does not tell
    for i, card in enumerate(drawn):
        letter = "S" if card < 12 and plain else ""
        if i < len(suits) and suits[i] is not None:
            letter = SUITS[suit(suits[i], f"fate.suits[{i}]")]
        when = last - len(drawn) + 1 + i
        if i < len(turns):
            when = whole(turns[i], f"fate.turns[{i}]", -FATE_COUNT, LAST_TURN + 1)
        told.append((FATE[card], letter, when))
    return Chronicle(fates=tuple(told))


def _start(s: State, data: Json, complete: bool) -> None:
    """Set the decision, or the automatic state from which the game runs to it."""
    if not complete:
        phase = data.get("phase", "movement" if "pieces" in data else "allotment")
        s.decider = s.nation if s.nation < NATION_COUNT else PRUSSIA
        s.state = PHASES[phase]
        if phase == "allotment":
            _begin_allotment(s, data)
        elif phase == "movement":
            turn.begin_movement(s)
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
    turn.begin_allotment(s)


def _begin_discard(s: State, data: Json) -> None:
    """The forced discard; the whole hand counts as just drawn unless the position says which cards were."""
    if not scenarios.discard_due(s, s.nation, scenarios.draw_number(s, s.nation)):
        bad("phase", "phase", shown=shown("discard"))
    if "drawn" not in (data.get("stage") or {}):
        for d in range(MAX_DECKS):
            s.sets[FRESH + d] = s.sets[HAND + s.nation * MAX_DECKS + d]
