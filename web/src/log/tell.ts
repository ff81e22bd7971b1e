/** Log entries as sentences and as tracks on the map. */
import { has, parts, type Part } from '../i18n/index.svelte';
import type { Entry, GameEvent } from '../lib/types';
import { city as cityOf } from '../map/board';
import { roadTo } from '../map/roads';
import { endsStage } from './report';

/** Events too small to be told one by one. */
const QUIET = new Set(['step', 'joined', 'combat_list']);

export interface Line {
  parts: Part[];
  rule: string | null;
  key: string;
}

/** Nobody says "no troops and one train": a purchase is told by what was bought. */
function keyOf(e: GameEvent): string {
  if (e.key === 'recruited' && e.args['troops'] === 0) return 'told.trains';
  return has(`event.${e.key}`) ? `event.${e.key}` : e.key;
}

export const lineOf = (e: GameEvent): Line => ({ parts: parts(keyOf(e), e.args), rule: e.rule, key: e.key });

/** Troops of one purchase are assigned one by one, and told together. */
export function gathered(events: readonly GameEvent[]): GameEvent[] {
  const told: GameEvent[] = [];
  for (const e of events) {
    const before = told.at(-1);
    if (e.key === 'received' && before?.key.startsWith('received') && before.args['general'] === e.args['general'])
      told[told.length - 1] = {
        ...e,
        key: 'received_more',
        args: { ...e.args, count: Number(before.args['count'] ?? 1) + 1 },
      };
    else told.push(e);
  }
  return told;
}

/** One line per thing that happened; a move is told with its whole way. */
export function linesOf(entry: Entry): Line[] {
  const lines: Line[] = [];
  let way: string[] | null = null;
  for (const e of gathered(entry.events)) {
    if (e.key === 'move') {
      way = [String(e.args['from'])];
      lines.push({ parts: parts('told.move', { pieces: e.args['pieces'], path: way }), rule: e.rule, key: 'move' });
    } else if (e.key === 'step' && way) {
      way.push(String(e.args['city']));
      const at = lines.findLastIndex((l) => l.key === 'move');
      lines[at] = { parts: parts('told.move', { pieces: e.args['pieces'], path: way }), rule: e.rule, key: 'move' };
    } else if (!QUIET.has(e.key)) lines.push(lineOf(e));
  }
  return lines;
}

/** An entry that ends a stage, cut in two: what comes after belongs to the nation whose stage begins. */
export function stagesOf(entry: Entry): Entry[] {
  const cut = entry.events.findIndex((e) => e.key === 'turn_ends' || e.key === 'stage_begins');
  const begins = entry.events.find((e) => e.key === 'stage_begins');
  if (cut < 0 || !begins) return [entry];
  const turn = entry.events.find((e) => e.key === 'turn_begins')?.args['turn'];
  const after: Entry = {
    ...entry,
    nation: begins.args['nation'] as Entry['nation'],
    turn: typeof turn === 'number' ? turn : entry.turn,
    // the heading says who acts
    events: entry.events.slice(cut).filter((e) => e !== begins),
  };
  return [{ ...entry, events: entry.events.slice(0, cut) }, after];
}

const NOTABLE = new Set([
  'conquest',
  'reconquest',
  'question',
  'train_eliminated',
  'recruited',
  'entered',
  'defeat',
  'draw_combat',
  'generals_leave',
  'retreat',
  'supply_lost',
  'supply_starved',
  'withdraws',
  'removed',
  'offensive_declared',
]);

/** Whether a line tells of a battle, an objective or a loss. */
export const isWeighty = (line: Line): boolean =>
  NOTABLE.has(line.key) || /^(combat_begins|question_fails|fate_card|nation_out|victory)$/.test(line.key);

export interface Summary {
  nation: string;
  moves: number;
  lines: Line[];
}

/** What the nation did whose stage this entry ends, in short; null if it is mine, or there is nothing to tell. */
export function summaryOf(log: Entry[], entry: Entry | null, seat: number | null): Summary | null {
  if (!entry || !endsStage(entry)) return null;
  // The stage began with the last beginning before this entry, whoever had to answer in between.
  const begins = (e: Entry): GameEvent | undefined => e.events.findLast((x) => x.key === 'stage_begins');
  const first = log.findLastIndex((e) => e.n < entry.n && begins(e) !== undefined);
  const opening = log[first];
  if (!opening) return null;
  const nation = String(begins(opening)?.args['nation']);
  const stage = log.slice(first + 1).filter((e) => e.n <= entry.n);
  // Whose stage it was does not change with whoever answered in a combat.
  const acted = stage.filter((e) => e.nation === nation);
  if ((acted.length ? acted : stage).every((e) => e.seat === seat)) return null;
  const lines: Line[] = [];
  let moves = 0;
  for (const e of stage) {
    const cut = e.n === entry.n ? e.events.findIndex((x) => x.key === 'stage_begins' || x.key === 'turn_ends') : -1;
    const events = cut < 0 ? e.events : e.events.slice(0, cut);
    if (events.some((x) => x.key === 'move')) moves++;
    const end = cityOf(trackOf(e).at(-1) ?? '');
    if (end?.objective?.nation === nation) lines.push(...linesOf(e).filter((l) => l.key === 'move'));
    lines.push(...events.filter((x) => NOTABLE.has(x.key)).map(lineOf));
  }
  return lines.length || moves ? { nation, moves, lines } : null;
}

/** Who went along that way. */
export function walkersOf(entry: Entry | null): string[] {
  const told = entry?.events.find((e) => e.key === 'move' || e.key === 'retreat' || e.key === 'withdraws')?.args;
  const who = told?.['pieces'] ?? told?.['generals'];
  return Array.isArray(who) ? who.map(String) : [];
}

/** The way a move or retreat took, for drawing it. */
export function trackOf(entry: Entry | null): string[] {
  if (!entry) return [];
  const move = entry.events.find((e) => e.key === 'move');
  if (move)
    return [
      String(move.args['from']),
      ...entry.events.filter((e) => e.key === 'step').map((e) => String(e.args['city'])),
    ];
  for (const e of entry.events) {
    const path = e.args['path'];
    const from = e.args['from'] ?? e.args['start'];
    if (Array.isArray(path))
      return [...(typeof from === 'string' && path[0] !== from ? [from] : []), ...path.map(String)];
    const to = e.args['to'];
    // Only the ends of a retreat are told: it is drawn along the roads between them.
    if (typeof from === 'string' && typeof to === 'string' && from !== to) return [from, ...roadTo(from, to)];
  }
  return [];
}

/** A city the entry is about, to bring it into sight. */
export function placeOf(entry: Entry | null): string | null {
  const track = trackOf(entry);
  if (track.length) return track[track.length - 1] ?? null;
  for (const e of entry?.events ?? [])
    for (const key of ['city', 'to', 'end']) if (typeof e.args[key] === 'string') return e.args[key];
  return null;
}
