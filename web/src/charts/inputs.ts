/** The form of a table: one control per input, choices the charts forbid switched off with the reason. */

import { h, type Child } from './dom';
import { inputsOf, matters, state, word } from './state';
import type { Field, Inputs, TableInfo } from './types';

const COUNTED = new Set(['chits', 'surroundings']);
/** inputs the dice bar or the run takes care of */
const ELSEWHERE = new Set(['die', 'dice', 'choices', 'seed', 'auto']);

export interface Form {
  element: HTMLElement;
  /** switch off what the charts forbid, hide what does not matter */
  update(menu: Record<string, Record<string, string>>): void;
}

export function buildForm(table: TableInfo, changed: () => void): Form {
  const inputs = inputsOf(table);
  const rows = new Map<string, HTMLElement>();
  const groups: Record<string, Child[]> = { general: [], attacker: [], defender: [] };
  for (const field of table.fields) {
    if (ELSEWHERE.has(field.name)) continue;
    const row = control(field, inputs, () => {
      update(lastMenu);
      changed();
    });
    rows.set(field.name, row);
    const side = /^(attacker|defender)_/.exec(field.name)?.[1] ?? 'general';
    groups[side]!.push(row);
  }
  const group = (name: string): Child =>
    groups[name]!.length
      ? h('fieldset', { class: `group ${name}` }, h('legend', null, word(name)), ...groups[name]!)
      : null;
  const element = h(
    'form',
    { class: 'inputs', onsubmit: (event: Event) => event.preventDefault() },
    group('general'),
    h('div', { class: 'sides' }, group('attacker'), group('defender')),
  );
  let lastMenu: Record<string, Record<string, string>> = {};

  function update(menu: Record<string, Record<string, string>>): void {
    lastMenu = menu;
    for (const field of table.fields) {
      const row = rows.get(field.name);
      if (!row) continue;
      row.hidden = !matters(table, inputs, field.only);
      forbid(row, menu[field.name] ?? {});
    }
  }
  update({});
  return { element, update };
}

