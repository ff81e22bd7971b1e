/** What the page remembers: the tab, inputs per table, rulings, Forces; and the link that holds it. */

import type { DeskInfo, ForceFile, Inputs, Odds, Refused, TableInfo } from './types';

const FORCES = 'sanssouci.charts.forces';
// The language is the house's: the table of Friedrich keeps it under the same name.
const LANG = 'sanssouci-language';

export const state = {
  desk: {} as DeskInfo,
  tab: 'assault',
  inputs: {} as Record<string, Inputs>,
  options: {} as Record<string, unknown>,
  planA: {} as Record<string, Inputs>,
  forces: emptyFile(),
  lang: 'en',
};

export function emptyFile(): ForceFile {
  return { format: 'italian-wars-forces/1', forces: {}, log: [], history: [] };
}

/** A word of the page in the language chosen. */
export function word(key: string): string {
  return state.desk.words[key] ?? key;
}

export function tableOf(name: string): TableInfo | undefined {
  return state.desk.tables.find((one) => one.name === name);
}

/** The inputs of a table as stated so far; a table nobody touched starts with its examples. */
export function inputsOf(table: TableInfo): Inputs {
  let found = state.inputs[table.name];
  if (!found) {
    found = {};
    for (const field of table.fields) if (field.example !== undefined) found[field.name] = field.example;
    if (table.procedure) {
      const names = Object.keys(state.forces.forces);
      const roles = table.fields.filter((field) => field.type === 'force');
      roles.forEach((field, index) => {
        const name = names[index];
        if (name !== undefined) found![field.name] = state.forces.forces[name];
      });
    }
    state.inputs[table.name] = found;
  }
  return found;
}

/** Whether an input matters beside the others. */
export function matters(table: TableInfo, inputs: Inputs, only: Record<string, string[]> | undefined): boolean {
  return Object.entries(only ?? {}).every(([name, values]) => {
    const field = table.fields.find((one) => one.name === name);
    return values.includes(String(inputs[name] ?? field?.default));
  });
}

/** Inputs as they are sent: those that matter. */
export function sent(table: TableInfo, inputs: Inputs): Inputs {
  const found: Inputs = {};
  for (const field of table.fields) {
    const value = inputs[field.name];
    if (value !== undefined && value !== null && value !== '' && matters(table, inputs, field.only))
      found[field.name] = value;
  }
  return found;
}

export async function post<T>(path: string, body: Record<string, unknown>): Promise<T | Refused> {
  try {
    const response = await fetch(`api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, options: state.options, lang: state.lang }),
    });
    return (await response.json()) as T | Refused;
  } catch {
    return { ok: false, error: word('offline'), key: 'offline' };
  }
}

export async function loadDesk(lang: string): Promise<void> {
  const response = await fetch(`api/desk?lang=${lang}`);
  state.desk = (await response.json()) as DeskInfo;
  state.lang = state.desk.lang;
  document.documentElement.lang = state.lang;
  document.title = word('title');
  keep(LANG, state.lang);
}

/** The address that holds the tab, its inputs, the rulings and the language. */
export function link(): string {
  const table = tableOf(state.tab);
  const query = new URLSearchParams();
  if (table) query.set('i', JSON.stringify(inputsOf(table)));
  if (Object.keys(state.options).length) query.set('o', JSON.stringify(state.options));
  query.set('lang', state.lang);
  return `#${state.tab}?${query.toString()}`;
}

export function writeLink(): void {
  history.replaceState(null, '', link());
}

/** Read the address; answers the language it asks for. */
export function readLink(): string {
  const [tab, query] = location.hash.slice(1).split(/\?(.*)/s);
  const wanted = new URLSearchParams(query ?? '');
  if (tab) state.tab = decodeURIComponent(tab);
  const inputs = parsed(wanted.get('i'));
  if (inputs) state.inputs[state.tab] = inputs;
  const options = parsed(wanted.get('o'));
  // a whole link without rulings means none; a bare tab name keeps those in force
  if (options || wanted.has('lang')) state.options = options ?? {};
  return wanted.get('lang') ?? recall(LANG) ?? navigator.language.slice(0, 2);
}

function parsed(text: string | null): Inputs | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return value && typeof value === 'object' && !Array.isArray(value) ? (value as Inputs) : null;
  } catch {
    return null;
  }
}

export function loadForces(): void {
  const stored = parsed(recall(FORCES)) as unknown as ForceFile | null;
  if (stored?.format === state.forces.format && stored.forces) state.forces = stored;
}

export function saveForces(): void {
  keep(FORCES, JSON.stringify(state.forces));
}

/** Note the Forces as they are, so that the next change can be undone. */
export function rememberForces(what: string, lines: string[]): void {
  const entry = state.forces.log.length + 1;
  state.forces.history.push({ entry, forces: structuredClone(state.forces.forces) });
  state.forces.history = state.forces.history.slice(-50);
  state.forces.log.push({ entry, what, lines });
}

export function undoForces(): void {
  const last = state.forces.history.pop();
  if (!last) return;
  state.forces.forces = last.forces;
  state.forces.log.push({ entry: state.forces.log.length + 1, what: 'undo', undone: last.entry, lines: [] });
  saveForces();
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    /* a browser that keeps nothing still works for this visit */
  }
}

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** The chance of a fraction as a number from 0 to 1, only to draw a bar. */
export function portion(fraction: string): number {
  const [top, bottom] = fraction.split('/');
  return Number(top) / Number(bottom ?? 1);
}

export type { Odds };
