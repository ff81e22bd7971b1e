// A QR code is read back as a scanner reads it: marks, format, mask, blocks, error correction, text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { qr } = await load('/src/lib/qr.ts');

/** What the standard's tables say: data codewords in each block, for error correction L. */
const BLOCKS = [[19], [34], [55], [80], [108], [68, 68], [78, 78], [97, 97], [116, 116], [68, 68, 69, 69]];
const CHECKS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18];
const ALIGNED = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50]];

/** Powers of two in the field of 256 elements, to try every root of the generator. */
const power = [1];
for (let i = 1; i < 255; i++) power.push(power[i - 1] * 2 > 255 ? (power[i - 1] * 2) ^ 0x11d : power[i - 1] * 2);
const log = new Map(power.map((value, i) => [value, i]));
const mul = (a, b) => (a && b ? power[(log.get(a) + log.get(b)) % 255] : 0);

function scan(dark) {
  const size = dark.length;
  const version = (size - 17) / 4;
  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  for (const [left, top] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ])
    // prettier-ignore
    finder.forEach((line, y) => [...line].forEach((c, x) => assert.equal(dark[top + y][left + x], c === '1')));
  // the fifteen format bits around the first mark, most significant first
  const spots = [0, 1, 2, 3, 4, 5, 7].map((x) => [x, 8]).concat([8, 7, 5, 4, 3, 2, 1, 0].map((y) => [8, y]));
  const format = spots.reduce((sum, [x, y]) => sum * 2 + Number(dark[y][x]), 0) ^ 0x5412;
  const again = [];
  for (let i = 0; i < 7; i++) again.push([8, size - 1 - i]);
  for (let i = 0; i < 8; i++) again.push([size - 8 + i, 8]);
  assert.equal(again.reduce((sum, [x, y]) => sum * 2 + Number(dark[y][x]), 0) ^ 0x5412, format);
  let rest = format;
  for (let i = 14; i >= 10; i--) if (rest & (1 << i)) rest ^= 0x537 << (i - 10);
  assert.equal(rest, 0, 'the format is its own check');
  assert.equal(format >> 13, 1, 'error correction L');
  const mask = (format >> 10) & 7;
  const flips = [
    (i, j) => (i + j) % 2 === 0,
    (i) => i % 2 === 0,
    (_i, j) => j % 3 === 0,
    (i, j) => (i + j) % 3 === 0,
    (i, j) => ((i >> 1) + Math.floor(j / 3)) % 2 === 0,
    (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
    (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
    (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
  ][mask];
  const marks = ALIGNED[version - 1];
  const corners = marks.length ? [6, ...marks] : [];
  const far = corners.at(-1);
  const taken = (x, y) => {
    if (x === 6 || y === 6) return true;
    if ((x < 9 && y < 9) || (x < 9 && y >= size - 8) || (x >= size - 8 && y < 9)) return true;
    if (version >= 7 && ((x >= size - 11 && y < 6) || (y >= size - 11 && x < 6))) return true;
    return corners.some((cx) =>
      corners.some((cy) => {
        if ((cx === 6 && (cy === 6 || cy === far)) || (cy === 6 && cx === far)) return false;
        return Math.abs(x - cx) < 3 && Math.abs(y - cy) < 3;
      }),
    );
  };
  const bits = [];
  let up = true;
  for (let x = size - 1; x > 0; x -= 2, up = !up) {
    if (x === 6) x--;
    for (let k = 0; k < size; k++)
      for (const column of [x, x - 1]) {
        const y = up ? size - 1 - k : k;
        if (!taken(column, y)) bits.push(Number(dark[y][column]) ^ Number(flips(y, column)));
      }
  }
  const words = [];
  for (let i = 0; i + 8 <= bits.length; i += 8) words.push(parseInt(bits.slice(i, i + 8).join(''), 2));
  const blocks = BLOCKS[version - 1].map(() => []);
  for (let i = 0; i < Math.max(...BLOCKS[version - 1]); i++)
    BLOCKS[version - 1].forEach((length, b) => i < length && blocks[b].push(words.shift()));
  const data = blocks.map((block) => [...block]);
  for (let i = 0; i < CHECKS[version - 1]; i++) blocks.forEach((block) => block.push(words.shift()));
  for (const block of blocks)
    for (let root = 0; root < CHECKS[version - 1]; root++)
      assert.equal(block.reduce((sum, word) => mul(sum, power[root]) ^ word, 0), 0); // prettier-ignore
  const text = data.flat().map((word) => word.toString(2).padStart(8, '0')).join(''); // prettier-ignore
  assert.equal(text.slice(0, 4), '0100', 'bytes');
  const long = version < 10 ? 8 : 16;
  const count = parseInt(text.slice(4, 4 + long), 2);
  const bytes = [];
  for (let i = 0; i < count; i++) bytes.push(parseInt(text.slice(4 + long + i * 8, 12 + long + i * 8), 2));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

test('a scanner reads every length back', () => {
  const versions = new Set();
  for (let length = 0; length <= 271; length += 3) {
    const text = 'https://example.org/device#' + 'aZ09_-x'.repeat(40);
    const drawn = qr(text.slice(0, length));
    versions.add(drawn.length);
    assert.equal(scan(drawn), text.slice(0, length));
  }
  assert.equal(versions.size, 10);
  assert.equal(scan(qr('Müller–Řezníček')), 'Müller–Řezníček');
});

test('what is too long is not drawn', () => {
  assert.equal(qr('x'.repeat(272)), null);
});
