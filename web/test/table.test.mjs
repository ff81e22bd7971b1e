// The table without a page: what the server tells, what is asked of it, where the map looks, what the keys do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

const { Desk } = await load('/src/table/desk.svelte.ts');
const { press, KEYS } = await load('/src/table/keys.ts');
const { Viewport } = await load('/src/map/viewport.svelte.ts');
const { city } = await load('/src/map/board.ts');
const { soundOf, TONES } = await load('/src/table/sounds.ts');

const { gathered } = await load('/src/log/tell.ts');

test('troops that one general receives are told together', () => {
  const received = (general) => ({ key: 'received', rule: 'R10.5', args: { nation: 'prussia', ...general } });
  const one = { general: 'friedrich' };
  const events = [one, one, one, { general: 'keith' }, {}, {}].map(received);
  const told = gathered(events).map(({ key, args }) => [key, args.general, args.count]);
  assert.deepEqual(told, [
    ['received_more', 'friedrich', 3],
    ['received', 'keith', undefined],
    ['received_more', undefined, 2],
  ]);
});

const pieces = { cumberland: { city: 'nienburg' }, richelieu: { city: 'iserlohn' } };
const view = (more = {}) => ({
  scenario: 'west',
  turn: 1,
  nation: 'france',
  pieces,
  stacks: [],
  nations: { hanover: { role: 'friedrich' }, france: { role: 'pompadour' } },
  fate: { drawn: [] },
  decision: { state: 'MOVE_MENU', nation: 'france', roles: ['pompadour'] },
  ...more,
});
const snapshot = (more = {}) => ({
  type: 'snapshot',
  seat: 0,
  roles: ['friedrich'],
  log: [],
  log_from: 0,
  since: 0,
  notes: '',
  instruction: null,
  chat: [],
  table: { card: { seats: [], proposal: null, rematch: null } },
  version: 1,
  view: view(),
  menu: {},
  role: null,
  undo: { order: 0, stage: 0 },
  orders: 0,
  ...more,
});
const update = (n, seat, events = [], more = {}) => ({
  type: 'update',
  version: n + 2,
  log: [{ n, seat, turn: 1, nation: 'france', role: 'pompadour', order: `order ${n}`, events }],
  log_from: n,
  view: view(),
  menu: {},
  role: null,
  undo: { order: 0, stage: 0 },
  orders: n + 1,
  ...more,
});

/** A desk at a table whose server is this test. */
function sit({ replies = {}, narrow = false } = {}) {
  const sent = [];
  let hear;
  const around = {
    connect: (_game, _seat, heard) => {
      hear = heard;
      return {
        send: async (message) => {
          sent.push(message);
          const reply = replies[message.type];
          if (reply instanceof Error) throw reply;
          return reply ?? {};
        },
        wake: () => undefined,
        close: () => undefined,
      };
    },
    isAway: () => false,
    onWake: () => () => undefined,
  };
  const desk = new Desk('g', around, () => narrow);
  const leave = desk.table.start();
  hear(snapshot());
  return { desk, table: desk.table, hear: (m) => hear(m), sent, leave };
}

test('orders of others are shown one after the other, one’s own at once', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { table, hear, leave } = sit();
  hear(update(0, 1));
  hear(update(1, 1));
  assert.equal(table.queue.length, 2);
  assert.equal(table.log.length, 0);
  assert.equal(table.version, 3, 'an order goes with the newest version');
  mock.timers.tick(250);
  assert.equal(table.log.length, 1);
  assert.equal(table.showing.n, 0);
  table.skip();
  assert.deepEqual(
    table.log.map((e) => e.n),
    [0, 1],
  );
  hear(update(2, 0));
  assert.equal(table.log.length, 3);
  assert.equal(table.since, 3, 'what I have answered is no news');
  leave();
});

