/** What this browser adds to the shuffle before the deal, and what it remembers of the promise it was shown. */
import { freshKey, post } from '../lib/api';
import { recall, remember } from '../lib/kept';
import type { GameCard } from '../lib/types';

/** What was seen and added before the deal. */
export interface Noted {
  commitment: string;
  part: string;
}

const place = (game: string, seat: number): string => `sanssouci-shuffle-${game}-${seat}`;

/** What this browser remembers of a seat's part; null if it added nothing. */
export function noted(game: string, seat: number): Noted | null {
  const kept = recall(place(game, seat));
  return kept === null ? null : (JSON.parse(kept) as Noted);
}

/** The seats of this browser that have added nothing yet and still can. */
export function missing(card: GameCard): number[] {
  const { shuffle } = card;
  if (!shuffle || shuffle.dealt || card.result) return [];
  return card.mine.filter((seat) => !(seat in shuffle.parts) && !card.seats[seat]?.bot);
}

/** Adds a part, and remembers for which promise. */
export async function add(card: GameCard, seat: number, part: string): Promise<void> {
  await post(`api/games/${card.game}/seats/${seat}/part`, { part });
  const commitment = card.shuffle?.commitment ?? '';
  // as the table writes it: one line, single spaces
  remember(place(card.game, seat), JSON.stringify({ commitment, part: part.trim().split(/\s+/).join(' ') }));
}

/** Whether what the browser remembers agrees with what the game tells; null if it remembers nothing. */
export function agrees(card: GameCard, seat: number): boolean | null {
  const kept = noted(card.game, seat);
  if (!kept || !card.shuffle) return null;
  return kept.commitment === card.shuffle.commitment && kept.part === card.shuffle.parts[seat];
}

const asked = new Set<string>();
const underWay = new Set<Promise<void>>();

/** Adds random digits for every seat of this browser that has added nothing. */
export function addMissing(card: GameCard): void {
  for (const seat of missing(card)) {
    const key = place(card.game, seat);
    if (asked.has(key)) continue;
    asked.add(key);
    // who was too late, or has lost the seat, is told so by the card that follows
    const adding: Promise<void> = add(card, seat, freshKey())
      .catch(() => undefined)
      .finally(() => underWay.delete(adding));
    underWay.add(adding);
  }
}

/** Waits for what is on its way: the first order deals, and must not overtake one's own part of the shuffle. */
export const allAdded = (): Promise<unknown> => Promise.all(underWay);
