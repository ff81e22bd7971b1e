// Tactical cards and payments: what the page reckons with a hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { parseCard, sortCards, suggestPayment, suitSum } = await load('/src/lib/cards.ts');

test('a card is read from its notation', () => {
  assert.deepEqual(parseCard('13S/1'), { id: '13S/1', suit: 'S', value: 13, deck: '1' });
  assert.deepEqual(parseCard('R/2'), { id: 'R/2', suit: null, value: 10, deck: '2' });
});

test('a hand is sorted by suit, high cards first, Reserves last', () => {
  const sorted = sortCards(['R/1', '2S/1', '13S/2', '7H/1', '13S/1']).map((card) => card.id);
  const suits = sorted.map((id) => parseCard(id).suit);
  assert.equal(sorted.at(-1), 'R/1');
  assert.deepEqual(
    sorted.filter((id) => id.includes('S')),
    ['13S/1', '13S/2', '2S/1'],
  );
  assert.equal(new Set(suits).size, suits.filter((suit, at) => suit !== suits[at - 1]).length);
});

test('the sum of a suit leaves Reserves out', () => {
  assert.equal(suitSum(['13S/1', '2S/2', '9H/1', 'R/1'], 'S'), 15);
});

/** The least surplus, then the fewest cards, by trying everything. */
function cheapest(values, price) {
  let best = null;
  for (let mask = 0; mask < 1 << values.length; mask++) {
    const used = values.filter((_, at) => mask & (1 << at));
    const sum = used.reduce((a, b) => a + b, 0);
    if (sum < price) continue;
    if (!best || sum < best.sum || (sum === best.sum && used.length < best.cards)) best = { sum, cards: used.length };
  }
  return best;
}

test('a payment loses as little as possible, with as few cards as can be', () => {
  let seed = 7;
  const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
  for (let round = 0; round < 300; round++) {
    const values = Array.from({ length: random(9) }, () => 2 + random(12));
    const price = 1 + random(40);
    const paid = suggestPayment(values, price);
    const wanted = cheapest(values, price);
    const sum = paid.reduce((total, place) => total + values[place], 0);
    assert.equal(new Set(paid).size, paid.length);
    assert.deepEqual(wanted ? { sum, cards: paid.length } : paid, wanted ?? [], `${values} for ${price}`);
  }
  assert.deepEqual(suggestPayment([5, 6], 0), []);
});
