"""Small plots as inline SVG, made by hand: lines, whiskers, stacked bars, columns and the map."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape

from sanssouci.friedrich.rules.board import BOARD, CITY_INDEX

#: A colour for each nation and role, readable on white and told apart without red and green alone.
COLOURS = {
    "prussia": "#16324f", "hanover": "#5aa9e6", "russia": "#2a9d4b", "sweden": "#8fb339", "austria": "#8d8d8d",
    "imperial": "#e0b000", "france": "#c1272d",
    "friedrich": "#16324f", "elisabeth": "#2a9d4b", "maria-theresa": "#e0b000", "pompadour": "#c1272d",
}  # fmt: skip
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640, 260, 46, 34, 14


def _svg(body: list[str], title: str, width: int = WIDTH, height: int = HEIGHT) -> str:
    inner = "\n".join(body)
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}"><title>{escape(title)}</title>'
        f"\n{inner}\n</svg>"
    )


def tag(name: str, title: str = "", **attributes: object) -> str:
    """One element; `_` in a name stands for `-`, numbers get one decimal, a title is shown on hovering."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{f"{value:.1f}" if isinstance(value, float) else value}"'
        for key, value in attributes.items()
    )
    return f"<{name}{said}><title>{escape(title)}</title></{name}>" if title else f"<{name}{said}/>"


