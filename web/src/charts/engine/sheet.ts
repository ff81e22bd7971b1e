/** The sheet: every grid as data, the very files the server reads. */

import { Frac } from './frac';

export interface GridData {
  rows: string[];
  columns: string[];
  cells: (string | number)[][];
}

type Pips = Record<string, number>;
type Ground = { mp: number | string | null; unfavourable: boolean | string | null; artillery: number | string | null };

export interface Sheet {
  terrain: {
    hexes: Record<
      string,
      Ground & {
        heavy_halved: boolean | string | null;
        doubled: number | string | null;
        mb_artillery: number | string | null;
        mb_charge: number | string | null;
        mb: boolean | string | null;
      }
    >;
    hexsides: Record<
      string,
      Ground & { mp_rain: number | null; mb_artillery: number | null; mb_charge: number | null }
    >;
    leaving_city_mp: number;
    through_fortress_mp: number;
  };
  artillery: GridData & {
    row3_b: { cells: string[] };
    modifiers: Pips;
    columns_per_siege_level: number;
    highest_siege_level: number;
  };
  charge: GridData & {
    whole_row: Record<string, string>;
    modifiers: Record<string, number>;
    pillage_cells: [string | number, string][];
  };
  discipline: GridData & {
    reliability: string[];
    modifiers: Pips;
    codes: Record<string, { more_than: number; lose: number }>;
    extra_pay_ap: number;
  };
  pursuit: GridData & { modifiers: Pips };
  zoc: { initiative: string[]; modifier: number[] };
  assault: GridData & {
    differential: { lowest: number; highest: number; column_at_zero: number; unfavourable_shift: number };
    loser: string[];
    ratio: { below: number | null; value: number }[];
    quality_modifiers: Pips;
    modifiers: Pips;
    swiss_landsknechts: Record<string, { attacking: number; defending: number }>;
  };
  optional: {
    initiative: GridData;
    ratio: { from: string; value: number }[];
    cavalry: Record<string, string[]>;
    stars_cap: number;
    superiority: string;
    superiority_value: number;
    elite: { quality: number; sp: number };
    poor: { quality: number; value: number };
    terrain_value: number;
    results: Record<string, string>;
    attacker_loses_up_to: number;
    ties: number[];
  };
  loc: GridData;
  orders: {
    orders: Record<
      string,
      {
        [cost: string]: unknown;
        activations: number;
        marches: string[];
        recover: boolean;
        initiative: number | 'zero';
      }
    >;
    second_activation_initiative: number;
  };
  attrition: GridData & {
    modifiers: Pips;
    second_activation_cap: number;
    mp_per_pip: Pips;
    quarters: Pips;
    desolate: { of: number; at_least: number; kinds: string[] };
    unhealthy: string[];
  };
  chits: {
    chits: Record<
      string,
      {
        phases: string[];
        rounds: number | 'all';
        max: number;
        after_round?: number;
        captain_general?: boolean;
        lost_on_engaging?: boolean;
      }
    >;
    cover: { earthworks_level: Pips; river: number };
  };
  units: {
    types: Record<
      string,
      { arm: string; firearms?: boolean; swiss_landsknechts?: boolean; heavy?: boolean; [trait: string]: unknown }
    >;
    digest: Record<string, { skirmish_siege: Record<string, unknown>; major_battle: Record<string, unknown> }>;
  };
  weather: { weather: Record<string, Record<string, number | boolean>> };
  options: { options: { id: string; values: string[]; free?: string; lost?: string }[] };
}

/** A row or column that stands for a range of numbers: `<=0`, `4`, `2-3`, `>=10`. */
export interface Band {
  low: number | null;
  high: number | null;
}

export function band(written: string): Band {
  if (written.startsWith('<=')) return { low: null, high: Number(written.slice(2)) };
  if (written.startsWith('>=')) return { low: Number(written.slice(2)), high: null };
  const [low, high] = written.split('-');
  return { low: Number(low), high: Number(high ?? low) };
}

/** As players write it: `0-`, `4`, `2-3`, `10+`. */
export function bandLabel(written: string): string {
  const { low, high } = band(written);
  if (low === null) return `${high}-`;
  if (high === null) return `${low}+`;
  return low === high ? `${low}` : `${low}-${high}`;
}

/** The number a clamped roll is read as in this row. */
export function bandNumber(written: string): number {
  const { low, high } = band(written);
  return low ?? high ?? 0;
}

/** Where `value` falls on this edge; beyond either end it is the end. */
export function bandOf(edge: readonly string[], value: number | Frac): number {
  const found = edge.findIndex((written) => {
    const { high } = band(written);
    return high === null || Number(value) <= high;
  });
  return found < 0 ? edge.length - 1 : found;
}
