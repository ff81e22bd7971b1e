/** Light, dark or as the system says; remembered in this browser. */
export type Theme = 'auto' | 'light' | 'dark';

const KEY = 'sanssouci-theme';
const dark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches;

export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'auto';
  } catch {
    return 'auto';
  }
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme === 'auto' ? (dark() ? 'dark' : 'light') : theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    /* a browser without storage forgets, nothing more */
  }
}

export function startTheme(): void {
  applyTheme(readTheme());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => applyTheme(readTheme()));
}
