import { mount } from 'svelte';
import App from './App.svelte';
import { startTheme } from './lib/theme';
import './theme.css';

startTheme();
const target = document.getElementById('app');
if (target) mount(App, { target });
