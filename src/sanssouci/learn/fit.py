"""Training in NumPy: the calibrated hand-made value, the logistic baseline on the inputs, the residual net.

Every head learns the logarithm of odds that a role wins, on top of a fixed offset. Games, not rows, are divided into
those to learn from, those by which one chooses and those that are only measured. A checkpoint holds everything, so
that a run that was stopped goes on with the same rows in the same order.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from sanssouci.learn.games import TABLES
from sanssouci.learn.rows import AIMS, Arrays

#: Hidden units lie between 0 and this, as in the whole-number net.
FULL: Final = 7.99
#: An input counts a 64th; the hand-made value counts in thousandths of its unit.
INPUT_SCALE: Final = 1 / 64
HAND_SCALE: Final = 1 / 1000
#: Of a hundred games so many are kept to choose by and so many to measure.
CHOOSE: Final = 6
MEASURE: Final = 8

Params = dict[str, Any]
Say = Callable[[str], None]


class Split(NamedTuple):
    """Row numbers."""

    train: Any
    choose: Any
    measure: Any


def split(rows: Arrays) -> Split:
    """By game: the same game never stands on two sides."""
    mark = rows["game"].astype(np.int64) * 2654435761 % 4294967296 * 100 // 4294967296
    found = [mark >= CHOOSE + MEASURE, mark < CHOOSE, (mark >= CHOOSE) & (mark < CHOOSE + MEASURE)]
    return Split(*(np.flatnonzero(part) for part in found))


def playing(tables: Any) -> Any:
    """Which roles take part, by rows."""
    from sanssouci.friedrich.rules.names import ROLES
    from sanssouci.friedrich.rules.scenario import named

    book = np.array([[role in named(table.scenario).roles for role in ROLES] for table in TABLES])
    return book[tables]


def sigmoid(z: Any) -> Any:
    """Chance from a logarithm of odds."""
    return 1 / (1 + np.exp(-np.clip(z, -30, 30)))


def brier(chance: Any, won: Any, mask: Any) -> float:
    """Mean square of chance and result over roles that take part."""
    return float((((chance - won) ** 2)[mask]).mean()) if mask.any() else 0.0


def calibrate(hand: Any, won: Any, rounds: int = 40) -> tuple[float, float]:
    """Slope and shift of the logarithm of odds over a value, by Newton's method with a slight pull to zero."""
    h = hand.astype(np.float64) * HAND_SCALE
    slope, shift = 0.0, 0.0
    for _ in range(rounds):
        p = sigmoid(slope * h + shift)
        wrong, weight = p - won, p * (1 - p)
        g = np.array([(wrong * h).sum() + slope * 1.0, wrong.sum() + shift * 1.0])
        cross = (weight * h).sum()
        hess = np.array([[(weight * h * h).sum() + 1.0, cross], [cross, weight.sum() + 1.0]])
        step = np.linalg.solve(hess, g)
        slope, shift = slope - float(step[0]), shift - float(step[1])
        if abs(step).max() < 1e-9:
            break
    return max(slope, 0.0), shift


def calibration(rows: Arrays, train: Any) -> Any:
    """Slope and shift by table and role."""
    found = np.zeros((len(TABLES), 4, 2))
    plays = playing(np.arange(len(TABLES)))
    for t in range(len(TABLES)):
        own = train[rows["table"][train] == t]
        for r in range(4):
            if plays[t, r] and len(own):
                found[t, r] = calibrate(rows["hand"][own, r], rows["won"][own, r].astype(np.float64))
    return found


def offsets(rows: Arrays, fitted: Any) -> Any:
    """The logarithm of odds that the hand-made value gives, by row and role."""
    by = fitted[rows["table"]]
    hand = np.clip(rows["hand"], -12000, 12000)
    return (by[:, :, 0] * hand * HAND_SCALE + by[:, :, 1]).astype(np.float32)


def new_params(inputs: int, first: int, second: int, seed: int) -> Params:
    """A net that adds nothing yet: its heads are zero."""
    rng = np.random.default_rng(seed)
    f = np.float32
    return {
        "w1": (rng.normal(size=(inputs, first)) * np.sqrt(2 / inputs)).astype(f), "b1": np.full(first, 0.1, f),
        "w2": (rng.normal(size=(first, second)) * np.sqrt(2 / first)).astype(f), "b2": np.full(second, 0.1, f),
        "w3": np.zeros((second, 4), f), "b3": np.zeros(4, f),
        "wa": np.zeros((second, AIMS), f), "ba": np.zeros(AIMS, f),
    }  # fmt: skip


