/** The tab of one table or procedure: form, dice, result, odds, comparison, the whole table. */

import { fill, h, section, type Child } from './dom';
import { buildForm, select } from './inputs';
import { modifiers, showAnswer, showComparison, showGrid, showOdds } from './result';
import { inputsOf, link, post, rememberForces, saveForces, sent, state, tableOf, word, writeLink } from './state';
import type { Answer, Comparison, Force, GridPage, Inputs, Odds, TableInfo } from './types';

/** Throw one die fairly. */
function thrown(): number {
  const box = new Uint8Array(1);
  do crypto.getRandomValues(box);
  while (box[0]! >= 252);
  return (box[0]! % 6) + 1;
}

export function tableTab(table: TableInfo, redraw: () => void): HTMLElement {
  const inputs = inputsOf(table);
  const result = h('div', { class: 'result', 'aria-live': 'polite' });
  const odds = h('div', { class: 'odds-box' });
  const comparison = h('div', { class: 'compare-box' });
  const dice = h('div', { class: 'dice' });
  const given = h('div', { class: 'given' });
  let turn = 0;

  const form = buildForm(table, () => refresh());

  async function refresh(): Promise<void> {
    const mine = ++turn;
    article.setAttribute('aria-busy', 'true');
    writeLink();
    drawDice();
    const asked = sent(table, inputs);
    const answer = await post<Answer>(`resolve/${table.name}`, { inputs: asked });
    if (mine !== turn) return;
    if (answer.ok) {
      form.update(answer.menu ?? {});
      fill(result, ...(table.procedure ? showRun(answer) : showAnswer(answer)), changedRulings(answer));
    } else {
      fill(
        result,
        h(
          'p',
          { class: 'refusal', role: 'alert', 'data-key': answer.key },
          h('strong', null, word('refused')),
          ' ',
          answer.error,
        ),
      );
    }
    fill(
      given,
      h('h3', null, word('inputs')),
      h(
        'p',
        null,
        table.fields
          .filter((field) => asked[field.name] !== undefined)
          .map((field) => `${field.meaning}: ${shown(asked[field.name], field.values, field.labels)}`)
          .join(' · '),
      ),
    );
    await refreshOdds(mine, asked);
    if (mine === turn) article.setAttribute('aria-busy', 'false');
  }

  async function refreshOdds(mine: number, asked: Inputs): Promise<void> {
    if (!table.dice.length && !table.procedure) return;
    const { dice: _d, choices: _c, seed: _s, auto: _a, ...plan } = asked;
    const found = await post<Odds>(`odds/${table.name}`, { inputs: plan });
    if (mine !== turn) return;
    fill(odds, found.ok ? [h('h3', null, word('odds')), ...showOdds(found)] : null);
    const first = state.planA[table.name];
    if (!first || !found.ok) return fill(comparison, keepButton());
    const both = await post<Comparison>(`compare/${table.name}`, { first, second: plan });
    if (mine !== turn) return;
    fill(
      comparison,
      h('h3', null, word('compare')),
      both.ok ? showComparison(both) : h('p', { class: 'refusal' }, both.error),
      h(
        'button',
        {
          type: 'button',
          onclick: () => {
            delete state.planA[table.name];
            void refresh();
          },
        },
        word('drop_plan'),
      ),
    );
  }

  function keepButton(): HTMLElement {
    return h(
      'button',
      {
        type: 'button',
        class: 'keep',
        onclick: () => {
          const { dice: _d, choices: _c, die: _e, ...plan } = sent(table, inputs);
          state.planA[table.name] = structuredClone(plan);
          void refresh();
        },
      },
      word('keep_plan'),
    );
  }

  /** The dice of a single table: tap what was thrown, or roll. */
  function drawDice(): void {
    if (!table.dice.length) return;
    const list = table.name === 'optional';
    const now = inputs.die;
    const thrownNow = list ? ((now as number[] | undefined) ?? []) : [];
    const put = (face: number): void => {
      inputs.die = list ? [...thrownNow, face] : face;
      void refresh().then(() => {
        if (matchMedia('(max-width: 46rem)').matches) result.scrollIntoView({ behavior: 'smooth', block: 'start' });
      });
    };
    const roll = (): void => put(table.dice[0] === 2 ? thrown() + thrown() : thrown());
    fill(
      dice,
      h('span', { class: 'label' }, word('die')),
      h(
        'div',
        { class: 'faces' },
        ...table.dice.map((face) =>
          h(
            'button',
            {
              type: 'button',
              class: !list && now === face ? 'face chosen' : 'face',
              'aria-pressed': !list && now === face ? 'true' : 'false',
              'data-die': face,
              onclick: () => put(face),
            },
            String(face),
          ),
        ),
      ),
      h('button', { type: 'button', class: 'primary', onclick: roll }, word('roll')),
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          disabled: now === undefined,
          onclick: () => {
            delete inputs.die;
            void refresh();
          },
        },
        word('clear'),
      ),
      list && thrownNow.length ? h('span', { class: 'thrown' }, thrownNow.join(' · ')) : null,
    );
  }

  // --- procedures ------------------------------------------------------------------------------

  const dicesOf = (): number[] => (inputs.dice as number[] | undefined) ?? [];
  const choicesOf = (): string[] => (inputs.choices as string[] | undefined) ?? [];
  /** dice and decisions in the order given, so that the last can be taken back */
  const trail: ('die' | 'choice')[] = [];

  function give(kind: 'die' | 'choice', value: number | string): void {
    if (kind === 'die') inputs.dice = [...dicesOf(), value as number];
    else inputs.choices = [...choicesOf(), value as string];
    trail.push(kind);
    void refresh();
  }

  function takeBack(): void {
    const kind = trail.pop() ?? (choicesOf().length ? 'choice' : 'die');
    if (kind === 'die') inputs.dice = dicesOf().slice(0, -1);
    else inputs.choices = choicesOf().slice(0, -1);
    void refresh();
  }

  async function autoRun(): Promise<void> {
    inputs.auto = true;
    let answer = await post<Answer>(`resolve/${table.name}`, { inputs: sent(table, inputs) });
    while (answer.ok && answer.pending?.ask === 'die') {
      inputs.dice = [...dicesOf(), thrown()];
      trail.push('die');
      answer = await post<Answer>(`resolve/${table.name}`, { inputs: sent(table, inputs) });
    }
    await refresh();
  }

  function startAnew(): void {
    for (const name of ['dice', 'choices', 'auto', 'seed']) delete inputs[name];
    trail.length = 0;
    void refresh();
  }

  function showRun(answer: Answer): Child[] {
    const pending = answer.pending;
    const waits: Child = pending
      ? h(
          'div',
          { class: 'pending' },
          h('p', null, pending.text),
          pending.ask === 'die'
            ? h(
                'div',
                { class: 'faces' },
                ...[1, 2, 3, 4, 5, 6].map((face) =>
                  h(
                    'button',
                    { type: 'button', class: 'face', 'data-die': face, onclick: () => give('die', face) },
                    String(face),
                  ),
                ),
                h('button', { type: 'button', class: 'primary', onclick: () => give('die', thrown()) }, word('roll')),
              )
            : h(
                'div',
                { class: 'choices' },
                ...(pending.choices ?? []).map((choice) =>
                  h(
                    'button',
                    {
                      type: 'button',
                      class: choice.id === pending.default ? 'default' : '',
                      'data-choice': choice.id,
                      onclick: () => give('choice', choice.id),
                    },
                    choice.text,
                    choice.id === pending.default ? h('small', null, ` (${word('default')})`) : null,
                  ),
                ),
              ),
        )
      : h('p', { class: 'done', 'data-done': 'yes' }, word('done'));
    const touched = dicesOf().length + choicesOf().length > 0 || inputs.auto === true;
    return [
      waits,
      h(
        'div',
        { class: 'run-buttons' },
        pending
          ? h('button', { type: 'button', onclick: () => void autoRun() }, word('auto_run'))
          : applyButton(answer),
        h('button', { type: 'button', class: 'quiet', disabled: !touched, onclick: takeBack }, word('take_back')),
        h('button', { type: 'button', class: 'quiet', disabled: !touched, onclick: startAnew }, word('reset')),
      ),
      section(
        word('log'),
        answer.log?.length ? [h('ol', { class: 'log' }, ...answer.log.map((line) => h('li', null, line)))] : [],
      ),
      section(
        word('follow_ups'),
        answer.follow_ups.length ? [h('ul', null, ...answer.follow_ups.map((one) => h('li', null, one.text)))] : [],
        'follow',
      ),
      afford(answer),
      answer.steps?.length
        ? h(
            'details',
            { class: 'in-full' },
            h('summary', null, word('steps')),
            ...answer.steps.map((step) =>
              h(
                'div',
                { class: 'step' },
                h('h4', null, tableOf(step.table)?.title ?? step.table),
                modifiers(step),
                h('p', { class: 'cell small' }, step.cell_text ?? ''),
                h('ol', null, ...step.effects.map((one) => h('li', null, one.text))),
              ),
            ),
          )
        : null,
      answer.would_change.length
        ? h(
            'details',
            { class: 'rulings' },
            h('summary', null, word('would_change')),
            h('ul', null, ...answer.would_change.map((one) => h('li', null, one.text))),
          )
        : null,
    ];
  }

  function afford(answer: Answer): Child {
    const lines = answer.values.afford as { mp: number; modifier: number; no_loss: string; mean: string }[] | undefined;
    if (!lines?.length) return null;
    return section(word('afford'), [
      h(
        'table',
        { class: 'sums' },
        h(
          'thead',
          null,
          h('tr', null, ...['mp', 'modifier', 'no_loss', 'mean_loss'].map((key) => h('th', null, word(key)))),
        ),
        h(
          'tbody',
          null,
          ...lines.map((line) =>
            h(
              'tr',
              null,
              h('td', null, String(line.mp)),
              h('td', null, String(line.modifier)),
              h('td', null, line.no_loss),
              h('td', null, line.mean),
            ),
          ),
        ),
      ),
    ]);
  }

  /** Take the Forces as the procedure leaves them over into the page's Forces. */
  function applyButton(answer: Answer): Child {
    const roles = table.fields.filter(
      (field) => field.type === 'force' && inputs[field.name] && answer.after?.[field.name],
    );
    const names = roles.map((field) =>
      Object.keys(state.forces.forces).find((name) => same(state.forces.forces[name], inputs[field.name] as Force)),
    );
    if (!roles.length || names.some((name) => name === undefined)) return null;
    return h(
      'button',
      {
        type: 'button',
        class: 'primary',
        onclick: () => {
          rememberForces(table.name, answer.log ?? []);
          roles.forEach((field, index) => {
            state.forces.forces[names[index]!] = answer.after![field.name]!;
            inputs[field.name] = structuredClone(answer.after![field.name]!);
          });
          saveForces();
          startAnew();
          redraw();
        },
      },
      word('apply'),
    );
  }

  const tools = h(
    'div',
    { class: 'tools' },
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        onclick: (event: Event) => {
          const button = event.currentTarget as HTMLButtonElement;
          void navigator.clipboard?.writeText(new URL(link(), location.href).href).then(() => {
            button.textContent = word('copied');
          });
        },
      },
      word('link'),
    ),
    h('button', { type: 'button', class: 'quiet', onclick: () => window.print() }, word('print')),
  );
  const whole = h(
    'details',
    {
      class: 'whole',
      ontoggle: (event: Event) => {
        const box = event.currentTarget as HTMLDetailsElement;
        if (box.open && box.childElementCount === 1) void loadGrid(box, table.name);
      },
    },
    h('summary', null, word('whole_table')),
  );

  const article = h(
    'article',
    { 'data-table': table.name },
    h('header', null, h('h2', null, table.title), tools),
    table.roles.length ? fromForces(table, inputs, redraw) : null,
    h(
      'div',
      { class: 'columns' },
      h('div', { class: 'left' }, form.element, dice),
      h('div', { class: 'right' }, given, result, odds, comparison),
    ),
    table.procedure ? null : whole,
  );
  void refresh();
  return article;
}

