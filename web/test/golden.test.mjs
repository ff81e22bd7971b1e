// Every sentence of every language with real arguments: the page says what `tools/sentences.py --golden` says.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { load } from './load.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const home = join(root, 'src/sanssouci/voice/catalogue');
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
// `make` says where the Python of the tests is.
const python = process.env.SANSSOUCI_PYTHON ?? join(root, '.venv/bin/python');

/** The sentences of a room: the files of a language's folder, or of a folder in it. */
function words(code, room) {
  const folder = join(home, code, room);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'language.json');
  return Object.assign({}, ...files.sort().map((file) => read(join(folder, file))));
}

/** What Python says, a language a line. */
async function* golden() {
  const child = spawn(python, [join(root, 'tools/sentences.py'), '--golden'], {
    env: { ...process.env, PYTHONPATH: join(root, 'src'), PYTHONIOENCODING: 'utf-8', SANSSOUCI_LANGUAGES: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line);
  assert.equal(await ended, 0, 'tools/sentences.py --golden failed');
}

const missing = !existsSync(python) && `there is no ${python}: make .venv/.test brings it`;
test(
  'page and Python say every sentence alike',
  { skip: missing && !process.env.SANSSOUCI_COMPLETE && missing },
  async () => {
    assert.equal(missing, false);
    const { Speaker, text } = await load('/src/voice/speaker.ts');
    const { FRIEDRICH } = await load('/src/i18n/index.svelte.ts');
    const table = read(join(home, '../rules.json'));
    const different = [];
    const languages = [];
    for await (const { language, said } of golden()) {
      languages.push(language);
      const own = read(join(home, language, 'language.json'));
      const speakers = Object.fromEntries(
        ['', 'charts', 'help'].map((room) => [
          room,
          new Speaker({ ...table[own.rules], ...own }, words(language, room), ...(room ? [] : [FRIEDRICH])),
        ]),
      );
      const keys = new Set();
      for (const [room, key, args, sentence] of said) {
        const speaker = speakers[room];
        keys.add(`${room}/${key}`);
        const here = text(speaker.fill(speaker.words[key], args));
        if (here !== sentence) different.push({ language, key, args, python: sentence, page: here });
      }
      const all = Object.entries(speakers).flatMap(([room, one]) =>
        Object.keys(one.words).map((key) => `${room}/${key}`),
      );
      assert.deepEqual([...keys].sort(), all.sort(), `${language}: keys that nobody said`);
    }
    assert.deepEqual(languages.sort(), readdirSync(home).sort());
    assert.deepEqual(different.slice(0, 20), [], `${different.length} sentences differ`);
  },
);
