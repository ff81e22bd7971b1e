/** How a combat ended, for the map: who lost how many, where he stood, and whether anybody of him is left. */
import type { Entry } from '../lib/types';

/** A stack that fights, as far as it matters here. */
export interface Fighter {
  city: string;
  generals: string[];
}
/** The combat that was being fought before an order. */
export interface Fought {
  attacker: Fighter;
  defender: Fighter;
}
export interface Outcome extends Fighter {
  /** Troops lost; 0 where nobody has lost. */
  loss: number;
  /** Nobody of the stack is left on the map. */
  gone: boolean;
}

const names = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The ends of the combats that an entry tells of; `fought`: the combat that was open before it. */
export function outcomesOf(entry: Entry, fought: Fought | null): Outcome[] {
  let now = fought;
  const found: Outcome[] = [];
  for (const { key, args } of entry.events) {
    if (key === 'combat_begins')
      now = {
        attacker: { city: String(args['attacker_city']), generals: names(args['attacker']) },
        defender: { city: String(args['defender_city']), generals: names(args['defender']) },
      };
    else if (key === 'draw_combat' && now)
      for (const side of [now.attacker, now.defender]) found.push({ ...side, loss: 0, gone: false });
    else if (key === 'defeat' && now) {
      const generals = names(args['loser']);
      const side = [now.attacker, now.defender].find((s) => s.generals.includes(generals[0] ?? ''));
      if (side) found.push({ city: side.city, generals, loss: Number(args['loss']), gone: false });
    }
    const last = found.at(-1);
    if (last && key === 'retreat_none') last.gone = true;
    if (last && key === 'generals_leave') {
      const left = names(args['generals']);
      last.gone = last.generals.every((g) => left.includes(g));
    }
  }
  return found;
}
