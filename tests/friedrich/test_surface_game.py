"""The game's face: decisions, menus and walks against the small steps, copies, events, roles."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest
from generated import generate

import sanssouci.friedrich
from sanssouci.friedrich import BadPosition, Game, IllegalOrder, NotYours
from sanssouci.friedrich.files.pack import contents

ROLES = ["friedrich", "elisabeth", "maria-theresa", "pompadour"]


def games(count: int, steps: int = 60) -> list[tuple[Game, random.Random]]:
    """Games somewhere inside of generated positions."""
    found = []
    for seed in range(count):
        rng = random.Random(1000 + seed)
        game = Game.from_position(generate(rng))
        for _ in range(rng.randint(0, steps)):
            if game.decision is not None:
                game.choose(rng.choice(game.choices()))
        found.append((game, rng))
    return found


def at_menu(game: Game, rng: random.Random) -> bool:
    """Runs on to the next movement menu; False if the game ends before."""
    for _ in range(400):
        if game.decision is None:
            return False
        if game.decision.state == "MOVE_MENU":
            return True
        game.choose(rng.choice(game.choices()))
    return False


def test_build_says_how_the_core_runs() -> None:
    """The command line prints it."""
    assert sanssouci.friedrich.BUILD in ("compiled", "pure")


def test_a_new_game_needs_nothing() -> None:
    """Chance then comes from the system: two games differ, and the seed has 128 bits."""
    one, other = Game.new(), Game.new()
    assert one.seed is not None and len(one.seed) == 32
    assert one.position()["piles"]["draw"] != other.position()["piles"]["draw"]


@pytest.mark.parametrize(
    ("start", "key"),
    [
        ({"scenario": "moon"}, "unknown_name"),
        ({"players": 7}, "players"),
        ({"options": {"decks": 1}}, "option_value"),
        ({"options": {"x": 1}}, "no_option"),
        ({"seed": "\n"}, "seed"),
        ({"scenario": "west", "players": 3}, "players"),
    ],
)
def test_a_game_that_cannot_begin(start: dict[str, Any], key: str) -> None:
    """The same sentences as for positions."""
    with pytest.raises(BadPosition) as caught:
        Game.new(**start)
    assert caught.value.key == f"position.{key}"


def test_simultaneous_decisions_have_several_roles() -> None:
    """The first allotment: every role that has something to spread; afterwards one."""
    game = Game.new(seed="roles")
    assert game.decision is not None
    assert game.decision.roles == ("friedrich", "elisabeth", "maria-theresa", "pompadour")
    game.play("allot france richelieu=7 soubise=6 chevert=7", "pompadour")
    assert game.decision is not None and "pompadour" not in game.decision.roles
    assert game.menu("pompadour") == {} and game.menu("friedrich")["nations"]
    with pytest.raises(NotYours) as caught:
        game.play("allot austria daun=6 browne=6 karl=6 laudon=6 lacy=6", "friedrich")
    assert caught.value.key == "not_yours"


def test_an_illegal_order_changes_nothing() -> None:
    """Nor does a choice that is not on the menu."""
    game = Game.from_position({"format": "friedrich-position/1", "nation": "austria", "phase": "movement"})
    before = contents(game.state)
    for order, key in (
        ("move daun berlin", "no_road"),
        ("", "empty"),
        ("\x00", "unreadable"),
        ("end end", "form"),
        ("move keith breslau", "not_active"),
        ("x" * 10_000, "too_long"),
        ("play 10D", "not_now"),
    ):
        refusal = game.check(order)
        with pytest.raises(IllegalOrder) as caught:
            game.play(order)
        assert refusal is not None and refusal.key == caught.value.key == key
    for choice in (-1, 10**12, 5):
        assert choice not in game.choices()
        with pytest.raises(IllegalOrder) as caught:
            game.choose(choice)
        assert caught.value.key == "not_a_choice"
    assert contents(game.state) == before and game.state.log is None


def test_unknown_roles_are_refused() -> None:
    """With one sentence."""
    game = Game.new(seed="who")
    for ask in (game.menu, game.view, game.record_for):
        with pytest.raises(ValueError, match="there is no role"):
            ask("napoleon")


def test_copies_share_nothing_that_changes() -> None:
    """Playing on with one leaves the other, its record included."""
    for game, rng in games(6):
        if not at_menu(game, rng):
            continue
        before, record = contents(game.state), game.record()
        other = game.copy()
        for _ in range(60):
            if other.decision is not None:
                other.choose(rng.choice(other.choices()))
        assert contents(game.state) == before and game.record() == record


def test_games_travel_between_processes() -> None:
    """A pickled game is the same game, its record included, and goes on alike."""
    for game, rng in games(5):
        if not at_menu(game, rng):
            continue
        other = pickle.loads(pickle.dumps(game))
        assert contents(other.state) == contents(game.state) and other.record() == game.record()
        for _ in range(40):
            if game.decision is not None:
                choice = rng.choice(game.choices())
                game.choose(choice)
                other.choose(choice)
        assert contents(other.state) == contents(game.state)


def test_movement_menus_agree_with_the_small_steps() -> None:
    """Every group, its shares and every end: exactly what choosing step by step can reach."""
    compared = 0
    for game, rng in games(14):
        if not at_menu(game, rng):
            continue
        menu = game.menu(game.decision.roles[0]) if game.decision else {}
        moves = [c for c in game.choices() if c & 255 in (2, 3) and c > 255]
        assert len(moves) == len(menu["groups"])
        for choice, group in zip(moves, menu["groups"], strict=True):
            pieces = [choice >> 8] if choice & 255 == 3 else [p for p in range(24) if choice >> 8 >> p & 1]
            assert group["pieces"] == [sanssouci.friedrich.rules.names.PIECES[p] for p in pieces]
            other = game.copy()
            other.choose(choice)
            if other.decision is not None and other.decision.state == "SPLIT_ALLOT":
                assert group["takes"] == [min(other.choices()), max(other.choices())]
                other.choose(other.choices()[0])
            elif group["takes"] is not None:
                assert group["takes"][0] == group["takes"][1]
            assert step_ends(other, group["pieces"]) == set(group["ends"])
            walk: Any = game.walk(group["pieces"])
            assert {node.split("/")[0] for node in walk["ends"]} == set(group["ends"])
            assert walk_paths_are_legal(game, group, walk, rng)
            compared += 1
        for group in menu["groups"]:
            for path in rng.sample(sorted(group["ends"].values()), min(3, len(group["ends"]))):
                takes = f" takes {group['takes'][0]}" if group["takes"] else ""
                assert game.check(f"move {'+'.join(group['pieces'])}{takes} {' '.join(path)}") is None
    assert compared > 20


def step_ends(game: Game, pieces: list[str]) -> set[str]:
    """Every city in which the group on the march can come to rest, by choosing step by step."""
    ends: set[str] = set()
    seen = set()
    waiting = [game]
    while waiting:
        here = waiting.pop()
        key = (int(here.state.at), int(here.state.steps), int(here.state.all_main), int(here.state.state))
        if key in seen:
            continue
        seen.add(key)
        for choice in here.choices():
            other = here.copy()
            other.choose(choice)
            if other.decision is not None and other.decision.state == "MOVE_PATH":
                waiting.append(other)
            else:
                ends.add(str(other.view(None).json()["pieces"][pieces[0]]["city"]))
    return ends


def walk_paths_are_legal(game: Game, group: dict[str, Any], walk: dict[str, Any], rng: random.Random) -> bool:
    """Random walks along the graph, stopped where it says so, are legal orders."""
    for _ in range(4):
        node, path = walk["start"], []
        while node in walk["steps"] and (node not in walk["ends"] or rng.random() < 0.7):
            node = rng.choice(walk["steps"][node])
            path.append(node.split("/")[0])
        if node not in walk["ends"]:
            return False
        takes = f" takes {group['takes'][0]}" if group["takes"] else ""
        if game.check(f"move {'+'.join(group['pieces'])}{takes} {' '.join(path)}") is not None:
            return False
    return True


def test_walks_of_what_cannot_move_are_empty() -> None:
    """Foreign pieces, nonsense, nothing at all."""
    game = Game.from_position({"format": "friedrich-position/1", "nation": "austria", "phase": "movement"})
    for pieces in ([], ["keith"], ["napoleon"], ["daun", "lacy"], ["austria-train-1", "austria-train-2"]):
        assert game.walk(pieces) == {}
    walk: Any = game.walk(["austria-train-1"])
    assert walk["start"] == "beraun/0/m"


def test_recruitment_menus_can_be_bought() -> None:
    """As many troops as the menu says can be bought with the whole purse, one more cannot."""
    bought = 0
    for game, rng in games(30, 200):
        if not at_menu(game, rng) or game.decision is None:
            continue
        found = game.menu(game.decision.roles[0])["recruit"]
        if found is None:
            continue
        choices = game.copy()
        choices.choose(1)
        assert max(choices.choices()) == found["max_troops"]
        for name, cities in found["generals"].items():
            if found["max_troops"]:
                price = found["price"]
                pay = paying(found["cards"], price)
                refusal = game.check(f"recruit troops 1 general {name} {cities[0]} pay {pay}")
                assert refusal is None, str(refusal)
                bought += 1
        for city in found["trains"]["cities"]:
            assert game.check(f"recruit train {city} pay {paying(found['cards'], found['price'])}") is None
            bought += 1
    assert bought > 3


def paying(cards: list[dict[str, Any]], price: int) -> str:
    """The cheapest single card that pays, or the largest ones until it is paid."""
    single = sorted((c["value"], c["card"]) for c in cards if c["value"] >= price)
    if single:
        return str(single[0][1])
    paid: list[str] = []
    left = price
    for card in sorted(cards, key=lambda c: -int(c["value"])):
        if left > 0:
            paid.append(card["card"])
            left -= card["value"]
    return " ".join(paid)


def test_menus_are_for_those_who_act() -> None:
    """Empty for the others and for nobody."""
    for game, _ in games(10):
        acting = set(game.decision.roles) if game.decision else set()
        for role in ROLES:
            assert bool(game.menu(role)) == (role in acting)
        assert game.menu(None) == {}


def test_events_keep_secrets() -> None:
    """A draw: its owner hears the cards, the others how many and of which backs."""
    game = Game.from_position({"format": "friedrich-position/1", "nation": "hanover", "phase": "movement"})
    events = game.play("end")
    draw: dict[str | None, Any] = {
        role: next(e for e in game.events_for(events, role) if e["key"] == "draw") for role in [*ROLES, None]
    }
    assert draw["elisabeth"]["args"]["nation"] == "russia" and len(draw["elisabeth"]["args"]["cards"]) == 4
    for role in ("friedrich", "maria-theresa", "pompadour", None):
        assert "cards" not in draw[role]["args"] and draw[role]["args"]["count"] == 4
    three = Game.from_position({"format": "friedrich-position/1", "players": 3, "nation": "hanover", "pieces": {}})
    events = three.play("end")
    assert "cards" in next(e for e in three.events_for(events, "pompadour") if e["key"] == "draw")["args"]


def test_a_whole_random_game_ends() -> None:
    """Uniformly random play through the public face, as formats.md shows it."""
    rng = random.Random(12)
    game = Game.new(seed="random")
    while not game.result:
        game.choose(rng.choice(game.choices()))
    assert game.result.winners and game.choices() == [] and game.decision is None
    assert all(game.menu(role) == {} for role in ROLES)


def test_quiet_steps_are_the_same_game_without_a_story() -> None:
    """`step` leads where `choose` leads; it tells nothing, and says so when it is asked for a record."""
    for game, rng in games(12):
        told, quiet = game.copy(), game.copy()
        for _ in range(60):
            if told.result is not None:
                break
            choice = rng.choice(told.choices())
            assert quiet.choices() == told.choices()
            told.choose(choice)
            quiet.step(choice)
            assert contents(quiet.state) == contents(told.state) and quiet.state.log is None
        assert quiet.result == told.result
        if quiet.unrecorded:
            again = pickle.loads(pickle.dumps(quiet.copy()))
            for one in (quiet, again):
                with pytest.raises(ValueError, match=r"^this game has no record: it was played on with `step`"):
                    one.record()
                with pytest.raises(ValueError, match="has no record"):
                    one.record_for(None)
            assert quiet.view(None).json() and told.record()


def test_a_choice_may_be_any_whole_number_and_nothing_else() -> None:
    """NumPy's numbers are taken; what stands on no menu is refused and changes nothing."""

    class Whole:
        def __index__(self) -> int:
            return first

    game = Game.new(scenario="west", seed="whole")
    first = game.choices()[0]
    before = contents(game.state)
    for choice in ("1", 1.0, None, -1, 1 << 40, 1 << 70, [1]):
        for take in (game.choose, game.step):
            with pytest.raises(IllegalOrder) as refused:
                take(choice)  # type: ignore[arg-type]
            assert refused.value.key == "not_a_choice"
    assert contents(game.state) == before and not game.unrecorded and game.history == []
    game.choose(Whole())
    assert game.history == [first]


