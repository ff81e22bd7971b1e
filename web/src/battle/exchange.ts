/** The cards of an exchange on the table: where each one lies, from the first card to the last. */
import { sortCards } from '../lib/cards';

/** What may be played: a card, or the same card counted twice. */
export interface Playable {
  card: string;
  double?: boolean;
}

export const keyOf = (p: Playable): string => p.card + (p.double ? ' double' : '');

/**
 * The places of the cards, left to right. Sorted when they are first laid out; whoever is there keeps his place, so
 * that a card that has been played leaves a gap and nothing moves under the pointer. Newcomers lie at the end.
 */
export function layOut(before: readonly string[], plays: readonly Playable[]): string[] {
  const fresh = plays.filter((p) => !before.includes(keyOf(p)));
  const order = sortCards(fresh.map((p) => p.card)).map((c) => c.id);
  const sorted = [...fresh].sort(
    (a, b) => order.indexOf(a.card) - order.indexOf(b.card) || Number(a.double ?? false) - Number(b.double ?? false),
  );
  return [...before, ...sorted.map(keyOf)];
}
