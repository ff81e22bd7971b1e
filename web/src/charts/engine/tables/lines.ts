/** The smaller charts: LOC (3.10), orders (3.11), ZOC (3.7), Captains (3.6), chits (3.13), digests (3.14, 3.15). */

import { addExtras, say, Signed, value, type Answer, type Question } from '../question';
import { bandLabel, bandNumber, bandOf } from '../sheet';
import { Refusal, type Text } from '../words';

export function loc(question: Question): Answer {
  const answer = question.begin();
  const grid = question.sheet.loc;
  let column = bandOf(grid.columns, question.num('hexes'));
  answer.columnBefore = bandLabel(grid.columns[column]!);
  let shift = question.weather('loc');
  if (shift && column === 0 && !question.options.isTrue('loc.shift_from_zero')) shift = 0;
  answer.columnShift = shift;
  column = Math.min(column + shift, grid.columns.length - 1);
  answer.column = bandLabel(grid.columns[column]!);
  answer.place.column = column;
  answer.natural = answer.modified = question.maybe('die');
  if (shift) answer.notes.push(say('note.loc_shift', { weather: value(question.word('weather')) }));
  if (answer.natural === null) return answer;
  const row = bandOf(grid.rows, answer.natural);
  answer.place.row = row;
  answer.row = bandNumber(grid.rows[row]!);
  answer.rowLabel = bandLabel(grid.rows[row]!);
  const modifier = Number(grid.cells[row]![column]);
  answer.cell = String(modifier);
  answer.consider('LOC-TABLE', modifier, true, null, { column: answer.column });
  addExtras(question, answer);
  const nominal = question.num('nominal');
  const received = Math.max(0, nominal + answer.total);
  Object.assign(answer.values, { modifier, received });
  const text = say('effect.ap', { nominal, value: new Signed(answer.total), ap: received });
  answer.effect('ap', text, { ap: received });
  Object.assign(answer.counts, { loc_modifier: modifier, ap: received });
  answer.result = `${modifier} (${received} AP)`;
  if (received < nominal) answer.events.add('ap_lost');
  return answer;
}

export function zoc(question: Question): Answer {
  const answer = question.begin();
  const chart = question.sheet.zoc.modifier;
  const captains = question.numbers('initiative');
  if (!captains.length) throw new Refusal('refuse.no_captain', '3.7');
  const worst = Math.min(...captains.map((one) => chart[one - 1]!));
  const chosen = captains.findIndex((one) => chart[one - 1] === worst);
  captains.forEach((one, index) => {
    answer.consider('ZOC-CAPTAIN', chart[one - 1]!, index === chosen, null, { initiative: one });
  });
  answer.column = answer.columnBefore = String(captains[chosen]);
  answer.place = { row: 0, column: captains[chosen]! - 1 };
  answer.cell = String(worst);
  answer.values['modifier'] = worst;
  answer.effect('initiative', say('effect.zoc', { value: new Signed(worst) }), { value: worst });
  return answer;
}

/** The faces that eliminate under a rule like `1-` or `6+`. */
function fatal(rule: string, die: number): boolean {
  const edge = Number(rule[0]);
  return rule.endsWith('+') ? die >= edge : die <= edge;
}

export function captain(question: Question): Answer {
  const answer = question.begin();
  const rule = question.word('rule') || question.options.get('captain.rule');
  if (rule === 'ask') throw new Refusal('refuse.captain_rule', '3.6');
  if (!/^[1-6][+-]$/.test(rule)) throw new Refusal('bad.captain_rule', '3.6', { rule });
  answer.column = answer.columnBefore = rule;
  answer.natural = answer.modified = answer.row = question.maybe('die');
  if (answer.natural === null) return answer;
  if (fatal(rule, answer.natural)) {
    answer.cell = 'eliminated';
    answer.effect('captain_eliminated', say('effect.captain_eliminated'));
    answer.events.add('captain_eliminated');
  } else {
    answer.cell = 'survives';
    answer.effect('captain_survives', say('effect.captain_survives'));
  }
  return answer;
}

const COST_COLUMNS = ['major new', 'major change', 'minor new', 'minor change'];

