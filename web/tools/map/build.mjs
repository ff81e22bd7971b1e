// Draws the map's data files from the board and from geography.mjs:  node tools/map/build.mjs
// Deterministic: the same input gives the same bytes, and a test compares them with what is kept in the repository.
import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as geo from './geography.mjs';
import { drawCountries } from './borders.mjs';
import { placeLabels, ZOOMS, PLACES } from './labels.mjs';
import { makeProjection } from './project.mjs';
import { chaikin, inside, path, roughen, seeded, simplify, spline, toSegment } from './shapes.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const read = (file) => JSON.parse(readFileSync(join(here, file), 'utf8'));
const board = read('../../../src/sanssouci/friedrich/data/board.json');
const widths = read('widths.json');
const project = makeProjection(board.cities, geo.CONTROL);
const places = new Map(board.cities.map((c) => [c.id, c]));
const { width, height } = board;

/** Pushes a shore away from the towns, so that every city stands on dry land. */
function clearOfTowns(line, distance, towards) {
  return line.map(([x, y]) => {
    for (let pass = 0; pass < 3; pass++) {
      for (const c of board.cities) {
        const d = Math.hypot(x - c.x, y - c.y);
        if (d < distance) {
          const [ux, uy] = d > 0.5 ? [(x - c.x) / d, (y - c.y) / d] : towards;
          x = c.x + ux * distance;
          y = c.y + uy * distance;
        }
      }
    }
    return [x, y];
  });
}

function drawLand() {
  const random = seeded(7);
  const shore = (points, closed, amount) =>
    simplify(
      clearOfTowns(
        chaikin(roughen(spline(points.map(project), closed, 3), closed, random, amount, 5), closed, 1),
        12,
        [0, -1],
      ),
      0.7,
    );
  const north = shore(geo.NORTH_SEA_COAST, false, 0.3);
  const baltic = shore(geo.BALTIC_COAST, false, 0.3);
  const far = 200;
  const main = [
    ...north,
    [-far, north.at(-1)[1]],
    [-far, height + far],
    [width + far, height + far],
    [width + far, -far],
    [baltic[0][0], -far - 200],
    ...baltic,
    [baltic.at(-1)[0], -far],
    [north[0][0], -far],
  ];
  for (const c of board.cities) if (!inside([c.x, c.y], main)) throw new Error(`${c.id} lies in the sea`);
  const ring = (points, amount) => {
    const line = chaikin(roughen(spline(points.map(project), true, 2), true, random, amount, 5), true, 1);
    return simplify([...line, line[0]], 0.6).slice(0, -1);
  };
  const islands = Object.entries(geo.ISLANDS).map(([id, points]) => ({ id, line: ring(points, 0.3) }));
  const ours = islands.filter((i) => geo.EMPIRE_ISLANDS.has(i.id));
  const lagoons = Object.entries(geo.LAGOONS).map(([id, points]) => {
    const line = clearOfTowns(ring(points, 0.2), 11, [0, -1]);
    for (const c of board.cities) if (inside([c.x, c.y], line)) throw new Error(`${c.id} lies in ${id}`);
    return line;
  });
  const all = (list) => path(main, true) + list.map((i) => path(i.line, true)).join('');
  return {
    land: all(islands),
    tinted: all(ours),
    water: lagoons.map((l) => path(l, true)).join(''),
    rings: [main, ...ours.map((i) => i.line)],
    lagoons,
  };
}

function drawRivers() {
  const random = seeded(11);
  return geo.RIVERS.map((river) => {
    const points = river.course.map((p) => {
      if (typeof p !== 'string') return project(p);
      const city = places.get(p);
      if (!city) throw new Error(`${river.id}: no city ${p}`);
      return [city.x + 2.5, city.y + 3.5];
    });
    const bent = roughen(spline(points, false, 3), false, random, 0.28, 12);
    return { id: river.id, name: river.name, order: river.order, line: simplify(chaikin(bent, false, 1), 0.6) };
  });
}

const roadLines = board.roads.map(([a, b]) => [
  [places.get(a).x, places.get(a).y],
  [places.get(b).x, places.get(b).y],
]);
const clearance = (p) => {
  let town = 1e9;
  let road = 1e9;
  for (const c of board.cities) town = Math.min(town, Math.hypot(c.x - p[0], c.y - p[1]));
  for (const [a, b] of roadLines) road = Math.min(road, toSegment(p, a, b));
  return { town, road };
};

