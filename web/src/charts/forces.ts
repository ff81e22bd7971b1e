/** The Forces of this page: kept in the browser, imported and exported as force files. */

import { h, type Child } from './dom';
import { numeric, select } from './inputs';
import { emptyFile, inputsOf, post, rememberForces, saveForces, state, tableOf, undoForces, word } from './state';
import type { Captain, Force, ForceFile, Unit } from './types';

const RUNS = ['assault-run', 'battle-run', 'siege-run', 'pursuit-run'];

export function forcesTab(redraw: () => void, open: (tab: string) => void): HTMLElement {
  const names = Object.keys(state.forces.forces);
  const problem = h('p', { class: 'refusal', role: 'alert', hidden: true });

  async function take(file: unknown): Promise<void> {
    const found = await post<{ ok: true; file: ForceFile }>('forces', { file });
    if (!found.ok) {
      problem.hidden = false;
      problem.textContent = found.error;
      return;
    }
    state.forces = found.file;
    saveForces();
    redraw();
  }

  const importer = h('input', {
    type: 'file',
    accept: '.json,application/json',
    id: 'import',
    class: 'visually-hidden',
    onchange: async () => {
      const file = importer.files?.[0];
      if (!file) return;
      try {
        await take(JSON.parse(await file.text()));
      } catch {
        problem.hidden = false;
        problem.textContent = word('bad_file');
      }
    },
  });

  return h(
    'article',
    { class: 'forces' },
    h('header', null, h('h2', null, word('forces'))),
    h('p', { class: 'hint' }, word('forces_about')),
    problem,
    h(
      'div',
      { class: 'tools left' },
      h(
        'button',
        {
          type: 'button',
          onclick: () =>
            void take({ ...emptyFile(), ...state.desk.example, log: state.forces.log, history: state.forces.history }),
        },
        word('load_example'),
      ),
      h('label', { class: 'button', for: 'import' }, word('import')),
      importer,
      h('button', { type: 'button', disabled: !names.length, onclick: exportFile }, word('export')),
      h(
        'button',
        {
          type: 'button',
          onclick: () => {
            addForce();
            redraw();
          },
        },
        word('new_force'),
      ),
      h(
        'button',
        {
          type: 'button',
          disabled: !state.forces.history.length,
          onclick: () => {
            undoForces();
            redraw();
          },
        },
        word('undo'),
      ),
    ),
    names.length > 1 ? chooseTwo(names, open) : null,
    ...names.map((name) => forceCard(name, redraw)),
    state.forces.log.length
      ? h(
          'section',
          null,
          h('h3', null, word('log')),
          h(
            'ol',
            { class: 'log' },
            ...state.forces.log.map((entry) =>
              h(
                'li',
                null,
                h('strong', null, tableOf(entry.what)?.title ?? (entry.what === 'undo' ? word('undo') : entry.what)),
                entry.lines.length
                  ? h(
                      'details',
                      null,
                      h('summary', null, word('log')),
                      h('ol', null, ...entry.lines.map((line) => h('li', null, line))),
                    )
                  : null,
              ),
            ),
          ),
        )
      : null,
  );
}

function chooseTwo(names: string[], open: (tab: string) => void): Child {
  const options = names.map((name) => [name, state.forces.forces[name]!.name]);
  let [attacker, defender] = [names[0]!, names[1]!];
  return h(
    'div',
    { class: 'from-forces' },
    h('span', { class: 'label' }, word('choose_two')),
    select(
      'go-attacker',
      options,
      attacker,
      (value) => {
        attacker = value;
      },
      word('attacker'),
    ),
    select(
      'go-defender',
      options,
      defender,
      (value) => {
        defender = value;
      },
      word('defender'),
    ),
    ...RUNS.map((run) =>
      h(
        'button',
        {
          type: 'button',
          class: 'primary',
          'data-go': run,
          onclick: () => {
            const table = tableOf(run)!;
            const inputs = inputsOf(table);
            inputs.attacker = structuredClone(state.forces.forces[attacker]);
            inputs.defender = structuredClone(state.forces.forces[defender]);
            for (const name of ['dice', 'choices', 'auto']) delete inputs[name];
            open(run);
          },
        },
        tableOf(run)!.short,
      ),
    ),
  );
}

