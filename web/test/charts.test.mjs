// What the charts desk decides without a page: which inputs count and where they come from, links, pictures, marks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const logic = await load('/src/charts/logic.ts');
const marks = await load('/src/charts/marks.ts');
const { Frac } = await load('/src/charts/engine/frac.ts');

const field = (name, more = {}) => ({ name, type: 'integer', required: false, meaning: name, ...more });
const table = {
  name: 'artillery',
  procedure: false,
  fields: [
    field('mode', { type: 'choice', values: ['siege', 'mb'], default: 'siege' }),
    field('sp', { required: true, example: 6 }),
    field('weather', { type: 'choice', values: ['fine', 'rain'], default: 'fine' }),
    field('siege_level', { default: 0, only: { mode: ['siege'] } }),
    field('river_chit', { type: 'boolean', default: false, only: { mode: ['mb'] } }),
    field('pay', { default: null, rulings: { payment: ['manual', '*'] } }),
    field('die'),
  ],
};
const register = [{ id: 'payment', default: 'cheap', values: ['cheap', 'manual'] }];

test('the player comes before the turn bar, that before the Forces, those before examples', () => {
  const layers = {
    given: { sp: 3 },
    turn: logic.fromTurn(table, { weather: 'rain', siege_level: 2, terrain: 'hill' }),
    force: { sp: 9, weather: 'fine' },
    example: logic.examples(table),
  };
  assert.deepEqual(logic.merged(layers), { sp: 3, weather: 'rain', siege_level: 2 });
  const origins = ['sp', 'weather', 'siege_level', 'mode'].map((name) => logic.originOf(name, layers));
  assert.deepEqual(origins, ['given', 'turn', 'turn', 'default']);
  assert.equal(logic.originOf('sp', { ...layers, given: {} }), 'force');
  assert.equal(logic.originOf('sp', { ...layers, given: {}, force: {} }), 'example');
});

test('the turn bar says nothing a table does not know', () => {
  assert.deepEqual(logic.fromTurn(table, { weather: 'snow', terrain: 'hill' }), {});
  const rests = { ...table, fields: [field('interphase', { type: 'boolean' })] };
  assert.deepEqual(logic.fromTurn(rests, { season: 'interphase' }), { interphase: true });
  assert.deepEqual(logic.fromTurn(rests, { season: 'winter' }), {});
});

test('only inputs that count are asked: beside the others, and under the rulings', () => {
  const inputs = { sp: 5, siege_level: 1, river_chit: true, pay: 4 };
  const asked = (rulings, more = {}) => logic.sent(table, { ...inputs, ...more }, rulings, register);
  assert.deepEqual(asked({}), { sp: 5, siege_level: 1 });
  assert.deepEqual(asked({}, { mode: 'mb' }), { mode: 'mb', sp: 5, river_chit: true });
  assert.deepEqual(asked({ payment: 'manual' }), { sp: 5, siege_level: 1, pay: 4 });
  assert.deepEqual(asked({ payment: '17' }), { sp: 5, siege_level: 1, pay: 4 });
});

test('where an input says so, rulings decide beside some inputs only', () => {
  const level = field('level', { rulings: { payment: ['manual'] }, where: { mode: ['mb'] } });
  const counts = (mode, payment) => logic.matters(table, { mode }, { payment }, level, register);
  assert.deepEqual([counts('siege', 'cheap'), counts('mb', 'cheap'), counts('mb', 'manual')], [true, false, true]);
});

test('the fortress stands in front of an assault on one, and of no other', () => {
  const assault = { name: 'assault', procedure: false, fields: [1, 2, 3, 4].map((n) => field(`f${n}`)) };
  const fortress = field('fortress', { type: 'choice', default: 'none', values: ['none', 'fort_town'] });
  assert.equal(logic.isMain(assault, fortress, { kind: 'siege_assault' }), true);
  assert.equal(logic.isMain(assault, fortress, { kind: 'skirmish' }), false);
});

test('what decides, is required or begins with an example stands in front', () => {
  const main = table.fields.filter((one) => logic.isMain(table, one)).map((one) => one.name);
  assert.deepEqual(main, ['mode', 'sp']);
});

test('a link holds inputs, turn, rulings and language, and nothing else gets in', () => {
  const hash = logic.writeLink('loc', { hexes: 5 }, { weather: 'mud' }, { 'rounding.half': 'up' }, 'it');
  assert.deepEqual(logic.readLink(hash), {
    tab: 'loc',
    given: { hexes: 5 },
    derived: { weather: 'mud' },
    rulings: { 'rounding.half': 'up' },
    lang: 'it',
  });
  assert.equal(logic.readLink('#forces').rulings, null);
  assert.deepEqual(logic.readLink('#loc?lang=en').rulings, {});
  assert.equal(logic.readLink('#loc?i=[1]&lang=en').given, null);
  assert.equal(logic.readLink('#loc?i={&lang=en').given, null);
  assert.equal(logic.readLink('#%E0%A4%A').tab, '');
});

