/** What the page decides without a page: which inputs count, where they come from, links, pictures of odds. */

import type { Field, ForceFile, Inputs, Odds, TableInfo } from './types';

/** What holds for a whole turn, whatever table is asked. */
export interface Turn {
  weather?: string;
  terrain?: string;
  season?: string;
  siege_level?: number;
  attacker?: string;
  defender?: string;
}

export type Origin = 'given' | 'turn' | 'force' | 'example' | 'default';
export type Rulings = Record<string, unknown>;

export const SEASONS = ['spring', 'summer', 'autumn', 'winter', 'interphase'];
/** inputs the dice or the run take care of */
export const ELSEWHERE = new Set(['die', 'dice', 'choices', 'seed', 'auto']);

export function emptyFile(): ForceFile {
  return { format: 'italian-wars-forces/1', forces: {}, log: [], history: [] };
}

const TURN = new Set(['weather', 'terrain']);

/** What the turn bar says about this table's inputs. */
export function fromTurn(table: TableInfo, turn: Turn): Inputs {
  const found: Inputs = {};
  for (const { name, type, values } of table.fields) {
    if (TURN.has(name) && type === 'choice') {
      const set = turn[name as 'weather' | 'terrain'];
      if (set !== undefined && values?.includes(set)) found[name] = set;
    }
    // a siege asks for the weather of each turn: it begins with this one's
    if (name === 'weather' && type === 'list of choices' && turn.weather) found[name] = [turn.weather];
    if (name === 'siege_level' && turn.siege_level !== undefined) found[name] = turn.siege_level;
    if (name === 'interphase' && turn.season === 'interphase') found[name] = true;
  }
  return found;
}

/** Inputs that hold because of the turn bar, and count. */
export function takenFromTurn(
  table: TableInfo,
  layers: Layers,
  counts: (field: Field) => boolean,
): { field: Field; value: unknown }[] {
  return table.fields
    .filter((field) => originOf(field.name, layers) === 'turn' && counts(field))
    .map((field) => ({ field, value: layers.turn[field.name] }));
}

/** A value of an input for people: the words of a choice, yes or no; a bare number gets its meaning. */
export function inWords(field: Field, value: unknown, word: (key: string) => string): string {
  if (Array.isArray(value)) return value.map((one) => inWords(field, one, word)).join(', ');
  if (value === true) return field.meaning;
  if (typeof value === 'boolean') return `${field.meaning}: ${word('no')}`;
  const index = field.values?.indexOf(String(value)) ?? -1;
  return index >= 0 ? (field.labels?.[index] ?? String(value)) : `${field.meaning} ${String(value)}`;
}

/** The examples a page starts with. */
export function examples(table: TableInfo): Inputs {
  return Object.fromEntries(
    table.fields.filter((field) => field.example !== undefined).map((field) => [field.name, field.example]),
  );
}

export interface Layers {
  given: Inputs;
  turn: Inputs;
  force: Inputs;
  example: Inputs;
}

/** All inputs as they hold: what the player gave, then the turn bar, then the Forces, then examples. */
export function merged({ given, turn, force, example }: Layers): Inputs {
  return { ...example, ...force, ...turn, ...given };
}

export function originOf(name: string, layers: Layers): Origin {
  for (const layer of ['given', 'turn', 'force', 'example'] as const) if (name in layers[layer]) return layer;
  return 'default';
}

/** Whether an input matters beside the others and under the rulings in force. */
export function matters(
  table: TableInfo,
  inputs: Inputs,
  rulings: Rulings,
  field: Field,
  registered: Registered,
): boolean {
  const beside = (wanted: Record<string, string[]> = {}): boolean =>
    Object.entries(wanted).every(([name, values]) => {
      const other = table.fields.find((one) => one.name === name);
      return values.includes(String(inputs[name] ?? other?.default));
    });
  if (!beside(field.only)) return false;
  return (
    !beside(field.where) ||
    Object.entries(field.rulings ?? {}).every(([id, values]) => {
      const entry = registered.find((one) => one.id === id);
      const ruling = rulings[id] ?? entry?.default;
      const own = typeof ruling !== 'string' || !entry?.values.includes(ruling);
      return values.includes(own ? '*' : ruling);
    })
  );
}

export type Registered = { id: string; default: string; values: string[] }[];

/** Inputs as they are asked: those that matter. */
export function sent(table: TableInfo, inputs: Inputs, rulings: Rulings, registered: Registered): Inputs {
  const found: Inputs = {};
  for (const field of table.fields) {
    const value = inputs[field.name];
    if (value === undefined || value === null || value === '') continue;
    if (matters(table, inputs, rulings, field, registered)) found[field.name] = value;
  }
  return found;
}

type Beside = (inputs: Inputs) => boolean;
const always: Beside = () => true;
const besieging: Beside = ({ kind }) => String(kind).startsWith('siege');
const inSegment: Beside = ({ segment }) => segment === 'attrition_segment';

