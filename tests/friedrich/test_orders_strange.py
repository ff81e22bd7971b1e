"""Strange orders at strange positions: refused with a reason, or done; never anything else."""

from __future__ import annotations

import random

import pytest
from generated import generate
from test_orders_random import INNER, contents

from sanssouci.friedrich import IllegalOrder
from sanssouci.friedrich.decisions import orders
from sanssouci.friedrich.files import position
from sanssouci.friedrich.rules import turn
from sanssouci.friedrich.rules.board import CITY_IDS, DEPOTS, ROADS
from sanssouci.friedrich.rules.cards import card_name
from sanssouci.friedrich.rules.decks import hand_cards
from sanssouci.friedrich.rules.names import GENERALS, GENERALS_FROM, NATIONS, PIECES, TRAINS_FROM
from sanssouci.friedrich.rules.state import GAME_OVER, State


class Stranger:
    """Somebody who knows the notation and the map, and little else."""

    def __init__(self, rng: random.Random, s: State) -> None:
        self.rng = rng
        self.s = s
        self.nation = int(s.decider) % 7

    def general(self) -> str:
        own = GENERALS[GENERALS_FROM[self.nation] : GENERALS_FROM[self.nation + 1]]
        return self.rng.choice(own if self.rng.random() < 0.85 else GENERALS)

    def card(self) -> str:
        hand = hand_cards(self.s, self.nation)
        if hand and self.rng.random() < 0.9:
            return card_name(self.rng.choice(hand), self.rng.random() < 0.5)
        return self.rng.choice(["13S", "2H/3", "R", "R/2", "11S"])

    def walk(self, city: int, steps: int) -> list[int]:
        path = []
        for _ in range(steps):
            near = [other for other, _ in ROADS[city]] if city >= 0 else range(len(CITY_IDS))
            city = self.rng.choice(list(near)) if self.rng.random() < 0.95 else self.rng.randrange(len(CITY_IDS))
            path.append(city)
        return path

    def move(self) -> str:
        piece = PIECES.index(self.general())
        if self.rng.random() < 0.2:
            piece = self.rng.randrange(TRAINS_FROM[self.nation], TRAINS_FROM[self.nation + 1])
        mates = [p for p in range(24) if self.s.city[p] == self.s.city[piece] >= 0] or [piece]
        group = self.rng.sample(mates, self.rng.randint(1, len(mates))) if piece < 24 else [piece]
        path = self.walk(int(self.s.city[piece]), self.rng.randint(1, 5))
        share = f"takes {self.rng.randint(0, 12)} " if self.rng.random() < 0.3 else ""
        return f"move {'+'.join(PIECES[p] for p in group)} {share}{' '.join(CITY_IDS[c] for c in path)}"

    def site(self) -> str:
        return CITY_IDS[self.rng.choice(DEPOTS[self.nation])] if self.rng.random() < 0.9 else self.rng.choice(CITY_IDS)

    def recruit(self) -> str:
        parts = [f"troops {self.rng.randint(0, 4)}"]
        parts += [f"general {self.general()} {self.site()}" for _ in range(self.rng.choice([0, 1, 1, 2]))]
        parts += [f"train {self.site()}" for _ in range(self.rng.choice([0, 0, 1, 2]))]
        parts.append("pay " + " ".join(self.card() for _ in range(self.rng.randint(1, 4))))
        if self.rng.random() < 0.5:
            names = {self.general() for _ in range(self.rng.randint(1, 3))}
            parts.append("give " + " ".join(f"{who}={self.rng.randint(0, 4)}" for who in sorted(names)))
        self.rng.shuffle(parts)
        return "recruit " + " ".join(parts)

    def order(self) -> str:
        place = CITY_IDS[self.walk(int(self.s.city[self.rng.randrange(24)]), 1)[0]]
        others = [
            "end", "pass", "fight", f"remove {self.general()}", f"play {self.card()}",
            f"play R={self.rng.randint(0, 12)}", f"play {self.card()} double",
            f"attack {self.general()} {self.rng.choice(GENERALS)}", f"evade {place}",
            f"retreat {place}", f"discard {self.card()}", f"offensive {self.card()}", "liberate koenigsberg rastenburg",
            f"reinforce {self.general()}", "reinforce none", f"retire {self.general()}", f"flip {self.general()}",
            f"trade {self.rng.choice(NATIONS)} {self.card()}", f"redraw {self.card()}", f"laudon {place}", "west none",
            f"laudon {place} takes {self.rng.randint(0, 9)}", f"gift {self.card()}", f"lose {self.general()}",
        ]  # fmt: skip
        return self.rng.choice([self.move(), self.move(), self.recruit(), self.rng.choice(others)])


@pytest.mark.parametrize("seed", range(25))
def test_a_strange_order_is_done_or_refused_with_its_rule(seed: int) -> None:
    """Formats.md, section 3: the game is unchanged, the sentence says why, a rule is named."""
    rng = random.Random(seed)
    s = position.read(generate(rng))[0]
    for _ in range(40):
        if s.state == GAME_OVER:
            break
        stranger = Stranger(rng, s)
        for text in [stranger.order() for _ in range(5)]:
            was = contents(s)
            why = orders.refusal(s, text)
            assert contents(s) == was
            if why is None:
                assert s.state != GAME_OVER
                continue
            assert why.key not in ("not_legal", "end_here"), text  # a reason that says nothing
            assert why.rule is not None or why.key in ("named_twice", "part_twice"), text
            assert "{" not in str(why), text
            with pytest.raises(IllegalOrder):
                orders.perform(s, text)
            assert contents(s) == was
        turn.apply(s, rng.choice(list(turn.choices(s))))
        while s.state in INNER:
            turn.apply(s, rng.choice(list(turn.choices(s))))
