/** Which lessons were done in this browser, and which game is the commented one. */
import { recall, remember } from '../lib/kept';

const KEPT = 'sanssouci-learned';
const GUIDED = 'sanssouci-guided';

/** The lessons done so far, by id. */
export function learned(): string[] {
  try {
    const kept: unknown = JSON.parse(recall(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((x): x is string => typeof x === 'string') : [];
  } catch {
    return [];
  }
}
export const learn = (id: string): void => remember(KEPT, JSON.stringify([...new Set([...learned(), id])]));

/** The first whole war is commented; only the latest one, and until its player has heard enough. */
export const isGuided = (game: string): boolean => recall(GUIDED) === game;
export const guideGame = (game: string | null): void => remember(GUIDED, game);
