// The cards of an exchange keep their places.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createServer } from 'vite';

let vite;
let layOut;
before(async () => {
  vite = await createServer({
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
    logLevel: 'error',
  });
  ({ layOut } = await vite.ssrLoadModule('/src/battle/exchange.ts'));
});
after(() => vite.close());

const cards = (...ids) => ids.map((card) => ({ card }));

test('cards are sorted when they are laid out, the card that counts twice beside itself', () => {
  assert.deepEqual(layOut([], cards('5S/1', '2S/1', '12S/2', '9S/1')), ['12S/2', '9S/1', '5S/1', '2S/1']);
  assert.deepEqual(layOut([], [{ card: '5S/1', double: true }, { card: '5S/1' }, { card: '9S/1' }]), [
    '9S/1',
    '5S/1',
    '5S/1 double',
  ]);
});

test('a card that was played leaves its place empty, a newcomer lies at the end', () => {
  const first = layOut([], cards('5S/1', '2S/1', '12S/2'));
  assert.deepEqual(layOut(first, cards('5S/1', '2S/1')), first);
  assert.deepEqual(layOut(first, cards('2S/1', '13S/1')), [...first, '13S/1']);
});
