// The languages of the page: the folders of the Python package's catalogue, found by looking. Each becomes one file per
// room, so that a reader loads the words he reads and no others. SANSSOUCI_LANGUAGES names one more place with folders.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

type Words = Record<string, string>;

const VOICE = resolve(import.meta.dirname, '../../src/sanssouci/voice');
const HOME = join(VOICE, 'catalogue');
/** The files of a language's folder that the page says something from. */
const ROOMS: Record<string, string[]> = {
  page: ['bots', 'decisions', 'events', 'fate', 'files', 'hints', 'names', 'options', 'page', 'refusals', 'table'],
  lessons: ['lessons'],
};

const read = (file: string): Words => JSON.parse(readFileSync(file, 'utf8')) as Words;

/** The folder of every language by its code, English first. */
function folders(): Map<string, string> {
  const places = [HOME, process.env.SANSSOUCI_LANGUAGES ?? ''].filter((place) => place !== '');
  const found = places.flatMap((place) =>
    readdirSync(place)
      .filter((code) => existsSync(join(place, code, 'language.json')))
      .map((code): [string, string] => [code, join(place, code)]),
  );
  return new Map(found.sort(([a], [b]) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1)));
}

/** The files of a room of a language. */
const filesOf = (folder: string, room: string): string[] =>
  (ROOMS[room] ?? []).map((name) => join(folder, `${name}.json`));

/** All words of a room of a language. */
const words = (folder: string, room: string): Words => Object.assign({}, ...filesOf(folder, room).map(read)) as Words;

/** A `language.json` with the entry of `rules.json` that it refers to. */
function rulesOf(folder: string): object {
  const own = read(join(folder, 'language.json'));
  const table = JSON.parse(readFileSync(join(VOICE, 'rules.json'), 'utf8')) as Record<string, object>;
  return { ...table[own.rules ?? ''], ...own };
}

const INDEX = 'virtual:languages';
const PART = 'virtual:language/';

/** The source of the module that lists the languages and loads them. */
function index(found: Map<string, string>): string {
  const names = Object.fromEntries(
    [...found].map(([code, folder]) => [code, read(join(folder, 'language.json')).name]),
  );
  const parts = [...found.keys()].flatMap((code) =>
    Object.keys(ROOMS).map((room) => `'${code}/${room}': () => import('${PART}${code}/${room}')`),
  );
  return `export const NAMES = ${JSON.stringify(names)};
const PARTS = { ${parts.join(', ')} };
export async function load(code, rooms) {
  const parts = await Promise.all(['page', ...rooms].map((room) => PARTS[code + '/' + room]()));
  return { rules: parts[0].rules, words: Object.assign({}, ...parts.map((part) => part.words)) };
}`;
}

/** The plugin of Vite that serves these modules. */
export function languages(): Plugin {
  return {
    name: 'languages',
    resolveId: (id) => (id === INDEX || id.startsWith(PART) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${INDEX}`) return index(folders());
      if (!id.startsWith(`\0${PART}`)) return null;
      const [code, room = ''] = id.slice(PART.length + 1).split('/');
      const folder = folders().get(code ?? '') ?? HOME;
      for (const file of [join(folder, 'language.json'), ...filesOf(folder, room)]) this.addWatchFile(file);
      const source = `export const words = ${JSON.stringify(words(folder, room))};`;
      return room === 'page' ? `${source}\nexport const rules = ${JSON.stringify(rulesOf(folder))};` : source;
    },
  };
}
