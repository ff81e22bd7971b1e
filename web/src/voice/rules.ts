/** What a language does with numbers, plurals, lists and elision; the counterpart of `src/sanssouci/voice/rules.py`. */

/** A `language.json`; docs/messages.md describes each entry. */
export interface LanguageData {
  name: string;
  direction: string;
  plural: Record<string, string>;
  forms: string[];
  whole: number;
  number: { decimal: string; group: string; groupFrom: number; percent: string };
  list: { comma: string; and: string; or: string };
  joins: Record<string, [string, string]>;
}

/** The plural category of a number as it is written: one, few, many, other. */
export function category(language: LanguageData, value: number): string {
  const [whole = '0', places = ''] = String(Math.abs(value)).split('.');
  const operands: Record<string, number> = {
    n: Math.abs(value),
    i: Number(whole),
    v: places.length,
    f: Number(places),
    t: Number(places),
    e: 0,
  };
  const found = Object.entries(language.plural).find(([, rule]) =>
    rule.split(' or ').some((several) => several.split(' and ').every((one) => relation(one, operands))),
  );
  return found?.[0] ?? 'other';
}

/** One relation of a plural rule: `i % 100 != 12..14`. */
function relation(text: string, operands: Record<string, number>): boolean {
  const match = /^([nivfte])(?: % (\d+))? (=|!=) ([\d.,]+)$/.exec(text);
  if (!match) throw new Error(`not a plural rule: ${text}`);
  const operand = operands[match[1] ?? ''] ?? 0;
  const value = match[2] ? operand % Number(match[2]) : operand;
  const among = (match[4] ?? '').split(',').some((span) => {
    const [low = '', high = low] = span.split('..');
    return Number.isInteger(value) && Number(low) <= value && value <= Number(high);
  });
  return among === (match[3] === '=');
}

/** The form of a word after a number. A category that has no form of its own takes the last. */
export function form(language: LanguageData, value: number, forms: string[]): string {
  const at = language.forms.indexOf(category(language, value));
  return forms[Math.min(at < 0 ? language.forms.length - 1 : at, forms.length - 1)] ?? '';
}

/** A number for reading: 4, 4.5, grouped 12,345, each as the language does. */
export function number(language: LanguageData, value: number, grouped = false): string {
  const { decimal, group, groupFrom } = language.number;
  const [whole = '', places = ''] = String(Math.abs(value)).split('.');
  const shown = grouped && whole.length >= groupFrom ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole;
  return (value < 0 ? '-' : '') + shown + (places ? decimal + places : '');
}

/** A number with so many decimals, rounded. */
export const fixed = (language: LanguageData, value: number, places: number): string =>
  value.toFixed(places).replace('.', language.number.decimal);

/** A probability as per cent. */
export const percentage = (language: LanguageData, chance: number, places = 1): string =>
  language.number.percent.replace('{}', fixed(language, chance * 100, places));

/** A text that ends with `~` with its last word made to fit what follows: `de~` before Erfurt is d'. */
export function fitting(language: LanguageData, before: string, after: string): string {
  const match = /^([\s\S]*?)([\p{L}\p{N}_]*)~$/u.exec(before);
  if (!match) return before;
  let word = match[2] ?? '';
  const [other, fits] = language.joins[word.toLowerCase()] ?? [word, ''];
  if (fits && new RegExp(`^(?:${fits})`, 'iu').test(after)) {
    const large = word !== '' && word[0] === word[0]?.toUpperCase() && word[0] !== word[0]?.toLowerCase();
    word = large ? other.charAt(0).toUpperCase() + other.slice(1) : other;
  }
  return (match[1] ?? '') + word + (/['’]$/.test(word) ? '' : ' ');
}