def _text(x: float, y: float, text: str, anchor: str = "middle", extra: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {extra}>{escape(text)}</text>'


def nice_step(span: float, about: int = 5) -> float:
    """A round distance between grid lines."""
    raw = max(span, 1e-9) / about
    power = 10.0 ** math.floor(math.log10(raw))
    return next(power * m for m in (1, 2, 5, 10) if power * m >= raw - 1e-12)


class Frame:
    """Axes: from data to paper."""

    def __init__(self, x0: float, x1: float, y0: float, y1: float, right: int = 14) -> None:
        self.x0, self.x1 = x0, x1 if x1 > x0 else x0 + 1
        self.y0, self.y1 = y0, y1 if y1 > y0 else y0 + 1
        self.right = WIDTH - right

    def x(self, value: float) -> float:
        """Across."""
        return LEFT + (value - self.x0) / (self.x1 - self.x0) * (self.right - LEFT)

    def y(self, value: float) -> float:
        """Upwards."""
        return HEIGHT - BOTTOM - (value - self.y0) / (self.y1 - self.y0) * (HEIGHT - BOTTOM - TOP)

    def grid(self, unit: str = "") -> list[str]:
        """Horizontal lines with their figures."""
        out: list[str] = []
        step = nice_step(self.y1 - self.y0)
        value = math.ceil(self.y0 / step - 1e-9) * step
        while value <= self.y1 + 1e-9:
            kind = "zero" if abs(value) < 1e-9 else "grid"
            out.append(tag("line", class_=kind, x1=LEFT, x2=self.right, y1=self.y(value), y2=self.y(value)))
            out.append(_text(LEFT - 6, self.y(value) + 4, f"{value:g}{unit}", "end"))
            value += step
        return out


def line_chart(title: str, lines: Mapping[str, Sequence[float]], unit: str = "", across: str = "turn") -> str:
    """One line per name over 1, 2, 3 …"""
    longest = max((len(points) for points in lines.values()), default=1)
    most = max((max(points, default=0) for points in lines.values()), default=1)
    frame = Frame(1, max(2, longest), 0, most or 1, right=110)
    body = frame.grid(unit)
    step = max(1, round(nice_step(longest, 10)))
    body += [_text(frame.x(i), HEIGHT - BOTTOM + 16, str(i)) for i in range(step, longest + 1, step)]
    body.append(_text(frame.right, HEIGHT - 4, across, "end"))
    for row, (name, points) in enumerate(lines.items()):
        colour = COLOURS.get(name, "#444")
        path = " ".join(f"{frame.x(i + 1):.1f},{frame.y(v):.1f}" for i, v in enumerate(points))
        body.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{path}"/>')
        y = TOP + 8 + 17 * row
        body.append(f'<rect x="{WIDTH - 102}" y="{y - 8}" width="12" height="10" fill="{colour}"/>')
        body.append(_text(WIDTH - 86, y + 1, name, "start"))
    return _svg(body, title)


def whiskers(title: str, groups: list[tuple[str, list[tuple[str, float, float, float]]]], wanted: float) -> str:
    """Points with intervals in per cent points; each group stands for one pair of bots."""
    every = [v for _, dots in groups for _, mean, low, high in dots for v in (mean, low, high)]
    low, high = min([0.0, *every]), max([0.0, wanted, *every])
    room = 0.12 * (high - low)  # for the legend above
    frame = Frame(0, max(1, len(groups)), low - room / 3, high + room)
    body = frame.grid()
    body.append(tag("line", class_="wanted", x1=LEFT, x2=frame.right, y1=frame.y(wanted), y2=frame.y(wanted)))
    marks = {"as Friedrich": "#16324f", "as the attackers": "#c1272d", "mean": "#777"}
    for i, (name, dots) in enumerate(groups):
        body.append(_text(frame.x(i + 0.5), HEIGHT - BOTTOM + 18, name))
        for j, (which, mean, least, most) in enumerate(dots):
            x = frame.x(i + 0.5 + (j - (len(dots) - 1) / 2) * 0.16)
            colour = marks.get(which, "#444")
            body.append(tag("line", stroke=colour, stroke_width=2, x1=x, x2=x, y1=frame.y(least), y2=frame.y(most)))
            said = f"{which}: {mean:+.1f} [{least:+.1f}, {most:+.1f}]"
            body.append(tag("circle", said, fill=colour, cx=x, cy=frame.y(mean), r=5))
    for j, (which, colour) in enumerate(marks.items()):
        body.append(f'<circle fill="{colour}" cx="{LEFT + 12 + 150 * j}" cy="{TOP - 4}" r="4"/>')
        body.append(_text(LEFT + 20 + 150 * j, TOP, which, "start"))
    return _svg(body, title)


def stacked(title: str, rows: list[tuple[str, dict[str, float]]]) -> str:
    """Horizontal bars of shares; where wins are shared a bar is longer than 100 %."""
    height = 30 * len(rows) + 44
    label = 200
    scale = (WIDTH - label - 14) / max(1.0, max((sum(parts.values()) for _, parts in rows), default=1.0))
    body: list[str] = []
    for i, (name, parts) in enumerate(rows):
        y, x = 8 + 30 * i, float(label)
        body.append(_text(label - 8, y + 15, name, "end"))
        for part, share in parts.items():
            wide = share * scale
            said = f"{part}: {100 * share:.1f} %"
            body.append(tag("rect", said, x=x, y=y, width=wide, height=22, fill=COLOURS.get(part, "#444")))
            if wide > 34:
                body.append(_text(x + wide / 2, y + 15, f"{100 * share:.0f} %", "middle", 'fill="#fff"'))
            x += wide
    parts_named = list(dict.fromkeys(part for _, parts in rows for part in parts))
    for j, part in enumerate(parts_named):
        colour = COLOURS.get(part, "#444")
        body.append(tag("rect", x=20 + 140 * j, y=height - 22, width=12, height=10, fill=colour))
        body.append(_text(36 + 140 * j, height - 13, part, "start"))
    return _svg(body, title, WIDTH, height)


def columns(title: str, counts: dict[int, int], across: str) -> str:
    """How often each whole number occurred."""
    first, last = min(counts, default=1), max(counts, default=1)
    frame = Frame(first - 0.5, last + 0.5, 0, max(counts.values(), default=1))
    body = frame.grid()
    wide = max(2.0, (frame.x(1) - frame.x(0)) * 0.8)
    for number in range(first, last + 1):
        count = counts.get(number, 0)
        x = frame.x(number) - wide / 2
        tall = frame.y(0) - frame.y(count)
        said = f"{number}: {count}"
        body.append(tag("rect", said, x=x, y=frame.y(count), width=wide, height=tall, fill="#5c7c9c"))
        if (last - first) < 26 or number % 5 == 0:
            body.append(_text(frame.x(number), HEIGHT - BOTTOM + 16, str(number)))
    body.append(_text(frame.right, HEIGHT - 4, across, "end"))
    return _svg(body, title)


@cache
def road_definitions() -> str:
    """The roads of the map, drawn once and used by every map of a page."""
    cities = BOARD["cities"]
    parts: list[str] = []
    for one, other, _ in BOARD["roads"]:
        a, b = cities[CITY_INDEX[one]], cities[CITY_INDEX[other]]
        parts.append(f"M{a['x']} {a['y']}L{b['x']} {b['y']}")
    hidden = "position:absolute;width:0;height:0;border:0"
    return f'<svg style="{hidden}"><defs>{tag("path", id="roads", d="".join(parts))}</defs></svg>'


def battle_map(title: str, counts: dict[str, dict[str, int]]) -> str:
    """A disc for every city where battles were fought, its area their number, its colour the defender's."""
    cities = BOARD["cities"]
    width = max(c["x"] for c in cities) + 40
    height = max(c["y"] for c in cities) + 40
    most = max((sum(by.values()) for by in counts.values()), default=1)
    body = ['<use href="#roads" class="roads"/>']
    for city in cities:
        if "objective" in city:
            colour = COLOURS[city["objective"]["nation"]]
            x, y = city["x"] - 6, city["y"] - 6
            body.append(tag("rect", x=x, y=y, width=12, height=12, fill=colour, opacity=0.5))
    for name, by in sorted(counts.items(), key=lambda item: -sum(item[1].values())):
        city = cities[CITY_INDEX[name]]
        number = sum(by.values())
        defender = max(by, key=lambda n: by[n])
        said = f"{city['name']}: {number} ({', '.join(f'{n} {k}' for n, k in sorted(by.items()))})"
        size = 6 + 44 * math.sqrt(number / most)
        body.append(tag("circle", said, cx=city["x"], cy=city["y"], r=size, fill=COLOURS[defender], opacity=0.6))
    return _svg(body, title, width, height)