function exportFile(): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(state.forces, null, 1)], { type: 'application/json' }));
  const anchor = h('a', { href: address, download: 'forces.json' });
  anchor.click();
  URL.revokeObjectURL(address);
}

function addForce(): void {
  let number = 1;
  while (state.forces.forces[`force-${number}`]) number++;
  rememberForces(word('new_force'), []);
  state.forces.forces[`force-${number}`] = {
    name: `${word('forces')} ${number}`,
    units: [{ id: 'infantry-1', type: 'infantry', sp: 5, quality: 2, reliability: 'N' }],
    captains: [],
  };
  saveForces();
}

function forceCard(name: string, redraw: () => void): HTMLElement {
  const force = state.forces.forces[name]!;
  const kept = (): void => saveForces();
  const again = (): void => {
    saveForces();
    redraw();
  };
  return h(
    'section',
    { class: 'force', 'data-force': name },
    h(
      'div',
      { class: 'force-head' },
      h('input', {
        type: 'text',
        maxlength: 60,
        value: force.name,
        'aria-label': word('force_name'),
        onchange: (event: Event) => {
          force.name = (event.target as HTMLInputElement).value || name;
          kept();
        },
      }),
      h(
        'label',
        null,
        `${word('force_quality')} `,
        pick(['', '0', '1', '2', '3'], force.quality, (value) => {
          put(force, 'quality', value === '' ? undefined : Number(value));
          kept();
        }),
      ),
      tick(word('disorganised'), force.disorganised, (on) => {
        put(force, 'disorganised', on || undefined);
        kept();
      }),
      tick(word('admin_march'), force.admin_march, (on) => {
        put(force, 'admin_march', on || undefined);
        kept();
      }),
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          onclick: () => {
            rememberForces(word('delete_force'), [force.name]);
            delete state.forces.forces[name];
            again();
          },
        },
        word('delete_force'),
      ),
    ),
    h(
      'div',
      { class: 'scroll' },
      h(
        'table',
        { class: 'roster' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            ...['unit', 'type', 'sp', 'quality', 'class', 'demoralised', 'firearms'].map((key) =>
              h('th', null, word(key)),
            ),
            h('th'),
          ),
        ),
        h('tbody', null, ...force.units.map((unit, index) => unitRow(force, unit, index, kept, again))),
      ),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'add',
        onclick: () => {
          force.units.push(freshUnit(force));
          again();
        },
      },
      `+ ${word('add_unit')}`,
    ),
    h(
      'div',
      { class: 'scroll' },
      h(
        'table',
        { class: 'roster' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            ...['captain', 'rank', 'initiative', 'stars', 'siege', 'eliminated'].map((key) => h('th', null, word(key))),
            h('th'),
          ),
        ),
        h('tbody', null, ...force.captains.map((captain, index) => captainRow(force, captain, index, kept, again))),
      ),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'add',
        onclick: () => {
          force.captains.push({ name: `${word('captain')} ${force.captains.length + 1}`, rank: 'captain' });
          again();
        },
      },
      `+ ${word('add_captain')}`,
    ),
  );
}

function freshUnit(force: Force): Unit {
  let number = force.units.length + 1;
  while (force.units.some((unit) => unit.id === `unit-${number}`)) number++;
  return { id: `unit-${number}`, type: 'infantry', sp: 4, quality: 2, reliability: 'N' };
}

function put<T, K extends keyof T>(object: T, name: K, value: T[K] | undefined): void {
  if (value === undefined) delete object[name];
  else object[name] = value;
}

function pick(
  values: string[],
  now: string | number | undefined,
  change: (value: string) => void,
  label?: string,
): HTMLElement {
  return select(
    undefined,
    values.map((value) => [value, value || '–']),
    now === undefined ? '' : String(now),
    change,
    label,
  );
}

function tick(text: string, on: boolean | undefined, change: (on: boolean) => void): HTMLElement {
  return h(
    'label',
    { class: 'tick' },
    h('input', {
      type: 'checkbox',
      checked: on === true,
      onchange: (event: Event) => change((event.target as HTMLInputElement).checked),
    }),
    text,
  );
}

