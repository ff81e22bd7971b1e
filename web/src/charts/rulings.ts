/** House rulings: the option register, with a value of one's own where that is allowed. */

import { h } from './dom';
import { select } from './inputs';
import { state, word, writeLink } from './state';
import type { Ruling } from './types';

export function rulingsTab(redraw: () => void): HTMLElement {
  return h(
    'article',
    { class: 'rulings-tab' },
    h('header', null, h('h2', null, word('rulings'))),
    h('p', { class: 'hint' }, word('rulings_about')),
    h(
      'div',
      { class: 'tools left' },
      h(
        'button',
        {
          type: 'button',
          disabled: !Object.keys(state.options).length,
          onclick: () => {
            state.options = {};
            writeLink();
            redraw();
          },
        },
        word('reset'),
      ),
    ),
    h('dl', { class: 'rulings-list' }, ...state.desk.options.map((ruling) => entry(ruling, redraw))),
  );
}

function entry(ruling: Ruling, redraw: () => void): HTMLElement {
  const now = state.options[ruling.id];
  const own = now !== undefined && (typeof now !== 'string' || !ruling.values.includes(now));
  const put = (value: unknown): void => {
    if (value === ruling.default || value === '') delete state.options[ruling.id];
    else state.options[ruling.id] = value;
    writeLink();
    redraw();
  };
  const options = ruling.values.map((value, index) => [
    value,
    `${ruling.labels[index]}${value === ruling.default ? ` (${word('default')})` : ''}`,
  ]);
  if (ruling.sample !== null) options.push(['*', word('own_value')]);
  const chosen = own ? '*' : String(now ?? ruling.default);
  return h(
    'div',
    { class: now === undefined ? 'ruling' : 'ruling changed', 'data-ruling': ruling.id },
    h('dt', null, h('code', null, ruling.id), ruling.lost ? h('span', { class: 'lost' }, ` ${ruling.lost}`) : null),
    h(
      'dd',
      null,
      h('p', null, ruling.meaning),
      select(`ruling-${ruling.id}`, options, chosen, (value) => put(value === '*' ? ruling.sample : value), ruling.id),
      own
        ? h('input', {
            type: 'text',
            value: typeof now === 'string' ? now : JSON.stringify(now),
            'aria-label': word('own_value'),
            title: ruling.offered.join(' | '),
            onchange: (event: Event) => put((event.target as HTMLInputElement).value),
          })
        : null,
    ),
  );
}
