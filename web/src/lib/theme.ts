/** Light, dark or as the system says; remembered in this browser. */
import { recall, remember } from './kept';

export type Theme = 'auto' | 'light' | 'dark';

const KEY = 'sanssouci-theme';
const dark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches;

export function readTheme(): Theme {
  const kept = recall(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'auto';
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme === 'auto' ? (dark() ? 'dark' : 'light') : theme;
  remember(KEY, theme);
}

export function startTheme(): void {
  applyTheme(readTheme());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => applyTheme(readTheme()));
}
