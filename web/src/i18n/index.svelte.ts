/**
 * The page in words: which language it speaks, and what `voice` has to know of Friedrich to speak of it. The languages
 * are the folders of `src/sanssouci/voice/catalogue`; only the chosen one is loaded.
 */
import { untrack } from 'svelte';
import KINDS from '../../../src/sanssouci/friedrich/data/kinds.json';
import { load, NAMES, type Room } from 'virtual:languages';
import { city as cityOf, CITIES, fullName } from '../map/board';
import { put } from '../lib/api';
import { recall, remember } from '../lib/kept';
import { SUIT_SIGN, type Suit } from '../lib/nations';
import { fitting, fixed, percentage } from '../voice/rules';
import { Speaker, text, type Arguments, type Naming, type Said } from '../voice/speaker';

export type { Arguments };
/** A piece of a sentence; cities and generals can be pointed at. */
export interface Part {
  text: string;
  city?: string;
  piece?: string;
}

/** The codes of all languages, and what each calls itself. */
export const LANGUAGES: string[] = Object.keys(NAMES);
export const ownName = (code: string): string => NAMES[code] ?? code;
const DEFAULT = 'en';
const KEPT = 'sanssouci-language';

const KIND_OF: Record<string, string> = Object.fromEntries(
  Object.entries(KINDS).flatMap(([kind, names]) => names.map((name) => [name, kind])),
);
const SUIT_WORD: Record<string, Suit> = { spades: 'S', clubs: 'C', hearts: 'H', diamonds: 'D' };
const namesakes = new Set(CITIES.filter((c) => c.qualifier).map((c) => c.id));

/** What the voice has to know of the game; the counterpart of `friedrich/messages.py`. */
export const FRIEDRICH: Naming = {
  kind: (argument) => KIND_OF[argument] ?? '',
  name({ words, language }, kind, value) {
    if (kind === 'city' || kind === 'path') {
      const c = cityOf(value);
      return words[`name.city.${value}`] ?? (c ? (namesakes.has(value) ? fullName(c) : c.name) : value);
    }
    if (kind === 'card' || kind === 'face') {
      // On the page a card is drawn with its deck's mark; in words it is its face.
      const face = value.split('/')[0] ?? value;
      if (/^r/i.test(face)) return (words['name.reserve'] ?? '') + face.slice(1);
      const sign = SUIT_SIGN[face.slice(-1).toUpperCase() as Suit] as string | undefined;
      return sign ? face.slice(0, -1) + sign : face;
    }
    if (kind === 'suit')
      return (SUIT_SIGN[(SUIT_WORD[value] ?? value.toUpperCase()) as Suit] as string | undefined) ?? value;
    // How an order is written is told by examples, the last one after an "or".
    if (kind === 'form')
      return value.split(/(?<=[,;]) or /).reduce((said, one) => fitting(language, said + language.list.or, one) + one);
    if (kind === 'country') return words[`country.${value}`] ?? null;
    if (kind === 'piece') return words[`name.piece.${value}`] ?? words[`name.general.${value}`] ?? null;
    return null;
  },
  shape(speaker, kind, value, args) {
    if (kind === 'prompt') return speaker.fill(speaker.words[`state.${String(value)}`] ?? '', args);
    if (kind === 'backs' && value !== null && typeof value === 'object')
      return speaker.listed(
        Object.entries(value).map(([deck, n]) => speaker.fill(speaker.words['name.back'] ?? '', { n, deck })),
      );
    if (kind === 'pairs' && Array.isArray(value))
      return speaker.listed(
        value.map((pair) => [{ text: (pair as string[]).map((g) => speaker.name('general', g)).join(' – ') }]),
      );
    if (kind === 'path' && Array.isArray(value))
      return value.flatMap((c, i) => [...(i ? [{ text: '–' }] : []), ...speaker.show(c, 'city')]);
    return null;
  },
};

let speaker: Speaker | null = $state.raw(null);
let code = $state(DEFAULT);
let rooms: Room[] = [];

