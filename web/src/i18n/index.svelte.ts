/** Message catalogues: a language is one more JSON file beside this one. */
import en from './en.json';

type Catalogue = Record<string, string>;
export type Arguments = Record<string, string | number | boolean | null | undefined>;

const LOADERS: Record<string, () => Promise<{ default: Catalogue }>> = {};
for (const [file, load] of Object.entries(import.meta.glob<{ default: Catalogue }>(['./*.json', '!./en.json']))) {
  const code = /\.\/(\w+)\.json$/.exec(file)?.[1];
  if (code) LOADERS[code] = load;
}

export const LANGUAGES: string[] = ['en', ...Object.keys(LOADERS)];

let current: Catalogue = $state.raw(en as Catalogue);
let code = $state('en');

export const language = (): string => code;

/** Switches the language; an unknown one leaves everything as it is. */
export async function setLanguage(wanted: string): Promise<void> {
  if (wanted === 'en') current = en;
  else {
    const load = LOADERS[wanted];
    if (!load) return;
    current = (await load()).default;
  }
  code = wanted;
  document.documentElement.lang = wanted;
}

/** Is there a sentence for this key? */
export const has = (key: string): boolean => key in current || key in en;

/**
 * The sentence of a key with its arguments. `{name}` is replaced; `{n|one troop|# troops}` chooses by number,
 * `#` standing for it.
 */
export function t(key: string, args: Arguments = {}): string {
  const text = current[key] ?? (en as Catalogue)[key];
  if (text === undefined) return key;
  return text.replace(/\{([\w.-]+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = args[name];
    if (one !== undefined && many !== undefined) return (Number(value) === 1 ? one : many).replace(/#/g, String(value ?? ''));
    return value === undefined || value === null ? (name in args ? '' : whole) : String(value);
  });
}