export function orders(question: Question): Answer {
  const chart = question.sheet.orders.orders;
  const order = question.word('new');
  const entry = chart[order]!;
  if (question.num('activation') > entry.activations) {
    throw new Refusal('refuse.activations', '3.11', { order: value(order), most: entry.activations });
  }
  if (order === 'garrison' && question.given['in_town'] === false) throw new Refusal('refuse.garrison', '3.11');
  if (question.word('exempt') !== 'none' && question.word('force') === 'major') {
    throw new Refusal('refuse.exempt_major', '3.11');
  }
  const answer = question.begin();
  const fresh = question.yes('ap_turn') || question.yes('new_force') || question.word('current') === 'none';
  answer.column = answer.columnBefore = `${question.word('force')} ${fresh ? 'new' : 'change'}`;
  answer.row = order;
  answer.place = { row: Object.keys(chart).indexOf(order), column: COST_COLUMNS.indexOf(answer.column) };
  const cost = orderCost(question, answer, fresh);
  answer.cell = String(cost);
  const { activations, marches, recover } = entry;
  Object.assign(answer.values, { cost, activations, marches, recover });
  answer.effect('cost', say('effect.order_cost', { order: value(order), ap: cost }), { ap: cost });
  initiative(question, answer);
  const allows = marches.length
    ? say('effect.order_marches', { marches: marches.map((one) => value(one)), activations })
    : say('effect.order_stays', { activations });
  answer.effect('allows', allows);
  if (question.yes('forced_order')) {
    answer.follow('discipline', say('follow.forced'), {
      phase: 'command',
      forced_order: true,
      inputs: { phase: 'command', forced_order: true },
    });
  }
  if (question.yes('continuous_attack')) {
    answer.follow('discipline', say('follow.continuous'), { phase: 'activation', inputs: { phase: 'activation' } });
  }
  return answer;
}

function orderCost(question: Question, answer: Answer, fresh: boolean): number {
  const chart = question.sheet.orders.orders;
  const order = question.word('new');
  const held = question.word('current');
  const exempt = question.word('exempt');
  const name = value(order);
  if (exempt !== 'none') {
    answer.consider('ORD-COST', 0, false, 'exempt', { why: say(`value.exempt.${exempt}`) });
    return 0;
  }
  if (!fresh && held === order) {
    answer.consider('ORD-COST', 0, false, 'same', { order: name });
    return 0;
  }
  const written = chart[order]![`${question.word('force')}_${fresh ? 'new' : 'change'}`];
  if (typeof written === 'object' && written !== null) {
    const own = Number(chart[held]!['major_new']);
    answer.consider('ORD-COST', (written as { minus_held: number }).minus_held, true, 'change', { order: name });
    answer.consider('ORD-HELD', own ? -own : 0, own !== 0, null, { order: value(held) });
  } else answer.consider('ORD-COST', Number(written), true, fresh ? 'new' : 'change', { order: name });
  return answer.total;
}

/** Initiative while under this order; separate from the cost, so told as effects. */
function initiative(question: Question, answer: Answer): void {
  const chart = question.sheet.orders;
  const own = chart.orders[question.word('new')]!.initiative;
  if (own === 'zero') {
    answer.values['initiative'] = 0;
    answer.effect('initiative', say('effect.initiative_zero'));
    return;
  }
  const second = question.num('activation') === 2;
  const pips = own + (second ? chart.second_activation_initiative : 0);
  answer.values['initiative_modifier'] = pips;
  if (pips || second)
    answer.effect('initiative', say('effect.initiative', { value: new Signed(pips) }), { value: pips });
}

export function chits(question: Question): Answer {
  const answer = question.begin();
  const chart = question.sheet.chits.chits;
  const cover = coverLimit(question);
  const limits = Object.fromEntries(
    Object.entries(chart).map(([chit, entry]) => [chit, chit === 'cover' ? cover : entry.max]),
  );
  Object.assign(answer.values, { cover, limits });
  answer.effect('cover', say('effect.cover', { chits: cover }), { chits: cover });
  const problems: Text[] = [];
  const held = new Map<string, number>();
  for (const chit of question.list('chits')) held.set(chit, (held.get(chit) ?? 0) + 1);
  for (const [chit, count] of held) {
    const most = limits[chit]!;
    if (count > most) problems.push(say('chit.too_many', { chit: say(`chit.${chit}`), count, most }));
    problems.push(...forbidden(question, chit));
  }
  const play = question.word('play');
  if (play !== 'none') {
    answer.place.row = Object.keys(chart).indexOf(play);
    if (!held.has(play)) problems.push(...forbidden(question, play));
    problems.push(...timing(question, play));
    if (!problems.length) duration(question, answer, play);
  }
  const legal = !problems.length;
  answer.cell = legal ? 'legal' : 'illegal';
  answer.values['legal'] = legal;
  for (const problem of problems) answer.effect('illegal', problem);
  if (legal && held.size) answer.effect('legal', say('effect.chits_legal'));
  return answer;
}