def test_copies_go_their_own_ways_from_a_common_past() -> None:
    """Each knows what was done in it and nothing of the others, whoever goes on first; a record is made of it."""
    rng = random.Random(8)
    games = [Game.new(scenario="west", seed="ways")]
    done: list[list[int]] = [[]]
    for _ in range(400):
        number = rng.randrange(len(games))
        if len(games) < 9 and rng.random() < 0.05:
            games.append(games[number].copy())
            done.append(list(done[number]))
        elif games[number].result is None:
            choice = rng.choice(games[number].choices())
            games[number].choose(choice)
            done[number].append(choice)
    assert len(games) == 9 and [game.history for game in games] == done
    for game in games:
        assert Game.from_record(game.record()).state.turn == game.state.turn


def test_the_chronicle_hears_everything_in_time() -> None:
    """Fates and the way of the move under way, asked now and then or after every step: the same."""
    for seed in range(4):
        often, seldom = Game.new(seed=f"heard {seed}"), Game.new(seed=f"heard {seed}")
        rng = random.Random(seed)
        while often.result is None:
            choice = rng.choice(often.choices())
            told = often.choose(choice)
            assert [event.key for event in told] == [event.key for event in seldom.choose(choice)]
            now = often.chronicle
            if rng.random() < 0.05:
                assert seldom.chronicle == seldom.copy().chronicle
                assert seldom.chronicle.fates == now.fates
                if often.state.group:
                    assert seldom.chronicle.path == now.path
            assert len(seldom.fates) + len(seldom.way) < 64
        assert seldom.chronicle.fates == often.chronicle.fates and len(often.chronicle.fates) > 3


def test_an_event_is_a_value() -> None:
    """It can be taken apart, compared and sent to another process; what everybody knows hides nothing."""
    game = Game.new(scenario="west", seed="value")
    events = [event for _ in range(12) for event in game.choose(game.choices()[-1])]
    assert len({event.key for event in events}) > 3
    for event in events:
        key, rule, args, secret, seers = event.parts()
        assert list(event) == [key, rule, args, secret, seers]
        assert (event[0], event[1], event[4], len(event)) == (key, rule, seers, 5)
        again = pickle.loads(pickle.dumps(event))
        assert again == event and again is not event and key in repr(event)
        assert event.with_secret({"x": 1}) != event and not (seers == 0 and secret)
        assert event.json(everything=True) == {"key": key, "rule": rule, "args": {**args, **secret}}
