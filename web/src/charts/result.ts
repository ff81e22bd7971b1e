/** The explained answer, and odds as bars. */

import { h, section, svg, type Child } from './dom';
import { portion, state, word } from './state';
import type { Answer, Comparison, GridPage, Odds, Told } from './types';

export function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}

/** A rounded figure in the reader's way of writing. */
function decimal(value: number, digits: number): string {
  return new Intl.NumberFormat(state.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    value,
  );
}

export function showAnswer(answer: Answer): Child[] {
  return [
    verdict(answer),
    section(
      word('effects'),
      answer.effects.length
        ? [h('ol', { class: 'effects' }, ...answer.effects.map((one) => h('li', null, one.text)))]
        : [],
    ),
    section(word('follow_ups'), told(answer.follow_ups), 'follow'),
    modifiers(answer),
    section(word('notes'), told(answer.notes.map((text) => ({ text })))),
    section(word('nearest'), told(answer.nearest)),
    rulings(answer),
  ];
}

function told(items: Told[]): Child[] {
  return items.length ? [h('ul', null, ...items.map((one) => h('li', null, one.text)))] : [];
}

function verdict(answer: Answer): Child {
  const facts: Child[] = [];
  const fact = (name: string, value: Child): void => {
    facts.push(h('div', null, h('dt', null, name), h('dd', null, value)));
  };
  if (answer.natural !== null) fact(word('natural'), String(answer.natural));
  if (answer.modified !== null && answer.modified !== answer.natural) fact(word('modified'), String(answer.modified));
  if (answer.row !== null) fact(word('row'), String(answer.row_label ?? answer.row));
  if (answer.column !== null) {
    fact(
      word('column'),
      answer.column_shift
        ? `${answer.column_before} ${word('shifted')} ${signed(answer.column_shift)}: ${answer.column}`
        : answer.column_text,
    );
  }
  if (answer.loser) fact(word('loser'), word(answer.loser));
  return h(
    'div',
    { class: 'verdict' },
    answer.cell !== null
      ? h(
          'p',
          { class: answer.reconstructed ? 'cell reconstructed' : 'cell', 'data-cell': answer.cell },
          answer.cell_text,
        )
      : h('p', { class: 'cell waiting' }, word('waiting')),
    answer.reconstructed ? h('p', { class: 'lost' }, `${word('reconstructed')} (${answer.reconstructed})`) : null,
    facts.length ? h('dl', null, ...facts) : null,
  );
}

export function modifiers(answer: Answer): Child {
  if (!answer.modifiers.length) return null;
  return section(word('modifiers'), [
    h(
      'table',
      { class: 'modifiers' },
      h(
        'tbody',
        null,
        ...answer.modifiers.map((one) =>
          h(
            'tr',
            { class: one.applied ? 'on' : 'off' },
            h(
              'td',
              { class: 'mark', 'aria-label': word(one.applied ? 'applies' : 'applies_not') },
              one.applied ? '✓' : '·',
            ),
            h('td', { class: 'value' }, signed(one.value)),
            h('td', null, one.why, ' ', h('span', { class: 'id' }, one.id)),
          ),
        ),
      ),
      h(
        'tfoot',
        null,
        h('tr', null, h('td'), h('td', { class: 'value' }, signed(answer.total)), h('td', null, word('total'))),
      ),
    ),
  ]);
}

