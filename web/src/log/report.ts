/** What must not be missed: how a battle of mine ended, a stroke of fate, and what my own order brought about. */
import type { Entry } from '../lib/types';

/** A battle or fate is acknowledged before the game goes on; an outcome is only told. */
export type Weight = 'battle' | 'fate' | 'outcome';

const DECIDED = new Set(['defeat', 'draw_combat', 'retreat_none']);
const OUTCOME = new Set([
  ...DECIDED,
  'generals_leave',
  'retreat',
  'withdraws',
  'supply_lost',
  'supply_starved',
  'question_fails',
]);
const FATE = new Set(['fate_card', 'draw_changes', 'nation_out', 'fate_nothing', 'fate_in_force']);

/** How much an entry weighs for a seat; `fighting`: a stack of that seat stood in the combat it tells of. */
export function weightOf(entry: Entry, seat: number | null, fighting: boolean): Weight | null {
  if (seat === null) return null;
  const keys = entry.events.map((e) => e.key);
  if (keys.includes('fate_card')) return 'fate';
  if (fighting && keys.some((k) => DECIDED.has(k) || (k === 'retreat' && entry.seat !== seat))) return 'battle';
  return entry.seat === seat && keys.some((k) => OUTCOME.has(k)) ? 'outcome' : null;
}

/** The events of an entry that belong into its report. */
const reported = (entry: Entry): Entry['events'] => entry.events.filter((e) => OUTCOME.has(e.key) || FATE.has(e.key));

/** What is told under one heading. */
export interface Told {
  weight: Weight;
  events: Entry['events'];
}

/** Reports by their headings: one order can end a battle and, being the last of a turn, turn up a card of fate. */
export function headed(reports: readonly { entry: Entry; weight: Weight }[]): Told[] {
  const told: Told[] = [];
  for (const { entry, weight } of reports) {
    const events = reported(entry);
    const cut = weight === 'fate' ? events.findIndex((e) => FATE.has(e.key)) : events.length;
    const before = events.slice(0, cut);
    const last = told.at(-1);
    // a retreat, or a general who leaves, belongs to the battle that was told just before
    const goesOn = weight === 'fate' || (weight === 'battle' && !before.some((e) => DECIDED.has(e.key)));
    if (before.length && goesOn && last && last.weight !== 'fate') last.events.push(...before);
    else if (before.length) {
      const fought = before.some((e) => DECIDED.has(e.key) || e.key === 'retreat');
      told.push({ weight: weight === 'fate' ? (fought ? 'battle' : 'outcome') : weight, events: before });
    }
    if (weight === 'fate') told.push({ weight, events: events.slice(cut) });
  }
  return told;
}

/** Whether an entry ends the stage of a nation. */
export const endsStage = (entry: Entry | null): boolean =>
  entry?.events.some((e) => e.key === 'stage_begins' || e.key === 'turn_ends') ?? false;
