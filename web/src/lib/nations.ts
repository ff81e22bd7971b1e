import type { Nation, Role, Suit } from './types';

export type { Nation, Role, Suit } from './types';

/** The seven nations, in the order of their stages, with the sign each piece carries besides its colour. */
export const NATIONS = [
  'prussia',
  'hanover',
  'russia',
  'sweden',
  'austria',
  'imperial',
  'france',
] as const satisfies Nation[];

export const ROLES = ['friedrich', 'elisabeth', 'maria-theresa', 'pompadour'] as const satisfies Role[];

export const isNation = (name: string): name is Nation => (NATIONS as readonly string[]).includes(name);

/** The letter on pieces and objectives. */
export const LETTER: Record<Nation, string> = {
  prussia: 'P',
  hanover: 'H',
  russia: 'R',
  sweden: 'S',
  austria: 'A',
  imperial: 'I',
  france: 'F',
};

/** The outline of a nation's counters, in a box from -12 to 12: told apart without colour. */
export const OUTLINE: Record<Nation, string> = {
  prussia: 'M12 0A12 12 0 1 1-12 0A12 12 0 1 1 12 0z',
  hanover: 'M-8.5-10.5h17q2 0 2 2v17q0 2-2 2h-17q-2 0-2-2v-17q0-2 2-2z',
  russia: 'M0-12.5L11-6.2V6.2L0 12.5L-11 6.2V-6.2z',
  sweden: 'M0-13L12.2-4L7.8 11.2H-7.8L-12.2-4z',
  austria: 'M-10.5-11Q0-8.5 10.5-11V0.5Q10.5 9 0 13Q-10.5 9-10.5 0.5z',
  imperial: 'M0-14.5L13.6 0L0 14.5L-13.6 0z',
  france: 'M-6-5.5A6.3 6.3 0 1 1 6-5.5A6.3 6.3 0 1 1 6 5.5A6.3 6.3 0 1 1-6 5.5A6.3 6.3 0 1 1-6-5.5z',
};

/** Suits by the letter of the notation, drawn in a box from -10 to 10 so that no font has to know them. */
export const SUITS: readonly Suit[] = ['S', 'C', 'H', 'D'];
export const SUIT_PATH: Record<Suit, string> = {
  S:
    'M0-10C3-5 9.5-2.5 9.5 2.6C9.5 6.6 4 7.7 1.2 4.3C1.4 7.2 2.4 8.8 4 10' +
    'H-4C-2.4 8.8-1.4 7.2-1.2 4.3C-4 7.7-9.5 6.6-9.5 2.6C-9.5-2.5-3-5 0-10z',
  C:
    'M0-10A4.6 4.6 0 0 1 3.6-2.5A4.7 4.7 0 1 1 1.1 4.2C1.3 7 2.3 8.8 4 10' +
    'H-4C-2.3 8.8-1.3 7-1.1 4.2A4.7 4.7 0 1 1-3.6-2.5A4.6 4.6 0 0 1 0-10z',
  H: 'M0 9.5C-3 5-9.8 1-9.8-4.3C-9.8-9.6-2.6-10.6 0-5C2.6-10.6 9.8-9.6 9.8-4.3C9.8 1 3 5 0 9.5z',
  D: 'M0-10.5L7.6 0L0 10.5L-7.6 0z',
};
export const SUIT_SIGN: Record<Suit, string> = { S: '♠', C: '♣', H: '♥', D: '♦' };

/** The ground plan of a fortress: a bastioned star for first-order objectives, a redoubt for the second order. */
export const STAR =
  'M0-9.5L2.4-5.2L6.8-6.8L5.2-2.4L9.5 0L5.2 2.4L6.8 6.8L2.4 5.2L0 9.5' +
  'L-2.4 5.2L-6.8 6.8L-5.2 2.4L-9.5 0L-5.2-2.4L-6.8-6.8L-2.4-5.2z';
export const REDOUBT = 'M-6.5-6.5H6.5V6.5H-6.5z';
