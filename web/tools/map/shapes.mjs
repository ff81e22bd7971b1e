// Small geometry: smoothing, roughening, seeded noise, path strings.

/** A seeded generator (mulberry32), so that the drawn map is the same on every machine. */
export function seeded(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Catmull-Rom through the points, `n` samples per span. */
export function spline(points, closed, n = 6) {
  const out = [];
  const count = points.length;
  const at = (i) => (closed ? points[(i + count) % count] : points[Math.max(0, Math.min(count - 1, i))]);
  const spans = closed ? count : count - 1;
  for (let i = 0; i < spans; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let s = 0; s < n; s++) {
      const t = s / n;
      const t2 = t * t;
      const t3 = t2 * t;
      out.push(
        [0, 1].map(
          (k) =>
            0.5 *
            (2 * p1[k] +
              (p2[k] - p0[k]) * t +
              (2 * p0[k] - 5 * p1[k] + 4 * p2[k] - p3[k]) * t2 +
              (3 * p1[k] - p0[k] - 3 * p2[k] + p3[k]) * t3),
        ),
      );
    }
  }
  if (!closed) out.push(points[count - 1]);
  return out;
}

/** Midpoint displacement: gives a drawn line the irregularity of a coast or a border. */
export function roughen(points, closed, random, amount, shortest = 6) {
  let line = points;
  for (let pass = 0; pass < 3; pass++) {
    const out = [];
    const last = closed ? line.length : line.length - 1;
    for (let i = 0; i < last; i++) {
      const a = line[i];
      const b = line[(i + 1) % line.length];
      out.push(a);
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      if (length < shortest) continue;
      const shift = (random() - 0.5) * amount * length;
      out.push([
        (a[0] + b[0]) / 2 - ((b[1] - a[1]) / length) * shift,
        (a[1] + b[1]) / 2 + ((b[0] - a[0]) / length) * shift,
      ]);
    }
    if (!closed) out.push(line[line.length - 1]);
    line = out;
  }
  return line;
}

/** Chaikin's corner cutting; open lines keep their ends. */
export function chaikin(points, closed, passes = 2) {
  let line = points;
  for (let pass = 0; pass < passes; pass++) {
    const out = closed ? [] : [line[0]];
    const last = closed ? line.length : line.length - 1;
    for (let i = 0; i < last; i++) {
      const a = line[i];
      const b = line[(i + 1) % line.length];
      out.push(
        [a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25],
        [a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75],
      );
    }
    if (!closed) out.push(line[line.length - 1]);
    line = out;
  }
  return line;
}

/** Douglas-Peucker: drops the points that nobody would see. */
export function simplify(points, tolerance) {
  if (points.length < 3) return points;
  const [ax, ay] = points[0];
  const [bx, by] = points[points.length - 1];
  const length = Math.hypot(bx - ax, by - ay);
  let worst = 0;
  let at = 0;
  for (let i = 1; i < points.length - 1; i++) {
    const [px, py] = points[i];
    const d =
      length === 0 ? Math.hypot(px - ax, py - ay) : Math.abs((bx - ax) * (ay - py) - (ax - px) * (by - ay)) / length;
    if (d > worst) {
      worst = d;
      at = i;
    }
  }
  if (worst <= tolerance) return [points[0], points[points.length - 1]];
  return [...simplify(points.slice(0, at + 1), tolerance).slice(0, -1), ...simplify(points.slice(at), tolerance)];
}

/** A path string with relative whole coordinates in tenths folded to integers: short and exact enough. */
export function path(points, closed) {
  let [x, y] = points[0].map(Math.round);
  let text = `M${x} ${y}`;
  let command = '';
  for (const p of points.slice(1)) {
    const nx = Math.round(p[0]);
    const ny = Math.round(p[1]);
    const dx = nx - x;
    const dy = ny - y;
    if (dx === 0 && dy === 0) continue;
    text += (command === 'l' ? (dx < 0 ? '' : ' ') : 'l') + dx + (dy < 0 ? '' : ' ') + dy;
    command = 'l';
    [x, y] = [nx, ny];
  }
  return text + (closed ? 'z' : '');
}

/** Is the point inside the ring? */
export function inside([x, y], ring) {
  let hit = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i];
    const [xj, yj] = ring[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) hit = !hit;
  }
  return hit;
}

/** Distance of a point from a segment. */
export function toSegment([px, py], [ax, ay], [bx, by]) {
  const dx = bx - ax;
  const dy = by - ay;
  const t = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(px - ax - t * dx, py - ay - t * dy);
}