test("of a link's turn only that is taken over which ours says otherwise", () => {
  assert.deepEqual(logic.adopted({ weather: 'mud', sp: 5 }, { weather: 'mud' }), { sp: 5 });
  assert.deepEqual(logic.adopted({ weather: 'mud' }, { weather: 'rain' }), { weather: 'mud' });
});

const odds = {
  outcomes: [
    { probability: '1/2', counts: { attacker_sp: 1, ap: 3 } },
    { probability: '1/3', counts: { attacker_sp: 0, ap: 3 } },
    { probability: '1/6', counts: { attacker_sp: 1, ap: 3 } },
  ],
  means: [
    { count: 'attacker_sp', text: 'loss', decimal: '0.667' },
    { count: 'ap', text: 'AP', decimal: '3.000' },
  ],
};

test('columns of losses add up, and what never changes is not drawn', () => {
  const [only, ...others] = logic.marginals(odds);
  assert.deepEqual(others, []);
  assert.deepEqual(
    only.bars.map(({ value, share }) => [value, Math.round(share * 600)]),
    [
      [0, 200],
      [1, 400],
    ],
  );
});

test('an outcome that holds a mean is not drawn as a number', () => {
  const means = [{ count: 'sp', text: 'SP', decimal: '0.3' }];
  const outcomes = [
    { probability: '1/2', counts: { sp: '1/3' } },
    { probability: '1/2', counts: { sp: 0 } },
  ];
  assert.deepEqual(logic.marginals({ outcomes, means }), []);
});

test('of too many outcomes the likeliest are drawn', () => {
  const { shown, rest, left } = logic.drawn(odds, 2);
  assert.deepEqual(
    shown.map((one) => one.probability),
    ['1/2', '1/3'],
  );
  assert.equal(left, 1);
  assert.ok(Math.abs(rest - 1 / 6) < 1e-12);
  assert.equal(logic.drawn(odds, 3).shown[2].probability, '1/6');
});

test('colours follow the side that gains', () => {
  assert.equal(logic.favours('attacker_loses'), 'defender');
  assert.equal(logic.favours('defender_sp'), 'attacker');
  assert.equal(logic.favours('breach'), 'attacker');
  assert.equal(logic.favours('siege_level'), 'attacker');
  assert.equal(logic.favours('own_artillery'), 'defender');
  assert.equal(logic.favours('pillage'), 'defender');
  assert.equal(logic.favours('nobody_loses'), null);
});

test('a cell is turned from attacker to defender to nobody and back', () => {
  const rows = ['aaaa', 'dddd'];
  const once = marks.turned(rows, 1, 2);
  assert.deepEqual(once, ['aaaa', 'ddnd']);
  assert.deepEqual(marks.turned(once, 1, 2), ['aaaa', 'ddad']);
  assert.deepEqual(marks.turned(marks.turned(once, 1, 2), 1, 2), rows);
  assert.deepEqual(marks.toggled([[9, '8+']], [8, '5-7']), [
    [9, '8+'],
    [8, '5-7'],
  ]);
  assert.deepEqual(marks.toggled([[9, '8+']], [9, '8+']), []);
});

test('marks travel as a small file, and only marks', () => {
  const rulings = { 'charge.pillage_cells': [[9, '8+']], 'rounding.half': 'up' };
  const file = marks.marksFile(rulings);
  assert.deepEqual(marks.readMarks(JSON.parse(JSON.stringify(file))), { 'charge.pillage_cells': [[9, '8+']] });
  for (const bad of [
    null,
    3,
    {},
    { format: 'other', marks: {} },
    { ...file, marks: rulings },
    { ...file, marks: null },
  ])
    assert.equal(marks.readMarks(bad), null);
  assert.equal(marks.readMarks({ ...file, marks: { 'assault.loser_rule': ['a'] } }), null);
  const underlined = { 'optional.loser_rule': 'n'.repeat(21) };
  assert.deepEqual(marks.readMarks(marks.marksFile(underlined)), underlined);
  assert.equal(marks.readMarks({ ...file, marks: { 'optional.loser_rule': 'add' } }), null);
});

test('fractions are exact', () => {
  assert.equal(new Frac(6, -4).toString(), '-3/2');
  assert.equal(Frac.of(2.5).toString(), '5/2');
  assert.equal(Frac.of('3/2').times(new Frac(2, 3)).toString(), '1');
  assert.deepEqual(
    [5, 15, 25, -5].map((tenths) => Number(new Frac(tenths, 10).rounded())),
    [0, 2, 2, 0],
  );
  assert.equal(Number(new Frac(-7, 2).floor()), -4);
  assert.ok(new Frac(1, 3).below(new Frac(34, 100)));
});
