// The page uses no key that its rooms of the English catalogue lack. (tools/check_languages.py compares the languages.)
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { load as loadModule } from './load.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Keys named in the sources of `folder` that `words` lacks; the charts desk has words of its own. */
function missing(folder, words) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'charts' ? [] : missing(path, words);
    if (!/\.(svelte|ts)$/.test(entry.name)) return [];
    const named = [...readFileSync(path, 'utf8').matchAll(/\b(?:t|say|parts)\('([\w.+-]+)'/g)].map(([, key]) => key);
    return named.filter((key) => !(key in words)).map((key) => `${entry.name}: ${key}`);
  });
}

test('every key the page names is in its English words', async () => {
  const { load } = await loadModule('virtual:languages');
  const { words } = await load('en', ['lessons']);
  assert.deepEqual(missing(join(here, '../src'), words), []);
});

test('every key the charts desk names is in its English words', () => {
  const room = join(here, '../../src/sanssouci/voice/catalogue/en/charts');
  const words = Object.assign(
    {},
    ...readdirSync(room).map((file) => JSON.parse(readFileSync(join(room, file), 'utf8'))),
  );
  assert.ok(Object.keys(words).length > 300);
  assert.deepEqual(missing(join(here, '../src/charts'), words), []);
});
