// The drawn map: no two city names overlap at any of the zooms, nothing important is left out, and the data files
// in the repository are what the scripts draw from the board.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { build } from '../tools/map/build.mjs';
import { ASCENT, DESCENT, labelBox, overlaps, ZOOMS } from '../tools/map/labels.mjs';

const read = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const board = read('../../src/sanssouci/friedrich/data/board.json');
const labels = read('../src/map/data/labels.json');
const widths = read('../tools/map/widths.json');

const boxes = (zoom) =>
  labels.chosen[zoom].flatMap((place, i) =>
    place < 0 ? [] : [{ city: board.cities[i], box: labelBox(board.cities[i], place, zoom, widths) }],
  );

for (const zoom of ZOOMS.keys()) {
  test(`no city names overlap at zoom ${zoom}`, () => {
    const drawn = boxes(zoom);
    assert.ok(drawn.length > 0);
    for (let i = 0; i < drawn.length; i++) {
      for (let j = i + 1; j < drawn.length; j++) {
        assert.ok(!overlaps(drawn[i].box, drawn[j].box), `${drawn[i].city.id} and ${drawn[j].city.id}`);
      }
    }
  });
  test(`every city name of zoom ${zoom} lies on the sheet`, () => {
    for (const { city, box } of boxes(zoom))
      assert.ok(box[0] >= 0 && box[1] >= 0 && box[2] <= board.width && box[3] <= board.height, city.id);
  });
}

test('the near zoom names every city, the next one every objective', () => {
  assert.equal(boxes(3).length, board.cities.length);
  const named = new Set(boxes(1).map((b) => b.city.id));
  for (const city of board.cities) if (city.objective) assert.ok(named.has(city.id), city.id);
});

test('the type heights cover the marks above capitals and below the line', () => {
  assert.ok(ASCENT >= 0.7 && DESCENT >= 0.2);
});

test('the data files are what the scripts draw', () => {
  for (const [name, text] of Object.entries(build())) {
    assert.equal(readFileSync(new URL(`../src/map/data/${name}`, import.meta.url), 'utf8'), text + '\n', name);
  }
});
