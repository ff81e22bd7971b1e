/** One question to a table, and the answer that is being written. */

import { Frac } from './frac';
import type { Sheet } from './sheet';
import { Refusal, say, Signed, type Blank, type Text } from './words';

export interface Modifier {
  id: string;
  value: number;
  applied: boolean;
  why: Text;
}

export interface Fact {
  text: Text;
  facts: Record<string, unknown>;
}

export type Extra = { label: string; value: number };

/** Where on the printed grid an answer lies; null while a die is missing. */
export interface Place {
  row: number | null;
  column: number | null;
}

/** A further place of the printed sheet that an answer rests on: of which grid, whose. */
export interface Mark extends Place {
  grid: number;
  row: number;
  side: string | null;
}

export type Given = Record<string, unknown>;

/** The rulings in force. Reading one notes it as an assumption used. */
export class Options {
  readonly used = new Set<string>();
  private readonly values: Record<string, unknown> = {};

  constructor(
    readonly register: Sheet['options']['options'],
    chosen: Record<string, unknown> = {},
  ) {
    for (const entry of register) {
      const value = chosen[entry.id];
      this.values[entry.id] = value === undefined ? entry.values[0] : accepted(entry, value);
    }
  }

  get(id: string): string {
    this.used.add(id);
    const value = this.values[id];
    return typeof value === 'string' ? value : '';
  }

  /** A ruling that may be a list written by the players (losers of cells, pillage cells). */
  free(id: string): string | readonly unknown[] {
    this.used.add(id);
    return this.values[id] as string | readonly unknown[];
  }

  isTrue(id: string): boolean {
    return this.get(id) === 'true';
  }

  peek(id: string): unknown {
    return this.values[id];
  }

  changed(): Record<string, unknown> {
    return Object.fromEntries(
      this.register.filter(({ id, values }) => this.values[id] !== values[0]).map(({ id }) => [id, this.values[id]]),
    );
  }
}

/** Who loses each result of the optional battle, from -7 to +13; letters at the rerolls mean nothing. */
export const UNDERLINES = /^[adn]{21}$/i;

function accepted(entry: Sheet['options']['options'][number], given: unknown): unknown {
  const value = typeof given === 'boolean' || typeof given === 'number' ? String(given) : given;
  if (typeof value === 'string' && entry.values.includes(value)) return value;
  if (entry.free === 'grid') {
    const rows = typeof value === 'string' ? value.trim().split(/[\s,;/]+/) : (value as unknown[]);
    const joined = Array.isArray(rows) ? rows.map((row) => (Array.isArray(row) ? row.join('') : String(row))) : [];
    if (joined.length === 9 && joined.every((row) => /^[adn]{8}$/i.test(row)))
      return joined.map((r) => r.toLowerCase());
  }
  if (entry.free === 'lines' && typeof value === 'string' && UNDERLINES.test(value)) return value.toLowerCase();
  if (entry.free === 'cells') {
    const written =
      typeof value === 'string'
        ? value
            .trim()
            .split(/[\s,;]+/)
            .filter(Boolean)
        : (value as unknown[]);
    const cells = Array.isArray(written)
      ? written.map((one) => (typeof one === 'string' ? one.split(':') : one))
      : null;
    const fits = (one: unknown): boolean =>
      Array.isArray(one) &&
      one.length === 2 &&
      /^\d$/.test(String(one[0])) &&
      ['1', '2-4', '5-7', '8+'].includes(String(one[1]));
    if (cells?.every(fits)) return cells.map((one) => [Number((one as unknown[])[0]), String((one as unknown[])[1])]);
  }
  if (entry.free === 'captain' && typeof value === 'string' && /^[1-6][+-]$/.test(value)) return value;
  if (entry.free === 'number' && typeof value === 'string' && /^\d{1,3}$/.test(value)) return value;
  throw new Refusal('bad.option_value', '5', { id: entry.id, value: String(value), values: entry.values.join(', ') });
}

