/** Where city names stand: at their own places, which never overlap, or moved aside for a piece where there is room. */
import { CITIES, type City } from './board';
import labels from './data/labels.json';

export interface Label { id: string; text: string; x: number; y: number; anchor: string; bold: boolean }
type Place = [anchor: string, dx: number, base: number, dy: number];
type Box = [x0: number, y0: number, x1: number, y1: number];

const CLEAR = { plain: [5, 4.5, 3.6, 3.4], mark: [13, 10, 8, 7] };
/** Heights of the type above and below its base line, per unit of size. */
const ASCENT = 0.74;
const DESCENT = 0.24;

const widths = new Map<string, number>();
let pen: CanvasRenderingContext2D | null = null;
if (typeof document !== 'undefined') void document.fonts?.ready.then(() => widths.clear());

/** The width of a name at size 1, measured with the face that draws it. */
function widthOf(text: string, bold: boolean): number {
  const key = (bold ? '*' : '') + text;
  let width = widths.get(key);
  if (width === undefined) {
    pen ??= document.createElement('canvas').getContext('2d');
    if (!pen) return text.length * 0.55;
    pen.font = `${bold ? 700 : 400} 100px ${getComputedStyle(document.documentElement).getPropertyValue('--serif') || 'serif'}`;
    width = pen.measureText(text).width / 100;
    widths.set(key, width);
  }
  return width;
}

const overlap = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** The names of one zoom; `occupied` tells how many pieces stand in a city. */
export function placeNames(level: number, fine: number, occupied: ReadonlyMap<string, number>, pieceScale: number): Label[] {
  const chosen = labels.chosen[level] ?? [];
  const size = (labels.zooms[level]?.size ?? 8) * fine;
  const places = labels.places as Place[];
  const at = (c: City, [anchor, dx, base, dy]: Place, gap: number): Label => ({ id: c.id, text: c.name, anchor, bold: c.objective !== null, x: c.x + dx * gap, y: c.y + base * size + dy * gap });
  const boxOf = (l: Label): Box => {
    const width = widthOf(l.text, l.bold) * size;
    const x = l.x - (l.anchor === 'middle' ? width / 2 : l.anchor === 'end' ? width : 0);
    return [x, l.y - ASCENT * size, x + width, l.y + DESCENT * size];
  };

  const found: { city: City; place: Place; own: number; label: Label; box: Box }[] = [];
  for (const c of CITIES) {
    const place = places[chosen[c.index] ?? -1];
    if (!place) continue;
    const own = ((c.objective ? CLEAR.mark : CLEAR.plain)[level] ?? 4) * (level === 3 ? Math.max(0.7, fine) : 1) + size * 0.12;
    const label = at(c, place, own);
    found.push({ city: c, place, own, label, box: boxOf(label) });
  }
  const moved: Box[] = [];
  return found.map((f) => {
    const pieces = occupied.get(f.city.id) ?? 0;
    if (!pieces) return f.label;
    for (const place of [f.place, ...places]) {
      const gap = Math.max(f.own, (12.5 + (place[1] > 0 ? (pieces - 1) * 8 : 0)) * pieceScale);
      const label = at(f.city, place, gap);
      const box = boxOf(label);
      if (found.some((o) => o !== f && overlap(o.box, box)) || moved.some((o) => overlap(o, box))) continue;
      moved.push(box);
      return label;
    }
    return f.label;
  });
}
