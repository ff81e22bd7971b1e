// The page's voice: the golden sentences that Python says too, and the rules of the languages beside the browser's own.
import assert from 'node:assert/strict';
import { mkdtempSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const golden = read('tests/voice/golden.json');
const table = read('src/sanssouci/voice/rules.json');
const NUMBERS = [...Array(130).keys(), 200, 999, 1000, 1001, 1234, 9999, 10000, 12345, 999999, 1000000, 1234567];
const FRACTIONS = [0.5, 1.5, 2.25, 0.125, 1.2, 5.5, 12.5, 21.5, 1234.5, 12345.75];

// A language that lies elsewhere: everything marked, as a test of the pages would have it.
const place = mkdtempSync(join(tmpdir(), 'languages-'));
cpSync(join(root, 'src/sanssouci/voice/catalogue/en'), join(place, 'xx'), { recursive: true });
const own = join(place, 'xx', 'language.json');
writeFileSync(own, JSON.stringify({ ...JSON.parse(readFileSync(own, 'utf8')), name: 'Elsewhere' }));
process.env.SANSSOUCI_LANGUAGES = place;

let vite;
let rules;
let speaker;
let page;
before(async () => {
  globalThis.document ??= { documentElement: {} };
  globalThis.location ??= { search: '' };
  vite = await createServer({
    root: join(root, 'web'),
    server: { middlewareMode: true, ws: false },
    logLevel: 'error',
  });
  rules = await vite.ssrLoadModule('/src/voice/rules.ts');
  speaker = await vite.ssrLoadModule('/src/voice/speaker.ts');
  page = await vite.ssrLoadModule('/src/i18n/index.svelte.ts');
});
after(async () => {
  await vite.close();
  rmSync(place, { recursive: true });
});

test('the grammar says what Python says', () => {
  for (const one of golden.grammar) {
    const said = new speaker.Speaker(table[one.language], one.words ?? {}).fill(one.sentence, one.arguments);
    assert.equal(speaker.text(said), one.said, one.sentence);
  }
});

test('the page says what the game says', async () => {
  for (const one of golden.game) {
    await page.setLanguage(one.language);
    assert.equal(page.say(one.key, one.arguments), one.said);
  }
});

test('a folder is a language of the page', async () => {
  assert.ok(page.LANGUAGES.includes('xx'));
  assert.equal(page.ownName('xx'), 'Elsewhere');
  await page.setLanguage('xx');
  assert.equal(page.language(), 'xx');
  assert.equal(page.t('ui.close'), 'Close');
});

for (const [code, language] of Object.entries(table)) {
  test(`${code} counts, writes and lists as Intl does`, () => {
    const plural = new Intl.PluralRules(code);
    const format = new Intl.NumberFormat(code, { maximumFractionDigits: 3 });
    const percent = new Intl.NumberFormat(code, { style: 'percent', minimumFractionDigits: 1 });
    for (const n of [...NUMBERS, ...FRACTIONS]) {
      assert.equal(rules.category(language, n), plural.select(n), `category of ${n}`);
      assert.equal(rules.number(language, n, true), format.format(n));
    }
    for (const p of [0, 0.125, 0.5, 0.999, 1]) assert.equal(rules.percentage(language, p), percent.format(p));
    // British English has no comma before its "and", as we have none.
    const list = new Intl.ListFormat(code === 'en' ? 'en-GB' : code);
    for (const names of [['a'], ['a', 'b'], ['a', 'b', 'c'], ['Daun', 'Hildburghausen'], ['Austria', 'Italia', 'Ybbs']])
      assert.equal(
        speaker.text(new speaker.Speaker(language, {}).listed(names.map((text) => [{ text }]))),
        list.format(names),
      );
  });
}
