// Places the city names: for each zoom a set of labels that do not overlap, found by annealing with a fixed seed.
// A label may sit in one of several places round its city, or be left out where the zoom is too far for it.
import { seeded } from './shapes.mjs';

/** The zooms: below which scale (screen pixels per board unit) each holds, and the type size in board units. */
export const ZOOMS = [
  { below: 0.42, size: 31 },
  { below: 0.8, size: 20.5 },
  { below: 1.5, size: 13 },
  { below: 99, size: 8.4 },
];

/** Heights of the type face above and below its base line, per unit of size, diacritics included. */
export const ASCENT = 0.74;
export const DESCENT = 0.24;

/** Half the size of the mark a label has to keep clear of, in board units. */
export const markRadius = (city, zoom) => (city.objective ? [13, 10, 8, 7][zoom] : [5, 4.5, 3.6, 3.4][zoom]);

/**
 * The places round a city, as [anchor, dx, dy]: dx in multiples of (mark + gap), dy as a shift of the base line
 * in multiples of the type size plus multiples of (mark + gap).
 */
export const PLACES = [
  ['start', 1, 0.25, 0],
  ['end', -1, 0.25, 0],
  ['middle', 0, 0, -1],
  ['middle', 0, 0.68, 1],
  ['start', 0.8, 0, -0.55],
  ['start', 0.8, 0.62, 0.55],
  ['end', -0.8, 0, -0.55],
  ['end', -0.8, 0.62, 0.55],
  ['start', 0.95, -0.05, 0],
  ['start', 0.95, 0.55, 0],
  ['end', -0.95, -0.05, 0],
  ['end', -0.95, 0.55, 0],
  ['start', -0.4, 0, -1],
  ['start', -0.4, 0.68, 1],
  ['end', 0.4, 0, -1],
  ['end', 0.4, 0.68, 1],
  ['middle', 0, -0.25, -1.25],
  ['middle', 0, 0.95, 1.25],
  ['start', 1.7, 0.25, 0],
  ['end', -1.7, 0.25, 0],
];
const PREFERENCE = [0, 0.6, 1.2, 1.2, 0.3, 0.3, 0.9, 0.9, 0.4, 0.4, 1, 1, 1.5, 1.5, 1.7, 1.7, 2.4, 2.4, 2.2, 2.6];

const GREAT = new Set([
  'berlin',
  'prag',
  'dresden',
  'hannover',
  'warszawa',
  'breslau',
  'koenigsberg',
  'hamburg',
  'frankfurt-main',
  'krakow',
  'gdansk',
  'magdeburg',
  'leipzig',
  'stettin',
  'bruenn',
  'muenster',
  'poznan',
  'bremen',
  'kassel',
  'stralsund',
  'tilsit',
  'koblenz',
  'wuerzburg',
  'olmuetz',
  'torun',
  'colberg',
  'emden',
  'erfurt',
  'eger',
  'luebeck',
  'rostock',
  'mainz',
  'kielce',
  'lodz',
  'glogau',
  'minden',
]);

/** 3 = great city, 2 = objective, depot or start city, 1 = crossroads, 0 = the rest. */
export function importance(city, starts, degree) {
  if (GREAT.has(city.id)) return 3;
  if (city.objective || city.depot || starts.has(city.id)) return 2;
  return degree >= 5 ? 1 : 0;
}

/** The rectangle of a label: [x0, y0, x1, y1] in board units. */
export function labelBox(city, place, zoom, widths) {
  const size = ZOOMS[zoom].size;
  const width = textWidth(city.name, widths[city.objective ? '700-normal' : '400-normal']) * size;
  const gap = markRadius(city, zoom) + size * 0.12;
  const [anchor, dx, base, dy] = PLACES[place];
  const x = city.x + dx * gap - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
  const y = city.y + base * size + dy * gap;
  return [x, y - ASCENT * size, x + width, y + DESCENT * size];
}

export function textWidth(text, table) {
  let sum = 0;
  for (const ch of text) {
    if (table[ch] === undefined) throw new Error(`no width for ${ch}`);
    sum += table[ch];
  }
  return sum;
}

export const overlaps = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

function lineInBox([ax, ay], [bx, by], [x0, y0, x1, y1]) {
  // Liang-Barsky: how much of the road runs under the label.
  let t0 = 0;
  let t1 = 1;
  const dx = bx - ax;
  const dy = by - ay;
  for (const [p, q] of [
    [-dx, ax - x0],
    [dx, x1 - ax],
    [-dy, ay - y0],
    [dy, y1 - ay],
  ]) {
    if (p === 0) {
      if (q < 0) return 0;
      continue;
    }
    const r = q / p;
    if (p < 0) {
      if (r > t1) return 0;
      if (r > t0) t0 = r;
    } else {
      if (r < t0) return 0;
      if (r < t1) t1 = r;
    }
  }
  return (t1 - t0) * Math.hypot(dx, dy);
}