/** How many Earthworks/River chits the Force may have. */
function coverLimit(question: Question): number {
  const chart = question.sheet.chits.cover;
  const extras = chart.earthworks_level[String(question.num('earthworks_level'))]!;
  return extras + (question.yes('river') ? chart.river : 0) + Number(question.options.get('chits.cover_base'));
}

function forbidden(question: Question, chit: string): Text[] {
  const found: Text[] = [];
  const terrain = question.word('terrain');
  const hex = question.sheet.terrain.hexes[terrain]!;
  if (!hex.mb) found.push(say('chit.no_mb', { terrain: value(terrain) }));
  if (chit === 'cavalry_charge' && hex.mb_charge === 'forbidden') found.push(say('chit.marsh'));
  if (chit === 'firearms' && !question.weather('firearms')) found.push(say('chit.rain'));
  return found;
}

function timing(question: Question, chit: string): Text[] {
  const entry = question.sheet.chits.chits[chit]!;
  const name = say(`chit.${chit}`);
  const found: Text[] = [];
  if (!entry.phases.includes(question.word('phase'))) {
    found.push(say('chit.phase', { chit: name, phases: entry.phases.map((one) => value(one)) }));
  }
  const after = entry.after_round ?? 0;
  if (question.num('round') <= after) found.push(say('chit.after_round', { chit: name, round: after }));
  if (entry.captain_general && !question.yes('captain_general')) {
    found.push(say('chit.captain_general', { chit: name }));
  }
  if (chit === 'cover' && coverLimit(question) === 0) found.push(say('chit.no_cover'));
  return found;
}

function duration(question: Question, answer: Answer, chit: string): void {
  const entry = question.sheet.chits.chits[chit]!;
  const name = say(`chit.${chit}`);
  if (entry.rounds === 'all') {
    answer.values['expires_after_round'] = null;
    answer.effect('lasts', say('effect.chit_all', { chit: name }));
  } else {
    const last = question.num('round') + entry.rounds - 1;
    answer.values['expires_after_round'] = last;
    answer.effect('lasts', say('effect.chit_lasts', { chit: name, rounds: entry.rounds, last }), { last });
  }
  if (entry.lost_on_engaging) answer.effect('lost_on_engaging', say('effect.chit_lost', { chit: name }));
}

export function units(question: Question): Answer {
  const answer = question.begin();
  const kind = question.word('type');
  const { types, digest } = question.sheet.units;
  const entry = types[kind]!;
  const lines = ['all'];
  if (entry.firearms) lines.push('firearm_infantry');
  if (entry.swiss_landsknechts) lines.push('swiss_landsknechts');
  if (entry.arm === 'cavalry') lines.push('cavalry');
  if (entry.heavy) lines.push('heavy_cavalry');
  if (entry.arm === 'artillery') lines.push('artillery');
  for (const line of lines) {
    for (const combat of ['skirmish_siege', 'major_battle'] as const) {
      for (const [id, pips] of Object.entries(digest[line]![combat])) {
        answer.effect(id, digestLine(combat, id, pips), { combat, value: pips });
      }
    }
  }
  answer.row = kind;
  answer.place.row = Object.keys(types).indexOf(kind);
  answer.cell = lines.join(', ');
  return answer;
}

function digestLine(combat: string, id: string, pips: unknown): Text {
  const where = say(`digest.${combat}`);
  if (id === 'halved_in' && Array.isArray(pips)) {
    return say('digest.halved', { where, terrain: pips.map((one: string) => value(one)) });
  }
  if (Array.isArray(pips)) {
    const [attack, defend] = pips.map((one: number) => new Signed(one)) as [Signed, Signed];
    return say('digest.pair', { where, what: say(`digest.${id}`), attack, defend });
  }
  if (typeof pips === 'number') {
    return say('digest.value', { where, what: say(`mod.${id}`), value: new Signed(pips) });
  }
  return say('digest.quality', { where, what: say(`mod.${id}`) });
}

export function weather(question: Question): Answer {
  const answer = question.begin();
  const all = question.sheet.weather.weather;
  const name = question.word('weather');
  answer.row = name;
  answer.place.column = Object.keys(all).indexOf(name);
  Object.assign(answer.values, all[name]);
  for (const [what, pips] of Object.entries(all[name]!)) {
    const shown = typeof pips === 'boolean' ? say(pips ? 'value.yes' : 'value.no') : new Signed(pips);
    answer.effect(what, say('effect.weather', { what: say(`weather.${what}`), value: shown }), { value: pips });
  }
  answer.cell = name;
  return answer;
}