test('a stroke of fate holds the game until it is read, and nobody who wants everything at once', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { table, hear, leave } = sit();
  hear(
    update(0, 1, [{ key: 'fate_card', args: { card: 1 }, rule: null }], { menu: { state: 'MOVE_MENU', groups: [] } }),
  );
  mock.timers.tick(250);
  assert.ok(table.holding);
  assert.deepEqual(table.active, {}, 'no decision lies beside the report');
  table.setSpeed('instant');
  assert.ok(!table.holding);
  table.setSpeed('normal');
  table.acknowledge();
  assert.equal(table.active.state, 'MOVE_MENU');
  leave();
});

test('what was taken back can be given again until something else is', async () => {
  const { table, hear, sent, leave } = sit({ replies: { order: {}, undo: {} } });
  hear(update(0, 0, [], { undo: { order: 1, stage: 1 } }));
  await table.takeBack('order');
  assert.deepEqual(table.undone, ['order 0']);
  await table.redo();
  assert.equal(sent.at(-1).text, 'order 0');
  assert.deepEqual(table.undone, []);
  await table.takeBack('order');
  await table.order('something else');
  assert.deepEqual(table.undone, []);
  leave();
});

test('an answer that comes after the game went on answers nothing', async () => {
  let answer;
  const { table, hear, leave } = sit({ replies: { ask: new Promise((found) => (answer = found)) } });
  const asked = table.ask('threats');
  hear(update(0, 0));
  answer({ answer: { cities: {} } });
  assert.equal(await asked, null);
  leave();
});

test('an answer to read is kept when the game goes on, not when another seat is shown', async () => {
  for (const [then, kept] of [
    [(hear) => hear(update(0, 0)), true],
    [(hear) => hear({ type: 'curtain', seat: 1, name: 'Bruno', seats: [0, 1], table: snapshot().table }), false],
  ]) {
    let answer;
    const { table, hear, leave } = sit({ replies: { ask: new Promise((found) => (answer = found)) } });
    const asked = table.askLate('words');
    then(hear);
    answer({ answer: { lines: [] } });
    assert.deepEqual(await asked, kept ? { lines: [] } : null);
    leave();
  }
});

test('the curtain leaves nothing of the former player in the page', () => {
  const { table, hear, leave } = sit();
  hear(update(0, 0));
  hear({ type: 'curtain', table: { card: { seats: [] } }, seats: [] });
  assert.equal(table.view, null);
  assert.equal(table.seat, null);
  assert.deepEqual([table.log, table.chat, table.notes, table.reports], [[], [], '', []]);
  leave();
});

test('the map goes to the pieces that are to move only where none of them is seen', ({ mock }) => {
  const { desk, hear, leave } = sit();
  const { map, camera } = desk;
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  map.started = true;
  map.resize(800, 600);
  map.scale = 1.2;
  hear(snapshot({ menu: { state: 'MOVE_MENU', nation: 'france', groups: [] } }));
  const there = city('iserlohn');
  const glides = mock.method(map, 'glideTo', () => undefined);
  map.centre(there.x, there.y);
  camera.findMovers();
  assert.equal(glides.mock.callCount(), 0);
  map.centre(city('koenigsberg').x, city('koenigsberg').y);
  camera.findMovers();
  assert.deepEqual(glides.mock.calls[0].arguments.slice(0, 2), [there.x, there.y]);
  leave();
});

test('the camera follows a look back always, others only if that is wanted', () => {
  const { desk, table, leave } = sit();
  const entry = { n: 0, seat: 1, events: [{ key: 'move', args: { from: 'iserlohn', pieces: ['richelieu'] } }] };
  table.showing = entry;
  assert.equal(desk.camera.told, null);
  table.past = { n: 1, entry, view: view() };
  assert.equal(desk.camera.told, 'iserlohn');
  leave();
});

test('a point under the pointer stays there while zooming, and the map never leaves the window', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const map = new Viewport();
  map.resize(800, 600);
  map.scale = 1;
  map.centre(1000, 700);
  const before = map.toBoard(300, 200);
  map.zoomAt(300, 200, 1.5);
  const after = map.toBoard(300, 200);
  assert.ok(Math.abs(before.x - after.x) < 1e-6 && Math.abs(before.y - after.y) < 1e-6);
  map.pan(1e6, 1e6);
  assert.ok(map.toScreen(0, 0).x < map.width && map.toScreen(0, 0).y < map.height);
  assert.ok(!map.sees(1000, 700));
  const glides = mock.method(map, 'glideTo', () => undefined);
  map.reveal(1000, 700);
  assert.deepEqual(glides.mock.calls[0].arguments, [1000, 700, map.scale]);
});

