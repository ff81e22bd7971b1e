/** A position while it is being edited: the short form of the position format, with hands as people type them. */
import { NATIONS, type Nation } from '../lib/nations';

export interface Placed {
  city: string;
  troops?: number;
  face_down?: boolean;
}

export interface Draft {
  scenario: string;
  players: number;
  options: Record<string, unknown>;
  turn: number;
  nation: Nation;
  phase: string;
  pieces: Record<string, Placed>;
  retired: string[];
  out: string[];
  hands: Partial<Record<Nation, string>>;
  conquered: Record<string, Nation>;
  pending: Record<string, Nation>;
  drawn: string[];
  next: string[];
}

export const PHASES = ['draw', 'movement', 'combat', 'supply', 'fate'] as const;

type Raw = Record<string, unknown>;
const object = (x: unknown): Raw => (x !== null && typeof x === 'object' && !Array.isArray(x) ? (x as Raw) : {});
const strings = (x: unknown): string[] => (Array.isArray(x) ? x.filter((s): s is string => typeof s === 'string') : []);
const text = (x: unknown, other: string): string => (typeof x === 'string' ? x : other);
const whole = (x: unknown, other: number): number => (typeof x === 'number' && Number.isInteger(x) ? x : other);

/** A scenario as the server lays it out: what a short position does not say. */
export interface Start {
  players: number;
  pieces: Record<string, Placed>;
}

/** From a position, short or complete. What belongs to one instant only (a combat half fought) is left out. */
export function read(given: unknown, start: Start): Draft {
  const p = object(given);
  const scenario = text(p['scenario'], 'standard');
  const phase = text(p['phase'], 'movement');
  const fate = object(p['fate']);
  const pieces: Record<string, Placed> = {};
  const given_pieces = p['pieces'] === undefined ? start.pieces : object(p['pieces']);
  for (const [id, value] of Object.entries(given_pieces)) {
    const v = object(value);
    if (typeof v['city'] !== 'string') continue;
    pieces[id] = {
      city: v['city'],
      ...(id.includes('-train-') ? {} : { troops: Math.max(1, whole(v['troops'], 1)) }),
      ...(v['face_down'] === true ? { face_down: true } : {}),
    };
  }
  const hands: Draft['hands'] = {};
  for (const n of NATIONS) {
    const cards = strings(object(p['hands'])[n]);
    if (cards.length) hands[n] = cards.join(' ');
  }
  return {
    scenario,
    players: whole(p['players'], start.players),
    options: object(p['options']),
    turn: whole(p['turn'], 1),
    nation: text(p['nation'], 'prussia') as Nation,
    phase: (PHASES as readonly string[]).includes(phase) ? phase : 'movement',
    pieces,
    retired: strings(p['retired']),
    out: strings(p['out']),
    hands,
    conquered: object(p['conquered']) as Draft['conquered'],
    pending: object(p['pending']) as Draft['pending'],
    drawn: strings(fate['drawn']),
    next: strings(fate['next']),
  };
}

/** As the server and every other program of this project reads it. */
export function write(d: Draft): Raw {
  const hands: Raw = {};
  for (const [n, cards] of Object.entries(d.hands)) {
    const list = cards.split(/[\s,]+/).filter(Boolean);
    if (list.length) hands[n] = list;
  }
  return {
    format: 'friedrich-position/1',
    scenario: d.scenario,
    players: d.players,
    ...(Object.keys(d.options).length ? { options: d.options } : {}),
    turn: d.turn,
    nation: d.nation,
    phase: d.phase,
    pieces: d.pieces,
    ...(d.retired.length ? { retired: d.retired } : {}),
    ...(d.out.length ? { out: d.out } : {}),
    hands,
    conquered: d.conquered,
    pending: d.pending,
    ...(d.drawn.length || d.next.length
      ? { fate: { ...(d.drawn.length ? { drawn: d.drawn } : {}), ...(d.next.length ? { next: d.next } : {}) } }
      : {}),
  };
}
