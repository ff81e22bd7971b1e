// What the table tells of others' orders: whose stage it was, what weighs, and under which heading.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

globalThis.document ??= { documentElement: {} };
globalThis.location ??= { search: '' };
const { setLanguage } = await load('/src/i18n/index.svelte.ts');
await setLanguage('en');
const { summaryOf } = await load('/src/log/tell.ts');
const { headed } = await load('/src/log/report.ts');

const stage = (n, seat, nation, events) => ({
  n,
  seat,
  turn: 1,
  nation,
  role: 'pompadour',
  order: `order ${n}`,
  events,
});
const begins = (nation) => ({ key: 'stage_begins', args: { nation }, rule: null });
const moves = (piece, from) => ({ key: 'move', args: { pieces: [piece], from }, rule: null });
const enters = (city) => ({ key: 'step', args: { city }, rule: null });

test('what a nation did is told under its own name, with the objectives it entered, and never of one’s own', () => {
  const log = [
    stage(0, 0, 'hanover', [begins('russia')]),
    stage(1, 1, 'russia', [moves('apraxin', 'bialystok'), enters('ortelsburg')]),
    stage(2, 1, 'russia', [moves('fermor', 'torun'), enters('wloclawek')]),
    // a card of mine, played in their stage, and what the next nation draws
    stage(3, 0, 'hanover', [{ key: 'defeat', args: {}, rule: null }]),
    stage(4, 1, 'russia', [{ key: 'ends', args: {}, rule: null }, begins('sweden')]),
    stage(5, 1, 'sweden', [begins('austria')]),
    stage(6, 0, 'austria', [moves('daun', 'prag'), enters('melnik')]),
    // mine, though somebody else had the last word in a combat
    stage(7, 1, 'prussia', [{ key: 'defeat', args: {}, rule: null }, begins('imperial')]),
  ];
  const told = summaryOf(log, log[4], 0);
  assert.equal(told.nation, 'russia');
  assert.equal(told.moves, 2);
  assert.deepEqual(
    told.lines.map((l) => l.key),
    ['move', 'defeat'],
    'Ortelsburg is an objective of Russia, Włocławek is none',
  );
  assert.equal(summaryOf(log, log[5], 0), null, 'no moves are not worth a box');
  assert.equal(summaryOf(log, log[7], 0), null, 'one knows what one did oneself');
});

test('a retreat is no stroke of fate, though one order brings both', () => {
  const event = (key) => ({ key, args: {}, rule: null });
  const fought = { entry: stage(0, 1, 'france', [event('defeat')]), weight: 'battle' };
  const both = { entry: stage(1, 0, 'hanover', [event('retreat'), event('fate_card'), event('nation_out')]) };
  const told = (...reports) => headed(reports).map((t) => [t.weight, ...t.events.map((e) => e.key)]);
  assert.deepEqual(told(fought, { ...both, weight: 'fate' }), [
    ['battle', 'defeat', 'retreat'],
    ['fate', 'fate_card', 'nation_out'],
  ]);
  const after = { entry: stage(1, 0, 'hanover', [event('retreat')]), weight: 'battle' };
  assert.deepEqual(told(fought, after), [['battle', 'defeat', 'retreat']], 'one battle, one heading');
  assert.deepEqual(told({ ...both, weight: 'fate' }), [
    ['battle', 'retreat'],
    ['fate', 'fate_card', 'nation_out'],
  ]);
});