test('on a phone the open tab, touched again, folds the panel; elsewhere it does nothing', () => {
  const phone = sit({ narrow: true });
  phone.desk.open('log');
  assert.deepEqual([phone.desk.tab, phone.desk.folded], ['log', false]);
  phone.desk.open('log');
  assert.equal(phone.desk.folded, true);
  phone.desk.open('play');
  assert.deepEqual([phone.desk.tab, phone.desk.folded], ['play', false]);
  const wide = sit();
  wide.desk.open('play');
  assert.equal(wide.desk.folded, false);
  phone.leave();
  wide.leave();
});

test('every key on the sheet does what it says, in small and capital letters', () => {
  const { desk, leave } = sit();
  assert.equal(new Set(KEYS.map((k) => k.key)).size, KEYS.length);
  assert.ok(press(desk, 'H', false) && desk.hidden);
  assert.ok(press(desk, 'h', false) && !desk.hidden);
  assert.ok(press(desk, '?', false));
  assert.equal(desk.sheet, 'keys');
  assert.ok(!press(desk, 'Enter', false), 'nothing is planned: the key is left to the page');
  assert.ok(!press(desk, ' ', true), 'a button keeps its own space bar');
  assert.ok(!press(desk, 'F5', false));
  const fields = [];
  desk.focusOn = (f) => fields.push(f);
  press(desk, '/', false);
  press(desk, 'o', false);
  press(desk, 'e', false);
  press(desk, 'r', false);
  assert.deepEqual(fields, ['find', 'order', 'end', 'recruit']);
  leave();
});

test('an order sounds like the weightiest thing that happened, or like nothing', () => {
  assert.equal(soundOf([{ key: 'card_played' }, { key: 'combat_begins' }, { key: 'fate_card' }]), 'fate');
  assert.equal(soundOf([{ key: 'move' }, { key: 'combat_begins' }]), 'battle');
  assert.equal(soundOf([{ key: 'card_played' }]), 'card');
  assert.equal(soundOf([{ key: 'move' }]), null);
  for (const tones of Object.values(TONES)) for (const [, , , loud] of tones) assert.ok(loud <= 0.3);
});

test('nobody is called away from what he writes or reads', () => {
  const { desk, leave } = sit();
  desk.tab = 'people';
  desk.isOccupied = () => true;
  desk.call();
  assert.equal(desk.tab, 'people');
  desk.isOccupied = () => false;
  desk.call();
  assert.equal(desk.tab, 'play');
  leave();
});

test('what the nations did stays until it is read, or until one moves oneself', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { table, hear, leave } = sit({ replies: { order: {} } });
  const ends = (n) => update(n, 1, [{ key: 'stage_begins', args: { nation: 'france' }, rule: null }]);
  hear(ends(0));
  hear(update(1, 1));
  hear(ends(2));
  hear(update(3, 1));
  // each waits for the one before
  for (let shown = 0; shown < 8; shown++) mock.timers.tick(5000);
  assert.equal(table.showing, null, 'the last order goes by itself');
  assert.deepEqual(
    table.unread.map((e) => e.n),
    [0, 2],
  );
  table.next();
  assert.deepEqual(table.unread, [], 'the key for the next order reads them');
  hear(ends(4));
  mock.timers.tick(250);
  hear(ends(5));
  table.next();
  assert.deepEqual(
    table.unread.map((e) => e.n),
    [5],
    'who goes on has read the one that was shown',
  );
  hear(update(6, 1, [], { menu: { state: 'CARD', plays: [] } }));
  table.skip();
  await table.order('play 3S');
  assert.equal(table.unread.length, 1, 'a card is no answer to it');
  hear(update(7, 1, [], { menu: { state: 'MOVE_MENU', groups: [] } }));
  table.skip();
  await table.order('move cumberland stade');
  assert.deepEqual(table.unread, []);
  leave();
});