/** Switch off forbidden choices and say why. */
function forbid(row: HTMLElement, reasons: Record<string, string>): void {
  for (const option of row.querySelectorAll<HTMLOptionElement>('select > option')) {
    const why = reasons[option.value];
    option.disabled = why !== undefined;
    option.title = why ?? '';
  }
  const box = row.querySelector<HTMLInputElement>(':scope > label > input[type=checkbox]');
  if (box) {
    const why = reasons[String(!box.checked)];
    box.disabled = why !== undefined;
    row.title = why ?? '';
  }
  const note = row.querySelector('.forbidden');
  if (note) note.textContent = [...new Set(Object.values(reasons))].join(' ');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function set(inputs: Inputs, name: string, value: unknown): void {
  if (value === undefined || value === '' || value === null) delete inputs[name];
  else inputs[name] = value;
}

function control(field: Field, inputs: Inputs, changed: () => void): HTMLElement {
  const id = `in-${field.name}`;
  const put = (value: unknown): void => {
    set(inputs, field.name, value);
    changed();
  };
  const row = (...children: Child[]): HTMLElement =>
    h('div', { class: `field f-${field.type.split(' ')[0]}`, 'data-field': field.name }, ...children);
  // inside the box of a side its name need not be said again
  const meaning = /^(attacker|defender)_/.test(field.name)
    ? capital(field.meaning.replace(/^[^:]+: /, ''))
    : field.meaning;
  const label = h('label', { for: id }, meaning);
  const note = h('small', { class: 'forbidden' });
  switch (field.type) {
    case 'boolean':
      if (field.default === null) {
        const chosen = inputs[field.name] === undefined ? '' : String(inputs[field.name]);
        const options = [
          ['', word('auto')],
          ['true', word('yes')],
          ['false', word('no')],
        ];
        return row(
          label,
          select(id, options, chosen, (value) => put(value === '' ? undefined : value === 'true')),
          note,
        );
      }
      return row(
        h(
          'label',
          { class: 'tick' },
          h('input', {
            id,
            type: 'checkbox',
            checked: inputs[field.name] === true,
            onchange: (event: Event) => put((event.target as HTMLInputElement).checked || undefined),
          }),
          meaning,
        ),
        note,
      );
    case 'choice': {
      const options = (field.values ?? []).map((value, index) => [value, field.labels?.[index] ?? value]);
      if (field.default === null) options.unshift(['', word('empty')]);
      return row(label, select(id, options, String(inputs[field.name] ?? field.default ?? ''), put), note);
    }
    case 'integer':
      return row(label, integer(id, field, inputs[field.name], put));
    case 'number':
      return row(label, numeric(id, inputs[field.name], field.min ?? 0, field.max ?? 99, 0.5, put));
    case 'list of choices':
      if (COUNTED.has(field.name))
        return row(h('span', { class: 'label' }, field.meaning), counters(field, inputs, changed));
      if (field.name === 'weather')
        return row(h('span', { class: 'label' }, field.meaning), sequence(field, inputs, changed));
      return row(h('span', { class: 'label' }, field.meaning), ticks(field, inputs, changed));
    case 'list of integers':
      return row(h('span', { class: 'label' }, field.meaning), numbers(field, inputs, changed));
    case 'list of {label, value}':
      return row(h('span', { class: 'label' }, field.meaning), extras(inputs, changed));
    case 'force':
      return row(label, forceSelect(id, inputs, field.name, changed), note);
    case 'list of steps':
      return row(h('span', { class: 'label' }, field.meaning), steps(inputs, changed));
    case 'list of orders':
      return row(h('span', { class: 'label' }, field.meaning), wishes(inputs, changed));
    default:
      if (field.name === 'rule') {
        const rules = ['1-', '2-', '3-', '4-', '5-', '2+', '3+', '4+', '5+', '6+'];
        return row(
          label,
          select(id, [['', word('empty')], ...rules.map((rule) => [rule, rule])], String(inputs.rule ?? ''), put),
        );
      }
      return row(
        label,
        h('input', {
          id,
          type: 'text',
          maxlength: 80,
          value: String(inputs[field.name] ?? ''),
          oninput: (event: Event) => put((event.target as HTMLInputElement).value),
        }),
      );
  }
}

export function select(
  id: string | undefined,
  options: string[][],
  chosen: string,
  put: (value: string) => void,
  label?: string,
): HTMLSelectElement {
  return h(
    'select',
    { id, 'aria-label': label, onchange: (event: Event) => put((event.target as HTMLSelectElement).value) },
    ...options.map(([value, text]) => h('option', { value, selected: value === chosen }, text ?? '')),
  );
}

function integer(id: string, field: Field, value: unknown, put: (value: unknown) => void): HTMLElement {
  const low = field.min ?? 0,
    high = field.max ?? 99;
  if (high - low <= 6) {
    const chosen = value ?? field.default ?? null;
    const group = h('div', { class: 'steps', role: 'radiogroup', 'aria-label': field.meaning });
    const choices: (number | null)[] = field.default === null ? [null] : [];
    for (let number = low; number <= high; number++) choices.push(number);
    for (const choice of choices) {
      group.append(
        h(
          'label',
          { class: 'pick' },
          h('input', {
            type: 'radio',
            name: id,
            value: String(choice),
            checked: choice === chosen,
            onchange: () => put(choice ?? undefined),
          }),
          h('span', null, choice === null ? '–' : String(choice)),
        ),
      );
    }
    return group;
  }
  return numeric(id, value ?? field.default, low, high, 1, put);
}

export function numeric(
  id: string | undefined,
  value: unknown,
  low: number,
  high: number,
  step: number,
  put: (value: unknown) => void,
  label?: string,
): HTMLElement {
  const box = h('input', {
    id,
    type: 'number',
    min: low,
    max: high,
    step,
    inputmode: step === 1 ? 'numeric' : 'decimal',
    'aria-label': label,
    value: value === undefined || value === null ? '' : String(value),
    oninput: () => put(box.value === '' ? undefined : Number(box.value)),
  });
  const nudge = (by: number): void => {
    box.value = String(
      Math.min(high, Math.max(low, (box.value === '' ? (by > 0 ? low - step : low) : Number(box.value)) + by)),
    );
    put(Number(box.value));
  };
  return h(
    'div',
    { class: 'number' },
    h('button', { type: 'button', tabindex: -1, 'aria-label': '-', onclick: () => nudge(-step) }, '−'),
    box,
    h('button', { type: 'button', tabindex: -1, 'aria-label': '+', onclick: () => nudge(step) }, '+'),
  );
}

function ticks(field: Field, inputs: Inputs, changed: () => void): HTMLElement {
  const held = new Set((inputs[field.name] as string[] | undefined) ?? []);
  return h(
    'div',
    { class: 'ticks' },
    ...(field.values ?? []).map((value, index) =>
      h(
        'label',
        { class: 'tick' },
        h('input', {
          type: 'checkbox',
          value,
          checked: held.has(value),
          onchange: (event: Event) => {
            if ((event.target as HTMLInputElement).checked) held.add(value);
            else held.delete(value);
            set(inputs, field.name, held.size ? [...held] : undefined);
            changed();
          },
        }),
        field.labels?.[index] ?? value,
      ),
    ),
  );
}

function counters(field: Field, inputs: Inputs, changed: () => void): HTMLElement {
  const held = (inputs[field.name] as string[] | undefined) ?? [];
  const counts = new Map((field.values ?? []).map((value) => [value, held.filter((one) => one === value).length]));
  return h(
    'div',
    { class: 'counters' },
    ...(field.values ?? []).map((value, index) =>
      h(
        'div',
        { class: 'counter' },
        h('span', null, field.labels?.[index] ?? value),
        numeric(
          undefined,
          counts.get(value),
          0,
          7,
          1,
          (count) => {
            counts.set(value, Number(count ?? 0));
            const all = [...counts].flatMap(([one, times]) => Array<string>(times).fill(one));
            set(inputs, field.name, all.length ? all : undefined);
            changed();
          },
          field.labels?.[index],
        ),
      ),
    ),
  );
}

/** A list that grows and shrinks; each entry draws itself. */
function growing<T>(
  inputs: Inputs,
  name: string,
  fresh: () => T,
  draw: (entry: T, changed: () => void) => Child,
  changed: () => void,
): HTMLElement {
  const box = h('div', { class: 'growing' });
  const entries = structuredClone((inputs[name] as T[] | undefined) ?? []);
  const keep = (): void => {
    set(inputs, name, entries.length ? structuredClone(entries) : undefined);
    changed();
  };
  const render = (): void => {
    box.replaceChildren(
      ...entries.map((entry, index) =>
        h(
          'div',
          { class: 'entry' },
          h('span', { class: 'ordinal' }, `${index + 1}`),
          draw(entry, keep),
          h(
            'button',
            {
              type: 'button',
              class: 'quiet',
              'aria-label': word('remove'),
              title: word('remove'),
              onclick: () => {
                entries.splice(index, 1);
                render();
                keep();
              },
            },
            '×',
          ),
        ),
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'add',
          onclick: () => {
            entries.push(fresh());
            render();
            keep();
          },
        },
        `+ ${word('add')}`,
      ),
    );
  };
  render();
  return box;
}

