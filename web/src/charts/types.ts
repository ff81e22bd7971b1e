/** What the desk's JSON interface speaks. */

import type { LanguageData } from '../voice/rules';
import type { Words } from '../voice/speaker';
import type { Mark, Sheet } from './engine';

export interface Field {
  name: string;
  type: string;
  required: boolean;
  default?: unknown;
  min?: number;
  max?: number;
  values?: string[];
  labels?: string[];
  only?: Record<string, string[]>;
  /** rulings under which this input counts; `*` stands for a value of one's own */
  rulings?: Record<string, string[]>;
  /** beside which inputs the rulings decide; elsewhere they do not */
  where?: Record<string, string[]>;
  example?: unknown;
  meaning: string;
}

export interface TableInfo {
  name: string;
  title: string;
  short: string;
  procedure: boolean;
  dice: number[];
  roles: string[];
  fields: Field[];
}

export interface Ruling {
  id: string;
  default: string;
  values: string[];
  labels: string[];
  sample: string | null;
  offered: string[];
  lost: string | null;
  meaning: string;
}

export interface Named {
  id: string;
  text: string;
}

export interface Unit {
  id: string;
  type: string;
  sp: number;
  quality?: number;
  reliability?: string;
  demoralised?: boolean;
  firearms?: boolean;
}

export interface Captain {
  name: string;
  rank: string;
  initiative?: number;
  stars?: number;
  siege?: boolean;
  eliminated?: boolean;
}

export interface Force {
  name: string;
  units: Unit[];
  captains: Captain[];
  quality?: number;
  disorganised?: boolean;
  admin_march?: boolean;
  order?: string;
}

export interface LogEntry {
  entry: number;
  what: string;
  lines: string[];
  [more: string]: unknown;
}

export interface ForceFile {
  format: string;
  forces: Record<string, Force>;
  log: LogEntry[];
  history: { entry: number; forces: Record<string, Force> }[];
}

export interface DeskInfo {
  lang: string;
  languages: Record<string, string>;
  rules: LanguageData;
  sheet: Sheet;
  texts: Words;
  grids: Record<string, GridPage>;
  words: Record<string, string>;
  tables: TableInfo[];
  options: Ruling[];
  types: Named[];
  ranks: Named[];
  orders: Named[];
  step: Field[];
  wish: Field[];
  example: ForceFile;
}

export interface Told {
  kind?: string;
  table?: string;
  text: string;
  [fact: string]: unknown;
}

export interface Answer {
  ok: true;
  table: string;
  modifiers: { id: string; value: number; applied: boolean; why: string }[];
  total: number;
  natural: number | null;
  modified: number | null;
  row: number | string | null;
  row_label: string | null;
  column_before: string | null;
  column_shift: number;
  column: string | number | null;
  cell: string | null;
  cell_text: string | null;
  column_text: string | null;
  loser: string | null;
  reconstructed: string | null;
  effects: Told[];
  follow_ups: Told[];
  values: Record<string, unknown>;
  notes: string[];
  readings: { id: string; text: string }[];
  rulings: { id: string; value: unknown; lost: string | null; text: string }[];
  options: Record<string, unknown>;
  nearest: Told[];
  would_change: Told[];
  /** where on the printed grid the answer lies; only the evaluator of the page says it */
  place?: { row: number | null; column: number | null };
  /** further lines and cells of its grids that it rests on; likewise */
  marks?: Mark[];
  menu?: Record<string, Record<string, string>>;
  steps?: Answer[];
  log?: string[];
  pending?: { ask: 'die' | 'choice'; text: string; choices?: Named[]; default?: string } | null;
  after?: Record<string, Force>;
}

export interface Odds {
  ok: true;
  outcomes: {
    result: string;
    label: string;
    probability: string;
    percent: string;
    text: string;
    loser: string | null;
    counts: Record<string, number>;
    events: string[];
  }[];
  chances: { event: string; text: string; probability: string; percent: string }[];
  means: { count: string; text: string; mean: string; decimal: string }[];
  /** distributions of what no outcome counts */
  spreads?: Record<string, { value: number; probability: string }[]>;
}

export interface Comparison {
  ok: true;
  chances: { event: string; text: string; first: string; second: string; difference: string }[];
  means: { count: string; text: string; first: string; second: string; difference: string }[];
}

/** A printed grid: the first head says what goes down the side, `across` what the others are columns of. */
export interface Grid {
  title: string;
  across: string;
  head: string[];
  rows: { text: string; reconstructed: boolean }[][];
}

export interface GridPage {
  grids: Grid[];
  notes: string[];
}

export interface Refused {
  ok: false;
  error: string;
  key: string;
  field?: string;
}

export type Inputs = Record<string, unknown>;

/** What do I need: the single changes after which an event is likely enough. */
export interface Need {
  now_percent: string;
  enough: boolean;
  answers: { kind: string; input: string | null; value: number; change: number; percent: string; text: string }[];
}
