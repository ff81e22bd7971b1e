"""What can be wrong with a laid out page: words cut off, neighbours on each other."""

from __future__ import annotations

from typing import Any

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

#: what does not show all of its words; a menu is measured by the word it shows
CUT = """() => {
  const pen = document.createElement('canvas').getContext('2d');
  const seen = (e) => e.offsetParent && e.getBoundingClientRect().width > 2;
  const cut = (e) => {
    if (e.tagName !== 'SELECT') return e.scrollWidth > e.clientWidth + 2 && getComputedStyle(e).display !== 'inline';
    const style = getComputedStyle(e);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 18;
    return pen.measureText(e.selectedOptions[0]?.textContent ?? '').width > room + 2;
  };
  const words = (e) => (e.tagName === 'SELECT' ? e.selectedOptions[0]?.textContent : e.textContent) ?? '';
  return [...document.querySelectorAll('button, a, summary, h1, h2, h3, select, [role=tablist], legend')]
    .filter((e) => seen(e) && cut(e)).map((e) => `${e.tagName} ${words(e).trim().slice(0, 50)}`);
}"""

#: neighbours that lie on each other; cards in a hand and marks on the map may
LYING_ON_EACH_OTHER = """() => {
  const all = [...document.querySelectorAll('button, a, select, input, summary, label, h1, h2, h3, p, legend')]
    .filter((e) => e.offsetParent && !e.closest('.map, .hand, .hero, svg') && getComputedStyle(e).position === 'static');
  const boxes = new Map(all.map((e) => [e, [...e.getClientRects()]]));
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const found = [];
  const families = new Map();
  for (const e of all) families.set(e.parentElement, [...(families.get(e.parentElement) ?? []), e]);
  for (const family of families.values()) for (const a of family) for (const b of family) {
    if (!(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
    if (boxes.get(a).some((x) => boxes.get(b).some((y) => meet(x, y))))
      found.push(`${a.textContent.trim().slice(0, 40)} / ${b.textContent.trim().slice(0, 40)}`);
  }
  return found;
}"""  # noqa: E501