function drawRelief(rings, lagoons) {
  const random = seeded(23);
  const dry = (p) =>
    inside(p, rings[0]) &&
    !lagoons.some((l) => inside(p, l)) &&
    p[0] > 8 &&
    p[1] > 8 &&
    p[0] < width - 8 &&
    p[1] < height - 8;
  const hills = [];
  for (const range of geo.RANGES) {
    const line = spline(range.line.map(project), false, 12);
    for (let i = 0; i < line.length; i++) {
      for (let row = 0; row < 5; row++) {
        const spread = range.width * 290;
        const p = [line[i][0] + (random() - 0.5) * 14, line[i][1] + (random() - 0.5) * spread];
        const size = 6 + random() * 6;
        const { town, road } = clearance(p);
        if (!dry(p) || town < 13 + size || road < 3 + size * 0.6) continue;
        if (hills.some((h) => Math.hypot((h[0] - p[0]) * 0.75, h[1] - p[1]) < (h[2] + size) * 0.72)) continue;
        hills.push([...p, size]);
      }
    }
  }
  hills.sort((a, b) => a[1] - b[1]);
  const trees = [];
  for (const wood of geo.WOODS) {
    for (let n = 0; n < 60; n++) {
      const angle = random() * Math.PI * 2;
      const r = Math.sqrt(random());
      const p = project([
        wood.centre[0] + Math.cos(angle) * r * wood.radii[0],
        wood.centre[1] + Math.sin(angle) * r * wood.radii[1],
      ]);
      const { town, road } = clearance(p);
      if (!dry(p) || town < 15 || road < 6) continue;
      if (trees.some((t) => Math.hypot(t[0] - p[0], t[1] - p[1]) < 9)) continue;
      trees.push(p.map(Math.round));
    }
  }
  trees.sort((a, b) => a[1] - b[1]);
  // Places only (hills with twice their size): the page knows how a hill and a tree are drawn.
  return {
    hills: hills.flatMap(([x, y, s]) => [Math.round(x), Math.round(y), Math.round(s * 2)]),
    woods: trees.flat(),
  };
}

/** The lettering of countries and seas, and the names of rivers and ranges set along them. */
function drawLettering(rivers) {
  const texts = geo.LETTERING.map((l) => {
    const [x, y] = project(l.at).map(Math.round);
    return { text: l.text, kind: l.kind, x, y, size: l.size, spacing: l.spacing ?? 0, turn: l.turn ?? 0 };
  });
  for (const river of rivers) {
    // The straightest stretches, far from towns, carry the name; the great rivers carry it more than once.
    const size = river.order === 1 ? 15 : 11;
    const wanted = river.order === 1 ? 4 : 1;
    const length = river.name.length * size * 0.5 + 6;
    const options = [];
    for (let i = 0; i + 1 < river.line.length; i++) {
      for (let j = i + 1; j < river.line.length; j++) {
        const [a, b] = [river.line[i], river.line[j]];
        const chord = Math.hypot(b[0] - a[0], b[1] - a[1]);
        if (chord < length) continue;
        if (chord > length * 1.5) break;
        const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
        let bend = 0;
        for (let k = i; k <= j; k++) bend = Math.max(bend, toSegment(river.line[k], a, b));
        let town = 1e9;
        for (const c of board.cities) town = Math.min(town, toSegment([c.x, c.y], a, b));
        if (middle[0] < 40 || middle[1] < 40 || middle[0] > width - 40 || middle[1] > height - 40) break;
        options.push({ a, b, middle, bend, cost: bend * 1.2 - Math.min(town, 22) });
        break;
      }
    }
    options.sort((p, q) => p.cost - q.cost);
    const taken = [];
    for (const o of options) {
      if (taken.length >= wanted || o.bend > 7) break;
      if (taken.some((t) => Math.hypot(t.middle[0] - o.middle[0], t.middle[1] - o.middle[1]) < 260)) continue;
      taken.push(o);
      let turn = (Math.atan2(o.b[1] - o.a[1], o.b[0] - o.a[0]) * 180) / Math.PI;
      if (turn > 90) turn -= 180;
      if (turn < -90) turn += 180;
      const lift = o.bend * 0.5 + 4;
      const angle = (turn * Math.PI) / 180;
      texts.push({
        text: river.name,
        kind: 'river-name',
        x: Math.round(o.middle[0] + Math.sin(angle) * lift),
        y: Math.round(o.middle[1] - Math.cos(angle) * lift),
        size,
        spacing: 1,
        turn: Math.round(turn),
      });
    }
  }
  for (const range of geo.RANGES) {
    if (!range.name) continue;
    const a = project(range.line[0]);
    const b = project(range.line.at(-1));
    let turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
    if (turn > 90) turn -= 180;
    if (turn < -90) turn += 180;
    texts.push({
      text: range.name,
      kind: 'range',
      x: Math.round((a[0] + b[0]) / 2),
      y: Math.round((a[1] + b[1]) / 2),
      size: 17,
      spacing: 3,
      turn: Math.round(turn),
    });
  }
  return texts;
}

