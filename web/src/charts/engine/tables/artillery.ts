/** Artillery fire (3.2): bombardment in a siege, fire in a Major Battle. */

import { refuseNoCombat } from '../ground';
import { addExtras, roll, say, who, type Answer, type Question } from '../question';
import { bandLabel, bandNumber, bandOf } from '../sheet';
import { Refusal } from '../words';

export function artillery(question: Question): Answer {
  const siege = question.word('mode') === 'siege';
  refuseNoCombat(question, !siege);
  if (siege && question.word('fortress') === 'none')
    throw new Refusal('refuse.siege_needs_fortress', '3.2', {}, 'fortress');
  const answer = question.begin();
  modifiers(question, answer, siege);
  const grid = question.sheet.artillery;
  let column = bandOf(grid.columns, question.num('sp'));
  answer.columnBefore = bandLabel(grid.columns[column]!);
  answer.columnShift = siege ? shift(question) : 0;
  column = Math.min(column + answer.columnShift, grid.columns.length - 1);
  answer.column = bandLabel(grid.columns[column]!);
  answer.place.column = column;
  const modified = roll(question, answer);
  if (modified === null) return answer;
  const row = bandOf(grid.rows, modified);
  answer.place.row = row;
  answer.row = bandNumber(grid.rows[row]!);
  answer.rowLabel = bandLabel(grid.rows[row]!);
  answer.cell = String(grid.cells[row]![column]);
  if (answer.row === 3 && (column === 3 || column === 4)) {
    // L5: the borders between these two cells were lost
    answer.reconstructed = 'L5';
    if (question.options.get('artillery.row3') === 'B') answer.cell = grid.row3_b.cells[column]!;
  }
  effects(question, answer, siege);
  return answer;
}

function modifiers(question: Question, answer: Answer, siege: boolean): void {
  const pips = question.sheet.artillery.modifiers;
  const weather = question.word('weather');
  answer.consider('ART-RAIN', pips['ART-RAIN']!, weather === 'rain');
  answer.consider('ART-MUD', pips['ART-MUD']!, weather === 'mud' || weather === 'snow');
  if (siege) {
    const hexside = question.word('hexside');
    const across = hexside !== 'none' && question.sheet.terrain.hexsides[hexside]!.artillery !== 0;
    answer.consider('ART-RIVER', pips['ART-RIVER']!, across, hexside === 'ferry' ? 'ferry' : null);
    answer.consider('ART-EARTH', pips['ART-EARTH']!, question.yes('earthworks'));
    answer.consider('ART-HEATHHILL', pips['ART-HEATHHILL']!, false, 'siege');
    answer.consider('ART-SIEGECAPT', pips['ART-SIEGECAPT']!, question.yes('siege_captain'));
    const city = question.word('fortress') === 'fort_city';
    const inside = question.word('firer') === 'besieger';
    answer.consider('ART-CITY', pips['ART-CITY']!, city && inside, inside || !city ? null : 'besieged');
  } else {
    const river = question.yes('river_chit');
    answer.consider('ART-RIVER', pips['ART-RIVER']!, river, river ? 'mb' : 'no_chit');
    const works = question.yes('earthworks_chit');
    answer.consider('ART-EARTH', pips['ART-EARTH']!, works, works ? 'mb' : 'no_chit');
    answer.consider('ART-HEATHHILL', pips['ART-HEATHHILL']!, ['heath', 'hill'].includes(question.word('terrain')));
    answer.consider('ART-SIEGECAPT', pips['ART-SIEGECAPT']!, false, 'mb');
    answer.consider('ART-CITY', pips['ART-CITY']!, false, 'mb');
  }
  addExtras(question, answer);
}

function besiegedWithout(question: Question): boolean {
  return (
    question.word('firer') === 'besieged' && question.options.get('artillery.besieged_fire') === 'no_shift_no_breach'
  );
}

function shift(question: Question): number {
  return besiegedWithout(question) ? 0 : question.num('siege_level') * question.sheet.artillery.columns_per_siege_level;
}

function effects(question: Question, answer: Answer, siege: boolean): void {
  const codes = String(answer.cell).split(/\s+/);
  const target = siege ? (question.word('firer') === 'besieger' ? 'besieged' : 'besieger') : 'target_corps';
  answer.counts['own_artillery'] = 0;
  answer.counts['target_sp'] = 0;
  const number = Number(codes.find((code) => /^\d+$/.test(code)) ?? 0);
  if (codes.includes('*')) {
    answer.effect('own_artillery', say('effect.own_artillery'), { who: 'firing artillery', sp: 1 });
    answer.counts['own_artillery'] = 1;
  }
  if (number) losses(question, answer, number, target);
  if (number || codes.includes('DC')) {
    const scope = question.options.get('discipline.scope');
    answer.follow('discipline', say(`follow.discipline_${scope}`, { who: who(target) }), {
      who: target,
      phase: 'combat',
      scope,
      inputs: { phase: 'combat' },
    });
    answer.events.add('discipline_check');
  }
  if (codes.includes('§')) {
    if (siege) answer.notes.push(say('note.section_ignored'));
    else {
      answer.follow('captain', say('follow.captains_target'), { who: 'all captains with the target' });
      answer.events.add('captain_check');
    }
  }
  if (codes.includes('b') || codes.includes('(b)')) breach(question, answer, codes.includes('b'), siege);
  if (!answer.effects.length && !answer.followUps.length) answer.effect('nothing', say('effect.nothing'));
}

function losses(question: Question, answer: Answer, number: number, target: string): void {
  const hit = Math.min(question.num('sl_units_hit'), number);
  const extra = hit > 1 && question.options.get('artillery.sl_extra') === 'once_per_result' ? 1 : hit;
  answer.effect('lose_sp', say('effect.lose_sp', { who: who(target), sp: number }), { who: target, sp: number });
  if (extra) {
    const text = say('effect.sl_extra', { sp: extra, total: number + extra });
    answer.effect('sl_extra', text, { who: target, sp: extra });
  }
  answer.values['target_sp'] = number + extra;
  answer.counts['target_sp'] = number + extra;
  answer.events.add('target_loses_sp');
}

/** `b` and `(b)`: siege only; the level rises by one, to two at most. */
function breach(question: Question, answer: Answer, sure: boolean, siege: boolean): void {
  if (!siege) {
    answer.notes.push(say('note.breach_ignored'));
    return;
  }
  if (besiegedWithout(question)) {
    answer.notes.push(say('note.breach_besieged'));
    return;
  }
  if (!sure) {
    const guns = question.num('besieged_artillery_sp');
    if (question.yes('siege_artillery')) answer.notes.push(say('note.breach_siege_artillery'));
    else if (guns === 0) answer.notes.push(say('note.breach_no_artillery'));
    else {
      answer.effect('no_breach', say('effect.no_breach', { sp: guns }));
      return;
    }
  }
  const level = question.num('siege_level');
  const after = Math.min(level + 1, question.sheet.artillery.highest_siege_level);
  answer.values['siege_level'] = after;
  answer.events.add('breach');
  answer.effect('breach', say(after === level ? 'effect.breach_full' : 'effect.breach', { level: after }), {
    level: after,
  });
}
