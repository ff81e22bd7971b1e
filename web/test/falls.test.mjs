// Where a game turned: the three largest falls, never a rise, at most one a turn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { falls } = await load('/src/replay/falls.ts');
const points = [50, 70, 40, 35, 34.4, 10, 60].map((c, i) => ({
  n: 10 * i,
  turn: i + 1,
  chances: { friedrich: c / 100, pompadour: 1 - c / 100 },
}));

test('the three largest falls in the order of the game', () => {
  assert.deepEqual(
    falls(points).map((f) => [f.from.turn, f.role, Math.round(100 * f.fall)]),
    [
      [2, 'friedrich', 30],
      [5, 'friedrich', 24],
      [6, 'pompadour', 50],
    ],
  );
});

test('what falls by less than a hundredth is no turning point', () => {
  assert.deepEqual(falls(points.slice(3, 5)), []);
});
