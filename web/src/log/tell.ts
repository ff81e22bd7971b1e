/** Log entries as sentences and as tracks on the map. */
import { has, parts, type Part } from '../i18n/index.svelte';
import type { Entry, GameEvent } from '../lib/types';

/** Events too small to be told one by one. */
const QUIET = new Set(['step', 'joined', 'combat_list']);

export interface Line { parts: Part[]; rule: string | null; key: string }

export const lineOf = (e: GameEvent): Line => ({ parts: parts(has(`event.${e.key}`) ? `event.${e.key}` : e.key, e.args), rule: e.rule, key: e.key });

export const linesOf = (entry: Entry): Line[] => entry.events.filter((e) => !QUIET.has(e.key)).map(lineOf);

/** The way a move or retreat took, for drawing it. */
export function trackOf(entry: Entry | null): string[] {
  if (!entry) return [];
  for (const e of entry.events) {
    const path = e.args['path'];
    const from = e.args['from'] ?? e.args['start'];
    if (Array.isArray(path)) return [...(typeof from === 'string' && path[0] !== from ? [from] : []), ...path.map(String)];
    const to = e.args['to'];
    if (typeof from === 'string' && typeof to === 'string' && from !== to) return [from, to];
  }
  return [];
}

/** A city the entry is about, to bring it into sight. */
export function placeOf(entry: Entry | null): string | null {
  const track = trackOf(entry);
  if (track.length) return track[track.length - 1] ?? null;
  for (const e of entry?.events ?? []) for (const key of ['city', 'to', 'end']) if (typeof e.args[key] === 'string') return e.args[key];
  return null;
}