function box(on: boolean | undefined, label: string, change: (on: boolean) => void): HTMLElement {
  return h('input', {
    type: 'checkbox',
    checked: on === true,
    'aria-label': label,
    onchange: (event: Event) => change((event.target as HTMLInputElement).checked),
  });
}

function unitRow(force: Force, unit: Unit, index: number, kept: () => void, again: () => void): HTMLElement {
  return h(
    'tr',
    { class: unit.sp === 0 ? 'gone' : undefined },
    h(
      'td',
      null,
      h('input', {
        type: 'text',
        maxlength: 40,
        value: unit.id,
        'aria-label': word('unit'),
        onchange: (event: Event) => {
          const id = (event.target as HTMLInputElement).value.trim();
          if (id && !force.units.some((one) => one !== unit && one.id === id)) unit.id = id;
          again();
        },
      }),
    ),
    h(
      'td',
      null,
      select(
        undefined,
        state.desk.types.map((type) => [type.id, type.text]),
        unit.type,
        (value) => {
          unit.type = value;
          delete unit.firearms;
          kept();
        },
        word('type'),
      ),
    ),
    h(
      'td',
      null,
      numeric(
        undefined,
        unit.sp,
        0,
        99,
        1,
        (value) => {
          unit.sp = Math.max(0, Math.round(Number(value ?? 0)));
          kept();
        },
        word('sp'),
      ),
    ),
    h(
      'td',
      null,
      pick(
        ['', '0', '1', '2', '3'],
        unit.quality,
        (value) => {
          put(unit, 'quality', value === '' ? undefined : Number(value));
          kept();
        },
        word('quality'),
      ),
    ),
    h(
      'td',
      null,
      pick(
        ['', 'V', 'S', 'N', 'R'],
        unit.reliability,
        (value) => {
          put(unit, 'reliability', value || undefined);
          kept();
        },
        word('class'),
      ),
    ),
    h(
      'td',
      null,
      box(unit.demoralised, word('demoralised'), (on) => {
        put(unit, 'demoralised', on || undefined);
        kept();
      }),
    ),
    h(
      'td',
      null,
      box(unit.firearms ?? unit.type === 'firearm_infantry', word('firearms'), (on) => {
        put(unit, 'firearms', on || undefined);
        kept();
      }),
    ),
    h(
      'td',
      null,
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          'aria-label': word('remove'),
          disabled: force.units.length === 1,
          onclick: () => {
            force.units.splice(index, 1);
            again();
          },
        },
        '×',
      ),
    ),
  );
}

function captainRow(force: Force, captain: Captain, index: number, kept: () => void, again: () => void): HTMLElement {
  return h(
    'tr',
    { class: captain.eliminated ? 'gone' : undefined },
    h(
      'td',
      null,
      h('input', {
        type: 'text',
        maxlength: 40,
        value: captain.name,
        'aria-label': word('captain'),
        onchange: (event: Event) => {
          captain.name = (event.target as HTMLInputElement).value.trim() || captain.name;
          kept();
        },
      }),
    ),
    h(
      'td',
      null,
      select(
        undefined,
        state.desk.ranks.map((rank) => [rank.id, rank.text]),
        captain.rank,
        (value) => {
          captain.rank = value;
          kept();
        },
        word('rank'),
      ),
    ),
    h(
      'td',
      null,
      pick(
        ['', '0', '1', '2', '3', '4', '5'],
        captain.initiative,
        (value) => {
          put(captain, 'initiative', value === '' ? undefined : Number(value));
          kept();
        },
        word('initiative'),
      ),
    ),
    h(
      'td',
      null,
      pick(
        ['', '1', '2', '3'],
        captain.stars,
        (value) => {
          put(captain, 'stars', value === '' ? undefined : Number(value));
          kept();
        },
        word('stars'),
      ),
    ),
    h(
      'td',
      null,
      box(captain.siege, word('siege'), (on) => {
        put(captain, 'siege', on || undefined);
        kept();
      }),
    ),
    h(
      'td',
      null,
      box(captain.eliminated, word('eliminated'), (on) => {
        put(captain, 'eliminated', on || undefined);
        again();
      }),
    ),
    h(
      'td',
      null,
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          'aria-label': word('remove'),
          onclick: () => {
            force.captains.splice(index, 1);
            again();
          },
        },
        '×',
      ),
    ),
  );
}
