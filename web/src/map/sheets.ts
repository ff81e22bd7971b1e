/**
 * Long lines and crowds of small marks in pieces of one part of the board each: what lies out of a tile of the screen
 * is then left out when that tile is drawn. One path over the whole board is gone through for every tile, which is most
 * of what a redraw costs.
 */
import { HEIGHT, WIDTH } from './board';

const SIDE = 260;
const cell = (x: number, y: number): string => `${Math.floor(x / SIDE)},${Math.floor(y / SIDE)}`;

/** Joins small drawings by the part of the board in which they stand. */
export function byPart(marks: { x: number; y: number; d: string }[]): string[] {
  const parts = new Map<string, string>();
  for (const m of marks) parts.set(cell(m.x, m.y), (parts.get(cell(m.x, m.y)) ?? '') + m.d);
  return [...parts.values()];
}

/** Cuts outlines (`M x y l dx dy … z`) into lines of one part each; what lies `margin` beyond the sheet is dropped. */
export function outlines(d: string, margin: number): string[] {
  const lines: string[] = [];
  for (const ring of d.split('M').slice(1)) {
    const numbers = (ring.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
    const points: [number, number][] = [];
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      const [x, y] = points.at(-1) ?? [0, 0];
      points.push([x + (numbers[i] ?? 0), y + (numbers[i + 1] ?? 0)]);
    }
    if (ring.includes('z') && points[0]) points.push(points[0]);
    let line = '';
    let at = '';
    for (let i = 1; i < points.length; i++) {
      const [[x0, y0], [x1, y1]] = [points[i - 1] ?? [0, 0], points[i] ?? [0, 0]];
      const away =
        Math.max(x0, x1) < -margin ||
        Math.min(x0, x1) > WIDTH + margin ||
        Math.max(y0, y1) < -margin ||
        Math.min(y0, y1) > HEIGHT + margin;
      const here = away ? '' : cell((x0 + x1) / 2, (y0 + y1) / 2);
      if (here !== at) {
        if (line) lines.push(line);
        line = here ? `M${x0} ${y0}` : '';
        at = here;
      }
      if (here) line += `L${x1} ${y1}`;
    }
    if (line) lines.push(line);
  }
  return lines;
}
