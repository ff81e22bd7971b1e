// What the page proposes to pay with is legal whenever anything is (R10.3, OP-42, OP-70).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

let vite;
let cards;
before(async () => {
  vite = await createServer({
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'error',
  });
  cards = await vite.ssrLoadModule('/src/lib/cards.ts');
});
after(() => vite.close());

/** Every payment of a purse that the rules allow: it reaches the price, and would not without its cheapest card. */
function legal(purse, bonus, price) {
  const found = [];
  const choose = (place, values, doubled) => {
    if (place === purse.length) {
      const worth = values.reduce((a, b) => a + b, bonus);
      if (values.length && worth >= price && worth - Math.min(...values) < price)
        found.push({ worth, count: values.length, doubled });
      return;
    }
    choose(place + 1, values, doubled);
    choose(place + 1, [...values, purse[place].value], doubled);
    if (purse[place].double && !doubled) choose(place + 1, [...values, purse[place].double], true);
  };
  choose(0, [], false);
  return found;
}

test('with 4♠ in force 5♠ and 6♣ pay for two troops', () => {
  const purse = [
    { card: '5S/1', value: 5 },
    { card: '6C/1', value: 6 },
    { card: '2H/1', value: 2 },
  ];
  const paid = cards.suggestPayment(purse, 1, 12);
  assert.equal(cards.paymentText(purse, paid), '6C/1 5S/1');
  assert.equal(cards.worthOf(purse, paid, 1), 12);
  assert.equal(cards.needless(purse, { cards: [0, 1, 2], doubled: null }, 1, 12), 2);
});

test('11♠ is doubled where nothing else reaches the price, and counts so', () => {
  const purse = [
    { card: '11S/1', value: 11, double: 22 },
    { card: '3H/1', value: 3 },
  ];
  assert.equal(cards.paymentText(purse, cards.suggestPayment(purse, 0, 12)), '11S/1 3H/1');
  assert.equal(cards.paymentText(purse, cards.suggestPayment(purse, 0, 18)), '11S/1 double');
  assert.equal(cards.needless(purse, { cards: [0, 1], doubled: 0 }, 0, 18), 1);
});

test('the proposal is legal whenever anything is, and loses least', () => {
  let seed = 1;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  let doubled = 0;
  for (let round = 0; round < 400; round++) {
    const purse = Array.from({ length: 1 + random(7) }, () => {
      const value = 2 + random(12);
      return { card: `${value}S/1`, value, ...(value === 11 ? { double: 22 } : {}) };
    });
    const bonus = random(2);
    const price = 6 * (1 + random(6));
    const all = legal(purse, bonus, price);
    const paid = cards.suggestPayment(purse, bonus, price);
    const worth = cards.worthOf(purse, paid, bonus);
    if (!all.length) {
      assert.deepEqual(paid.cards, []);
      continue;
    }
    const plain = all.filter((one) => !one.doubled);
    const best = Math.min(...(plain.length ? plain : all).map((one) => one.worth));
    assert.equal(worth, best);
    assert.equal(cards.needless(purse, paid, bonus, price), null);
    assert.equal(paid.doubled !== null, !plain.length);
    doubled += plain.length ? 0 : 1;
  }
  assert.ok(doubled > 5);
});

test('what is paid is what the stacks need least', async () => {
  const purse = [
    { card: '12S/1', value: 12 },
    { card: '7D/1', value: 7 },
    { card: '6D/1', value: 6 },
    { card: '13H/1', value: 13 },
  ];
  const paid = cards.suggestPayment(purse, 0, 12, { S: 2, H: 1 });
  assert.deepEqual(
    paid.cards.map((i) => purse[i].card),
    ['7D/1', '6D/1'],
  );
});
