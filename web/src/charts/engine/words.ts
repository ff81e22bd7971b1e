/** Everything the desk says: a key with arguments, rendered from the catalogue the server hands out. */

import { Frac } from './frac';

export type Texts = Record<string, string>;
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
  ) {
    super(key);
    this.text = say(key, args);
  }
}

/** One language of the desk. */
export class Voice {
  constructor(
    readonly lang: string,
    readonly texts: Texts,
  ) {}

  has(key: string): boolean {
    return key in this.texts;
  }

  render(text: Text): string {
    const pattern = this.texts[text.key] ?? text.key;
    return pattern.replace(/\{(\w+)\}/g, (_, name: string) => this.blank(text.args[name] ?? ''));
  }

  say(key: string, args: Record<string, Blank> = {}): string {
    return this.render(say(key, args));
  }

  refusal(refused: Refusal): string {
    return this.render(refused.text) + (refused.rule ? ` (${refused.rule})` : '');
  }

  /** An exact number for reading: 4, 4.5 (Italian 4,5), and fractions that do not end as a/b. */
  number(value: number | Frac): string {
    const exact = Frac.of(value);
    if (exact.whole) return `${exact.n}`;
    let rest = exact.d;
    for (const prime of [2n, 5n]) while (rest % prime === 0n) rest /= prime;
    if (rest !== 1n || exact.d > 1000n) return exact.toString();
    return this.decimal(Number(exact).toFixed(3).replace(/0+$/, ''));
  }

  signed(value: number | Frac): string {
    return (Number(value) > 0 ? '+' : '') + this.number(value);
  }

  /** A probability as per cent with one decimal. */
  percent(chance: Frac): string {
    const tenths = new Frac(chance.n * 1000n, chance.d).rounded();
    return this.decimal(`${tenths / 10n}.${tenths % 10n}%`);
  }

  decimal(written: string): string {
    return this.lang === 'en' ? written : written.replace('.', ',');
  }

  private blank(value: Blank): string {
    if (value === null) return '';
    if (value instanceof Signed) return this.signed(value.value);
    if (value instanceof Frac || typeof value === 'number') return this.number(value);
    if (typeof value === 'boolean') return String(value);
    // what somebody typed stays on its line, whatever it holds
    if (typeof value === 'string') return value.replace(/[\p{C}\p{Zl}\p{Zp}\p{Zs}]/gu, ' ');
    if (Array.isArray(value)) return value.map((one: Blank) => this.blank(one)).join(', ');
    return this.render(value as Text);
  }
}
