"""Reading records: every order is played again, `#!` lines decide what chance gives, the seed where none stands.

The first line that cannot be is named (`BadRecord.line`); lines count from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, NoReturn

from sanssouci.friedrich.decisions.answers import CardOrder
from sanssouci.friedrich.decisions.hand import held
from sanssouci.friedrich.decisions.orders import parse
from sanssouci.friedrich.decisions.refusal import IllegalOrder
from sanssouci.friedrich.files import chance
from sanssouci.friedrich.files.chance import Arrangement, Chance, card_numbers, fate_number, lies
from sanssouci.friedrich.files.pledge import AGAIN, Deal, deals
from sanssouci.friedrich.files.position import BadPosition, loads
from sanssouci.friedrich.files.problems import BadRecord, sentence, shown
from sanssouci.friedrich.files.record import FORMAT, result_text
from sanssouci.friedrich.game import Game, Happening
from sanssouci.friedrich.rules.cards import MAX_DECKS, card_name
from sanssouci.friedrich.rules.names import FATE_COUNT, FRANCE, NATIONS, PRUSSIA
from sanssouci.friedrich.rules.options import OPTION_VALUES
from sanssouci.friedrich.rules.state import DRAW, FATE_DECK, GIFT, HAND, USED, State

LARGEST: Final = 8_000_000
_KINDS: Final = ("draw", "open", "reshuffle", "fate", "redraw", "gift", "virtual")


class Step(NamedTuple):
    """One order of a record: its line, its words, and what happened."""

    line: int
    order: str
    events: list[Happening]


class Replay(NamedTuple):
    """A record read from end to end."""

    headers: dict[str, str]
    game: Game
    steps: list[Step]


class _Line(NamedTuple):
    number: int
    text: str


def replay(text: str | bytes, by_seed: bool = False) -> Replay:
    """Play a record to its end; raises `BadRecord` at the first wrong line.

    `by_seed`: the seed decides what chance gives, and a line that says something else is wrong.
    """
    if len(text) > LARGEST:
        raise BadRecord("record.too_large", {"limit": LARGEST})
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError:
            raise BadRecord("record.not_text", {}) from None
    lines = [_Line(i, line.strip()) for i, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1)]
    headers, at = _headers(lines)
    game = _begin(headers, by_seed)
    steps: list[Step] = []
    dealt = _deals(headers, game)
    _deal(game, dealt, 0)
    for order, told in _blocks(lines[at:]):
        steps.append(_step(game, order, told, by_seed))
        _deal(game, dealt, len(steps))
    _check_result(headers, game)
    return Replay({name: line.text for name, line in headers.items()}, game, steps)


# ---------------------------------------------------------------- the header


def _headers(lines: list[_Line]) -> tuple[dict[str, _Line], int]:
    """`key: value` up to the first empty line."""
    headers: dict[str, _Line] = {}
    end = len(lines)
    for at, line in enumerate(lines):
        if not line.text:
            if headers:
                end = at
                break
            continue
        if line.text.startswith("#"):
            continue
        name, colon, value = line.text.partition(":")
        name = name.strip().lower()
        if not colon or not name or " " in name:
            _bad("header", line, **_why("lines"))
        if name in headers:
            _bad("header", line, **_why("twice", what=shown(name)))
        headers[name] = _Line(line.number, value.strip())
    if "format" not in headers or headers["format"].text != FORMAT:
        where = headers.get("format", _Line(1, ""))
        _bad("header", where, **_why("format", format=FORMAT))
    return headers, end


def _begin(headers: dict[str, _Line], by_seed: bool) -> Game:
    """The game before the first order."""
    seed = headers.get("seed")
    options = headers.get("options")
    start = headers.get("position")
    chosen = _options(options) if options is not None else {}
    if start is not None:
        if start.text == "?":
            _bad("hidden", start, shown="position")
        try:
            data = loads(start.text)
            if seed is not None:
                data = {**data, "seed": seed.text} if by_seed else {"seed": seed.text, **data}
            return Game.from_position(data, shuffled=by_seed)
        except BadPosition as problem:
            _bad("header", start, reason=str(problem), because=_told(problem.key, problem.arguments))
    players: int | None = None
    if "players" in headers:
        line = headers["players"]
        if line.text not in ("2", "3", "4"):
            _bad("header", line, **_why("players", what=shown(line.text)))
        players = int(line.text)
    scenario = headers.get("scenario", _Line(1, "standard"))
    try:
        game = Game.new(scenario.text, players, seed.text if seed is not None else "0", chosen)
    except BadPosition as problem:
        _bad("header", scenario, reason=str(problem), because=_told(problem.key, problem.arguments))
    if seed is None:
        game.seed = None
    return game


def _deals(headers: dict[str, _Line], game: Game) -> list[Deal]:
    """Where everything unseen was dealt anew, because everybody agreed to go back there."""
    again: list[int] = []
    while (line := headers.get(f"{AGAIN}{len(again) + 1}")) is not None:
        if not line.text.isascii() or not line.text.isdigit() or len(line.text) > 6:
            _bad("header", line, **_why("again", what=shown(line.text)))
        again.append(int(line.text))
    return deals(game.state.key, again)


def _deal(game: Game, dealt: list[Deal], orders: int) -> None:
    for deal in dealt:
        if deal.orders == orders:
            game.arrange(Arrangement(key=deal.key))


def _options(line: _Line) -> dict[str, object]:
    chosen: dict[str, object] = {}
    for part in filter(None, (part.strip() for part in line.text.split(","))):
        name, _, value = part.partition("=")
        allowed = {str(v).lower() if isinstance(v, bool) else str(v): v for v in OPTION_VALUES.get(name, [])}
        if value not in allowed:
            _bad("header", line, **_why("option", what=shown(part)))
        chosen[name] = allowed[value]
    return chosen


def _check_result(headers: dict[str, _Line], game: Game) -> None:
    line = headers.get("result")
    if line is None or not line.text or line.text == "?":
        return
    ended = game.result
    real = "open" if ended is None else result_text(list(ended.winners), ended.turn)
    if line.text != real:
        _bad("result", line, shown=shown(line.text), real=real)


# ---------------------------------------------------------------- the orders


def _blocks(lines: list[_Line]) -> list[tuple[_Line, list[_Line]]]:
    """Each order with the chance lines that follow it."""
    found: list[tuple[_Line, list[_Line]]] = []
    for line in lines:
        if line.text.startswith("#!"):
            if not found:
                _bad("chance", line, shown=shown(line.text), **_why("too_early"))
            found[-1][1].append(line)
        elif line.text and not line.text.startswith("#"):
            found.append((line, []))
    return found


def _step(game: Game, order: _Line, told: list[_Line], by_seed: bool) -> Step:
    """Carry out one order and let chance be what the record says, or hold the record to what chance gives."""
    if game.result is not None:
        _bad("after_end", order)
    if "?" in order.text.split():
        _bad("hidden", order, shown=shown(order.text))
    expected = [(line, _parse(line)) for line in told]
    if not by_seed:
        _arrange_before(game, order, expected)
    before = game.state.copy()
    try:
        events = game.play(order.text)
    except IllegalOrder as illegal:
        because = _told(f"refusal.{illegal.key}", illegal.arguments, illegal.rule)
        _bad("order", order, shown=shown(order.text), reason=str(illegal), because=because)
    actual = chance.chances(events)
    matched = _match(expected, actual)
    if by_seed:
        _agree(actual, matched)
        return Step(order.number, order.text, events)
    arrangement = _faces(before, game.state, actual, matched)
    if arrangement.swaps:
        game.arrange(arrangement)
        events = _retold(events, arrangement.told)
    return Step(order.number, order.text, events)


def _retold(events: list[Happening], told: tuple[str, ...]) -> list[Happening]:
    """The events with the faces of the record."""
    found = []
    left = list(told)
    for event in events:
        secret = dict(event.secret)
        if event.key in ("draw", "draw_short", "virtual_discard"):
            cards = secret.get("cards")
            number = len(cards) if isinstance(cards, list) else 0
            secret["cards"], left = left[:number], left[number:]
        elif event.key == "redrawn" and secret.get("drawn"):
            secret["drawn"], left = left[0], left[1:]
        found.append(event.with_secret(secret))
    return found


def _parse(line: _Line) -> Chance:
    """A chance line as an event; what it names is checked where it is used."""
    words = line.text[2:].split()
    if not words or words[0].lower() not in _KINDS:
        _bad("chance", line, shown=shown(line.text), **_why("kinds", kinds=", ".join(_KINDS)))
    kind, rest = words[0].lower(), words[1:]
    nation = ""
    if kind == "draw":
        if not rest or rest[0].lower() not in NATIONS:
            _bad("chance", line, shown=shown(line.text), **_why("nobody"))
        nation, rest = rest[0].lower(), rest[1:]
    if "?" in rest:
        _bad("hidden", line, shown=shown(line.text))
    if len(rest) > 250:
        _bad("chance", line, shown=shown(line.text), **_why("so_many"))
    return Chance(kind, nation, tuple(word.upper() if kind in _WITH_CARDS else word.lower() for word in rest), 15)


_WITH_CARDS: Final = ("draw", "redraw", "gift", "virtual")


def _arrange_before(game: Game, order: _Line, expected: list[tuple[_Line, Chance]]) -> None:
    """The next fate card, and the blind pick of 9♦."""
    s = game.state
    for line, told in expected:
        if told.kind == "fate":
            card = fate_number(told.cards[0]) if len(told.cards) == 1 else -1
            left = [int(s.pile[FATE_DECK + i]) for i in range(s.fate_drawn, FATE_COUNT)]
            if card not in left:
                _bad("chance", line, shown=shown(line.text), **_why("no_fate"))
            if card != left[0]:
                game.arrange(Arrangement(fate=card))
        elif told.kind == "gift" and s.state == GIFT:
            _arrange_gift(game, order, line, told)


def _arrange_gift(game: Game, order: _Line, line: _Line, told: Chance) -> None:
    s = game.state
    try:
        said = parse(order.text)
        named = said.card if isinstance(said, CardOrder) and said.verb == "gift" else None
        given = -1 if named is None else held(s, PRUSSIA, (named,))[0]
    except IllegalOrder:
        return  # the order itself will be refused
    wanted = [c for name in told.cards for c in card_numbers(name)]
    for card in wanted if given >= 0 else []:
        counter = chance.gift_chance(s, given, card)
        if counter >= 0:
            if counter != s.chance:
                game.arrange(Arrangement(chance=counter))
            return
    _bad("chance", line, shown=shown(line.text), **_why("gift"))


def _match(expected: list[tuple[_Line, Chance]], actual: list[Chance]) -> list[tuple[_Line, Chance] | None]:
    """For each thing chance gave, the line that speaks of it, None if the seed decides."""
    found: list[tuple[_Line, Chance] | None] = [None] * len(actual)
    at = 0
    for line, told in expected:
        while at < len(actual) and (actual[at].kind, actual[at].nation) != (told.kind, told.nation):
            at += 1
        if at == len(actual):
            _bad("chance", line, shown=shown(line.text), **_why("nothing"))
        if len(told.cards) != len(actual[at].cards):
            _bad("chance", line, shown=shown(line.text), **_why("number", number=len(actual[at].cards)))
        if told.kind in ("open", "reshuffle", "fate", "gift") and told.cards != actual[at].cards:
            _bad("chance", line, shown=shown(line.text), **_why("other", what=" ".join(actual[at].cards)))
        found[at] = (line, told)
        at += 1
    return found


def _agree(actual: list[Chance], matched: list[tuple[_Line, Chance] | None]) -> None:
    """Every line says what the seed gives; in which order a hand's cards are written does not matter."""
    for event, match in zip(actual, matched, strict=True):
        if match is not None and sorted(event.cards) != sorted(match[1].cards):
            _bad("chance", match[0], shown=shown(match[0].text), **_why("other", what=" ".join(event.cards)))


