/** Games of the lessons are nobody's memory: kept by id, so that each can be cleared away when the next begins. */
import { recall, remember } from '../lib/kept';

const OPEN = 'sanssouci-lesson-game';

/** The practice games this browser has open; more than one only where a lesson was left by closing its tab. */
export const openGames = (): string[] => (recall(OPEN) ?? '').split(' ').filter(Boolean);
export const isPractice = (id: string): boolean => openGames().includes(id);

const keep = (ids: string[]): void => remember(OPEN, ids.length ? ids.join(' ') : null);
export const keepGame = (id: string): void => keep([...openGames(), id].slice(-20));
export const forgetGame = (id: string): void => keep(openGames().filter((o) => o !== id));
