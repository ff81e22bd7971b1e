/** How hills and trees are drawn: mole-hills with hachures on their lee side, as the engravers of the time did. */
import relief from './data/relief.json';
import { byPart } from './sheets';

const f = (v: number): number => Math.round(v * 10) / 10;

function triples(list: number[], size: number): number[][] {
  return Array.from({ length: list.length / size }, (_, i) => list.slice(i * size, i * size + size));
}

const hills = triples(relief.hills, 3).map(([x = 0, y = 0, s = 0]) => ({ x, y, s: s / 2 }));

export const HILLS = byPart(
  hills.map(({ x, y, s }) => ({
    x,
    y,
    d: `M${f(x - s)} ${y}q${f(s * 0.45)} ${f(-s * 1.25)} ${f(s * 0.95)} ${f(-s * 1.15)}t${f(s * 1.1)} ${f(s * 1.2)}`,
  })),
);

export const HACHURES = byPart(
  hills.map(({ x, y, s }) => ({
    x,
    y,
    d: [0.12, 0.34, 0.56, 0.78]
      .map((t) => `M${f(x + s * t)} ${f(y - s * (1.1 - t * 0.85))}l${f(s * 0.2)} ${f(s * (0.62 - t * 0.32))}`)
      .join(''),
  })),
);

export const WOODS = byPart(
  triples(relief.woods, 2).map(([x = 0, y = 0]) => ({ x, y, d: `M${x} ${y}v-3m-3 0c-2-4 1-7 3-7s5 3 3 7z` })),
);