function same(one: Force | undefined, two: Force): boolean {
  return JSON.stringify(one) === JSON.stringify(two);
}

function shown(value: unknown, values?: string[], labels?: string[]): string {
  if (typeof value === 'boolean') return word(value ? 'yes' : 'no');
  if (Array.isArray(value)) return value.map((one) => shown(one, values, labels)).join(', ');
  if (value && typeof value === 'object')
    return String(
      (value as { name?: string; label?: string }).name ?? (value as { label?: string }).label ?? JSON.stringify(value),
    );
  const index = values?.indexOf(String(value)) ?? -1;
  return index >= 0 ? (labels?.[index] ?? String(value)) : String(value);
}

function changedRulings(answer: Answer): Child {
  const changed = Object.entries(answer.options);
  return changed.length
    ? h(
        'p',
        { class: 'in-force' },
        `${word('rulings_changed')}: `,
        ...changed.map(([id, value]) =>
          h('code', null, `${id} = ${typeof value === 'string' ? value : JSON.stringify(value)} `),
        ),
      )
    : null;
}

async function loadGrid(box: HTMLElement, name: string): Promise<void> {
  const response = await fetch(`api/grid/${name}?lang=${state.lang}`);
  box.append(h('div', { class: 'grids' }, ...showGrid((await response.json()) as GridPage)));
}