/** For one zoom: the index of the place for every city, or -1 where the name is left out. */
export function placeLabels(board, zoom, widths, starts) {
  const { cities, roads, width, height } = board;
  const random = seeded(1756 + zoom);
  const index = new Map(cities.map((c, i) => [c.id, i]));
  const degree = cities.map(() => 0);
  for (const [a, b] of roads) {
    degree[index.get(a)]++;
    degree[index.get(b)]++;
  }
  const rank = cities.map((c, i) => importance(c, starts, degree[i]));
  const size = ZOOMS[zoom].size;
  const last = zoom === ZOOMS.length - 1;
  const wanted = rank.map((r) => (zoom === 0 ? r === 3 : zoom === 1 ? r >= 2 : true));
  const hideCost = (i) => (last ? 1e6 : [1, 30, 60, 400][rank[i]] * (zoom === 2 && rank[i] === 0 ? 14 : 1));

  const lines = roads.map(([a, b]) => [
    [cities[index.get(a)].x, cities[index.get(a)].y],
    [cities[index.get(b)].x, cities[index.get(b)].y],
  ]);
  const pad = size * 0.05;
  const slots = cities.map((city, i) => {
    if (!wanted[i]) return [];
    return PLACES.map((_, place) => {
      const box = labelBox(city, place, zoom, widths);
      if (box[0] < 4 || box[1] < 4 || box[2] > width - 4 || box[3] > height - 4) return null;
      let cost = PREFERENCE[place];
      for (let j = 0; j < cities.length; j++) {
        const o = cities[j];
        if (Math.abs(o.x - city.x) > 260 || Math.abs(o.y - city.y) > 90) continue;
        const r = markRadius(o, zoom);
        const near = [o.x - r, o.y - r, o.x + r, o.y + r];
        if (j !== i && overlaps(box, near)) cost += o.objective ? 60 : last ? 40 : rank[j] > 1 ? 12 : 5;
      }
      for (const [a, b] of lines) {
        if (Math.abs(a[0] - city.x) > 300 || Math.abs(a[1] - city.y) > 200) continue;
        cost += (lineInBox(a, b, box) / size) * 0.9;
      }
      return { place, cost, box: [box[0] - pad, box[1] - pad, box[2] + pad, box[3] + pad], hits: [] };
    }).filter(Boolean);
  });
  for (let i = 0; i < cities.length; i++) {
    for (let j = i + 1; j < cities.length; j++) {
      if (Math.abs(cities[i].y - cities[j].y) > 5 * size || Math.abs(cities[i].x - cities[j].x) > 26 * size) continue;
      for (const s of slots[i]) {
        for (const t of slots[j]) {
          if (overlaps(s.box, t.box)) {
            s.hits.push([j, t.place]);
            t.hits.push([i, s.place]);
          }
        }
      }
    }
  }
  const byPlace = slots.map((list) => new Map(list.map((s) => [s.place, s])));
  const active = cities.map((_, i) => i).filter((i) => slots[i].length);
  const chosen = cities.map((_, i) =>
    slots[i].length ? slots[i].reduce((a, b) => (b.cost < a.cost ? b : a)).place : -1,
  );
  const clash = (i, place) => {
    if (place < 0) return hideCost(i);
    const slot = byPlace[i].get(place);
    let cost = slot.cost;
    for (const [j, p] of slot.hits) if (chosen[j] === p) cost += last ? 200 : 60 + Math.min(hideCost(i), hideCost(j));
    return cost;
  };
  const rounds = 900 * active.length;
  for (let step = 0; step < rounds; step++) {
    const heat = 30 * (1 - step / rounds) ** 2 + 0.01;
    const i = active[Math.floor(random() * active.length)];
    const list = slots[i];
    const pick = Math.floor(random() * (list.length + (last ? 0 : 1)));
    const place = pick === list.length ? -1 : list[pick].place;
    if (place === chosen[i]) continue;
    const gain = clash(i, place) - clash(i, chosen[i]);
    if (gain < 0 || random() < Math.exp(-gain / heat)) chosen[i] = place;
  }
  // Whatever still clashes gives way to the more important name.
  for (const i of [...active].sort((a, b) => rank[a] - rank[b])) {
    if (chosen[i] < 0) continue;
    if (byPlace[i].get(chosen[i]).hits.some(([j, p]) => chosen[j] === p)) chosen[i] = -1;
  }
  return chosen;
}
