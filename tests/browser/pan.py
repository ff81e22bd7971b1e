"""What panning the map costs a page's main thread."""

from __future__ import annotations

from typing import Any

from tablepage import Table

#: pans by keys, a step in each of so many frames, half of them back
PAN = """async (steps) => {
  const map = document.querySelector('.map');
  const frame = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  for (let i = 0; i < steps; i++) {
    const key = i < steps / 2 ? 'ArrowRight' : 'ArrowLeft';
    map.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    await frame();
  }
}"""


def pan_seconds(table: Table, wheel: int, steps: int) -> float:
    """Processor seconds of the main thread for so many steps, so many turns of the wheel from the whole board.

    Of that thread alone, so that it does not matter what else the machine does meanwhile.
    """
    page = table.page
    box = page.locator(".map").bounding_box()
    assert box is not None
    page.locator(".controls button").nth(2).click()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(wheel):
        page.mouse.wheel(0, -120)
    table.settled()
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    # what zooming has left to do is none of a pan's business
    table.page.screenshot()
    before = _busy(tools)
    page.evaluate(PAN, steps)
    table.page.screenshot()
    return _busy(tools) - before


def _busy(tools: Any) -> float:
    found = tools.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in found if one["name"] == "TaskDuration"))
