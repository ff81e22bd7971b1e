/** The charts desk: tabs, language, and the page around them. */

import '../theme/base.css';
import './style.css';
import { h, type Child } from './dom';
import { forcesTab } from './forces';
import { rulingsTab } from './rulings';
import { loadDesk, loadForces, readLink, state, tableOf, word, writeLink } from './state';
import { applyTheme, startTheme } from '../lib/theme';
import { tableTab } from './tab';

const root = document.getElementById('desk')!;

function open(tab: string): void {
  state.tab = tab;
  writeLink();
  draw();
  window.scrollTo(0, 0);
}

function tabs(): Child {
  const button = (name: string, text: string): Child =>
    h(
      'a',
      {
        href: `#${name}`,
        class: name === state.tab ? 'tab here' : 'tab',
        'aria-current': name === state.tab ? 'page' : undefined,
        'data-tab': name,
        onclick: (event: MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          open(name);
        },
      },
      text,
    );
  const group = (title: string, names: [string, string][]): Child =>
    h('div', { class: 'tab-group' }, h('h2', null, title), ...names.map(([name, text]) => button(name, text)));
  const ofKind = (procedure: boolean): [string, string][] =>
    state.desk.tables.filter((one) => one.procedure === procedure).map((one) => [one.name, one.short]);
  const all: [string, [string, string][]][] = [
    [word('tables'), ofKind(false)],
    [word('procedures'), ofKind(true)],
    [
      word('desk'),
      [
        ['forces', word('forces')],
        ['rulings', word('rulings')],
      ],
    ],
  ];
  return [
    h('nav', { class: 'tabs', 'aria-label': word('tables') }, ...all.map(([title, names]) => group(title, names))),
    h(
      'div',
      { class: 'tab-select' },
      h(
        'select',
        { 'aria-label': word('tables'), onchange: (event: Event) => open((event.target as HTMLSelectElement).value) },
        ...all.map(([title, names]) =>
          h(
            'optgroup',
            { label: title },
            ...names.map(([name, text]) => h('option', { value: name, selected: name === state.tab }, text)),
          ),
        ),
      ),
    ),
  ];
}

function languages(): Child {
  return h(
    'div',
    { class: 'languages', role: 'group', 'aria-label': word('language') },
    ...Object.entries(state.desk.languages).map(([lang, ownName]) =>
      h(
        'button',
        {
          type: 'button',
          class: lang === state.lang ? 'here' : '',
          'aria-pressed': String(lang === state.lang),
          lang,
          'data-lang': lang,
          onclick: async () => {
            await loadDesk(lang);
            writeLink();
            draw();
          },
        },
        ownName,
      ),
    ),
  );
}

function theme(): Child {
  return h(
    'button',
    {
      type: 'button',
      class: 'quiet',
      title: word('theme'),
      'aria-label': word('theme'),
      onclick: () => {
        applyTheme(document.documentElement.dataset['theme'] === 'dark' ? 'light' : 'dark');
      },
    },
    '◐',
  );
}

function draw(): void {
  const table = tableOf(state.tab);
  const content =
    state.tab === 'forces'
      ? forcesTab(draw, open)
      : state.tab === 'rulings'
        ? rulingsTab(draw)
        : tableTab(table ?? state.desk.tables[0]!, draw);
  root.replaceChildren(
    h(
      'header',
      { class: 'top' },
      h('div', null, h('h1', null, word('title')), h('p', null, word('subtitle'))),
      h('div', { class: 'top-tools' }, h('a', { class: 'home', href: '../' }, word('table')), languages(), theme()),
    ),
    h('div', { class: 'frame' }, ...(tabs() as HTMLElement[]), h('main', null, content)),
    h('footer', null, word('unofficial')),
  );
}

async function start(): Promise<void> {
  startTheme();
  loadForces();
  await loadDesk(readLink());
  if (!tableOf(state.tab) && state.tab !== 'forces' && state.tab !== 'rulings') state.tab = 'assault';
  draw();
  window.addEventListener('hashchange', () => {
    const lang = readLink();
    void (lang === state.lang ? Promise.resolve() : loadDesk(lang)).then(draw);
  });
}

/** On paper nothing is folded away: both players check the rulings too. */
function unfold(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>('.result details:not([open])')) {
    details.open = true;
    window.addEventListener(
      'afterprint',
      () => {
        details.open = false;
      },
      { once: true },
    );
  }
}

window.addEventListener('beforeprint', unfold);
void start();
