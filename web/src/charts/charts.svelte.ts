/** What the page remembers: the tab, inputs per table, the turn, rulings, Forces; and the link that holds it. */

import { fixed, percentage } from '../voice/rules';
import { Speaker } from '../voice/speaker';
import { Desk } from './engine';
import * as logic from './logic';
import { offline } from './offline.svelte';
import type { DeskInfo, ForceFile, Inputs, Refused, TableInfo } from './types';

const FORCES = 'sanssouci.charts.forces';
const TURN = 'sanssouci.charts.turn';
const RULINGS = 'sanssouci.charts.rulings';
// The language is the house's: the table of Friedrich keeps it under the same name.
const LANG = 'sanssouci-language';
export const HOME = 'home';
/** how long after a key the server is asked */
const PAUSE = 150;
/** how often a question is asked again that came too fast */
const PATIENCE = 3;
const pause = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time));

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    /* a browser that keeps nothing still works for this visit */
  }
}

class State {
  info = $state.raw<DeskInfo>({} as DeskInfo);
  desk = $state.raw<Desk>({} as Desk);
  tab = $state(HOME);
  lang = $state('');
  rulings = $state<logic.Rulings>({});
  turn = $state<logic.Turn>({});
  forces = $state<ForceFile>(logic.emptyFile());
  /** what the player gave, per table */
  given = $state<Record<string, Inputs>>({});
  planA = $state<Record<string, Inputs>>({});

  /** A word of the page in the language chosen. */
  word = (key: string): string => this.info.words[key] ?? key;
  /** Says those that have blanks. */
  readonly speaker = $derived(new Speaker(this.info.rules, this.info.words));

  table(name: string): TableInfo | undefined {
    return this.info.tables.find((one) => one.name === name);
  }

  /** Where the inputs of a table come from. */
  layers(table: TableInfo): logic.Layers {
    return {
      given: this.given[table.name] ?? {},
      turn: logic.fromTurn(table, this.turn),
      force: this.fromForces(table).inputs,
      example: logic.examples(table),
    };
  }

  inputs(table: TableInfo): Inputs {
    return logic.merged(this.layers(table));
  }

  /** The inputs as they are asked. */
  asked(table: TableInfo): Inputs {
    return logic.sent(table, this.inputs(table), this.rulings, this.info.options);
  }

  /** What the two Forces of the turn decide for this table, or why they cannot. */
  fromForces(table: TableInfo): { inputs: Inputs; problem: string | null } {
    const { attacker, defender } = this.turn;
    const chosen = [attacker, defender].map((name) => (name ? this.forces.forces[name] : undefined));
    if (table.procedure) {
      // a procedure needs Forces: without a word from the turn bar it takes them as they stand
      const standing = Object.values(this.forces.forces);
      const roles = table.fields.filter((field) => field.type === 'force');
      const found = roles.map((field, index) => [field.name, chosen[index] ?? standing[index]] as const);
      const taken = found.filter(([, force]) => force).map(([role, force]) => [role, $state.snapshot(force)]);
      return { inputs: Object.fromEntries(taken) as Inputs, problem: null };
    }
    if (!chosen[0] || table.roles.some((_, index) => !chosen[index])) return { inputs: {}, problem: null };
    if (!table.roles.length) return { inputs: {}, problem: null };
    const found = this.desk.muster(table.name, chosen[0], chosen[1]);
    return found.ok ? { inputs: found.inputs, problem: null } : { inputs: {}, problem: found.error };
  }

  /** The Forces of the turn bar that decide something here, by name. */
  usesForces(table: TableInfo): string[] {
    const { attacker, defender } = this.turn;
    if (!Object.keys(this.fromForces(table).inputs).length) return [];
    const roles = table.procedure ? table.fields.filter((field) => field.type === 'force') : table.roles;
    return [attacker, defender].slice(0, roles.length).filter((name) => name !== undefined);
  }

  put(table: TableInfo, name: string, value: unknown): void {
    const given = (this.given[table.name] ??= {});
    const beneath = logic.merged({ ...this.layers(table), given: {} })[name];
    if (value === undefined || value === '' || value === null) {
      // what lies beneath would show through: say plainly that it is not so
      if (beneath === undefined || beneath === null) delete given[name];
      else given[name] = typeof beneath === 'boolean' ? false : null;
    } else given[name] = value;
    this.writeLink();
  }

  /** Take back what was given for one input: the turn, a Force or the example holds again. */
  forget(table: TableInfo, name: string): void {
    delete this.given[table.name]?.[name];
    this.writeLink();
  }

  setTurn(changed: Partial<Record<keyof logic.Turn, string | number | undefined>>): void {
    const turn = { ...$state.snapshot(this.turn), ...changed };
    for (const name of Object.keys(turn) as (keyof logic.Turn)[]) if (turn[name] === undefined) delete turn[name];
    this.turn = turn as logic.Turn;
    // the turn bar holds for every table: what was given before gives way
    for (const given of Object.values(this.given)) for (const name of Object.keys(changed)) delete given[name];
    keep(TURN, JSON.stringify(turn));
    this.writeLink();
  }

  setRuling(id: string, value: unknown): void {
    const ruling = this.info.options.find((one) => one.id === id);
    if (value === ruling?.default || value === '' || value === undefined) delete this.rulings[id];
    else this.rulings[id] = value;
    this.keepRulings();
  }

  keepRulings(): void {
    keep(RULINGS, JSON.stringify(this.rulings));
    this.writeLink();
  }

  open(tab: string, inputs?: Inputs): void {
    this.tab = tab;
    if (inputs) this.given[tab] = inputs;
    history.pushState(null, '', this.link());
    window.scrollTo(0, 0);
  }

