// Fits degrees to board coordinates: an affine map by least squares, then the residues of the control towns
// spread by inverse distance, so that every coast and river runs where the board has its towns.

function solve3(m, v) {
  const a = m.map((row, i) => [...row, v[i]]);
  for (let i = 0; i < 3; i++) {
    let pivot = i;
    for (let r = i + 1; r < 3; r++) if (Math.abs(a[r][i]) > Math.abs(a[pivot][i])) pivot = r;
    [a[i], a[pivot]] = [a[pivot], a[i]];
    for (let r = 0; r < 3; r++) {
      if (r === i) continue;
      const f = a[r][i] / a[i][i];
      for (let c = i; c < 4; c++) a[r][c] -= f * a[i][c];
    }
  }
  return a.map((row, i) => row[3] / row[i]);
}

/** Returns a function from [longitude, latitude] to [x, y] on the board. */
export function makeProjection(cities, control) {
  const places = new Map(cities.map((c) => [c.id, c]));
  const points = Object.entries(control).map(([id, [lon, lat]]) => {
    const city = places.get(id);
    if (!city) throw new Error(`control town ${id} is not on the board`);
    return { lon, lat, x: city.x, y: city.y };
  });
  const normal = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  const rx = [0, 0, 0];
  const ry = [0, 0, 0];
  for (const p of points) {
    const row = [p.lon, p.lat, 1];
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) normal[i][j] += row[i] * row[j];
      rx[i] += row[i] * p.x;
      ry[i] += row[i] * p.y;
    }
  }
  const ax = solve3(normal, rx);
  const ay = solve3(normal, ry);
  const affine = (lon, lat) => [ax[0] * lon + ax[1] * lat + ax[2], ay[0] * lon + ay[1] * lat + ay[2]];
  const residues = points.map((p) => {
    const [x, y] = affine(p.lon, p.lat);
    return { x, y, dx: p.x - x, dy: p.y - y };
  });
  return ([lon, lat]) => {
    const [x, y] = affine(lon, lat);
    let weight = 1e-6;
    let dx = 0;
    let dy = 0;
    for (const r of residues) {
      const d2 = (r.x - x) ** 2 + (r.y - y) ** 2;
      const w = 1 / (d2 + 60) ** 1.6;
      weight += w * 1;
      dx += w * r.dx;
      dy += w * r.dy;
    }
    weight -= 1e-6;
    return [x + dx / weight, y + dy / weight];
  };
}
