/** Tactical cards as the notation writes them: 13S/1, R/2. */
import { SUITS, type Suit } from './nations';

export interface TacticalCard {
  id: string;
  suit: Suit | null;
  value: number;
  deck: string;
}

export function parseCard(id: string): TacticalCard {
  const [face = '', deck = ''] = id.split('/');
  if (face.startsWith('R')) return { id, suit: null, value: 10, deck };
  return { id, suit: face.slice(-1) as Suit, value: Number(face.slice(0, -1)), deck };
}

/** By suit in the order of the notation, high cards first, Reserves last. */
export function sortCards(ids: readonly string[]): TacticalCard[] {
  const order = (c: TacticalCard): number => (c.suit ? SUITS.indexOf(c.suit) : 4);
  return ids.map(parseCard).sort((a, b) => order(a) - order(b) || b.value - a.value || a.deck.localeCompare(b.deck));
}

/** The sum held in a suit, Reserves not counted. */
export const suitSum = (ids: readonly string[], suit: Suit): number =>
  ids.map(parseCard).reduce((sum, c) => sum + (c.suit === suit ? c.value : 0), 0);

/**
 * A payment that loses as little as possible: the places of the cards worth at least `price` with the least surplus,
 * then the fewest cards.
 */
export function suggestPayment(values: readonly number[], price: number): number[] {
  if (price <= 0) return [];
  let best: Map<number, number[]> = new Map([[0, []]]);
  const limit = price + 13;
  const order = values.map((value, place) => ({ value, place })).sort((a, b) => b.value - a.value);
  for (const { value, place } of order) {
    const next = new Map(best);
    for (const [sum, used] of best) {
      const total = sum + value;
      if (sum >= price || total > limit) continue;
      const known = next.get(total);
      if (!known || known.length > used.length + 1) next.set(total, [...used, place]);
    }
    best = next;
  }
  const reached = [...best.keys()].filter((s) => s >= price).sort((a, b) => a - b);
  return best.get(reached[0] ?? -1) ?? [];
}
