// The decisions on the map without a page: what is lit, what a touch means, which order comes of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { Action } = await load('/src/table/action.svelte.ts');
const { moduleOf } = await load('/src/decisions/registry.ts');
const { Deciding } = await load('/src/decisions/deciding.ts');
const { commentOf } = await load('/src/tutorial/comment.ts');

/** An action on a menu, and what it told the table to do. */
function deciding(menu, pieces = {}) {
  const given = [];
  const table = {
    menu,
    active: menu,
    view: { pieces, stacks: [] },
    order: (text) => Promise.resolve(Boolean(given.push(text))),
    check: () => Promise.resolve(null),
  };
  return { action: new Action(table), given };
}
const at = (city) => ({ city });

test('a city is named by one touch and confirmed by the next', () => {
  const orders = [
    { order: 'fight' },
    { order: 'evade neisse', city: 'neisse' },
    { order: 'evade brieg', city: 'brieg' },
  ];
  const { action, given } = deciding({ state: 'EVADE', cities: ['neisse', 'brieg'], fight: true, orders });
  assert.deepEqual([...action.litCities], [['neisse', 'choice'], ['brieg', 'choice']]); // prettier-ignore
  assert.equal(action.tap('glatz'), false);
  assert.equal(action.tap('brieg'), true);
  assert.equal(action.order, 'evade brieg');
  action.tap('neisse');
  assert.equal(action.order, 'evade neisse');
  action.tap('neisse');
  assert.deepEqual(given, ['evade neisse']);
});

test('two cities are freed, in any order, and a third takes the place of the first', () => {
  const cities = ['koenigsberg', 'rastenburg', 'memel'];
  const orders = [
    { order: 'liberate koenigsberg rastenburg', cities: ['koenigsberg', 'rastenburg'] },
    { order: 'liberate rastenburg memel', cities: ['rastenburg', 'memel'] },
  ];
  const { action } = deciding({ state: 'EAST_PRUSSIA', choose: 2, cities, orders });
  action.tap('rastenburg');
  assert.equal(action.order, null);
  action.tap('koenigsberg');
  assert.equal(action.order, 'liberate koenigsberg rastenburg');
  action.tap('koenigsberg');
  assert.deepEqual(action.named, ['rastenburg']);
  action.tap('koenigsberg');
  action.tap('memel');
  assert.deepEqual(action.named, ['koenigsberg', 'memel']);
});

test('a way west is lit city by city', () => {
  const paths = [['eger', 'asch'], ['eger', 'hof'], ['plan', 'hof']]; // prettier-ignore
  const orders = paths.map((path) => ({ order: `west ${path.join(' ')}`, path }));
  const { action } = deciding({ state: 'WEST', paths, none: true, orders: [...orders, { order: 'west none' }] });
  assert.deepEqual([...action.litCities.keys()], ['eger', 'plan']);
  action.tap('eger');
  assert.deepEqual([...action.litCities.keys()], ['asch', 'hof']);
  assert.equal(action.order, null);
  action.tap('hof');
  assert.equal(action.order, 'west eger hof');
  assert.equal(action.decline, 'west none');
});

test('where Laudon goes, he takes the least he must until more is said', () => {
  const menu = { state: 'LAUDON', cities: ['prag'], takes: [2, 5], none: true };
  const { action } = deciding({ ...menu, orders: [{ order: 'laudon prag takes {takes}', city: 'prag' }] });
  action.tap('prag');
  assert.equal(action.order, 'laudon prag takes 2');
});

test('a touch on a stack names its generals in turn', () => {
  const orders = ['daun', 'laudon'].map((general) => ({ order: `flip ${general}`, general }));
  const menu = { state: 'FLIP', generals: ['daun', 'laudon'], none: false, orders };
  const { action } = deciding(menu, { daun: at('prag'), laudon: at('prag'), lacy: at('eger') });
  assert.deepEqual([...action.litPieces], ['daun', 'laudon']);
  assert.equal(action.tap('eger'), false);
  const named = [1, 2, 3].map(() => (action.tap('prag'), action.order));
  assert.deepEqual(named, ['flip daun', 'flip laudon', 'flip daun']);
});

test('a combat is chosen by a touch that can only mean one', () => {
  const pairs = [['daun', 'keith'], ['daun', 'winterfeldt']]; // prettier-ignore
  const orders = pairs.map(([attacker, defender]) => ({ order: `attack ${attacker} ${defender}`, attacker, defender }));
  const pieces = { daun: at('prag'), keith: at('berlin'), winterfeldt: at('breslau') };
  const { action, given } = deciding({ state: 'COMBAT_PICK', pairs, orders }, pieces);
  assert.deepEqual([...action.litPieces], ['daun', 'keith', 'winterfeldt']);
  assert.equal(action.tap('prag'), false);
  assert.equal(action.tap('breslau'), true);
  assert.deepEqual(given, ['attack daun winterfeldt']);
});

test('in the movement phase a touch takes up the largest group, while recruiting it names a depot', () => {
  const still = { takes: null, steps: 3, main_steps: 4, ends: {}, stops: [], passes: [], order: '' };
  const group = (pieces) => ({ pieces, city: 'prag', ...still });
  const recruit = { generals: { lacy: ['bruenn'] }, trains: { count: 1, cities: ['tabor'] } };
  const menu = { state: 'MOVE_MENU', groups: [group(['daun']), group(['daun', 'laudon'])], recruit };
  const { action } = deciding(menu, { daun: at('prag'), laudon: at('prag') });
  assert.deepEqual([...action.litPieces], ['daun', 'laudon']);
  assert.equal(action.tap('prag'), true);
  assert.deepEqual(action.picked, ['daun', 'laudon']);
  action.clear();
  action.recruiting = true;
  assert.deepEqual([...action.litPieces], []);
  assert.deepEqual([...action.litCities.keys()], ['bruenn', 'tabor']);
  assert.equal(action.tap('prag'), false);
  assert.equal(action.tap('tabor'), true);
  assert.equal(action.depot, 'tabor');
});

test('a decision that nobody has told the page of works like most', () => {
  const orders = [{ order: 'parley prag', city: 'prag' }, { order: 'parley none' }];
  const { action } = deciding({ state: 'PARLEY', cities: ['prag'], none: true, orders });
  assert.equal(moduleOf('PARLEY'), null);
  assert.equal(action.decision.constructor, Deciding);
  action.tap('prag');
  assert.deepEqual([action.order, action.decline], ['parley prag', 'parley none']);
});

test('the battle shows what card is asked for, the other decisions have a panel', () => {
  const elsewhere = (state) => deciding({ state }).action.decision.elsewhere;
  assert.deepEqual(['CARD', 'ALLOT', 'EVADE'].map(elsewhere), [true, false, false]);
  assert.equal(moduleOf('COMBAT_PICK'), 'attack');
});

test('the companion of the first war has a word on the card that is given up', () => {
  const said = (turn, state) => commentOf({ turn, nation: 'france', result: null }, { state });
  assert.deepEqual([said(1, 'FORCED_DISCARD'), said(1, 'MOVE_MENU')], ['discard', 'turn1']);
  assert.equal(said(4, 'FORCED_DISCARD'), null);
});