/** inputs without which a table says little, although they have defaults */
const IN_FRONT: Record<string, Record<string, Beside>> = {
  terrain: { terrain: always, hexside: always, road: always },
  assault: { fortress: besieging },
  // one of them must hold, or nobody checks
  attrition: {
    besieged: inSegment,
    desolate: inSegment,
    unhealthy: inSegment,
    hostile_region: inSegment,
    enemy_zoc: inSegment,
  },
};

/** Whether an input stands in front: without it the table says nothing, or it decides what else is asked. */
export function isMain(table: TableInfo, field: Field, inputs: Inputs = {}): boolean {
  if (ELSEWHERE.has(field.name)) return false;
  if (IN_FRONT[table.name]?.[field.name]?.(inputs)) return true;
  // a choice among a few that is not "none" to begin with, unless the turn bar makes it
  const few = field.type === 'choice' && (field.values?.length ?? 9) <= 5 && !TURN.has(field.name);
  const open = few && field.default !== 'none' && field.default !== null;
  return table.procedure || field.required || field.example !== undefined || open || table.fields.length <= 3;
}

// --- links -----------------------------------------------------------------------------------------

export interface Link {
  tab: string;
  given: Inputs | null;
  derived: Inputs;
  rulings: Rulings | null;
  lang: string | null;
}

/** The address that holds the tab, its inputs, the rulings and the language. */
export function writeLink(tab: string, given: Inputs, derived: Inputs, rulings: Rulings, lang: string): string {
  const query = new URLSearchParams();
  query.set('i', JSON.stringify(given));
  if (Object.keys(derived).length) query.set('t', JSON.stringify(derived));
  if (Object.keys(rulings).length) query.set('o', JSON.stringify(rulings));
  query.set('lang', lang);
  return `#${tab}?${query.toString()}`;
}

export function readLink(hash: string): Link {
  const [tab, query] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const wanted = new URLSearchParams(query ?? '');
  const rulings = parsed(wanted.get('o'));
  return {
    tab: safely(() => decodeURIComponent(tab ?? ''), ''),
    given: parsed(wanted.get('i')),
    derived: parsed(wanted.get('t')) ?? {},
    // a whole link without rulings means none; a bare tab name keeps those in force
    rulings: rulings ?? (wanted.has('lang') ? {} : null),
    lang: wanted.get('lang'),
  };
}

/** What a link's turn bar and Forces said, where ours say something else: then it is the link that counts. */
export function adopted(derived: Inputs, own: Inputs): Inputs {
  return Object.fromEntries(
    Object.entries(derived).filter(([name, value]) => JSON.stringify(own[name]) !== JSON.stringify(value)),
  );
}

function safely<T>(work: () => T, other: T): T {
  try {
    return work();
  } catch {
    return other;
  }
}

/** An object written as JSON, null for anything else. */
export function parsed(text: string | null): Record<string, unknown> | null {
  const value: unknown = safely(() => JSON.parse(text ?? 'null') as unknown, null);
  return value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}

// --- odds as pictures --------------------------------------------------------------------------------

/** The chance of a fraction as a number from 0 to 1, only to draw. */
export function portion(fraction: string): number {
  const [top, bottom] = fraction.split('/');
  return Number(top) / Number(bottom ?? 1);
}

export interface Marginal {
  count: string;
  text: string;
  mean: string;
  bars: { value: number; share: number }[];
}

/** How often each number of SP (AP, losses …) comes, for every figure the outcomes count. */
export function marginals(odds: Odds): Marginal[] {
  return (
    odds.means
      .map(({ count, text, decimal }) => {
        const shares = new Map<number, number>();
        const known = odds.spreads?.[count];
        const found = known ?? odds.outcomes.map((one) => ({ ...one, value: Number(one.counts[count] ?? 0) }));
        for (const { value, probability } of found) shares.set(value, (shares.get(value) ?? 0) + portion(probability));
        const bars = [...shares].sort(([a], [b]) => a - b).map(([value, share]) => ({ value, share }));
        return { count, text, mean: decimal, bars };
      })
      // where an outcome holds a mean already, there is no number to draw
      .filter(({ bars }) => bars.length > 1 && bars.every(({ value }) => Number.isInteger(value)))
  );
}

/** For whom a rise of this figure is good news: the side whose colour it takes; null for neither. */
export function favours(name: string): 'attacker' | 'defender' | null {
  const found = /^(attacker|defender)_(loses|demoralised|sp|captain)/.exec(name);
  if (found) return found[1] === 'attacker' ? 'defender' : 'attacker';
  if (/^(target|breach|siege_level|pursued|force_eliminated|captain_check|discipline_check)/.test(name))
    return 'attacker';
  if (/^(chargers|charging|own_artillery|pursuer|leader|pillage)/.test(name)) return 'defender';
  return null;
}

/** The most likely outcomes first where there are too many to draw. */
export function drawn(odds: Odds, most: number): { shown: Odds['outcomes']; rest: number; left: number } {
  const { outcomes } = odds;
  const sorted =
    outcomes.length > most ? [...outcomes].sort((a, b) => portion(b.probability) - portion(a.probability)) : outcomes;
  const rest = sorted.slice(most).reduce((sum, one) => sum + portion(one.probability), 0);
  return { shown: sorted.slice(0, most), rest, left: Math.max(0, sorted.length - most) };
}