  link(): string {
    const table = this.table(this.tab);
    if (!table) return `#${this.tab === HOME ? '' : this.tab}`;
    const { given, turn, force } = this.layers(table);
    return logic.writeLink(this.tab, given, { ...force, ...turn }, this.rulings, this.lang);
  }

  writeLink(): void {
    history.replaceState(null, '', this.link());
  }

  async start(): Promise<void> {
    const stored = logic.parsed(recall(FORCES)) as unknown as ForceFile | null;
    if (stored?.format === this.forces.format && stored.forces) this.forces = stored;
    this.turn = (logic.parsed(recall(TURN)) as logic.Turn | null) ?? {};
    this.rulings = logic.parsed(recall(RULINGS)) ?? {};
    await this.readLink();
    const again = (): void => void this.readLink();
    window.addEventListener('hashchange', again);
    window.addEventListener('popstate', again);
  }

  private async readLink(): Promise<void> {
    const link = logic.readLink(location.hash);
    // what the page wrote itself counts before an address like the table's (?lang=it);
    // without a wish the server goes by what the browser says
    const wish = link.lang ?? (this.info.lang ? null : new URLSearchParams(location.search).get('lang'));
    const lang = wish ?? (this.info.lang ? this.lang : recall(LANG));
    if (lang !== this.info.lang) await this.load(lang);
    const known = this.table(link.tab) || ['forces', 'rulings'].includes(link.tab);
    this.tab = known ? link.tab : HOME;
    if (link.rulings) this.rulings = link.rulings;
    const table = this.table(this.tab);
    if (table && link.given) {
      const own = { ...this.fromForces(table).inputs, ...logic.fromTurn(table, this.turn) };
      this.given[table.name] = { ...logic.adopted(link.derived, own), ...link.given };
    }
  }

  async load(lang: string | null): Promise<void> {
    const response = await fetch(lang === null ? 'api/desk' : `api/desk?lang=${encodeURIComponent(lang)}`);
    const info = (await response.json()) as DeskInfo;
    this.desk = new Desk(info);
    this.info = info;
    this.lang = info.lang;
    document.documentElement.lang = info.lang;
    document.documentElement.dir = info.rules.direction;
    document.title = this.word('title');
    keep(LANG, info.lang);
  }

  async speak(lang: string): Promise<void> {
    await this.load(lang);
    this.writeLink();
    await offline.start(lang);
  }

  async post<T>(path: string, body: Record<string, unknown>, signal?: AbortSignal): Promise<T | Refused> {
    const asked = JSON.stringify({ ...body, options: this.rulings, lang: this.lang });
    try {
      for (let again = 0; ; again += 1) {
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(`api/${path}`, { method: 'POST', headers, body: asked, signal: signal ?? null });
        if (response.status !== 429 || again === PATIENCE) return (await response.json()) as T | Refused;
        await pause(1000 * Number(response.headers.get('retry-after') ?? 1));
        if (signal?.aborted) break;
      }
    } catch {
      /* no network, or the question was dropped */
    }
    return { ok: false, error: this.word('offline'), key: 'offline' };
  }

  /** Ask once the player has paused, and tell the answer; the function given back drops the question. */
  wonder<T>(path: string, body: Record<string, unknown>, tell: (found: T | Refused) => void): () => void {
    const dropped = new AbortController();
    const timer = setTimeout(() => {
      void this.post<T>(path, body, dropped.signal).then((found) => {
        if (!dropped.signal.aborted) tell(found);
      });
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      dropped.abort();
    };
  }

  saveForces(): void {
    keep(FORCES, JSON.stringify(this.forces));
  }

  /** Note the Forces as they are, so that the next change can be undone. */
  rememberForces(what: string, lines: string[]): void {
    const entry = this.forces.log.length + 1;
    const before = { entry, forces: $state.snapshot(this.forces.forces) };
    this.forces.history = [...this.forces.history, before].slice(-50);
    this.forces.log.push({ entry, what, lines });
  }

  undoForces(): void {
    const last = this.forces.history.pop();
    if (!last) return;
    this.forces.forces = last.forces;
    this.forces.log.push({ entry: this.forces.log.length + 1, what: 'undo', undone: last.entry, lines: [] });
    this.saveForces();
  }
}

export const charts = new State();
export const word = (key: string): string => charts.word(key);

/** A word with its blanks filled: numbers as the language writes them, and the form of the word after them. */
export const phrase = (key: string, blanks: Record<string, unknown>): string => charts.speaker.say(key, blanks);

/** Throw one die fairly. */
export function thrown(): number {
  const box = new Uint8Array(1);
  do crypto.getRandomValues(box);
  while (box[0]! >= 252);
  return (box[0]! % 6) + 1;
}

// All that is read as a number goes through here, so that it is written as the reader's language does.

/** A figure as it is; what is no number (a fraction, a label) stands as it came. */
export const figure = (value: unknown): string =>
  typeof value === 'number' ? charts.desk.voice.number(value) : String(value);

export const signed = (value: number): string => charts.desk.voice.signed(value);

/** A rounded figure. */
export const decimal = (value: number, digits: number): string => fixed(charts.info.rules, value, digits);

/** A share of one. */
export const percent = (share: number, digits = 1): string => percentage(charts.info.rules, share, digits);

/** A share in whole per cent: what can happen is never written as 0 %, nor as 100 % what may fail. */
export function roughly(share: number): string {
  if (share > 0 && share < 0.005) return `<${percent(0.01, 0)}`;
  return share < 1 && share >= 0.995 ? `>${percent(0.99, 0)}` : percent(share, 0);
}
