import { mount } from 'svelte';
import App from './App.svelte';
import { startLanguage } from './i18n/index.svelte';
import { startRenewal } from './lib/renewal';
import { startRouter } from './lib/router.svelte';
import { startTheme } from './lib/theme';
import { dress } from './table/wishes.svelte';
import './theme/base.css';

startTheme();
dress();
startRenewal();
startRouter();
const target = document.getElementById('app');
startLanguage().then(
  () => target && mount(App, { target }),
  () => {
    // Without its language the page has no word to say what is wrong: a sign that loads it anew has to do.
    const again = document.createElement('a');
    again.href = location.href;
    again.textContent = 'Sanssouci ↻';
    target?.append(again);
  },
);