/** Who speaks; nobody does before `startLanguage` is through. */
function current(): Speaker {
  if (!speaker) throw new Error('no language is loaded yet');
  return speaker;
}
export const language = (): string => code;

/** Loads a language, with the rooms entered meanwhile, and speaks it from now on. */
async function speak(wanted: string): Promise<void> {
  let asked = rooms;
  let found = await load(wanted, asked);
  while (asked !== rooms) found = await load(wanted, (asked = rooms));
  speaker = new Speaker(found.rules, found.words, FRIEDRICH);
  code = wanted;
  document.documentElement.lang = wanted;
  document.documentElement.dir = found.rules.direction;
}

/** The language that the address carries: `?lang=pl`. */
const inAddress = (): string | null => new URLSearchParams(location.search).get('lang');

/** Switches the language, here and for what the table writes to us; an unknown one leaves everything as it is. */
export async function setLanguage(wanted: string): Promise<void> {
  if (!LANGUAGES.includes(wanted)) return;
  await speak(wanted);
  if (inAddress() !== null && inAddress() !== wanted) {
    // an address that carries a language would bring back the old one
    const here = new URL(location.href);
    here.searchParams.set('lang', wanted);
    history.replaceState(history.state, '', here);
  }
  if (recall(KEPT) !== wanted) void put('api/language', { language: wanted }).catch(() => undefined); // for mails
  remember(KEPT, wanted);
}

/** Loads the words of another room of the house, in this language and in those chosen later. */
export async function enterRoom(room: Room): Promise<void> {
  if (rooms.includes(room)) return;
  rooms = [...rooms, room];
  await speak(untrack(language));
}

/** The language of the address, which is kept, else that of the last visit, else the browser's. */
export async function startLanguage(): Promise<void> {
  const asked = inAddress() ?? '';
  if (LANGUAGES.includes(asked)) return setLanguage(asked);
  const wishes = [recall(KEPT) ?? '', ...navigator.languages.map((l) => l.slice(0, 2))];
  await speak(wishes.find((l) => LANGUAGES.includes(l)) ?? DEFAULT);
}

export const has = (key: string): boolean => key in current().words;

/** A name of the game as a player reads it. */
export const name = (kind: string, value: unknown): string => current().name(kind, value);

function pointed({ text, kind, id }: Said): Part {
  if (id !== undefined && (kind === 'city' || kind === 'path')) return { text, city: id };
  if (id !== undefined && (kind === 'general' || kind === 'piece')) return { text, piece: id };
  return { text };
}

/** The sentence of a key in parts, its first letter large; a key without a sentence tells its arguments. */
export function parts(key: string, args: Arguments = {}): Part[] {
  const out = current().parts(key, args).map(pointed);
  const first = out[0];
  if (first && has(key)) out[0] = { ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) };
  return out;
}

/** The same as one string. */
export const say = (key: string, args: Arguments = {}): string => text(parts(key, args));

/** The page's own words: as `say`, the first letter as it is written. */
export const t = (key: string, args: Arguments = {}): string => current().say(key, args);

/** A bot's name in the reader's language, else as it is registered. */
export const botName = (bot: string): string => current().words[`bot.${bot}`] ?? bot;

export const nationName = (nation: string): string => {
  const n = name('nation', nation);
  return n.charAt(0).toUpperCase() + n.slice(1);
};

/** Dates as this browser's owner writes them, as long as that is in the language of the page. */
const locale = (): string => navigator.languages.find((l) => l.startsWith(code)) ?? code;

/** A day: 3 May 1756. */
export const date = (at: string | number): string =>
  new Date(at).toLocaleDateString(locale(), { day: 'numeric', month: 'short', year: 'numeric' });

/** A day and an hour. */
export const dateTime = (at: string | number): string =>
  new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });

/** An hour of the day. */
export const time = (at: string | number): string => new Date(at).toLocaleTimeString(locale(), { timeStyle: 'short' });

/** A chance as whole per cent. */
export const percent = (chance: number): string => percentage(current().language, chance, 0);

/** A figure with one place. */
export const decimal = (value: number): string => fixed(current().language, value, 1);