function rulings(answer: Answer): Child {
  const used = answer.rulings.map((one) =>
    h('li', null, h('code', null, `${one.id} = ${plain(one.value)}`), one.lost ? ` [${one.lost}]` : '', ` ${one.text}`),
  );
  return [
    used.length
      ? h(
          'details',
          { class: 'rulings' },
          h('summary', null, `${word('rulings_used')} (${used.length})`),
          h('ul', null, ...used),
        )
      : null,
    answer.readings.length
      ? h(
          'details',
          { class: 'rulings' },
          h('summary', null, `${word('readings')} (${answer.readings.length})`),
          ...told(answer.readings),
        )
      : null,
    answer.would_change.length
      ? h(
          'details',
          { class: 'rulings' },
          h('summary', null, `${word('would_change')} (${answer.would_change.length})`),
          ...told(answer.would_change),
        )
      : null,
  ];
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const MOST_BARS = 24;

export function showOdds(odds: Odds): Child[] {
  const sorted =
    odds.outcomes.length > MOST_BARS
      ? [...odds.outcomes].sort((a, b) => portion(b.probability) - portion(a.probability))
      : odds.outcomes;
  const shown = sorted.slice(0, MOST_BARS);
  const most = Math.max(...shown.map((one) => portion(one.probability)));
  const rest = sorted.slice(MOST_BARS).reduce((sum, one) => sum + portion(one.probability), 0);
  return [
    h(
      'table',
      { class: 'sums' },
      h(
        'tbody',
        null,
        ...odds.chances.map((one) =>
          h(
            'tr',
            null,
            h('th', { scope: 'row' }, one.text),
            fraction(one.probability),
            h('td', { class: 'percent' }, one.percent),
          ),
        ),
        ...odds.means.map((one) =>
          h(
            'tr',
            null,
            h('th', { scope: 'row' }, one.text),
            fraction(one.mean),
            h('td', { class: 'percent' }, `⌀ ${one.decimal}`),
          ),
        ),
      ),
    ),
    h(
      'table',
      { class: 'odds' },
      h(
        'tbody',
        null,
        ...shown.map((one) =>
          h(
            'tr',
            { title: one.text },
            h(
              'th',
              { scope: 'row' },
              one.label,
              one.label === one.result && one.text !== one.label ? h('small', null, one.text) : null,
            ),
            fraction(one.probability),
            h('td', { class: 'percent' }, one.percent),
            h('td', { class: 'bar' }, bar(portion(one.probability) / most, one.loser)),
          ),
        ),
      ),
    ),
    rest > 0
      ? h('p', { class: 'hint' }, `${sorted.length - MOST_BARS} ${word('others')}: ${decimal(rest * 100, 1)}%`)
      : null,
  ];
}

function fraction(exact: string): HTMLElement {
  return h('td', { class: exact.length > 13 ? 'fraction long' : 'fraction' }, exact);
}

function bar(share: number, loser: string | null): SVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 100 10', preserveAspectRatio: 'none', class: `bar ${loser ?? ''}`, 'aria-hidden': 'true' },
    svg('rect', { x: 0, y: 1, width: Math.max(0.8, share * 100).toFixed(2), height: 8 }),
  );
}

export function showComparison(both: Comparison): Child {
  const row = (one: { text: string; first: string; second: string; difference: string }, chance: boolean): Child => {
    const show = (fraction: string): string =>
      chance ? `${decimal(portion(fraction) * 100, 1)}%` : decimal(portion(fraction), 3);
    const gap = portion(one.difference);
    return h(
      'tr',
      null,
      h('th', { scope: 'row' }, one.text),
      h('td', null, show(one.first)),
      h('td', null, show(one.second)),
      h('td', { class: gap > 0 ? 'up' : gap < 0 ? 'down' : '' }, `${gap > 0 ? '+' : ''}${show(one.difference)}`),
    );
  };
  return h(
    'table',
    { class: 'compare' },
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        h('th'),
        h('th', null, word('plan_a')),
        h('th', null, word('plan_b')),
        h('th', null, word('difference')),
      ),
    ),
    h('tbody', null, ...both.chances.map((one) => row(one, true)), ...both.means.map((one) => row(one, false))),
  );
}

export function showGrid(page: GridPage): Child[] {
  return [
    ...page.grids.map((grid) =>
      h(
        'figure',
        { class: 'grid' },
        h('figcaption', null, grid.title),
        h(
          'div',
          { class: 'scroll' },
          h(
            'table',
            null,
            h('thead', null, h('tr', null, ...grid.head.map((text) => h('th', null, text)))),
            h(
              'tbody',
              null,
              ...grid.rows.map((row) =>
                h(
                  'tr',
                  null,
                  ...row.map((cell, index) =>
                    index === 0
                      ? h('th', { scope: 'row' }, cell.text)
                      : h(
                          'td',
                          {
                            class: cell.reconstructed ? 'reconstructed' : undefined,
                            title: cell.reconstructed ? word('reconstructed') : undefined,
                          },
                          cell.text,
                        ),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
    page.grids.some((grid) => grid.rows.some((row) => row.some((cell) => cell.reconstructed)))
      ? h('p', { class: 'hint' }, word('reconstructed_note'))
      : null,
    page.notes.length ? h('ul', { class: 'lost-notes' }, ...page.notes.map((note) => h('li', null, note))) : null,
  ];
}
