/** What a player wants of his page, remembered in this browser: small switches, each off until it is wanted. */
import { recall, remember } from '../lib/kept';

export type Wish = 'confirm' | 'bell' | 'follow' | 'sounds';
const KEPT = (wish: Wish): string => `sanssouci-${wish}`;

const read = (wish: Wish): boolean => recall(KEPT(wish)) === '1';

const wanted: Record<Wish, boolean> = $state({
  confirm: read('confirm'),
  bell: read('bell'),
  follow: read('follow'),
  sounds: read('sounds'),
});

export const isWanted = (wish: Wish): boolean => wanted[wish];

export function want(wish: Wish, on: boolean): void {
  wanted[wish] = on;
  remember(KEPT(wish), on ? '1' : '0');
}
