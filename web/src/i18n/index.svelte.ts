/**
 * Message catalogues. The page's own words lie beside this file, those of the rules and of the table beside the code
 * that says them; a language is one more file of the same name in each place.
 *
 * A sentence holds fields in braces: `{city}` shows an argument by its kind, `{to:city}` names the kind,
 * `{count:troop|troops}` shows a number with its word, `{n:=one|many}` the word alone; a part in square brackets is
 * left out where its arguments are not known or count nought.
 */
import { CITIES, city as cityOf, fullName } from '../map/board';
import { SUIT_SIGN, type Suit } from '../lib/nations';
import en from './en.json';
import engine from '../../../src/sanssouci/friedrich/messages/en.json';
import table from '../../../src/sanssouci/table/messages/en.json';

type Catalogue = Record<string, string>;
export type Arguments = Record<string, unknown>;
/** A piece of a sentence; cities and generals can be pointed at. */
export interface Part { text: string; city?: string; piece?: string }

const ENGLISH: Catalogue = { ...(engine as Catalogue), ...(table as Catalogue), ...(en as Catalogue) };

type Loader = () => Promise<{ default: Catalogue }>;
const FILES = {
  ...import.meta.glob<{ default: Catalogue }>(['./*.json', '!./en.json']),
  ...import.meta.glob<{ default: Catalogue }>(['../../../src/sanssouci/friedrich/messages/*.json', '!../../../src/sanssouci/friedrich/messages/en.json']),
  ...import.meta.glob<{ default: Catalogue }>(['../../../src/sanssouci/table/messages/*.json', '!../../../src/sanssouci/table/messages/en.json']),
} as Record<string, Loader>;

const codeOf = (file: string): string => /([\w-]+)\.json$/.exec(file)?.[1] ?? '';

export const LANGUAGES: string[] = ['en', ...new Set(Object.keys(FILES).filter((f) => f.startsWith('./')).map(codeOf))];
const KEPT = 'sanssouci-language';

let current: Catalogue = $state.raw(ENGLISH);
let code = $state('en');

export const language = (): string => code;

/** Switches the language; an unknown one leaves everything as it is. */
export async function setLanguage(wanted: string): Promise<void> {
  if (!LANGUAGES.includes(wanted)) return;
  const parts = await Promise.all(Object.entries(FILES).filter(([file]) => codeOf(file) === wanted).map(([, load]) => load()));
  current = Object.assign({}, ENGLISH, ...parts.map((p) => p.default)) as Catalogue;
  code = wanted;
  document.documentElement.lang = wanted;
  try { localStorage.setItem(KEPT, wanted); } catch { /* not remembered then */ }
}

/** The language kept from the last visit, else the browser's. */
export function startLanguage(): Promise<void> {
  let wanted: string | null = null;
  try { wanted = localStorage.getItem(KEPT); } catch { wanted = null; }
  const chosen = wanted ?? navigator.languages.map((l) => l.slice(0, 2)).find((l) => LANGUAGES.includes(l)) ?? 'en';
  return chosen === 'en' ? Promise.resolve() : setLanguage(chosen);
}

export const has = (key: string): boolean => key in current;

const KIND_OF: Record<string, string> = {
  city: 'city', cities: 'city', from: 'city', to: 'city', path: 'path', start: 'city', end: 'city',
  general: 'general', generals: 'general', attacker: 'general', defender: 'general', loser: 'general', winner: 'general', victor: 'general', other: 'general', top: 'general',
  piece: 'piece', pieces: 'piece', train: 'piece', trains: 'piece',
  nation: 'nation', nations: 'nation', owner: 'nation', conqueror: 'nation',
  role: 'role', roles: 'role', winners: 'role', card: 'card', cards: 'card', suit: 'suit', fate: 'fate', backs: 'backs', form: 'form', what: 'what', wanted: 'wanted',
};
const SUIT_WORD: Record<string, Suit> = { spades: 'S', clubs: 'C', hearts: 'H', diamonds: 'D' };
const namesakes = new Set(CITIES.filter((c) => c.qualifier).map((c) => c.id));

/** A name of the game as a player reads it. */
export function name(kind: string, value: unknown): string {
  const text = String(value);
  if (kind === 'city') {
    const c = cityOf(text);
    return current[`name.city.${text}`] ?? (c ? (namesakes.has(text) ? fullName(c) : c.name) : text);
  }
  if (kind === 'card' || kind === 'face') {
    const face = text.split('/')[0] ?? text;
    if (/^r/i.test(face)) return (current['name.reserve'] ?? 'Reserve') + face.slice(1);
    const sign = SUIT_SIGN[face.slice(-1).toUpperCase() as Suit] as string | undefined;
    return sign ? face.slice(0, -1) + sign : face;
  }
  if (kind === 'suit') return (SUIT_SIGN[(SUIT_WORD[text] ?? text.toUpperCase()) as Suit] as string | undefined) ?? text;
  if (kind === 'rule') return text;
  return current[`name.${kind}.${text}`] ?? current[`name.general.${text}`] ?? text;
}

