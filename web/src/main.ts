import { mount } from 'svelte';
import App from './App.svelte';
import { startLanguage } from './i18n/index.svelte';
import { startRouter } from './lib/router.svelte';
import { startTheme } from './lib/theme';
import './theme/base.css';

startTheme();
startRouter();
void startLanguage().finally(() => {
  const target = document.getElementById('app');
  if (target) mount(App, { target });
});
