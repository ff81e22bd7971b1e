/** Discipline Check and Recovery Check (3.4): one table, two readings. */

import { addExtras, roll, say, type Answer, type Question } from '../question';
import { bandLabel, bandNumber, bandOf } from '../sheet';
import { Refusal } from '../words';

export function discipline(question: Question): Answer {
  const answer = question.begin();
  const pips = question.sheet.discipline.modifiers;
  answer.consider('DIS-STAR', pips['DIS-STAR']!, question.yes('star'));
  answer.consider('DIS-FORCED', pips['DIS-FORCED']!, question.yes('forced_order'));
  if (find(question, answer)) check(question, answer);
  return answer;
}

export function recovery(question: Question): Answer {
  const answer = question.begin();
  const chart = question.sheet.discipline;
  const pips = chart.modifiers;
  answer.consider('DIS-STAR', pips['DIS-STAR']!, question.yes('star'));
  answer.consider('REC-PAY', pips['REC-PAY']!, question.yes('extra_pay'), null, { ap: chart.extra_pay_ap });
  const mp = question.num('mp_spent');
  answer.consider('REC-MP', pips['REC-MP']! * mp, mp > 0, null, { mp });
  if (!find(question, answer)) return answer;
  if (answer.cell === 'P') {
    answer.effect('recovers', say('effect.recovers'));
    answer.events.add('recovers');
  } else if (answer.cell === 'D*') {
    answer.effect('eliminated', say('effect.eliminated_recovery'));
    answer.events.add('eliminated');
  } else answer.effect('nothing', say('effect.still_demoralised'));
  return answer;
}

/** The column by phase, the row by the die; false while there is no die. */
function find(question: Question, answer: Answer): boolean {
  const chart = question.sheet.discipline;
  let column: number;
  if (question.word('phase') === 'combat') {
    const quality = question.maybe('quality');
    if (quality === null) throw new Refusal('refuse.needs_quality', '3.4', {}, 'quality');
    column = quality;
    answer.column = chart.columns[column]!;
  } else {
    const reliability = question.word('reliability');
    if (!reliability) throw new Refusal('refuse.needs_class', '3.4', {}, 'reliability');
    column = chart.reliability.indexOf(reliability);
    answer.column = reliability;
  }
  answer.place.column = column;
  answer.columnBefore = answer.column;
  addExtras(question, answer);
  const modified = roll(question, answer);
  if (modified === null) return false;
  const row = bandOf(chart.rows, modified);
  answer.place.row = row;
  answer.row = bandNumber(chart.rows[row]!);
  answer.rowLabel = bandLabel(chart.rows[row]!);
  answer.cell = String(chart.cells[row]![column]);
  if (modified > answer.row) answer.restsOn('L8');
  return true;
}

function check(question: Question, answer: Answer): void {
  const cell = String(answer.cell);
  answer.counts['sp_lost'] = 0;
  const code = question.sheet.discipline.codes[cell];
  const sp = question.num('sp');
  if (cell === 'P') {
    answer.effect('passed', say('effect.passed'));
    answer.events.add('passed');
  } else if (code && sp > code.more_than) {
    const left = sp - code.lose;
    answer.effect('lose_sp', say('effect.check_loses', { sp: code.lose, left }), { sp: code.lose, left });
    answer.values['sp_left'] = left;
    answer.counts['sp_lost'] = code.lose;
    answer.events.add('loses_sp');
  } else {
    if (code) answer.notes.push(say('note.small_unit', { code: cell, sp: code.more_than }));
    demoralise(question, answer);
    if (cell === 'D*') {
      if (question.yes('sack_rule')) {
        answer.effect('sack', say('effect.sack'));
        answer.events.add('sack');
      } else answer.notes.push(say('note.sack'));
    }
  }
  answer.result = cell + (cell !== 'P' ? ` (${answer.effects[0]!.kind})` : '');
}

function demoralise(question: Question, answer: Answer): void {
  if (!question.yes('demoralised')) {
    answer.effect('demoralised', say('effect.demoralised'));
    answer.events.add('demoralised');
    const known: Record<string, unknown> = { phase: 'command' };
    if (question.maybe('quality') !== null) known['quality'] = question.maybe('quality');
    if (question.word('reliability')) known['reliability'] = question.word('reliability');
    if (question.yes('star')) known['star'] = true;
    answer.follow('recovery', say('follow.recovery'), { inputs: known });
    return;
  }
  const phase = question.word('phase');
  const named = { phase: say(`value.phase.${phase}`) };
  const dies =
    phase === 'command' || (phase === 'activation' && question.options.get('discipline.activation_d') === 'eliminated');
  if (dies) {
    answer.effect('eliminated', say('effect.eliminated', named));
    answer.counts['sp_lost'] = question.num('sp');
    answer.events.add('eliminated');
  } else answer.effect('nothing', say('effect.already_demoralised', named));
}