function plural(number: number, forms: string[]): string {
  return (number === 1 ? forms[0] : forms[forms.length - 1]) ?? '';
}

function join(parts: Part[][]): Part[] {
  const out: Part[] = [];
  parts.forEach((p, i) => {
    if (i > 0) out.push({ text: i === parts.length - 1 ? (current['list.and'] ?? ' and ') : ', ' });
    out.push(...p);
  });
  return out;
}

function show(value: unknown, kind: string): Part[] {
  if (Array.isArray(value)) {
    if (kind === 'pairs') return join(value.map((pair) => [{ text: (pair as string[]).map((g) => name('general', g)).join(' – ') }]));
    if (kind === 'path') return value.flatMap((c, i) => [...(i ? [{ text: '–' }] : []), { text: name('city', c), city: String(c) }]);
    return join(value.map((v) => show(v, kind)));
  }
  if (value !== null && typeof value === 'object') {
    if (kind === 'backs') return [{ text: Object.entries(value).map(([deck, n]) => (current['name.back'] ?? '{} of deck {}').replace('{}', String(n)).replace('{}', deck)).join(', ') }];
    return join(Object.entries(value).map(([k, v]) => [...show(k, kind), { text: ` ${String(v)}` }]));
  }
  if (kind.startsWith('=')) return [{ text: plural(Number(value), kind.slice(1).split('|')) }];
  if (kind.includes('|')) return [{ text: `${String(value)} ${plural(Number(value), kind.split('|'))}` }];
  if (kind === 'signed') return [{ text: Number(value) > 0 ? `+${String(value)}` : String(value).replace('-', '−') }];
  if (value === null || value === undefined) return [{ text: current['name.nobody'] ?? '' }];
  // How an order is written is told by examples, the last one after an "or".
  if (kind === 'form') return [{ text: String(value).replace(/([,;]) or /, `$1 ${current['list.or'] ?? 'or'} `) }];
  if (typeof value === 'string' && kind) {
    const text = name(kind === 'path' ? 'city' : kind, value);
    if (kind === 'city' || kind === 'path') return [{ text, city: value }];
    if (kind === 'general' || kind === 'piece') return [{ text, piece: value }];
    return [{ text }];
  }
  return [{ text: String(value) }];
}

/** Keeps a part in square brackets only where all its arguments are known, and none of them counts nought. */
const known = (sentence: string, args: Arguments): string =>
  sentence.replace(/\[([^[\]]*)\]/g, (_, part: string) => {
    const worth = (m: RegExpMatchArray): boolean => (m[1] ?? '') in args && !(m[2]?.includes('|') && args[m[1] ?? ''] === 0);
    return [...part.matchAll(/\{([a-z_]+)(?::([^{}]*))?/g)].every(worth) ? part : '';
  });

function fill(written: string, args: Arguments): Part[] {
  const sentence = known(written, args);
  const out: Part[] = [];
  let last = 0;
  for (const match of sentence.matchAll(/\{([a-z_]+)(?::([^{}]*))?\}/g)) {
    out.push({ text: sentence.slice(last, match.index) });
    last = match.index + match[0].length;
    const argument = match[1] ?? '';
    const kind = match[2];
    if (!(argument in args)) out.push({ text: match[0] });
    else if (kind === 'prompt') out.push(...fill(current[`state.${String(args[argument])}`] ?? '', args));
    else out.push(...show(args[argument], kind ?? KIND_OF[argument] ?? ''));
  }
  out.push({ text: sentence.slice(last) });
  return out.filter((p) => p.text !== '');
}

/** The sentence of a key in parts, its first letter large; a key without a sentence tells its arguments. */
export function parts(key: string, args: Arguments = {}): Part[] {
  const sentence = current[key];
  const out = sentence === undefined
    ? [{ text: key.replace(/^event\.|^refusal\./, '').replace(/_/g, ' ') + (Object.keys(args).length ? ': ' : '') }, ...join(Object.entries(args).map(([k, v]) => show(v, KIND_OF[k] ?? '')))]
    : fill(sentence, args);
  const first = out[0];
  if (first) out[0] = { ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) };
  return out;
}

/** The same as one string. */
export const say = (key: string, args: Arguments = {}): string => parts(key, args).map((p) => p.text).join('');

/** The page's own words: as `say`, the first letter as it is written. */
export function t(key: string, args: Arguments = {}): string {
  const sentence = current[key];
  return sentence === undefined ? key : fill(sentence, args).map((p) => p.text).join('');
}

/** A bot's name in the reader's language, else as it is registered. */
export const botName = (bot: string): string => current[`bot.${bot}`] ?? bot;

export const nationName = (nation: string): string => { const n = name('nation', nation); return n.charAt(0).toUpperCase() + n.slice(1); };
