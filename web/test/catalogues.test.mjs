// The page uses no key that its rooms of the English catalogue lack. (tools/check_languages.py compares the languages.)
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
let vite;
before(async () => {
  vite = await createServer({ root: join(here, '..'), server: { middlewareMode: true, ws: false }, logLevel: 'error' });
});
after(() => vite.close());

test('every key the page names is in its English words', async () => {
  const { load } = await vite.ssrLoadModule('virtual:languages');
  const { words } = await load('en', ['lessons']);
  const missing = [];
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) walk(join(folder, entry.name));
      else if (/\.(svelte|ts)$/.test(entry.name)) {
        const source = readFileSync(join(folder, entry.name), 'utf8');
        for (const [, key] of source.matchAll(/\b(?:t|say|parts)\('([\w.+-]+)'/g))
          if (!(key in words)) missing.push(`${entry.name}: ${key}`);
      }
    }
  };
  walk(join(here, '../src'));
  assert.deepEqual(missing, []);
});