/** What a table says: the same names as the server's answer. */
export class Answer {
  modifiers: Modifier[] = [];
  natural: number | null = null;
  modified: number | null = null;
  row: number | string | null = null;
  rowLabel: string | null = null;
  columnBefore: string | null = null;
  columnShift = 0;
  column: string | number | null = null;
  cell: string | null = null;
  loser: string | null = null;
  reconstructed: string | null = null;
  effects: (Fact & { kind: string })[] = [];
  followUps: (Fact & { table: string })[] = [];
  values: Record<string, unknown> = {};
  notes: Text[] = [];
  events = new Set<string>();
  counts: Record<string, number> = {};
  readings: string[] = [];
  result: string | null = null;
  place: Place = { row: null, column: null };
  marks: Mark[] = [];

  constructor(
    readonly table: string,
    readonly inputs: Given,
  ) {}

  /** The sum of the modifiers that apply (Quality reductions belong to the column, not to the die). */
  get total(): number {
    return this.modifiers.reduce((sum, one) => sum + (one.applied && !one.id.startsWith('ASQ-') ? one.value : 0), 0);
  }

  consider(
    id: string,
    value: number,
    applies: boolean,
    reason?: string | null,
    blanks: Record<string, Blank> = {},
  ): boolean {
    const why = say(`why.${id}.${reason || (applies ? 'yes' : 'no')}`, blanks);
    this.modifiers.push({ id, value, applied: applies, why });
    return applies;
  }

  restsOn(...lost: string[]): void {
    for (const one of lost) if (!this.readings.includes(one)) this.readings.push(one);
  }

  effect(kind: string, text: Text, facts: Record<string, unknown> = {}): void {
    this.effects.push({ kind, text, facts });
  }

  follow(table: string, text: Text, facts: Record<string, unknown> = {}): void {
    this.followUps.push({ table, text, facts });
  }

  /** This answer rests on that line or cell of one of the table's printed grids. */
  mark(grid: number, row: number, column: number | null = null, side: string | null = null): void {
    if (row >= 0) this.marks.push({ grid, row, column, side });
  }

  get outcome(): string {
    return this.result ?? String(this.cell);
  }
}

export class Question {
  constructor(
    readonly table: string,
    readonly given: Given,
    readonly options: Options,
    readonly sheet: Sheet,
  ) {}

  begin(): Answer {
    return new Answer(this.table, this.given);
  }

  but(changed: Given): Question {
    return new Question(this.table, { ...this.given, ...changed }, this.options, this.sheet);
  }

  num(name: string): number {
    return Number(this.given[name] ?? 0);
  }

  maybe(name: string): number | null {
    const value = this.given[name];
    return typeof value === 'number' ? value : null;
  }

  yes(name: string): boolean {
    return this.given[name] === true;
  }

  word(name: string, other = ''): string {
    const value = this.given[name];
    return typeof value === 'string' ? value : other;
  }

  list(name: string): string[] {
    return (this.given[name] as string[] | undefined) ?? [];
  }

  numbers(name: string): number[] {
    return (this.given[name] as number[] | undefined) ?? [];
  }

  /** What today's weather does. */
  weather(what: string): number {
    return Number(this.sheet.weather.weather[this.word('weather')]?.[what] ?? 0);
  }
}

export interface Rules {
  name: string;
  resolve(question: Question): Answer;
}

/** The players' own modifiers, printed like the built-in ones. */
export function addExtras(question: Question, answer: Answer): void {
  const extras = (question.given['extra'] as Extra[] | undefined) ?? [];
  extras.forEach(({ label, value }, index) =>
    answer.modifiers.push({ id: `EXTRA-${index + 1}`, value, applied: true, why: say('why.EXTRA', { label }) }),
  );
}

/** Note the natural and the modified roll; null while no die has been thrown. */
export function roll(question: Question, answer: Answer): number | null {
  answer.natural = question.maybe('die');
  answer.modified = answer.natural === null ? null : answer.natural + answer.total;
  return answer.modified;
}

/** To the nearest whole number; an exact half as `rounding.half` says. */
export function rounded(question: Question, exact: Frac): number {
  const below = exact.floor();
  const twice = (exact.n - below * exact.d) * 2n;
  if (twice !== exact.d) return Number(below + (twice > exact.d ? 1n : 0n));
  const ruling = question.options.get('rounding.half');
  if (ruling === 'even') return Number(below + (below % 2n));
  return Number(below) + (ruling === 'up' ? 1 : 0);
}

export const who = (side: string): Text => say(`who.${side}`);
export const value = (name: string): Text => say(`value.${name}`);
export { say, Signed };
