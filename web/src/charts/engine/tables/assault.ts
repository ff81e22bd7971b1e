/** The Assault table (3.8): Skirmish, Siege, Sortie, and Engagements of a Major Battle. */

import { Frac } from '../frac';
import { effective, refuseNoCombat, survey, type Ground } from '../ground';
import { addExtras, roll, say, Signed, value, who, type Answer, type Options, type Question } from '../question';
import { bandLabel, bandNumber, bandOf, type Sheet } from '../sheet';
import { Refusal } from '../words';

const SIEGE = ['siege_breach', 'siege_assault'];
const SIDES = ['attacker', 'defender'] as const;

export function assault(question: Question): Answer {
  refuse(question);
  const answer = question.begin();
  const kind = question.word('kind');
  const inside = SIEGE.includes(kind) || question.yes('inside') ? question.word('fortress') : 'none';
  if (inside === 'none' && question.word('fortress') !== 'none' && kind !== 'sortie') {
    answer.notes.push(say('note.outside', { fortress: value(question.word('fortress')) }));
  }
  const ground = survey(question, inside, question.yes('earthworks'), kind === 'mb_engagement');
  const stated = question.given['unfavourable'];
  const unfavourable = typeof stated === 'boolean' ? stated : ground.causes.length > 0;
  const column = columnOf(question, answer, differential(question, answer), unfavourable, ground);
  ratio(question, answer, ground);
  const pips = question.sheet.assault.modifiers;
  answer.consider('ASS-STARA', pips['ASS-STARA']!, question.yes('attacker_star'));
  answer.consider('ASS-STARD', pips['ASS-STARD']!, question.yes('defender_star'));
  const wet = question.weather('assault') !== 0;
  answer.consider('ASS-WEATHER', pips['ASS-WEATHER']!, wet, null, { weather: value(question.word('weather')) });
  swiss(question, answer, unfavourable, ground.openCauses.length > 0, question.yes('earthworks') || inside !== 'none');
  addExtras(question, answer);
  answer.place.column = column - 1;
  const modified = roll(question, answer);
  if (modified === null) return answer;
  const { rows, cells } = question.sheet.assault;
  const row = bandOf(rows, modified);
  answer.place.row = row;
  answer.row = bandNumber(rows[row]!);
  answer.rowLabel = bandLabel(rows[row]!);
  answer.cell = String(cells[row]![column - 1]);
  if (isTie(question.sheet, row, column - 1)) answer.reconstructed = 'L1';
  answer.loser = loserOf(question.sheet, question.options, row, column - 1);
  effects(question, answer);
  return answer;
}

function refuse(question: Question): void {
  const kind = question.word('kind');
  const engagement = kind === 'mb_engagement';
  refuseNoCombat(question, engagement);
  if (question.word('hexside') === 'ferry' && ['siege_breach', 'sortie'].includes(kind)) {
    throw new Refusal('refuse.ferry', '3.1', { kind: value(kind) });
  }
  const none = question.word('fortress') === 'none';
  if (SIEGE.includes(kind) && none) throw new Refusal('refuse.siege_needs_fortress', '3.8', {}, 'fortress');
  if (question.yes('inside') && none) throw new Refusal('refuse.inside', '3.1');
  if (kind === 'sortie' && question.yes('inside')) throw new Refusal('refuse.sortie_inside', '3.8');
  if (question.yes('firearms_chit')) {
    if (!engagement) throw new Refusal('refuse.chit_outside_mb', '3.8');
    if (!question.weather('firearms')) throw new Refusal('refuse.firearms_rain', '3.8');
  }
  if (question.yes('river_chit') && !engagement) throw new Refusal('refuse.chit_outside_mb', '3.8');
  for (const side of SIDES) {
    const sp = question.num(`${side}_sp`);
    const heavy = question.num(`${side}_heavy_sp`);
    if (heavy > sp) throw new Refusal('refuse.heavy_part', '3.8', { heavy, sp });
  }
  const firearms = question.num('defender_firearm_sp');
  const sp = question.num('defender_sp');
  if (question.num('defender_heavy_sp') + firearms > sp)
    throw new Refusal('refuse.firearm_part', '3.8', { firearms, sp });
}

