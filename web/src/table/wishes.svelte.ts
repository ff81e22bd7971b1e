/** What a player wants of his page, remembered in this browser: small switches, each off until it is wanted. */
export type Wish = 'confirm' | 'bell' | 'follow';
const KEPT = (wish: Wish): string => `sanssouci-${wish}`;

function read(wish: Wish): boolean {
  try {
    return localStorage.getItem(KEPT(wish)) === '1';
  } catch {
    return false;
  }
}

const wanted: Record<Wish, boolean> = $state({
  confirm: read('confirm'),
  bell: read('bell'),
  follow: read('follow'),
});

export const isWanted = (wish: Wish): boolean => wanted[wish];

export function want(wish: Wish, on: boolean): void {
  wanted[wish] = on;
  try {
    localStorage.setItem(KEPT(wish), on ? '1' : '0');
  } catch {
    /* not remembered then */
  }
}
