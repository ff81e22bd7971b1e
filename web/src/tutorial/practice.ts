/** Games of the lessons are nobody's memory: the one that is open is kept by id, so that it can be cleared away. */
const OPEN = 'sanssouci-lesson-game';

export function openGame(): string | null {
  try { return localStorage.getItem(OPEN); } catch { return null; }
}
export function keepGame(id: string | null): void {
  try { if (id) localStorage.setItem(OPEN, id); else localStorage.removeItem(OPEN); } catch { /* not remembered then */ }
}
