/** Games of the lessons are nobody's memory: kept by id, so that each can be cleared away when the next begins. */
const OPEN = 'sanssouci-lesson-game';

/** The practice games this browser has open; more than one only where a lesson was left by closing its tab. */
export function openGames(): string[] {
  try {
    return (localStorage.getItem(OPEN) ?? '').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}
export const isPractice = (id: string): boolean => openGames().includes(id);

function keep(ids: string[]): void {
  try {
    if (ids.length) localStorage.setItem(OPEN, ids.join(' '));
    else localStorage.removeItem(OPEN);
  } catch {
    /* not remembered then */
  }
}
export const keepGame = (id: string): void => keep([...openGames(), id].slice(-20));
export const forgetGame = (id: string): void => keep(openGames().filter((o) => o !== id));
