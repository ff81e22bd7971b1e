/**
 * The one renderer of sentences on the pages: the counterpart of `src/sanssouci/voice/speaker.py`, held to the same
 * sentences by `tests/voice/golden.json`. It knows no game: what an argument is and how things are called is handed in.
 */
import { parse, type Field, type Select, type Tree } from './grammar';
import { category, fitting, form, number, percentage, type LanguageData } from './rules';

export type Words = Record<string, string>;
export type Arguments = Record<string, unknown>;
/** A piece of a sentence; one that names a thing of the game says which. */
export interface Said {
  text: string;
  kind?: string;
  id?: string;
}

/** What a speaker has to be told by the game. */
export interface Naming {
  /** What an argument is, told by its name, where the sentence does not say it; '' for nothing special. */
  kind(argument: string): string;
  /** The name of a thing, null where the catalogue's `name.KIND.VALUE` will do. */
  name(speaker: Speaker, kind: string, value: string): string | null;
  /** A whole value of a kind of the game's own (a path, a pair), null if it is none. */
  shape(speaker: Speaker, kind: string, value: unknown, args: Arguments): Said[] | null;
}

const PLAIN: Naming = { kind: () => '', name: () => null, shape: () => null };
/** What a word after an argument agrees with; a fraction that is written a/b is its whole part and some fraction. */
function count(value: unknown): number {
  if (typeof value === 'number') return value;
  const [, top, bottom] = /^-?(\d+)\/(\d+)$/.exec(String(value)) ?? [];
  return bottom ? Math.floor(Number(top) / Number(bottom)) + 0.3 : 0;
}
const isMap = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object';

/** Speaks one language with one catalogue about one game. */
export class Speaker {
  constructor(
    readonly language: LanguageData,
    readonly words: Words,
    readonly naming: Naming = PLAIN,
  ) {}

  /** The sentence of a key in pieces, its first letter as written; without a sentence the key and its arguments. */
  parts(key: string, args: Arguments = {}): Said[] {
    const sentence = this.words[key];
    if (sentence !== undefined) return this.fill(sentence, args);
    const told = Object.entries(args).map(
      ([name, value]) => `${name} ${text(this.show(value, this.naming.kind(name), args))}`,
    );
    return [{ text: told.length ? `${key}: ${told.join(', ')}` : key }];
  }

  /** The same as one string. */
  say(key: string, args: Arguments = {}): string {
    return text(this.parts(key, args));
  }

  /** A sentence with its arguments, in pieces. */
  fill(sentence: string, args: Arguments): Said[] {
    return this.#tree(parse(sentence), args).filter((part) => part.text !== '');
  }

  /** What a thing is called; a form that it has none of (`gen`) falls back to its kind's own name. */
  name(kind: string, value: unknown, base = ''): string {
    const id = String(value);
    for (const family of new Set([kind, base])) {
      const found = this.naming.name(this, family, id) || this.words[`name.${family}.${id}`];
      if (found) return found;
    }
    return id;
  }

  /** One argument in words. */
  show(value: unknown, kind: string, args: Arguments = {}, base = ''): Said[] {
    const shaped = this.naming.shape(this, kind, value, args);
    if (shaped) return shaped;
    if (Array.isArray(value)) return this.listed(value.map((one) => this.show(one, kind, args, base)));
    if (isMap(value))
      return this.listed(
        Object.entries(value).map(([key, one]) => [
          ...this.show(key, kind, args, base),
          { text: ` ${text(this.show(one, ''))}` },
        ]),
      );
    if (value === null || value === undefined) return [{ text: this.words['name.nobody'] ?? '' }];
    if (typeof value === 'number') return [{ text: this.#number(value, kind) }];
    if (typeof value !== 'string' || !kind) return [{ text: String(value) }];
    return [{ text: this.name(kind, value, base), kind: base || kind, id: value }];
  }

  /** `a`, `a and b`, `a, b and c`. */
  listed(entries: Said[][]): Said[] {
    const { comma, and } = this.language.list;
    return entries.flatMap((entry, i) => {
      if (i === 0) return entry;
      return [{ text: i < entries.length - 1 ? comma : fitting(this.language, and, text(entry)) }, ...entry];
    });
  }

  #number(value: number, kind: string): string {
    if (kind === 'signed') return (value > 0 ? '+' : '') + number(this.language, value).replace('-', '−');
    if (kind === 'percent') return percentage(this.language, value);
    return number(this.language, value, kind === 'number');
  }

  #tree(tree: Tree, args: Arguments): Said[] {
    const out: Said[] = [];
    let ours: Said | null = null; // words of the sentence that may have to fit what follows
    for (const part of tree) {
      if (typeof part === 'string') {
        out.push((ours = { text: part }));
        continue;
      }
      let said: Said[] = [];
      if (part.type === 'field') said = this.#field(part, args);
      else if (part.type === 'select') said = this.#selected(part, args);
      else if (told(part.tree, args)) said = this.#tree(part.tree, args);
      const after = text(said);
      if (!after) continue;
      if (ours) ours.text = fitting(this.language, ours.text, after);
      out.push(...said);
      ours = null;
    }
    return out;
  }

  #field(part: Field, args: Arguments): Said[] {
    if (!(part.argument in args)) return [{ text: `{${part.argument}}` }];
    const value = args[part.argument];
    if (part.forms.length) {
      const word = form(this.language, count(value), part.forms);
      return [{ text: part.bare ? word : `${text(this.show(value, ''))} ${word}` }];
    }
    const base = this.naming.kind(part.argument);
    return this.show(value, part.kind ?? base, args, base);
  }

  #selected(part: Select, args: Arguments): Said[] {
    const classes = this.#classes(args[part.argument]);
    const found = part.options.find(
      ({ wanted }) => wanted.includes('*') || classes.some((one) => wanted.includes(one)),
    );
    return found ? this.#tree(found.tree, args) : [];
  }

  /** What a select may ask for: the value itself, its grammatical class, the plural category of a number. */
  #classes(value: unknown): string[] {
    if (typeof value === 'number') return [String(value), category(this.language, value)];
    if (Array.isArray(value)) return value.length === 1 ? this.#classes(value[0]) : ['list'];
    const found = this.words[`class.${String(value)}`];
    return found ? [String(value), found] : [String(value)];
  }
}

/** Pieces as one string. */
export const text = (parts: Said[]): string => parts.map((part) => part.text).join('');

/** Are all arguments of an optional part known, and does none of them count nought? */
const told = (tree: Tree, args: Arguments): boolean =>
  tree.every((part) => {
    if (typeof part === 'string' || part.type === 'optional') return true;
    return part.argument in args && !(part.type === 'field' && part.forms.length && args[part.argument] === 0);
  });
