// Proposed orders read back into the forms they belong to, and why a game is over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { purchaseOf } = await load('/src/lib/purchase.ts');
const { whyOf } = await load('/src/table/end.ts');
const { outcomesOf } = await load('/src/log/outcome.ts');

test('a purchase is read as it is written', () => {
  assert.deepEqual(
    purchaseOf('recruit troops 2 train prag train tabor general karl bruenn pay 13S/1 11S/1 double give karl=1 daun=1'),
    {
      troops: 2,
      trains: ['prag', 'tabor'],
      generals: { karl: 'bruenn' },
      cards: ['13S/1', '11S/1'],
      doubled: '11S/1',
      give: { karl: 1, daun: 1 },
    },
  );
  assert.equal(purchaseOf('move daun prag'), null);
});

test('every end that a rule brings has a reason in words', () => {
  const view = (held, needed) => ({ nations: { prussia: { held, needed } } });
  const end = (winners, reason) => ({ winners, reason, nations: [], turn: 9 });
  for (const rule of ['R12.2', 'R12.3', 'R14.4', 'R14.8'])
    assert.equal(whyOf(end(['pompadour'], rule), view(0, 0)), 'end.objectives');
  for (const rule of ['R12.4', 'R14.4', 'R14.8'])
    assert.equal(whyOf(end(['friedrich'], rule), view(3, 14)), 'end.outlasted');
  for (const rule of ['R13.4', 'R14.8']) assert.equal(whyOf(end(['friedrich'], rule), view(14, 14)), 'end.objectives');
  assert.equal(whyOf(end(['friedrich'], 'concede'), view(0, 0)), 'end.concede');
  assert.equal(whyOf(end([], 'agreement'), view(0, 0)), 'end.agreement');
  assert.equal(whyOf(end(['friedrich'], 'record'), view(0, 0)), null);
});

test('a battle that begins and ends within one order is told with its place', () => {
  const event = (key, args) => ({ key, args, rule: null });
  const begins = event('combat_begins', {
    attacker: ['daun', 'lacy'],
    attacker_city: 'melnik',
    defender: ['keith'],
    defender_city: 'prag',
  });
  const entry = (...events) => ({ events });
  assert.deepEqual(outcomesOf(entry(begins, event('defeat', { loser: ['keith'], loss: 3 })), null), [
    { city: 'prag', generals: ['keith'], loss: 3, gone: false },
  ]);
  const gone = [event('defeat', { loser: ['daun', 'lacy'], loss: 4 }), event('generals_leave', { generals: ['lacy'] })];
  assert.equal(outcomesOf(entry(begins, ...gone), null)[0].gone, false);
  assert.equal(outcomesOf(entry(begins, ...gone, event('retreat_none', {})), null)[0].gone, true);
  assert.equal(outcomesOf(entry(begins, event('draw_combat', {})), null).length, 2);
  assert.deepEqual(outcomesOf(entry(event('defeat', { loser: ['keith'], loss: 3 })), null), []);
});