/** In every sector the emptiest places, where its suit is drawn large. */
function placeSuits(rings, lagoons) {
  const dry = (p) => rings.some((r) => inside(p, r)) && !lagoons.some((l) => inside(p, l));
  return board.sectors.map((s) => {
    const spots = [];
    const candidates = [];
    for (let x = s.x0 + 22; x <= s.x1 - 22; x += 7) {
      for (let y = s.y0 + 22; y <= s.y1 - 22; y += 7) {
        if (x < 24 || y < 24 || x > width - 24 || y > height - 24 || !dry([x, y])) continue;
        const { town, road } = clearance([x, y]);
        candidates.push([x, y, Math.min(town - 4, road * 1.5 + 6, 40)]);
      }
    }
    candidates.sort((a, b) => b[2] - a[2]);
    const target = Math.max(4, Math.round(((s.x1 - s.x0) * (s.y1 - s.y0)) / 15000));
    for (let apart = 130; apart > 60 && spots.length < target; apart -= 15) {
      for (const c of candidates) {
        if (spots.length >= target) break;
        if (c[2] < 13) break;
        if (spots.every((t) => Math.hypot(t[0] - c[0], t[1] - c[1]) > apart)) spots.push(c);
      }
    }
    return [
      s.id,
      s.suit[0].toUpperCase(),
      s.x0,
      s.y0,
      s.x1,
      s.y1,
      spots.map(([x, y, r]) => [Math.round(x), Math.round(y), Math.round(Math.min(34, r))]),
    ];
  });
}

/** The board in the short form the page reads: arrays instead of objects, roads by index. */
function shortBoard() {
  const index = new Map(board.cities.map((c, i) => [c.id, i]));
  const countries = ['prussia', 'hanover', 'austria', 'sweden', 'saxony', 'empire', 'poland'];
  const sectors = board.sectors.map((s) => s.id);
  return {
    width,
    height,
    countries,
    cities: board.cities.map((c) => [
      c.id,
      c.name,
      c.x,
      c.y,
      sectors.indexOf(c.sector),
      countries.indexOf(c.country),
      c.objective ? `${c.objective.nation[0]}${c.objective.order}` : '',
      c.depot ? c.depot[0] : '',
      c.qualifier ?? '',
    ]),
    roads: board.roads.filter((r) => r[2] === 'road').flatMap(([a, b]) => [index.get(a), index.get(b)]),
    mainRoads: board.roads.filter((r) => r[2] === 'main').flatMap(([a, b]) => [index.get(a), index.get(b)]),
    setup: Object.fromEntries(
      Object.entries(board.setup).map(([nation, s]) => [
        nation,
        { troops: s.troops, generals: s.generals.map((g) => [g.name, g.rank, g.city]), trains: s.trains },
      ]),
    ),
  };
}

/** Builds every data file; returns { name: text }. */
export function build() {
  const land = drawLand();
  const starts = new Set(Object.values(board.setup).flatMap((s) => [...s.generals.map((g) => g.city), ...s.trains]));
  const { countries, borders } = drawCountries(board);
  const rivers = drawRivers();
  return {
    'board.json': JSON.stringify(shortBoard()),
    'land.json': JSON.stringify({ land: land.land, tinted: land.tinted, water: land.water }),
    'rivers.json': JSON.stringify(
      rivers.map(({ id, name, order, line }) => ({ id, name, order, path: path(line, false) })),
    ),
    'names.json': JSON.stringify(drawLettering(rivers)),
    'countries.json': JSON.stringify({ countries, borders }),
    'relief.json': JSON.stringify(drawRelief(land.rings, land.lagoons)),
    'sectors.json': JSON.stringify(placeSuits(land.rings, land.lagoons)),
    'labels.json': JSON.stringify({
      zooms: ZOOMS,
      places: PLACES,
      chosen: ZOOMS.map((_, zoom) => placeLabels(board, zoom, widths, starts)),
    }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = join(here, '../../src/map/data');
  mkdirSync(out, { recursive: true });
  for (const [name, text] of Object.entries(build())) writeFileSync(join(out, name), text + '\n');
}
