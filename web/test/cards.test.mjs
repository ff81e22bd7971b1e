// Tactical cards and payments: what the page reckons with a hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { parseCard, sortCards, suitSum } = await load('/src/lib/cards.ts');

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