function sequence(field: Field, inputs: Inputs, changed: () => void): HTMLElement {
  const options = (field.values ?? []).map((value, index) => [value, field.labels?.[index] ?? value]);
  const list = ((inputs[field.name] as string[] | undefined) ?? ['fine']).map((value) => ({ value }));
  const holder: Inputs = { list };
  return growing<{ value: string }>(
    holder,
    'list',
    () => ({ value: 'fine' }),
    (entry, keep) =>
      select(
        undefined,
        options,
        entry.value,
        (value) => {
          entry.value = value;
          keep();
        },
        field.meaning,
      ),
    () => {
      const values = ((holder.list as { value: string }[] | undefined) ?? []).map((one) => one.value);
      set(inputs, field.name, values.length ? values : undefined);
      changed();
    },
  );
}

function numbers(field: Field, inputs: Inputs, changed: () => void): HTMLElement {
  const holder: Inputs = { list: ((inputs[field.name] as number[] | undefined) ?? []).map((value) => ({ value })) };
  return growing<{ value: number }>(
    holder,
    'list',
    () => ({ value: field.min ?? 1 }),
    (entry, keep) =>
      numeric(
        undefined,
        entry.value,
        field.min ?? 0,
        field.max ?? 99,
        1,
        (value) => {
          entry.value = Number(value);
          keep();
        },
        field.meaning,
      ),
    () => {
      const values = ((holder.list as { value: number }[] | undefined) ?? []).map((one) => one.value);
      set(inputs, field.name, values.length ? values : undefined);
      changed();
    },
  );
}