def _faces(
    before: State, after: State, actual: list[Chance], matched: list[tuple[_Line, Chance] | None]
) -> Arrangement:
    """Which faces to exchange so that the draws are those of the record.

    A card can be drawn twice by one order: laid away for a virtual nation, shuffled in again, and drawn. An
    exchange therefore changes what is still to be drawn and what is left, never what has been told already.
    """
    cards: list[int] = []
    piles: list[int] = []  # which pile each card came from: 0 is the one that lay there before
    wanted: list[tuple[_Line, str] | None] = []
    pile, left = 0, int(before.draw_size)
    renewals = [e.size for e in actual if e.kind in ("open", "reshuffle")]
    taken: set[int] = set()  # of the present pile
    for event, match in zip(actual, matched, strict=True):
        if event.kind not in chance.DRAWS:
            continue
        for i, name in enumerate(event.cards):
            if left == 0 and pile < len(renewals):
                left = renewals[pile]
                pile += 1
                taken = set()
            left -= 1
            if pile == 0:
                card = int(before.pile[DRAW + left])  # its top is the last entry
            else:
                card = _number(before, after, event, name, taken)
            taken.add(card)
            cards.append(card)
            piles.append(pile)
            wanted.append(None if match is None else (match[0], match[1].cards[i]))
    rest = {int(after.pile[DRAW + i]) for i in range(after.draw_size)}
    swaps: list[tuple[int, int]] = []
    for i, want in enumerate(wanted):
        if want is None:
            continue
        line, name = want
        possible = {cards[j] for j in range(i, len(cards)) if piles[j] == piles[i]}
        if piles[i] == len(renewals):
            possible |= rest
        able = [c for c in card_numbers(name) if c in possible]
        if not able:
            _bad("chance", line, shown=shown(line.text), **_why("not_drawn", what=name))
        here = cards[i]
        if here in able:
            continue
        swaps.append((here, able[0]))
        exchange = {here: able[0], able[0]: here}
        cards[i:] = [exchange.get(c, c) for c in cards[i:]]
        rest = {exchange.get(c, c) for c in rest}
    return Arrangement(swaps=tuple(swaps), told=tuple(card_name(card) for card in cards))


def _number(before: State, after: State, event: Chance, name: str, taken: set[int]) -> int:
    """The card that was drawn; of the two Reserves of a deck, the one that came to lie there just now."""
    able = [c for c in card_numbers(name) if c not in taken]
    row = USED
    if event.kind != "virtual":
        row = HAND + (NATIONS.index(event.nation) if event.nation else FRANCE) * MAX_DECKS
    came = [c for c in able if lies(after, row, c) and not lies(before, row, c)]
    there = [c for c in able if lies(after, row, c)]
    return (came or there or able or card_numbers(name))[0]


def _told(key: str, arguments: Mapping[str, object], rule: str | None = None) -> dict[str, object]:
    """A reason by its key, for those who say it in another language."""
    return {"key": key, "args": dict(arguments), "rule": rule}


def _why(key: str, **arguments: object) -> dict[str, object]:
    """A reason of this module: in English words, and by its key."""
    full = f"record.why.{key}"
    return {"reason": sentence(full, arguments), "because": _told(full, arguments)}


def _bad(key: str, line: _Line, **arguments: object) -> NoReturn:
    raise BadRecord("record." + key, {"line": line.number, **arguments}, line.number)
