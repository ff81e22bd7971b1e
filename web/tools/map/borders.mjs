// Countries from their cities: the Voronoi cells of one country merged, the borders smoothed once for both sides.
import { Delaunay } from 'd3-delaunay';
import { chaikin, path, roughen, seeded, simplify } from './shapes.mjs';

const MARGIN = 80;

/** Returns, per country, the path of its area, and one path of all borders between countries. */
export function drawCountries(board) {
  const { width, height, cities } = board;
  const box = [-MARGIN, -MARGIN, width + MARGIN, height + MARGIN];
  const voronoi = Delaunay.from(
    cities,
    (c) => c.x,
    (c) => c.y,
  ).voronoi(box);
  const key = ([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`;

  // Every edge of every cell, with the countries on its two sides ('' is the edge of the sheet).
  const edges = new Map();
  cities.forEach((city, i) => {
    const cell = voronoi.cellPolygon(i);
    for (let k = 0; k + 1 < cell.length; k++) {
      const [a, b] = [key(cell[k]), key(cell[k + 1])];
      const id = a < b ? `${a}|${b}` : `${b}|${a}`;
      const edge = edges.get(id) ?? { a: cell[k], b: cell[k + 1], sides: [] };
      edge.sides.push(city.country);
      edges.set(id, edge);
    }
  });
  const kept = [...edges.values()].filter((e) => e.sides.length === 1 || e.sides[0] !== e.sides[1]);
  const nodes = new Map();
  for (const e of kept) {
    for (const p of [e.a, e.b]) {
      const k = key(p);
      if (!nodes.has(k)) nodes.set(k, { point: p, edges: [] });
      nodes.get(k).edges.push(e);
    }
  }

  // Arcs run from one meeting point of borders to the next (or close on themselves).
  const used = new Set();
  const arcs = [];
  const follow = (start, first) => {
    const points = [nodes.get(start).point];
    let at = start;
    let edge = first;
    for (;;) {
      used.add(edge);
      const next = key(edge.a) === at ? key(edge.b) : key(edge.a);
      points.push(nodes.get(next).point);
      at = next;
      const node = nodes.get(at);
      if (node.edges.length !== 2 || at === start) break;
      edge = node.edges[0] === edge ? node.edges[1] : node.edges[0];
      if (used.has(edge)) break;
    }
    const closed = at === start;
    arcs.push({ from: start, to: at, closed, points, sides: new Set(first.sides), outer: first.sides.length === 1 });
  };
  for (const [k, node] of nodes) {
    if (node.edges.length === 2 && sameSides(node.edges[0], node.edges[1])) continue;
    for (const e of node.edges) if (!used.has(e)) follow(k, e);
  }
  for (const e of kept) if (!used.has(e)) follow(key(e.a), e);

  const random = seeded(1756);
  for (const arc of arcs) {
    if (arc.outer) {
      arc.line = arc.points;
      continue;
    }
    const source = arc.closed ? arc.points.slice(0, -1) : arc.points;
    const smooth = chaikin(roughen(chaikin(source, arc.closed, 2), arc.closed, random, 0.35, 9), arc.closed, 1);
    arc.line = arc.closed ? [...smooth, smooth[0]] : smooth;
    arc.line = simplify(arc.line.slice(0, -1).concat([arc.line[arc.line.length - 1]]), 0.8);
  }

  const countries = {};
  for (const country of new Set(cities.map((c) => c.country))) {
    const own = arcs.filter((a) => a.sides.has(country));
    const pool = new Set(own);
    let text = '';
    while (pool.size) {
      const first = pool.values().next().value;
      pool.delete(first);
      const ring = [...first.line];
      let end = first.to;
      while (end !== first.from) {
        const next = [...pool].find((a) => a.from === end || a.to === end);
        if (!next) throw new Error(`open ring of ${country} at ${end}`);
        pool.delete(next);
        const forward = next.from === end;
        ring.push(...(forward ? next.line : [...next.line].reverse()).slice(1));
        end = forward ? next.to : next.from;
      }
      text += path(ring.slice(0, -1), true);
    }
    countries[country] = text;
  }
  const borders = arcs
    .filter((a) => !a.outer)
    .map((a) => path(a.line, false))
    .join('');
  return { countries, borders };
}

function sameSides(e, f) {
  return e.sides.length === f.sides.length && e.sides.every((s) => f.sides.includes(s));
}
