/** Everything the desk says: a key with arguments, rendered from the catalogue the server hands out. */

import { number, type LanguageData } from '../../voice/rules';
import { Speaker, type Words } from '../../voice/speaker';
import { Frac } from './frac';

export type Blank = string | number | boolean | Frac | Text | Signed | readonly Blank[] | null;

export interface Text {
  readonly key: string;
  readonly args: Readonly<Record<string, Blank>>;
}

/** A number that is always written with its sign, as modifiers are. */
export class Signed {
  constructor(readonly value: number | Frac) {}
}

export function say(key: string, args: Record<string, Blank> = {}): Text {
  return { key, args };
}

/** What the desk will not do, in one sentence with the chart's reason. */
export class Refusal extends Error {
  readonly text: Text;

  constructor(
    readonly key: string,
    readonly rule: string | null,
    args: Record<string, Blank> = {},
    /** the input it asks for, or is about */
    readonly field: string | null = null,
  ) {
    super(key);
    this.text = say(key, args);
  }
}

/** One language of the desk; `voice` makes the sentences. */
export class Voice {
  readonly #speaker: Speaker;

  constructor(
    readonly rules: LanguageData,
    readonly texts: Words,
  ) {
    this.#speaker = new Speaker(rules, texts);
  }

  has(key: string): boolean {
    return key in this.texts;
  }

  render(text: Text): string {
    const blanks = Object.fromEntries(Object.entries(text.args).map(([name, value]) => [name, this.blank(value)]));
    return this.#speaker.say(text.key, blanks);
  }

  say(key: string, args: Record<string, Blank> = {}): string {
    return this.render(say(key, args));
  }

  refusal(refused: Refusal): string {
    const section = refused.rule ? ` ${this.render(say('refusal.section', { section: refused.rule }))}` : '';
    return this.render(refused.text) + section;
  }

  /** An exact number for reading: 4, 4.5 as the language writes it, and fractions that do not end as a/b. */
  number(value: number | Frac): string {
    const shown = told(value);
    return typeof shown === 'number' ? number(this.rules, shown) : shown;
  }

  signed(value: number | Frac): string {
    return (Number(value) > 0 ? '+' : '') + this.number(value);
  }

  /** A probability as per cent with one decimal. */
  percent(chance: Frac): string {
    const tenths = new Frac(chance.n * 1000n, chance.d).rounded();
    return this.rules.number.percent.replace('{}', this.decimal(`${tenths / 10n}.${tenths % 10n}`));
  }

  decimal(written: string): string {
    return written.replace('.', this.rules.number.decimal);
  }

  private shown(value: Blank): string {
    const blank = this.blank(value);
    return typeof blank === 'number' ? number(this.rules, blank) : blank;
  }

  /** What goes into a blank; numbers stay numbers, for the words that follow them. */
  private blank(value: Blank): string | number {
    if (value === null) return '';
    if (value instanceof Signed) return this.signed(value.value);
    if (value instanceof Frac || typeof value === 'number') return told(value);
    if (typeof value === 'boolean') return String(value);
    // what somebody typed stays on its line, whatever it holds
    if (typeof value === 'string') return value.replace(/[\p{C}\p{Zl}\p{Zp}\p{Zs}]/gu, ' ');
    if (Array.isArray(value)) return value.map((one: Blank) => this.shown(one)).join(', ');
    return this.render(value as Text);
  }
}

/** A number that can be written with three decimals, or a fraction as a/b. */
function told(value: number | Frac): string | number {
  const exact = Frac.of(value);
  return 1000n % exact.d === 0n ? Number(exact.n) / Number(exact.d) : exact.toString();
}
