/** Cavalry charge in a Major Battle (3.3). */

import { refuseNoCombat } from '../ground';
import { addExtras, roll, say, who, type Answer, type Question } from '../question';
import { bandLabel, bandNumber, bandOf } from '../sheet';
import { Refusal } from '../words';

export function charge(question: Question): Answer {
  refuseNoCombat(question, true);
  if (question.sheet.terrain.hexes[question.word('terrain')]?.mb_charge === 'forbidden') {
    throw new Refusal('refuse.charge_marsh', '3.3');
  }
  if (question.yes('firearms') && !question.weather('firearms')) throw new Refusal('refuse.firearms_rain', '3.3');
  if (question.word('cavalry') === 'heavy' && question.maybe('quality') === null) {
    throw new Refusal('refuse.heavy_quality', '3.3', {}, 'quality');
  }
  const answer = question.begin();
  modifiers(question, answer);
  const grid = question.sheet.charge;
  const column = bandOf(grid.columns, question.num('sp'));
  answer.columnBefore = answer.column = bandLabel(grid.columns[column]!);
  answer.place.column = column;
  const modified = roll(question, answer);
  if (modified === null) return answer;
  const row = bandOf(grid.rows, modified);
  answer.place.row = row;
  answer.row = bandNumber(grid.rows[row]!);
  answer.rowLabel = bandLabel(grid.rows[row]!);
  answer.cell = String(grid.cells[row]![column]);
  const mark = grid.whole_row[grid.rows[row]!] ?? '';
  answer.values['row_mark'] = mark;
  if (mark) answer.restsOn('L6');
  if (row === 0) answer.restsOn('L9');
  effects(question, answer, mark);
  return answer;
}

function modifiers(question: Question, answer: Answer): void {
  const pips = question.sheet.charge.modifiers;
  answer.consider('CHG-TERRAIN', pips['CHG-TERRAIN']!, ['heath', 'hill'].includes(question.word('terrain')));
  answer.consider('CHG-COVER', pips['CHG-COVER']!, question.yes('earthworks_chit') || question.yes('river_chit'));
  answer.consider('CHG-MUD', pips['CHG-MUD']!, question.word('weather') === 'mud');
  answer.consider('CHG-SL', pips['CHG-SL']!, question.yes('target_sl'));
  answer.consider('CHG-FLANK', pips['CHG-FLANK']!, question.yes('flank'));
  const cavalry = question.word('cavalry');
  const quality = question.maybe('quality');
  if (cavalry === 'light') answer.consider('CHG-HEAVYQ', 0, false);
  else if (cavalry === 'mixed') {
    answer.consider('CHG-HEAVYQ', quality ?? 0, quality !== null, quality !== null ? 'mixed' : 'mixed_no');
  } else answer.consider('CHG-HEAVYQ', quality ?? 0, true, null, { quality });
  const shot = question.yes('firearms');
  const reason = shot ? (cavalry === 'heavy' ? 'yes' : 'not_heavy') : 'no';
  answer.consider('CHG-FIREARMS', pips['CHG-FIREARMS']!, shot && cavalry === 'heavy', reason);
  addExtras(question, answer);
}

function effects(question: Question, answer: Answer, mark: string): void {
  const cell = String(answer.cell);
  const scope = cell !== '-' ? question.options.get('discipline.scope') : 'per_unit';
  Object.assign(answer.counts, { charging_sp: 0, target_sp: 0 });
  const check = (side: string, named: string, quality: number | null): void =>
    answer.follow('discipline', say(`follow.discipline_${scope}`, { who: who(side) }), {
      who: named,
      phase: 'combat',
      scope,
      inputs: { phase: 'combat', ...(quality === null ? {} : { quality }) },
    });
  if (cell.startsWith('A')) {
    const printed = Number(cell.slice(1));
    const shot = question.yes('firearms');
    const sp = printed * (shot ? 2 : 1);
    const text = say(shot ? 'effect.chargers_double' : 'effect.chargers', { sp, printed });
    answer.effect('lose_sp', text, { who: 'charging cavalry', sp });
    answer.counts['charging_sp'] = Math.min(sp, question.num('sp'));
    answer.events.add('chargers_lose_sp');
    check('chargers', 'charging units', question.word('cavalry') === 'heavy' ? question.maybe('quality') : null);
  } else if (cell.startsWith('D')) {
    if (cell === 'D1') {
      const text = say('effect.lose_sp', { who: who('charged_unit'), sp: 1 });
      answer.effect('lose_sp', text, { who: 'charged unit', sp: 1 });
      answer.counts['target_sp'] = 1;
    }
    answer.effect('demoralised', say('effect.charged_demoralised'), { who: 'charged unit' });
    answer.events.add('target_demoralised');
    check('charging_corps', 'charging corps', null);
    pillage(question, answer);
  } else answer.effect('nothing', say('effect.nothing'));
  captains(question, answer, mark);
}

function captains(question: Question, answer: Answer, mark: string): void {
  let leader = mark === '*';
  if (leader || answer.natural === 1) {
    // L6 places the star on row 1; whether the natural or the modified roll counts is a ruling
    leader = question.options.get('charge.captain_row') === 'natural_1' ? answer.natural === 1 : leader;
  }
  if (leader) {
    answer.follow('captain', say('follow.captain_leader'), { who: 'captain leading the charge' });
    answer.events.add('leader_check');
  }
  if (mark === '§') {
    answer.follow('captain', say('follow.captains_charged'), { who: 'all captains in the charged corps' });
    answer.events.add('captain_check');
  }
}

/** L4: which cells carry "lost in pillage" is not known; a reminder unless somebody marked the cell. */
function pillage(question: Question, answer: Answer): void {
  const here = ([row, column]: readonly unknown[]): boolean => Number(row) === answer.row && column === answer.column;
  const ruling = question.options.free('charge.pillage_cells');
  let marked: boolean;
  if (ruling === 'all_D') marked = true;
  else if (ruling === 'row_9') marked = answer.row === 9;
  else {
    marked =
      question.sheet.charge.pillage_cells.some(here) ||
      (typeof ruling !== 'string' && ruling.some((one) => here(one as unknown[])));
  }
  if (marked) {
    answer.effect('pillage', say('effect.pillage'), { who: 'charging cavalry' });
    answer.events.add('pillage');
  } else answer.notes.push(say('note.pillage'));
}