/** Step 1: Quality of both sides after the reductions; clamped to -3..+3. */
function differential(question: Question, answer: Answer): number {
  const less = question.sheet.assault.quality_modifiers;
  let attacker = question.num('attacker_quality');
  let defender = question.num('defender_quality');
  if (firearms(question, answer, less['ASQ-FIREARMS']!)) attacker += less['ASQ-FIREARMS']!;
  for (const side of SIDES) {
    answer.consider('ASQ-DISORG', less['ASQ-DISORG']!, question.yes(`${side}_disorganised`), null, { who: who(side) });
  }
  if (question.yes('attacker_disorganised')) attacker += less['ASQ-DISORG']!;
  if (question.yes('defender_disorganised')) defender += less['ASQ-DISORG']!;
  if (answer.consider('ASQ-ADMIN', less['ASQ-ADMIN']!, question.yes('defender_admin_march'))) {
    defender += less['ASQ-ADMIN']!;
  }
  const { lowest, highest } = question.sheet.assault.differential;
  const clamped = Math.max(lowest, Math.min(highest, attacker - defender));
  Object.assign(answer.values, {
    attacker_quality: attacker,
    defender_quality: defender,
    differential: attacker - defender,
    clamped,
  });
  return clamped;
}

function firearms(question: Question, answer: Answer, pips: number): boolean {
  if (question.word('kind') === 'mb_engagement') {
    const chit = question.yes('firearms_chit');
    return answer.consider('ASQ-FIREARMS', pips, chit, chit ? 'chit' : 'no_chit');
  }
  const armed = question.num('defender_firearm_sp');
  let sp = question.num('defender_sp');
  if (!question.weather('firearms')) return answer.consider('ASQ-FIREARMS', pips, false, 'rain');
  const guns = question.num('defender_artillery_sp');
  if (guns && armed && question.options.isTrue('assault.ratio_artillery')) sp += guns;
  let enough = 2 * armed >= sp;
  if (2 * armed === sp) enough = question.options.get('assault.firearms_share') === 'at_least_half';
  return answer.consider('ASQ-FIREARMS', pips, enough, null, { armed, sp });
}

/** Step 2: eight columns; an unfavourable attack stands one to the left. */
function columnOf(question: Question, answer: Answer, clamped: number, unfavourable: boolean, ground: Ground): number {
  const chart = question.sheet.assault;
  let shift = 0;
  if (unfavourable) {
    let causes = typeof question.given['unfavourable'] === 'boolean' ? 1 : ground.causes.length;
    if (causes > 1 && !question.options.isTrue('terrain.unfavourable_stack')) causes = 1;
    shift = chart.differential.unfavourable_shift * causes;
  }
  const before = clamped + chart.differential.column_at_zero;
  const column = Math.max(1, Math.min(chart.columns.length, before + shift));
  answer.columnBefore = `c${before}`;
  answer.columnShift = shift;
  answer.column = `c${column}`;
  Object.assign(answer.values, { unfavourable, causes: [...ground.causes] });
  answer.restsOn('L7');
  if (unfavourable) {
    const named = ground.causes.length ? ground.causes.map((cause) => value(cause)) : [say('cause.stated')];
    answer.notes.push(say('note.unfavourable', { causes: named }));
  } else answer.notes.push(say('note.favourable'));
  return column;
}

function ratio(question: Question, answer: Answer, ground: Ground): void {
  const [attacker, defender] = SIDES.map((side) => {
    const heavy = question.num(`${side}_heavy_sp`);
    let light = question.num(`${side}_sp`) - heavy;
    const guns = question.num(`${side}_artillery_sp`);
    if (guns && question.options.isTrue('assault.ratio_artillery')) light += guns;
    return effective(light, heavy, ground, side === 'defender');
  }) as [Frac, Frac];
  const behind = attacker.below(defender);
  const exact = behind ? defender.over(attacker) : attacker.over(defender);
  const band = question.sheet.assault.ratio.find(({ below }) => below === null || exact.below(new Frac(below)))!;
  const pips = behind && band.value ? -band.value : band.value;
  Object.assign(answer.values, { attacker_effective: attacker, defender_effective: defender, ratio: exact });
  const shown = new Frac(exact.times(new Frac(100)).rounded(), 100);
  answer.consider('ASS-RATIO', pips, pips !== 0, null, { attacker, defender, ratio: shown });
}

