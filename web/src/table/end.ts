/** Why a game is over, as a sentence of the catalogue; null where the number of a rule has to do. */
import type { ResultView, View } from '../lib/types';

const AGREED: Record<string, string> = { concede: 'end.concede', agreement: 'end.agreement' };

/** Friedrich wins by outlasting his enemies, or by objectives of his own; everybody else by objectives (R12–R14). */
export function whyOf(result: ResultView, view: View): string | null {
  const said = AGREED[result.reason];
  if (said || !result.reason.startsWith('R') || !result.winners.length) return said ?? null;
  if (!result.winners.includes('friedrich')) return 'end.objectives';
  const own = view.nations.prussia;
  return own && own.needed > 0 && own.held >= own.needed ? 'end.objectives' : 'end.outlasted';
}
