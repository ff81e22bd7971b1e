/** Pieces by city, and where the banners with generals' names hang: where they cover least of the map's lettering. */
import { city, type Piece } from './board';
import { area, widthOf, type Box } from './lettering';

export interface Stack {
  id: string;
  x: number;
  y: number;
  members: Piece[];
}
/** A banner in units of its piece: where its first line stands, how it is set, and how its lines follow each other. */
export interface Banner {
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
  step: number;
  lines: string[];
}

/** Size of the banner's type and distance of its lines, in units of a piece. */
export const BANNER = { size: 9.5, line: 9 };
const FAN = { x: 8, y: -6 };
const HALF = 12.5;
const WIDE = 14.8;
/** Half the width of a counter: the clover of France and the lozenge of the Imperial Army are wider than the rest. */
const half = (s: Stack): number =>
  s.members.some((p) => p.kind === 'general' && (p.nation === 'france' || p.nation === 'imperial')) ? WIDE : HALF;

/** How far a name must stand from the middle of the city to clear the counters, to the right or elsewhere. */
export const clearance = (s: Stack, right: boolean): number => half(s) + (right ? (s.members.length - 1) * FAN.x : 0);

/** Who stands where, the senior general in front; northern stacks first, so that southern ones lie over them. */
export function stacksOf(pieces: Piece[]): Stack[] {
  const found = new Map<string, Piece[]>();
  for (const p of pieces) {
    const list = found.get(p.city);
    if (list) list.push(p);
    else found.set(p.city, [p]);
  }
  return [...found]
    .flatMap(([id, members]) => {
      const at = city(id);
      return at ? [{ id, x: at.x, y: at.y, members: members.sort((a, b) => a.rank - b.rank) }] : [];
    })
    .sort((a, b) => a.y - b.y);
}

/** The counters of a stack on the board. */
export function tokenBox(s: Stack, scale: number): Box {
  const more = s.members.length - 1;
  const h = half(s);
  return [
    s.x - h * scale,
    s.y - (h - more * FAN.y) * scale,
    s.x + (h + more * FAN.x) * scale,
    s.y + (h + (s.members[0]?.troops != null || s.members[0]?.strength ? 3 : 0)) * scale,
  ];
}

export function bannerBox(s: Stack, b: Banner, scale: number): Box {
  const wide = Math.max(...b.lines.map((l) => widthOf(l, true))) * BANNER.size;
  const left = b.x - (b.anchor === 'middle' ? wide / 2 : b.anchor === 'end' ? wide : 0);
  const last = b.y + b.step * (b.lines.length - 1);
  return [
    s.x + (left - 1) * scale,
    s.y + (Math.min(b.y, last) - 7.2) * scale,
    s.x + (left + wide + 1) * scale,
    s.y + (Math.max(b.y, last) + 2.4) * scale,
  ];
}

/** Where the banner of each stack hangs; `names` are the places of the lettering as long as nothing is in its way. */
export function hangBanners(
  stacks: Stack[],
  scale: number,
  names: Box[],
  nameOf: (general: string) => string,
): Map<string, Banner> {
  const tokens = stacks.map((s) => tokenBox(s, scale));
  const hung: Box[] = [];
  const banners = new Map<string, Banner>();
  stacks.forEach((s, i) => {
    const lines = s.members.filter((p) => p.kind === 'general').map((p) => nameOf(p.id));
    if (!lines.length) return;
    const more = s.members.length - 1;
    const high = (lines.length - 1) * BANNER.line;
    const places: Banner[] = [
      { x: more * 4, y: -14 + more * FAN.y - high, anchor: 'middle', step: BANNER.line, lines },
      { x: 0, y: 22, anchor: 'middle', step: BANNER.line, lines },
      { x: -half(s) - 2, y: 3 - high / 2, anchor: 'end', step: BANNER.line, lines },
      {
        x: half(s) + 2 + more * FAN.x,
        y: -1 - high / 2 + (more * FAN.y) / 2,
        anchor: 'start',
        step: BANNER.line,
        lines,
      },
    ];
    let best = places[0];
    let least = Infinity;
    for (const place of places) {
      const box = bannerBox(s, place, scale);
      const cost =
        names.reduce((sum, n) => sum + area(n, box), 0) +
        3 * tokens.reduce((sum, t, j) => sum + (j === i ? 0 : area(t, box)), 0) +
        4 * hung.reduce((sum, h) => sum + area(h, box), 0);
      if (cost < least - 0.01) {
        least = cost;
        best = place;
      }
    }
    if (!best) return;
    banners.set(s.id, best);
    hung.push(bannerBox(s, best, scale));
  });
  return banners;
}