/** Swiss and landsknechts: at most one line per side, the first that matches, unless ruled otherwise. */
function swiss(question: Question, answer: Answer, unfavourable: boolean, openCauses: boolean, covered: boolean): void {
  const chart = question.sheet.assault.swiss_landsknechts;
  const present = question.yes('attacker_sl') || question.yes('defender_sl');
  let line = unfavourable ? 'unfavourable' : 'open';
  if (covered) line = 'covered';
  if (question.word('kind') === 'siege_breach') line = 'breach';
  const lines = [line];
  if (present && line === 'breach' && !unfavourable && question.options.get('assault.sl_breach') === 'cumulative') {
    lines.push('open');
  }
  // the fortress or earthworks themselves are left out here: otherwise this ruling could never matter
  if (present && line === 'covered' && !openCauses && question.options.get('assault.sl_cancel') === 'net_zero') {
    lines.push('open');
  }
  const sides = [
    ['ASS-SLA', 'attacker', 'attacking'],
    ['ASS-SLD', 'defender', 'defending'],
  ] as const;
  for (const [id, side, part] of sides) {
    const pips = lines.reduce((sum, one) => sum + chart[one]![part], 0);
    const blanks = { value: new Signed(pips) };
    if (!question.yes(`${side}_sl`)) answer.consider(id, pips, false, null, blanks);
    else answer.consider(id, pips, pips !== 0, lines.length > 1 ? 'both' : line, blanks);
  }
}

/** Whether the losses alone do not settle who loses this cell (L1). */
export const isTie = (sheet: Sheet, row: number, column: number): boolean =>
  /[A-Z]/.test(sheet.assault.loser[row]?.[column] ?? '');

/** Who loses the cell: shading lost, rebuilt on the diagonal unless ruled otherwise. */
export function loserOf(sheet: Sheet, options: Options, row: number, column: number): string | null {
  let mark = sheet.assault.loser[row]![column]!;
  const ruling = options.free('assault.loser_rule');
  if (typeof ruling !== 'string') mark = String(ruling[row])[column]!;
  else if (isTie(sheet, row, column) && ruling !== 'diagonal') {
    mark = { ties_attacker: 'a', ties_defender: 'd', ties_none: 'n' }[ruling] ?? mark;
  }
  return { a: 'attacker', d: 'defender' }[mark.toLowerCase()] ?? null;
}

/** What one half of a cell means: SP lost, and whether a unit is demoralised. */
function losses(code: string): { lost: number; demoralised: boolean } {
  const digits = code.replace(/D+$/, '');
  return { lost: digits === '--' ? 0 : Number(digits), demoralised: code.endsWith('D') };
}

function effects(question: Question, answer: Answer): void {
  const halves = String(answer.cell)
    .split(' / ')
    .map((code) => losses(code));
  SIDES.forEach((side, index) => {
    const sp = Math.min(halves[index]!.lost, question.num(`${side}_sp`));
    answer.counts[`${side}_sp`] = sp;
    if (sp) answer.effect('lose_sp', say('effect.lose_sp_not_artillery', { who: who(side), sp }), { who: side, sp });
  });
  SIDES.forEach((side, index) => {
    if (!halves[index]!.demoralised) return;
    answer.effect('demoralised', say('effect.one_demoralised', { who: who(side) }), { who: side });
    answer.events.add(`${side}_demoralised`);
  });
  if (answer.loser === null) {
    answer.effect('no_loser', say('effect.no_loser'));
    answer.events.add('nobody_loses');
  } else {
    answer.effect('loser', say('effect.loser', { who: who(answer.loser) }), { who: answer.loser });
    answer.events.add(`${answer.loser}_loses`);
    const scope = question.options.get('discipline.scope');
    const known: Record<string, unknown> = { phase: 'combat', quality: question.num(`${answer.loser}_quality`) };
    if (question.yes(`${answer.loser}_star`)) known['star'] = true;
    answer.follow('discipline', say(`follow.discipline_${scope}`, { who: who(answer.loser) }), {
      who: answer.loser,
      phase: 'combat',
      scope,
      inputs: known,
    });
  }
  answer.result = `${answer.cell}, ${answer.loser ?? 'nobody'} loses`;
}