def forward(p: Params, x: Any) -> tuple[Any, Any, Any, Any]:
    """Both layers, what the net adds to the odds, and the other heads."""
    h1 = np.clip(x @ p["w1"] + p["b1"], 0, FULL)
    h2 = np.clip(h1 @ p["w2"] + p["b2"], 0, FULL)
    return h1, h2, h2 @ p["w3"] + p["b3"], h2 @ p["wa"] + p["ba"]


def gradients(p: Params, x: Any, offset: Any, target: Any, mask: Any, aims: Any, share: float) -> Params:
    """The slopes of the loss of one batch; `share`: what the other heads count beside the chances."""
    h1, h2, add, other = forward(p, x)
    n = len(x)
    d = (sigmoid(add + offset) - target) * mask / n
    ends = np.concatenate([sigmoid(other[:, :-1]) - aims[:, :-1], other[:, -1:] - aims[:, -1:]], axis=1)
    da = (ends * (share / n)).astype(np.float32)
    d = d.astype(np.float32)
    g = {"w3": h2.T @ d, "b3": d.sum(0), "wa": h2.T @ da, "ba": da.sum(0)}
    d2 = (d @ p["w3"].T + da @ p["wa"].T) * ((h2 > 0) & (h2 < FULL))
    g["w2"], g["b2"] = h1.T @ d2, d2.sum(0)
    d1 = (d2 @ p["w2"].T) * ((h1 > 0) & (h1 < FULL))
    g["w1"], g["b1"] = x.T @ d1, d1.sum(0)
    return g


def inputs_of(rows: Arrays, numbers: Any) -> Any:
    """Inputs as the layers take them."""
    return rows["x"][numbers].astype(np.float32) * np.float32(INPUT_SCALE)


def predict(p: Params, rows: Arrays, offset: Any, numbers: Any, size: int = 16384) -> Any:
    """Chances of these rows."""
    found = [
        sigmoid(forward(p, inputs_of(rows, part))[2] + offset[part])
        for part in (numbers[i : i + size] for i in range(0, len(numbers), size))
    ]
    return np.concatenate(found) if found else np.zeros((0, 4))


class Settings(NamedTuple):
    """How to train."""

    first: int = 256
    second: int = 64
    epochs: int = 8
    batch: int = 2048
    speed: float = 1e-3
    decay: float = 1e-2
    share: float = 0.004  # of each of the other heads
    seed: int = 1
    seconds: float = float("inf")
    every: float = 120.0  # seconds between two checkpoints


