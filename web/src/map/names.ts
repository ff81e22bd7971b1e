/** Where city names stand: at their own places, which never overlap, or moved aside for pieces where there is room. */
import { CITIES, HEIGHT, WIDTH, type City } from './board';
import labels from './data/labels.json';
import { area, overlap, widthOf, type Box } from './lettering';
import { bannerBox, clearance, hangBanners, tokenBox, type Banner, type Stack } from './stacks';

export interface Label {
  id: string;
  text: string;
  x: number;
  y: number;
  anchor: string;
  bold: boolean;
}
type Place = [anchor: string, dx: number, base: number, dy: number];

const CLEAR = { plain: [5, 4.5, 3.6, 3.4], mark: [13, 10, 8, 7] };
/** Heights of the type above and below its base line, per unit of size. */
const ASCENT = 0.74;
const DESCENT = 0.24;
/** How far from its city a name may be set to get out of the way, in its own distance. */
const FARTHER = [1, 1.6, 2.4, 3.4];
/** A name that was moved keeps this distance from its neighbours in the line, per unit of size. */
const APART = 0.4;
/** From this zoom on the generals' names are shown. */
const BANNERS_FROM = 2;

const MARK = [1.55, 1.25, 1, 0.85];
/** How large the marks of objectives and depots are drawn, so that they stay readable at every zoom. */
export const markSize = (level: number, fine: number): number =>
  (MARK[level] ?? 1) * (level === 3 ? Math.max(0.7, fine) : 1);

/** The finest zoom keeps its places while its type shrinks, so that names do not grow without end. */
export const fineness = (level: number, scale: number): number =>
  level === 3 ? Math.max(0.5, Math.min(1, Math.round((2.1 / scale) * 4) / 4)) : 1;

export interface Lettering {
  names: Label[];
  banners: Map<string, Banner>;
}

/** All lettering of one zoom: names of cities, and banners of stacks. */
export function letter(
  level: number,
  fine: number,
  stacks: Stack[],
  pieceScale: number,
  nameOf: (general: string) => string,
): Lettering {
  const chosen = labels.chosen[level] ?? [];
  const size = (labels.zooms[level]?.size ?? 8) * fine;
  const places = labels.places as Place[];
  const at = (c: City, [anchor, dx, base, dy]: Place, gap: number): Label => ({
    id: c.id,
    text: c.name,
    anchor,
    bold: c.objective !== null,
    x: c.x + dx * gap,
    y: c.y + base * size + dy * gap,
  });
  const boxOf = (l: Label): Box => {
    const width = widthOf(l.text, l.bold) * size;
    const x = l.x - (l.anchor === 'middle' ? width / 2 : l.anchor === 'end' ? width : 0);
    return [x, l.y - ASCENT * size, x + width, l.y + DESCENT * size];
  };

  const found: { city: City; place: Place; own: number; label: Label; box: Box }[] = [];
  for (const c of CITIES) {
    const place = places[chosen[c.index] ?? -1];
    if (!place) continue;
    const own =
      ((c.objective ? CLEAR.mark : CLEAR.plain)[level] ?? 4) * (level === 3 ? Math.max(0.7, fine) : 1) + size * 0.12;
    const label = at(c, place, own);
    found.push({ city: c, place, own, label, box: boxOf(label) });
  }
  const banners =
    level >= BANNERS_FROM
      ? hangBanners(
          stacks,
          pieceScale,
          found.map((f) => f.box),
          nameOf,
        )
      : new Map<string, Banner>();
  const standing = new Map(stacks.map((s) => [s.id, s]));
  const obstacles = stacks.flatMap((s): Box[] => {
    const banner = banners.get(s.id);
    return [tokenBox(s, pieceScale), ...(banner ? [bannerBox(s, banner, pieceScale)] : [])];
  });
  const covered = (box: Box): number => obstacles.reduce((sum, o) => sum + area(o, box), 0);

  for (const f of found) {
    let least = covered(f.box);
    if (least === 0) continue;
    const here = standing.get(f.city.id);
    for (const farther of FARTHER) {
      for (const place of [f.place, ...places]) {
        const past = here ? (clearance(here, place[1] > 0) + 1.5) * pieceScale : 0;
        const label = at(f.city, place, Math.max(f.own, past) * (here ? 1 + (farther - 1) / 4 : farther));
        const box = boxOf(label);
        const cost = covered(box);
        const off = box[0] < 0 || box[1] < 0 || box[2] > WIDTH || box[3] > HEIGHT;
        const room: Box = [box[0] - size * APART, box[1], box[2] + size * APART, box[3]];
        if (cost >= least || off || found.some((o) => o !== f && overlap(o.box, room))) continue;
        least = cost;
        f.label = label;
        f.box = box;
      }
      if (least === 0) break;
    }
  }
  return { names: found.map((f) => f.label), banners };
}
