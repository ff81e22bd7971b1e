"""The page at the table, measured in a real browser without a graphics card, on a real server.

    python tools/bench_page.py [--steps 20]

Prints: what panning the map costs the page's main thread at three scales, and how long the judgement of a planned
move takes, from the question to the answer, for every move that may be planned in a crowded position.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "browser"), str(ROOT / "tests"), str(ROOT / "src")]

import prepared  # noqa: E402
from pan import pan_seconds  # noqa: E402
from playwright.sync_api import Browser, expect, sync_playwright  # noqa: E402
from tablepage import Table, new_game  # noqa: E402
from tableserver import FLAGS, Server  # noqa: E402

from chromium import CHROMIUM  # noqa: E402
from sanssouci.friedrich import Game  # noqa: E402

#: the goals of the project: seconds of main thread for twenty steps, milliseconds for a judgement
PAN_SECONDS, PLAN_MS = 0.5, 5
#: turns of the wheel over the middle of the map, from the whole board to the closest look
SCALES = {"overview": 0, "middle": 6, "close": 14}

#: asks for a judgement of each order as the page does; milliseconds from question to answer
ASK = """async (orders) => {
  const times = [];
  const socket = window.benchSocket;
  let id = 1e6;
  for (const text of orders) {
    id += 1;
    const begun = performance.now();
    const answered = new Promise((go) => {
      const hear = (e) => {
        const said = JSON.parse(e.data);
        if (said.id === id) { socket.removeEventListener('message', hear); go(said); }
      };
      socket.addEventListener('message', hear);
    });
    socket.send(JSON.stringify({ id, type: 'ask', what: 'plan', text }));
    const answer = await answered;
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    times.push(performance.now() - begun);
  }
  return times;
}"""
#: keeps the page's socket in reach
KEEP = """const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...more) { super(...more); window.benchSocket = this; }
};"""


def open_table(browser: Browser, server: Server) -> Table:
    """The war at its height, Austria to move."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce", locale="en-GB")
    game = new_game(context, server.base, "maria-theresa", prepared.CROWDED)
    page = context.new_page()
    page.add_init_script(KEEP)
    return Table(page, server.base, game["game"]).open().asked("MOVE_MENU")


def plans() -> list[str]:
    """Every move that may be planned, as an order."""
    menu = Game.from_position(prepared.CROWDED).menu("maria-theresa")
    orders = []
    for group in menu["groups"]:
        takes = f"takes {group['takes'][0]} " if group["takes"] else ""
        who = "+".join(group["pieces"])
        orders += [f"move {who} {takes}{' '.join(path)}" for path in group["ends"].values()]
    return orders


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=20, help="steps of a pan (20)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds; the median is told (3)")
    asked = parser.parse_args()
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the start; no graphics card")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "bench.sqlite3").start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            table = open_table(browser, server)
            expect(table.page.locator(".sheet")).to_be_visible()
            for name, wheel in SCALES.items():
                times = [pan_seconds(table, wheel, asked.steps) for _ in range(asked.rounds)]
                took = statistics.median(times)
                print(f"panning {asked.steps} steps, {name}: {took:.2f} s of the main thread", end="")
                print(f" (median of {asked.rounds}; goal {PAN_SECONDS} s)")
            orders = plans()
            times = sorted(table.page.evaluate(ASK, orders))
            print(f"a planned move judged, {len(orders)} moves, question to answer in the browser: ", end="")
            print(f"p50 {statistics.median(times):.1f} ms, p99 {times[int(0.99 * len(times))]:.1f} ms", end="")
            print(f" (goal {PLAN_MS} ms)")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