class Trainer:
    """Adam with decoupled decay; keeps the best net by the games one chooses by."""

    def __init__(self, rows: Arrays, targets: Any, fitted: Any, how: Settings, start: Params | None = None) -> None:
        self.rows, self.targets, self.how = rows, targets, how
        self.split = split(rows)
        self.offset = offsets(rows, fitted)
        self.mask = playing(rows["table"])
        self.p = start or new_params(rows["x"].shape[1], how.first, how.second, how.seed)
        self.m = {k: np.zeros_like(v) for k, v in self.p.items()}
        self.v = {k: np.zeros_like(v) for k, v in self.p.items()}
        self.step, self.epoch, self.at = 0, 0, 0
        self.best = {k: v.copy() for k, v in self.p.items()}
        self.best_score = self.score(self.p)
        self.ends = rows["aims"].astype(np.float32)
        self.ends[:, -1] /= 100

    def score(self, p: Params) -> float:
        """Brier score on the games one chooses by."""
        numbers = self.split.choose
        return brier(predict(p, self.rows, self.offset, numbers), self.rows["won"][numbers], self.mask[numbers])

    def total(self) -> int:
        """Steps of the whole run."""
        return self.how.epochs * self.steps()

    def steps(self) -> int:
        """Steps of an epoch."""
        return max(len(self.split.train) // self.how.batch, 1)

    def run(self, checkpoint: Path | None, say: Say) -> Params:
        """Train to the end, or as long as there is time; answers the best net."""
        began = saved = time.monotonic()
        if checkpoint is not None and checkpoint.exists():
            self.load(checkpoint)
        while self.epoch < self.how.epochs:
            order = np.random.default_rng((self.how.seed, self.epoch)).permutation(self.split.train)
            while self.at < self.steps():
                self.learn(order[self.at * self.how.batch : (self.at + 1) * self.how.batch])
                self.at += 1
                now = time.monotonic()
                if checkpoint is not None and now - saved > self.how.every:
                    self.save(checkpoint)
                    saved = now
                if now - began > self.how.seconds:
                    return self._stop(checkpoint, say)
            self.epoch, self.at = self.epoch + 1, 0
            score = self.score(self.p)
            say(f"epoch {self.epoch}: Brier {score:.5f} on the games to choose by ({time.monotonic() - began:.0f} s)")
            if score < self.best_score:
                self.best_score, self.best = score, {k: v.copy() for k, v in self.p.items()}
        if checkpoint is not None:
            self.save(checkpoint)
        return self.best

    def _stop(self, checkpoint: Path | None, say: Say) -> Params:
        score = self.score(self.p)
        say(f"out of time in epoch {self.epoch + 1}: Brier {score:.5f}")
        if score < self.best_score:
            self.best_score, self.best = score, {k: v.copy() for k, v in self.p.items()}
        if checkpoint is not None:
            self.save(checkpoint)
        return self.best

    def learn(self, numbers: Any) -> None:
        """One step."""
        g = gradients(
            self.p, inputs_of(self.rows, numbers), self.offset[numbers], self.targets[numbers], self.mask[numbers],
            self.ends[numbers], self.how.share,
        )  # fmt: skip
        self.step += 1
        done = min(self.step / max(self.total(), 1), 1.0)
        warm = min(self.step / min(200, max(self.total() // 10, 1)), 1.0)
        speed = self.how.speed * warm * (0.5 + 0.5 * float(np.cos(np.pi * done)) + 0.01)
        for k, slope in g.items():
            self.m[k] += 0.1 * (slope - self.m[k])
            self.v[k] += 0.001 * (slope * slope - self.v[k])
            m = self.m[k] / (1 - 0.9**self.step)
            v = self.v[k] / (1 - 0.999**self.step)
            if k.startswith("w"):
                self.p[k] *= np.float32(1 - speed * self.how.decay)
            self.p[k] -= (speed * m / (np.sqrt(v) + 1e-8)).astype(np.float32)

    def save(self, path: Path) -> None:
        """Everything, written whole or not at all."""
        parts = {f"{name}.{k}": v for name in ("p", "m", "v", "best") for k, v in getattr(self, name).items()}
        half = path.with_suffix(".part")
        with open(half, "wb") as file:
            np.savez(file, at=np.array([self.step, self.epoch, self.at]), score=np.array([self.best_score]), **parts)
        half.replace(path)

    def load(self, path: Path) -> None:
        """Go on from a checkpoint."""
        with np.load(path) as found:
            for name in ("p", "m", "v", "best"):
                setattr(self, name, {k: found[f"{name}.{k}"] for k in self.p})
            self.step, self.epoch, self.at = (int(n) for n in found["at"])
            self.best_score = float(found["score"][0])


def best_of(path: Path) -> Params:
    """The best net of a checkpoint."""
    with np.load(path) as found:
        return {name.partition(".")[2]: found[name] for name in found.files if name.startswith("best.")}


def logistic(rows: Arrays, fitted: Any, how: Settings, say: Say) -> tuple[Any, float]:
    """The baseline: one layer of weights on the inputs, beside the offset; its chances on the measured games."""
    parts = split(rows)
    offset, mask = offsets(rows, fitted), playing(rows["table"])
    size = rows["x"].shape[1]
    w, b = np.zeros((size, 4), np.float32), np.zeros(4, np.float32)
    m, v = np.zeros((size + 1, 4)), np.zeros((size + 1, 4))
    step = 0
    began = time.monotonic()
    steps = max(len(parts.train) // how.batch, 1)
    for epoch in range(how.epochs):
        order = np.random.default_rng((how.seed, epoch)).permutation(parts.train)
        for i in range(steps):
            numbers = order[i * how.batch : (i + 1) * how.batch]
            x = inputs_of(rows, numbers)
            d = (sigmoid(x @ w + b + offset[numbers]) - rows["won"][numbers]) * mask[numbers] / len(numbers)
            g = np.concatenate([x.T @ d + 1e-4 * w, d.sum(0, keepdims=True)])
            step += 1
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            speed = how.speed * 2 * (1 - step / (steps * how.epochs) + 0.02)
            move = (speed * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)).astype(np.float32)
            w, b = w - move[:-1], b - move[-1]
        if time.monotonic() - began > how.seconds:
            break
    chances = sigmoid(inputs_of(rows, parts.measure) @ w + b + offset[parts.measure])
    score = brier(chances, rows["won"][parts.measure], mask[parts.measure])
    say(f"logistic baseline on {size} inputs: Brier {score:.5f} on the measured games")
    return chances, score
