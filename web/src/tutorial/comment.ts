/** What the companion of the first whole war says, and when: its first three turns, and its end. */
import type { AnyMenu } from '../lib/menu';
import type { View } from '../lib/types';

/** The turns that are commented. */
const TURNS = ['turn1', 'turn2', 'turn3'];

/** The comment that fits the moment, as the last word of its key; null where there is nothing to say. */
export function commentOf(view: View, menu: AnyMenu): string | null {
  if (view.result) return 'over';
  if (menu.state === 'ALLOT') return 'allot';
  if (menu.state === 'FORCED_DISCARD' && view.turn <= TURNS.length) return 'discard';
  if (view.nation === 'france') return TURNS[view.turn - 1] ?? null;
  return view.turn <= 1 ? 'wait' : null;
}
