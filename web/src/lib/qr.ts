/**
 * A QR code of a short text (ISO/IEC 18004): bytes, error correction L, versions 1 to 10, so up to 271 bytes.
 * Our own, since a link is all that is ever drawn and a library would be larger than the page that needs it.
 */

/** By version: all codewords, those for error correction in each block, blocks, where alignment marks stand. */
const VERSIONS: [number, number, number, number[]][] = [
  [26, 7, 1, []],
  [44, 10, 1, [6, 18]],
  [70, 15, 1, [6, 22]],
  [100, 20, 1, [6, 26]],
  [134, 26, 1, [6, 30]],
  [172, 18, 2, [6, 34]],
  [196, 20, 2, [6, 22, 38]],
  [242, 24, 2, [6, 24, 42]],
  [292, 30, 2, [6, 26, 46]],
  [346, 18, 4, [6, 28, 50]],
];

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The dark fields of the code, row by row; null where the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex(([all, ec, blocks], v) => bytes.length + (v < 9 ? 2 : 3) <= all - ec * blocks) + 1;
  if (version === 0) return null;
  const words = codewords(bytes, version);
  let best: boolean[][] | null = null;
  let least = Infinity;
  for (let mask = 0; mask < 8; mask++) {
    const drawn = draw(words, version, mask);
    const ugly = penalty(drawn);
    if (ugly < least) [best, least] = [drawn, ugly];
  }
  return best;
}

/** The bytes with their length, filled up, cut into blocks with their error correction, and interleaved. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const [all, ec, blocks] = VERSIONS[version - 1] ?? [0, 0, 1];
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  const room = all - ec * blocks;
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(bits.slice(i, i + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);

  const short = Math.floor(room / blocks);
  const longer = room % blocks; // the last blocks have one more
  const parts: number[][] = [];
  for (let b = 0, at = 0; b < blocks; b++) {
    const length = short + (b >= blocks - longer ? 1 : 0);
    parts.push(data.slice(at, (at += length)));
  }
  const out: number[] = [];
  const divisor = generator(ec);
  const rests = parts.map((part) => remainder(part, divisor));
  for (let i = 0; i <= short; i++) for (const part of parts) if (i < part.length) out.push(part[i] ?? 0);
  for (let i = 0; i < ec; i++) for (const rest of rests) out.push(rest[i] ?? 0);
  return out;
}

/** In the field of 256 elements modulo x⁸+x⁴+x³+x²+1. */
function times(x: number, y: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((y >> i) & 1) * x);
  return product & 0xff;
}

function generator(degree: number): number[] {
  const found = [...new Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) found[j] = times(found[j] ?? 0, root) ^ (found[j + 1] ?? 0);
    root = times(root, 2);
  }
  return found;
}

function remainder(data: number[], divisor: number[]): number[] {
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((one, i) => (rest[i] = (rest[i] ?? 0) ^ times(one, factor)));
  }
  return rest;
}

function draw(words: number[], version: number, mask: number): boolean[][] {
  const size = version * 4 + 17;
  const dark = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const fixed = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const set = (x: number, y: number, on: boolean): void => {
    const row = dark[y];
    const kept = fixed[y];
    if (!row || !kept || x < 0 || x >= size) return;
    row[x] = on;
    kept[x] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as [number, number][])
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const away = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, away !== 2 && away !== 4);
      }
  const marks = VERSIONS[version - 1]?.[3] ?? [];
  const last = marks.length - 1;
  marks.forEach((cx, i) =>
    marks.forEach((cy, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }),
  );
  const bit = (value: number, i: number): boolean => ((value >> i) & 1) === 1;
  const format = checked((1 << 3) | mask, 10, 0x537) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const on = bit(format, i);
    // beside the first mark, and again beside the two others
    if (i < 6) set(8, i, on);
    else if (i < 8) set(8, i + 1, on);
    else if (i === 8) set(7, 8, on);
    else set(14 - i, 8, on);
    if (i < 8) set(size - 1 - i, 8, on);
    else set(8, size - 15 + i, on);
  }
  set(8, size - 8, true);
  if (version >= 7) {
    const told = checked(version, 12, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(a, b, bit(told, i));
      set(b, a, bit(told, i));
    }
  }
  // the data goes up and down in columns of two, from the right, leaving out the column of the timing marks
  let i = 0;
  const hidden = MASKS[mask];
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        const row = dark[y];
        if (!row || fixed[y]?.[x]) continue;
        const on = i < words.length * 8 && bit(words[i >> 3] ?? 0, 7 - (i & 7));
        row[x] = on !== (hidden?.(x, y) ?? false);
        i++;
      }
  }
  return dark;
}

/** A value with its check bits behind it. */
function checked(value: number, bits: number, polynomial: number): number {
  let rest = value;
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * polynomial);
  return (value << bits) | rest;
}

/** How hard a code is to read: long runs and blocks of one colour, and too much of either. */
function penalty(dark: boolean[][]): number {
  const size = dark.length;
  const at = (x: number, y: number): boolean => dark[y]?.[x] ?? false;
  let sum = 0;
  let count = 0;
  for (let a = 0; a < size; a++)
    for (const get of [(i: number): boolean => at(i, a), (i: number): boolean => at(a, i)])
      for (let i = 0, run = 0; i < size; i++) {
        run = i > 0 && get(i) === get(i - 1) ? run + 1 : 1;
        if (run === 5) sum += 3;
        else if (run > 5) sum++;
      }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (at(x, y)) count++;
      if (x && y && at(x, y) === at(x - 1, y) && at(x, y) === at(x, y - 1) && at(x, y) === at(x - 1, y - 1)) sum += 3;
    }
  return sum + Math.floor(Math.abs((count * 20) / (size * size) - 10)) * 10;
}

/** The path of an SVG that draws the dark fields, one unit each, with the quiet border of four. */
export function outline(dark: boolean[][]): string {
  return dark
    .flatMap((row, y) => row.map((on, x) => (on ? `M${String(x + 4)} ${String(y + 4)}h1v1h-1z` : '')))
    .join('');
}