function extras(inputs: Inputs, changed: () => void): HTMLElement {
  return growing<{ label: string; value: number }>(
    inputs,
    'extra',
    () => ({ label: word('label'), value: 1 }),
    (entry, keep) => [
      h('input', {
        type: 'text',
        maxlength: 80,
        value: entry.label,
        'aria-label': word('label'),
        oninput: (event: Event) => {
          entry.label = (event.target as HTMLInputElement).value || '?';
          keep();
        },
      }),
      numeric(
        undefined,
        entry.value,
        -20,
        20,
        1,
        (value) => {
          entry.value = Number(value ?? 0);
          keep();
        },
        word('value'),
      ),
    ],
    changed,
  );
}

function forceSelect(id: string, inputs: Inputs, name: string, changed: () => void): HTMLElement {
  const names = Object.keys(state.forces.forces);
  if (!names.length)
    return h('p', { class: 'hint' }, word('no_forces'), ' ', h('a', { href: '#forces' }, word('forces')));
  const now = JSON.stringify(inputs[name]);
  const chosen = names.find((one) => JSON.stringify(state.forces.forces[one]) === now) ?? '';
  return select(
    id,
    [['', word('choose_force')], ...names.map((one) => [one, state.forces.forces[one]?.name ?? one])],
    chosen,
    (value) => {
      set(inputs, name, value ? structuredClone(state.forces.forces[value]) : undefined);
      delete inputs.dice;
      delete inputs.choices;
      changed();
    },
  );
}

/** The choices of a field of the terrain or orders table, for the rows of plans and wishes. */
function offered(fields: Field[], name: string): string[][] {
  const field = fields.find((one) => one.name === name);
  return (field?.values ?? []).map((value, index) => [value, field?.labels?.[index] ?? value]);
}

interface Step {
  terrain?: string;
  hexside?: string;
  road?: string;
  features?: string[];
  starts_in_city?: boolean;
  through_fortress?: boolean;
}

function steps(inputs: Inputs, changed: () => void): HTMLElement {
  const names = (name: string): string[][] => offered(state.desk.step, name);
  const label = (name: string): string => state.desk.step.find((one) => one.name === name)?.meaning ?? name;
  return growing<Step>(
    inputs,
    'plan',
    () => ({ terrain: 'clear' }),
    (step, keep) =>
      h(
        'div',
        { class: 'wide' },
        select(
          undefined,
          names('terrain'),
          step.terrain ?? 'clear',
          (value) => {
            step.terrain = value;
            keep();
          },
          label('terrain'),
        ),
        select(
          undefined,
          names('hexside'),
          step.hexside ?? 'none',
          (value) => {
            step.hexside = value;
            keep();
          },
          label('hexside'),
        ),
        select(
          undefined,
          names('road'),
          step.road ?? 'none',
          (value) => {
            step.road = value;
            keep();
          },
          label('road'),
        ),
        select(
          undefined,
          [['', word('none')], ...names('features')],
          step.features?.[0] ?? '',
          (value) => {
            if (value) step.features = [value];
            else delete step.features;
            keep();
          },
          label('features'),
        ),
        ...(['starts_in_city', 'through_fortress'] as const).map((name) =>
          h(
            'label',
            { class: 'tick' },
            h('input', {
              type: 'checkbox',
              checked: step[name] === true,
              onchange: (event: Event) => {
                if ((event.target as HTMLInputElement).checked) step[name] = true;
                else delete step[name];
                keep();
              },
            }),
            word(name),
          ),
        ),
      ),
    changed,
  );
}

interface Wish {
  name: string;
  force: string;
  new: string;
  exempt?: string;
}

function wishes(inputs: Inputs, changed: () => void): HTMLElement {
  const names = (name: string): string[][] => offered(state.desk.wish, name);
  return growing<Wish>(
    inputs,
    'orders',
    () => ({ name: word('order'), force: 'major', new: 'attack' }),
    (wish, keep) =>
      h(
        'div',
        { class: 'wide' },
        h('input', {
          type: 'text',
          maxlength: 60,
          value: wish.name,
          'aria-label': word('force_name'),
          oninput: (event: Event) => {
            wish.name = (event.target as HTMLInputElement).value || '?';
            keep();
          },
        }),
        select(
          undefined,
          names('force'),
          wish.force,
          (value) => {
            wish.force = value;
            keep();
          },
          word('type'),
        ),
        select(
          undefined,
          names('new'),
          wish.new,
          (value) => {
            wish.new = value;
            keep();
          },
          word('order'),
        ),
        select(undefined, names('exempt'), wish.exempt ?? 'none', (value) => {
          wish.exempt = value;
          keep();
        }),
      ),
    changed,
  );
}
