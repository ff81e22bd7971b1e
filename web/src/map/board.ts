/** The board as the page knows it: cities, roads, sectors. Facts only; what may be done comes from the server. */
import { NATIONS, type Nation, type Suit } from '../lib/nations';
import raw from './data/board.json';
import rawSectors from './data/sectors.json';

export interface City {
  index: number;
  id: string;
  name: string;
  qualifier: string;
  x: number;
  y: number;
  sector: number;
  suit: Suit;
  country: string;
  objective: { nation: Nation; order: 1 | 2 } | null;
  depot: Nation | null;
}

export interface Sector {
  id: string;
  suit: Suit;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  spots: [number, number, number][];
}

type CityRow = [string, string, number, number, number, number, string, string, string];
type SectorRow = [string, Suit, number, number, number, number, [number, number, number][]];

const byLetter = (letter: string): Nation | null => NATIONS.find((n) => n[0] === letter) ?? null;

export const WIDTH = raw.width;
export const HEIGHT = raw.height;

export const SECTORS: Sector[] = (rawSectors as unknown as SectorRow[]).map(([id, suit, x0, y0, x1, y1, spots]) => ({
  id,
  suit,
  x0,
  y0,
  x1,
  y1,
  spots,
}));

export const CITIES: City[] = (raw.cities as unknown as CityRow[]).map(
  ([id, name, x, y, sector, country, objective, depot, qualifier], index) => {
    const owner = byLetter(objective.charAt(0));
    return {
      index,
      id,
      name,
      qualifier,
      x,
      y,
      sector,
      suit: SECTORS[sector]?.suit ?? 'S',
      country: raw.countries[country] ?? '',
      objective: owner && objective ? { nation: owner, order: objective.endsWith('1') ? 1 : 2 } : null,
      depot: depot ? byLetter(depot) : null,
    };
  },
);

const INDEX = new Map(CITIES.map((c) => [c.id, c]));

/** The city of that id; unknown ids give undefined. */
export const city = (id: string): City | undefined => INDEX.get(id);

/** Name with what tells it apart from its namesakes. */
export const fullName = (c: City): string => (c.qualifier ? `${c.name} (${c.qualifier})` : c.name);

export const cityName = (id: string): string => {
  const c = city(id);
  return c ? fullName(c) : id;
};

export const ROADS = raw.roads;
export const MAIN_ROADS = raw.mainRoads;

const neighbourSets: Set<number>[] = CITIES.map(() => new Set());
for (const list of [ROADS, MAIN_ROADS]) {
  for (let i = 0; i < list.length; i += 2) {
    const a = list[i] ?? 0;
    const b = list[i + 1] ?? 0;
    neighbourSets[a]?.add(b);
    neighbourSets[b]?.add(a);
  }
}

/** Cities one road away. */
export const neighbours = (c: City): City[] => [...(neighbourSets[c.index] ?? [])].flatMap((i) => CITIES[i] ?? []);

const roads = new Map<string, { to: string; main: boolean }[]>();
for (const [list, main] of [
  [ROADS, false],
  [MAIN_ROADS, true],
] as const) {
  for (let i = 0; i < list.length; i += 2) {
    const ends = [CITIES[list[i] ?? 0]?.id ?? '', CITIES[list[i + 1] ?? 0]?.id ?? ''] as const;
    for (const [from, to] of [ends, [ends[1], ends[0]] as const])
      roads.set(from, [...(roads.get(from) ?? []), { to, main }]);
  }
}

/** The roads that lead from a city. */
export const roadsFrom = (id: string): readonly { to: string; main: boolean }[] => roads.get(id) ?? [];

/** The city nearest to a point of the board, within `reach`. */
export function nearestCity(x: number, y: number, reach: number): City | null {
  let best: City | null = null;
  let least = reach * reach;
  for (const c of CITIES) {
    const d = (c.x - x) ** 2 + (c.y - y) ** 2;
    if (d < least) {
      least = d;
      best = c;
    }
  }
  return best;
}

/** Letters without their marks, so that "Koeniggratz", "Königgrätz" and "koniggratz" all find the city. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');

const SEARCH = CITIES.map((c) => ({ city: c, keys: [plain(fullName(c)), c.id.replace(/-/g, ' ')] }));

/** Cities whose name starts with, then contains, what was typed. */
export function findCities(typed: string, limit = 8): City[] {
  const wanted = plain(typed.trim());
  if (!wanted) return [];
  const starts = SEARCH.filter((s) => s.keys.some((k) => k.startsWith(wanted)));
  const contains = SEARCH.filter((s) => !starts.includes(s) && s.keys.some((k) => k.includes(wanted)));
  return [...starts, ...contains].slice(0, limit).map((s) => s.city);
}

/** A piece as the map draws it. */
export interface Piece {
  id: string;
  nation: Nation;
  kind: 'general' | 'train';
  rank: number;
  city: string;
  faceDown: boolean;
  /** Troops of its stack, where the viewer may know them. */
  troops: number | null;
  /** The bounds of its stack's strength that everybody may deduce, where they are wanted and tell something. */
  strength?: [number, number] | null;
}

/** How long a piece is seen on its way over so many cities, in seconds. */
export const walkTime = (cities: number): number => Math.max(0, cities - 1) * 0.22;

/** The set-up of the standard game, for looking at the map without a game. */
export function setupPieces(): Piece[] {
  const pieces: Piece[] = [];
  for (const nation of NATIONS) {
    const set = raw.setup[nation];
    for (const [name, rank, at] of set.generals as [string, number, string][]) {
      pieces.push({
        id: plain(name).replace('ehrensvard', 'ehrensvaerd'),
        nation,
        kind: 'general',
        rank,
        city: at,
        faceDown: false,
        troops: null,
      });
    }
    set.trains.forEach((at, i) =>
      pieces.push({
        id: `${nation}-train-${i + 1}`,
        nation,
        kind: 'train',
        rank: 0,
        city: at,
        faceDown: false,
        troops: null,
      }),
    );
  }
  return pieces;
}