/** Fill a table's inputs from two Forces of this page. */
function fromForces(table: TableInfo, inputs: Inputs, redraw: () => void): HTMLElement {
  const names = Object.keys(state.forces.forces);
  if (!names.length)
    return h('p', { class: 'hint' }, word('no_forces'), ' ', h('a', { href: '#forces' }, word('forces')));
  const options = names.map((name) => [name, state.forces.forces[name]?.name ?? name]);
  const chosen: Record<string, string> = {};
  table.roles.forEach((role, index) => {
    chosen[role] = names[Math.min(index, names.length - 1)]!;
  });
  const problem = h('span', { class: 'forbidden' });
  return h(
    'div',
    { class: 'from-forces' },
    h('span', { class: 'label' }, word('take_forces')),
    ...table.roles.map((role) =>
      select(
        undefined,
        options,
        chosen[role]!,
        (value) => {
          chosen[role] = value;
        },
        word(role),
      ),
    ),
    h(
      'button',
      {
        type: 'button',
        onclick: async () => {
          const body = Object.fromEntries(table.roles.map((role) => [role, state.forces.forces[chosen[role]!]]));
          const found = await post<{ ok: true; inputs: Inputs }>(`muster/${table.name}`, body);
          if (!found.ok) {
            problem.textContent = found.error;
            return;
          }
          for (const [name, value] of Object.entries(found.inputs)) inputs[name] = value;
          redraw();
        },
      },
      word('fill'),
    ),
    problem,
  );
}
