// Every language says everything English says, with the same arguments, and the page uses no key that is missing.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const here = fileURLToPath(new URL('.', import.meta.url));
const FOLDERS = ['../src/i18n', '../../src/sanssouci/friedrich/messages', '../../src/sanssouci/table/messages'].map(
  (f) => join(here, f),
);
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const fields = (text) => [...new Set([...text.matchAll(/\{([a-z_]+)/g)].map((m) => m[1]))].sort();
const languages = readdirSync(FOLDERS[0]).filter((f) => f.endsWith('.json') && f !== 'en.json');

for (const file of languages) {
  for (const folder of FOLDERS) {
    test(`${file} is complete in ${folder.split('/').slice(-2).join('/')}`, () => {
      assert.ok(existsSync(join(folder, file)), 'the file is missing');
      const english = read(join(folder, 'en.json'));
      const other = read(join(folder, file));
      assert.deepEqual(
        Object.keys(english).filter((k) => !(k in other)),
        [],
      );
      assert.deepEqual(
        Object.keys(other).filter((k) => !(k in english)),
        [],
      );
      for (const [key, text] of Object.entries(english)) assert.deepEqual(fields(other[key]), fields(text), key);
    });
  }
}

test('every key the page names is in the English catalogues', () => {
  const known = Object.assign({}, ...FOLDERS.map((f) => read(join(f, 'en.json'))));
  const missing = [];
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) walk(join(folder, entry.name));
      else if (/\.(svelte|ts)$/.test(entry.name)) {
        const source = readFileSync(join(folder, entry.name), 'utf8');
        for (const [, key] of source.matchAll(/\b(?:t|say|parts)\('([\w.+-]+)'/g))
          if (!(key in known)) missing.push(`${entry.name}: ${key}`);
      }
    }
  };
  walk(join(here, '../src'));
  assert.deepEqual(missing, []);
});
