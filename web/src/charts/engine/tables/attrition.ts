/** Attrition (3.12): after a second activation, and in the attrition segment. */

import { addExtras, roll, say, value, type Answer, type Question } from '../question';
import { bandLabel, bandNumber, bandOf } from '../sheet';
import { Refusal } from '../words';

const GATES = ['desolate', 'unhealthy', 'hostile_region', 'enemy_zoc', 'besieged'];

export function attrition(question: Question): Answer {
  const answer = question.begin();
  const segment = question.word('segment') === 'attrition_segment';
  if (segment) {
    const gates = due(question);
    if (!gates.length) throw new Refusal('refuse.no_gate', '3.12', {}, 'besieged');
    answer.values['gates'] = gates;
    answer.notes.push(say('note.gates', { gates: gates.map((one) => say(`gate.${one}`)) }));
  } else if (question.num('activation') === 1) throw new Refusal('refuse.first_activation', '3.12');
  modifiers(question, answer, segment);
  const grid = question.sheet.attrition;
  const row = bandOf(grid.rows, question.num('sp'));
  answer.place.row = row;
  answer.row = answer.rowLabel = bandLabel(grid.rows[row]!);
  const modified = roll(question, answer);
  if (modified === null) return answer;
  const column = bandOf(grid.columns, modified);
  answer.place.column = column;
  answer.column = bandNumber(grid.columns[column]!);
  answer.columnBefore = bandLabel(grid.columns[column]!);
  const lost = Number(grid.cells[row]![column]);
  answer.cell = String(lost);
  answer.values['sp_lost'] = lost;
  answer.counts['sp_lost'] = lost;
  answer.effect('lose_sp', say(lost ? 'effect.attrition' : 'effect.attrition_none', { sp: lost }), { sp: lost });
  if (lost) answer.events.add('loses_sp');
  return answer;
}

/** Which gates of the attrition segment stand open; none: no check. */
function due(question: Question): string[] {
  const chart = question.sheet.attrition;
  const around = question.list('surroundings');
  if (around.length > chart.desolate.of) throw new Refusal('refuse.surroundings', '3.12', { most: chart.desolate.of });
  const bare = around.filter((one) => chart.desolate.kinds.includes(one)).length;
  const open: Record<string, boolean> = Object.fromEntries(GATES.map((gate) => [gate, question.yes(gate)]));
  open['desolate'] ||= bare >= chart.desolate.at_least;
  open['unhealthy'] ||= chart.unhealthy.includes(question.word('terrain'));
  return GATES.filter((gate) => open[gate]);
}

function modifiers(question: Question, answer: Answer, segment: boolean): void {
  const chart = question.sheet.attrition;
  const pips = chart.modifiers;
  answer.consider('ATT-STAR', pips['ATT-STAR']!, question.yes('star'));
  const bad = question.weather('attrition') !== 0;
  answer.consider('ATT-WEATHER', pips['ATT-WEATHER']!, bad, null, { weather: value(question.word('weather')) });
  if (segment) {
    answer.consider('ATT-SECOND', 0, false, 'segment');
    const besieged = question.yes('besieged');
    const line = question.yes('has_loc');
    answer.consider('ATT-SIEGE', pips['ATT-SIEGE']!, besieged && !line, besieged && line ? 'loc' : null);
    quarters(question, answer);
    answer.consider('ATT-INTERPHASE', pips['ATT-INTERPHASE']!, question.yes('interphase'));
  } else {
    const march = question.word('march');
    const mp = Math.floor(question.num('mp'));
    const worth = Math.floor(mp / chart.mp_per_pip[march]!) * pips['ATT-SECOND']!;
    const second = Math.min(worth, chart.second_activation_cap);
    const reason = march === 'administrative' && second ? 'admin' : null;
    answer.consider('ATT-SECOND', second, second > 0, reason, { mp });
    for (const id of ['ATT-SIEGE', 'ATT-QUARTERS', 'ATT-INTERPHASE']) {
      answer.consider(id, pips[id] ?? 0, false, 'activation');
    }
  }
  addExtras(question, answer);
}

function quarters(question: Question, answer: Answer): void {
  const where = [...new Set(question.list('quarters'))];
  if (!where.length) {
    answer.consider('ATT-QUARTERS', -1, false);
    return;
  }
  const values = where.map((one) => question.sheet.attrition.quarters[one]!);
  let pips = Math.min(...values);
  if (values.length > 1 && question.options.get('attrition.quarters') === 'sum') {
    pips = values.reduce((sum, one) => sum + one, 0);
  }
  answer.consider('ATT-QUARTERS', pips, true, null, { where: where.map((one) => value(one)) });
}
