import { mount } from 'svelte';
import { startTheme } from '../lib/theme';
import '../theme/base.css';
import App from './App.svelte';
import { charts } from './charts.svelte';
import { offline } from './offline.svelte';
import './style.css';

startTheme();
void charts.start().then(() => {
  const target = document.getElementById('desk');
  if (target) mount(App, { target });
  void offline.start(charts.lang);
});

/** On paper nothing is folded away: both players check the rulings too. */
window.addEventListener('beforeprint', () => {
  for (const details of document.querySelectorAll<HTMLDetailsElement>('.result details:not([open])')) {
    details.open = true;
    window.addEventListener('afterprint', () => (details.open = false), { once: true });
  }
});
