/** Which sandboxes hold guesses: forks of running games, whose hidden cards and troops were filled in by chance. */
const KEPT = 'sanssouci-guesses';

function kept(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(found) ? found.filter((x): x is string => typeof x === 'string') : [];
  } catch {
    return [];
  }
}
export const isGuess = (game: string): boolean => kept().includes(game);
export function noteGuess(game: string): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...kept(), game].slice(-100)));
  } catch {
    /* not remembered then */
  }
}
