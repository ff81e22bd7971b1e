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

/** How many stacks stand in each suit: what its cards may still be needed for. */
export type Need = Partial<Record<Suit, number>>;

/** What a card is missed when it is paid: its points, dearer the more stacks stand in its suit; a Reserve fits all. */
function missed(coin: CardValue, need: Need): number {
  const { suit } = parseCard(coin.card);
  return coin.value * (1 + (suit ? (need[suit] ?? 0) : Math.max(0, ...Object.values(need))));
}

/**
 * The payment with the cards that are needed least, then with the fewest. A card is doubled only where nothing else
 * reaches the price: the doubling could win a combat.
 */
export function suggestPayment(purse: readonly CardValue[], bonus: number, price: number, need: Need = {}): Payment {
  const plain = cheapest(purse, price - bonus, null, need);
  if (plain || price <= 0) return { cards: plain ?? [], doubled: null };
  let best: Payment = { cards: [], doubled: null };
  purse.forEach((coin, doubled) => {
    if (coin.double === undefined) return;
    const rest = cheapest(purse, price - bonus - coin.double, doubled, need);
    if (!rest) return;
    const cards = [doubled, ...rest];
    const worth = worthOf(purse, { cards, doubled }, bonus);
    if (!best.cards.length || worth < worthOf(purse, best, bonus)) best = { cards, doubled };
  });
  return best;
}

/** The places of cards, one left out, worth at least `due` that are missed least, then the fewest; null: none are. */
function cheapest(purse: readonly CardValue[], due: number, without: number | null, need: Need): number[] | null {
  interface Way {
    cost: number;
    used: number[];
  }
  const better = (a: Way, b: Way | undefined): boolean =>
    !b || a.cost < b.cost || (a.cost === b.cost && a.used.length < b.used.length);
  if (due <= 0) return [];
  let best: Map<number, Way> = new Map([[0, { cost: 0, used: [] }]]);
  const order = purse.map((coin, place) => ({ coin, place })).filter(({ place }) => place !== without);
  order.sort((a, b) => b.coin.value - a.coin.value);
  for (const { coin, place } of order) {
    const next = new Map(best);
    for (const [sum, way] of best) {
      if (sum >= due) continue;
      const reached = Math.min(due, sum + coin.value);
      const longer = { cost: way.cost + missed(coin, need), used: [...way.used, place] };
      if (better(longer, next.get(reached))) next.set(reached, longer);
    }
    best = next;
  }
  return best.get(due)?.used ?? null;
}
