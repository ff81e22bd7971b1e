/** Tactical cards as the notation writes them: 13S/1, R/2. */
import { SUITS, type Suit } from './nations';
import type { CardValue } from './types';

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

/** Cards of a purse by their places, at most one of them doubled. */
export interface Payment {
  cards: number[];
  doubled: number | null;
}

const valuesOf = (purse: readonly CardValue[], payment: Payment): number[] =>
  payment.cards.map((i) => (i === payment.doubled ? purse[i]?.double : purse[i]?.value) ?? 0);

/** What a payment counts, what a fate card adds to it (`bonus`) included. */
export const worthOf = (purse: readonly CardValue[], payment: Payment, bonus: number): number =>
  payment.cards.length ? valuesOf(purse, payment).reduce((a, b) => a + b, bonus) : 0;

/** The place of a card that a payment does not need (OP-42), or null. */
export function needless(purse: readonly CardValue[], payment: Payment, bonus: number, price: number): number | null {
  const values = valuesOf(purse, payment);
  const least = Math.min(...values);
  return worthOf(purse, payment, bonus) - least >= price ? (payment.cards[values.indexOf(least)] ?? null) : null;
}

/** A payment in the words of an order. */
export const paymentText = (purse: readonly CardValue[], payment: Payment): string =>
  payment.cards.map((i) => `${purse[i]?.card ?? ''}${i === payment.doubled ? ' double' : ''}`).join(' ');

/**
 * The payment that loses as little as possible, then with the fewest cards. A card is doubled only where nothing else
 * reaches the price: the doubling could win a combat.
 */
export function suggestPayment(purse: readonly CardValue[], bonus: number, price: number): Payment {
  const plain = cheapest(purse, price - bonus, null);
  if (plain || price <= 0) return { cards: plain ?? [], doubled: null };
  let best: Payment = { cards: [], doubled: null };
  purse.forEach((coin, doubled) => {
    if (coin.double === undefined) return;
    const rest = cheapest(purse, price - bonus - coin.double, doubled);
    if (!rest) return;
    const cards = [doubled, ...rest];
    const worth = worthOf(purse, { cards, doubled }, bonus);
    if (!best.cards.length || worth < worthOf(purse, best, bonus)) best = { cards, doubled };
  });
  return best;
}

/** The places of cards, one left out, worth at least `due` with the least surplus, then the fewest; null: none are. */
function cheapest(purse: readonly CardValue[], due: number, without: number | null): number[] | null {
  let best: Map<number, number[]> = new Map([[0, []]]);
  const order = purse.map(({ value }, place) => ({ value, place })).filter(({ place }) => place !== without);
  order.sort((a, b) => b.value - a.value);
  for (const { value, place } of order) {
    const next = new Map(best);
    for (const [sum, used] of best) {
      const total = sum + value;
      if (sum >= due || total > due + 13) continue;
      const known = next.get(total);
      if (!known || known.length > used.length + 1) next.set(total, [...used, place]);
    }
    best = next;
  }
  const reached = [...best.keys()].filter((s) => s >= due).sort((a, b) => a - b);
  return best.get(reached[0] ?? -1) ?? null;
}
