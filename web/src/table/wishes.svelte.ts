/** What a player wants of the page, remembered in this browser; nothing until it is wanted. */
import { recall, remember } from '../lib/kept';

const ALL = ['confirm', 'bell', 'follow', 'sounds', 'strengths', 'letters', 'colours'] as const;
export type Wish = (typeof ALL)[number];
const KEPT = (wish: Wish): string => `sanssouci-${wish}`;
const VOLUME = 'sanssouci-volume';

const wanted = $state(
  Object.fromEntries(ALL.map((wish) => [wish, recall(KEPT(wish)) === '1'])) as Record<Wish, boolean>,
);
/** How loud sounds are, in percent of what they are made for. */
let loud = $state(Math.min(100, Number(recall(VOLUME) ?? 100) || 0));

export const isWanted = (wish: Wish): boolean => wanted[wish];
export const volume = (): number => loud;

/** What the look of the whole page depends on is written where the style sheets see it. */
export function dress(): void {
  if (typeof document === 'undefined') return;
  for (const wish of ['letters', 'colours'] as const)
    document.documentElement.toggleAttribute(`data-${wish}`, wanted[wish]);
}

export function want(wish: Wish, on: boolean): void {
  wanted[wish] = on;
  remember(KEPT(wish), on ? '1' : '0');
  dress();
}

export function setVolume(percent: number): void {
  loud = percent;
  remember(VOLUME, String(percent));
}
