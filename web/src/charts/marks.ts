/** What the scan of the sheet has lost, as owners of the printed one enter it: three rulings in a small file. */

import type { Rulings } from './logic';

export const FORMAT = 'italian-wars-marks/1';
export const SHADING = 'assault.loser_rule';
export const UNDERLINES = 'optional.loser_rule';
export const PILLAGE = 'charge.pillage_cells';
const MARKS = [SHADING, UNDERLINES, PILLAGE];

export interface MarksFile {
  format: string;
  marks: Rulings;
}

/** The marks among the rulings, to be saved. */
export function marksFile(rulings: Rulings): MarksFile {
  return {
    format: FORMAT,
    marks: Object.fromEntries(MARKS.filter((id) => id in rulings).map((id) => [id, rulings[id]])),
  };
}

/** The marks of a file somebody shared; null if it is none. */
export function readMarks(file: unknown): Rulings | null {
  const { format, marks } = (file ?? {}) as Partial<MarksFile>;
  if (format !== FORMAT || typeof marks !== 'object' || marks === null) return null;
  const known = Object.entries(marks).filter(([id]) => MARKS.includes(id));
  return known.length === Object.keys(marks).length && known.every(([id, value]) => fits(id, value))
    ? Object.fromEntries(known)
    : null;
}

function fits(id: string, value: unknown): boolean {
  if (id === UNDERLINES) return typeof value === 'string' && (!/^[adn]+$/.test(value) || value.length === 21);
  if (id === SHADING) return typeof value === 'string' || (Array.isArray(value) && value.length === 9);
  return typeof value === 'string' || (Array.isArray(value) && value.every((one) => Array.isArray(one)));
}

const NEXT: Record<string, string> = { a: 'd', d: 'n', n: 'a' };

/** The shading with one cell turned on: attacker, defender, nobody. */
export function turned(rows: readonly string[], row: number, column: number): string[] {
  return rows.map((line, r) =>
    r === row ? line.slice(0, column) + (NEXT[line[column] ?? 'n'] ?? 'a') + line.slice(column + 1) : line,
  );
}

/** The shading in force as rows of letters. */
export function letters(losers: { loser: string | null }[][]): string[] {
  return losers.map((row) => row.map(({ loser }) => loser?.[0] ?? 'n').join(''));
}

export type Cell = readonly [row: number, column: string];

/** Cells of the charge table with one more, or one less. */
export function toggled(cells: readonly Cell[], cell: Cell): Cell[] {
  const same = ([row, column]: Cell): boolean => row === cell[0] && column === cell[1];
  return cells.some(same) ? cells.filter((one) => !same(one)) : [...cells, cell];
}
