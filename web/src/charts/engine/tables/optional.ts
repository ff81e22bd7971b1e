/** The optional battle (3.9): nine parts make one modifier (O3), one table decides (O4). */

import { Frac } from '../frac';
import { refuseNoCombat, survey } from '../ground';
import {
  addExtras,
  rounded,
  say,
  Signed,
  UNDERLINES,
  who,
  type Answer,
  type Options,
  type Question,
} from '../question';
import { bandOf, type Sheet } from '../sheet';
import { Refusal } from '../words';

export const SIDES = ['attacker', 'defender'] as const;
type Side = (typeof SIDES)[number];
const MOST_REROLLS = 100;

export function optional(question: Question): Answer {
  refuseNoCombat(question, true);
  const answer = question.begin();
  const known = question.maybe('modifier');
  if (known !== null) answer.consider('O-KNOWN', known, true);
  else parts(question, answer);
  addExtras(question, answer);
  answer.values['modifier'] = answer.total;
  const dice = question.numbers('die');
  if (dice.length) fight(question, answer, dice);
  return answer;
}

/** O3: the nine parts, seen from the attacker's side. */
function parts(question: Question, answer: Answer): void {
  for (const name of ['sp', 'initiative', 'quality']) for (const side of SIDES) needs(question, `${side}_${name}`);
  generals(question, answer);
  const chart = question.sheet.optional;
  const pair = (name: string): Record<Side, number> => ({
    attacker: question.num(`attacker_${name}`),
    defender: question.num(`defender_${name}`),
  });
  const line = (id: string, pips: number, blanks: Record<Side, number>): void => {
    answer.consider(id, pips, pips !== 0, 'line', blanks);
  };
  const stars = pair('stars');
  for (const side of SIDES) stars[side] = Math.min(stars[side], chart.stars_cap);
  line('O-b', stars.attacker - stars.defender, stars);
  ratio(question, answer);
  cavalry(question, answer);
  superiority(question, answer, 'O-e', 'artillery_sp');
  superiority(question, answer, 'O-f', counted(question));
  const elite = pair('elite_types');
  line('O-g', elite.attacker - elite.defender, elite);
  const poor = (side: Side): boolean => question.num(`${side}_quality`) <= chart.poor.quality;
  const [ours, theirs] = [poor('attacker'), poor('defender')];
  const pips = chart.poor.value * (Number(theirs) - Number(ours));
  const reason = ours && theirs ? 'both' : !ours && !theirs ? 'none' : ours ? 'attacker' : 'defender';
  answer.consider('O-h', pips || 0, pips !== 0, reason);
  const ground = survey(question, 'none', question.yes('earthworks'), false);
  const stated = question.given['unfavourable'];
  answer.consider('O-i', chart.terrain_value, typeof stated === 'boolean' ? stated : ground.causes.length > 0);
}

function counted(question: Question): string {
  const armed = (side: Side): number => question.num(`${side}_firearm_sp`) + question.num(`${side}_firearm_units`);
  if (!SIDES.some(armed)) return 'firearm_units';
  return question.options.get('optional.firearms_count') === 'sp' ? 'firearm_sp' : 'firearm_units';
}

function needs(question: Question, name: string): number {
  const found = question.maybe(name);
  if (found === null) throw new Refusal('refuse.optional_needs', '3.9', { name: say(`input.${name}`) });
  return found;
}

/** O-a: Table 1 for each Captain General with his own die. */
function generals(question: Question, answer: Answer): void {
  const grid = question.sheet.optional.initiative;
  const found = Object.fromEntries(
    SIDES.map((side) => {
      const die = needs(question, `${side}_die`);
      const row = bandOf(grid.rows, die);
      const column = bandOf(grid.columns, question.num(`${side}_initiative`));
      answer.mark(0, row, column, side);
      return [side, Number(grid.cells[row]![column])];
    }),
  ) as Record<Side, number>;
  const lead = found.attacker - found.defender;
  Object.assign(answer.values, { attacker_table1: found.attacker, defender_table1: found.defender });
  answer.consider('O-a', lead, lead !== 0, 'line', found);
}

/** The side that has more, so that a line of Tables 2 and 3 counts for it. */
const better = (lead: number): Side | null => (lead > 0 ? 'attacker' : lead < 0 ? 'defender' : null);

function ratio(question: Question, answer: Answer): void {
  const attacker = question.num('attacker_sp');
  const defender = question.num('defender_sp');
  const exact = new Frac(Math.max(attacker, defender), Math.min(attacker, defender));
  const bands = question.sheet.optional.ratio.filter(({ from }) => !exact.below(Frac.of(from)));
  let pips = Math.max(...bands.map((band) => band.value));
  answer.mark(1, 0, bands.length - 1, better(attacker - defender));
  if (attacker < defender && pips) pips = -pips;
  answer.values['ratio'] = exact;
  answer.consider('O-c', pips, pips !== 0, 'line', { ratio: new Frac(exact.times(new Frac(100)).rounded(), 100) });
}

function cavalry(question: Question, answer: Answer): void {
  const lead = question.num('attacker_cavalry_sp') - question.num('defender_cavalry_sp');
  let line = question.yes(`${better(lead) ?? 'attacker'}_gendarmes`) ? 'gendarmes' : 'other';
  if (question.word('terrain') !== 'clear') line = 'not_clear';
  const lines = question.sheet.optional.cavalry;
  let pips = bandOf(lines[line]!, Math.abs(lead));
  answer.mark(2, Object.keys(lines).indexOf(line), pips, better(lead));
  if (lead < 0 && pips) pips = -pips;
  answer.consider('O-d', pips, pips !== 0, 'line', { lead: new Signed(lead), line: say(`cavalry.${line}`) });
}

/** O-e, O-f: half as much again as the other; anything against nothing; never in Rain. */
function superiority(question: Question, answer: Answer, id: string, what: string): void {
  const chart = question.sheet.optional;
  if (!question.weather('superiority')) {
    answer.consider(id, 0, false, 'rain');
    return;
  }
  const attacker = question.num(`attacker_${what}`);
  const defender = question.num(`defender_${what}`);
  const factor = Frac.of(chart.superiority);
  const enough = (one: number, other: number): boolean =>
    one > 0 && !new Frac(one).below(factor.times(new Frac(other)));
  let pips = 0;
  if (enough(attacker, defender)) pips = chart.superiority_value;
  else if (enough(defender, attacker)) pips = -chart.superiority_value;
  answer.consider(id, pips, pips !== 0, 'line', { attacker, defender });
}

/** The line of O4 a sum falls on (L10). */
export function placed(question: Question, result: number): number {
  const lines = Object.keys(question.sheet.optional.results).map(Number);
  const low = Math.min(...lines);
  const high = Math.max(...lines);
  if (low <= result && result <= high) return result;
  if (question.options.get('optional.clamp') === 'refuse') {
    throw new Refusal('refuse.optional_range', '3.9', { result: new Signed(result), low, high });
  }
  return Math.max(low, Math.min(high, result));
}

export const signedRow = (row: number): string => (row > 0 ? `+${row}` : `${row}`);

function fight(question: Question, answer: Answer, dice: number[]): void {
  let modifier = answer.total;
  if (dice.length > MOST_REROLLS) throw new Refusal('refuse.rerolls', '3.9', { most: MOST_REROLLS });
  let cell = '';
  let row = 0;
  const trail: string[] = [];
  for (const [index, die] of dice.entries()) {
    answer.natural = die;
    answer.modified = die + modifier;
    row = placed(question, die + modifier);
    answer.row = row;
    answer.rowLabel = signedRow(row);
    cell = question.sheet.optional.results[String(row)]!;
    trail.push(answer.rowLabel);
    if (!cell.startsWith('reroll')) {
      if (index + 1 < dice.length) throw new Refusal('refuse.spare_dice', '3.9', { spare: dice.length - index - 1 });
      break;
    }
    modifier = Number(cell.split(' ')[1]);
    answer.restsOn('L3');
    const text = say('effect.reroll', { row: answer.rowLabel, value: new Signed(modifier) });
    answer.effect('reroll', text, { modifier });
  }
  answer.place.row = row - lowest(question.sheet);
  answer.cell = cell;
  Object.assign(answer.values, { result: row, trail });
  answer.result = answer.rowLabel;
  if (cell.startsWith('reroll')) {
    answer.follow('optional', say('follow.reroll', { value: new Signed(modifier) }), { modifier });
    return;
  }
  settle(question, answer, row);
}

export const lowest = (sheet: Sheet): number => Math.min(...Object.keys(sheet.optional.results).map(Number));

/** Who loses (L2): the underline was lost; the mirror about 3.5 decides unless ruled otherwise. */
export function loserOfRow(sheet: Sheet, options: Options, result: number): string | null {
  const ruling = options.get('optional.loser_rule');
  if (UNDERLINES.test(ruling)) {
    return { a: 'attacker', d: 'defender' }[ruling[result - lowest(sheet)]!] ?? null;
  }
  if (sheet.optional.ties.includes(result) && ruling !== 'symmetric') {
    return { ties_attacker: 'attacker', ties_defender: 'defender' }[ruling] ?? null;
  }
  return result <= sheet.optional.attacker_loses_up_to ? 'attacker' : 'defender';
}

/** Losses by percentage, the winner never more than the loser; then pursuit and retreat. */
export function settle(question: Question, answer: Answer, result: number): void {
  answer.loser = loserOfRow(question.sheet, question.options, result);
  if (question.sheet.optional.ties.includes(result)) answer.reconstructed = 'L2';
  const [attacker, defender] = String(answer.cell).split(' / ').map(Number) as [number, number];
  const shares = { attacker, defender };
  Object.assign(answer.values, { attacker_percent: attacker, defender_percent: defender });
  const bases = { attacker: lossBase(question, 'attacker'), defender: lossBase(question, 'defender') };
  if (bases.attacker !== null && bases.defender !== null)
    losses(question, answer, shares, bases as Record<Side, number>);
  if (answer.loser === null) {
    answer.effect('no_loser', say('effect.no_loser_battle'));
    answer.events.add('nobody_loses');
    return;
  }
  const named = { who: who(answer.loser) };
  answer.effect('loser', say('effect.loser_battle', named), { who: answer.loser });
  answer.events.add(`${answer.loser}_loses`);
  answer.follow('pursuit', say('follow.pursuit', named), {
    pursued: answer.loser,
    cause: 'battle',
    inputs: pursuit(question, answer, answer.loser as Side),
  });
  answer.follow('retreat', say('follow.retreat', named), { who: answer.loser });
}

/** What is known of the pursuit, every strength and flag of it: what is not carried would be filled from elsewhere. */
function pursuit(question: Question, answer: Answer, beaten: Side): Record<string, unknown> {
  const winner: Side = beaten === 'attacker' ? 'defender' : 'attacker';
  const left = (side: Side): number | null => {
    const strength = question.maybe(`${side}_sp`);
    return strength === null ? null : Math.max(0, strength - Number(answer.values[`${side}_lost`] ?? 0));
  };
  // losses are off already: the winner's come from the infantry first, and nobody is demoralised by this table
  const pursuing = left(winner);
  const cavalry = pursuing === null ? null : Math.min(question.num(`${winner}_cavalry_sp`), pursuing);
  return {
    cause: 'battle',
    cavalry_sp: cavalry,
    infantry_sp: pursuing === null ? null : pursuing - cavalry!,
    star: question.num(`${winner}_stars`) > 0,
    stradioti: false,
    artillery_sp: question.num(`${beaten}_artillery_sp`),
    demoralised_sp: 0,
    good_sp: left(beaten),
  };
}

function losses(question: Question, answer: Answer, shares: Record<Side, number>, bases: Record<Side, number>): void {
  const lost = { attacker: 0, defender: 0 };
  for (const side of SIDES) {
    const exact = new Frac(bases[side] * shares[side], 100);
    lost[side] = rounded(question, exact);
    const blanks = { who: who(side), share: shares[side], base: bases[side], exact, sp: lost[side] };
    answer.effect('percent', say('effect.percent', blanks), { who: side, sp: lost[side] });
  }
  if (answer.loser) {
    const winner = answer.loser === 'attacker' ? 'defender' : 'attacker';
    const most = lost[answer.loser as Side];
    if (lost[winner] > most) {
      lost[winner] = most;
      answer.effect('capped', say('effect.capped', { who: who(winner), sp: most }), { who: winner, sp: most });
    }
  }
  for (const side of SIDES) {
    const sp = lost[side];
    answer.values[`${side}_lost`] = sp;
    answer.counts[`${side}_sp`] = sp;
    if (sp) answer.effect('lose_sp', say('effect.lose_sp_not_artillery', { who: who(side), sp }), { who: side, sp });
  }
}

/** The SP the percentage is taken of (`optional.loss_base`); null when no strength was given. */
function lossBase(question: Question, side: Side): number | null {
  const ruling = question.options.get('optional.loss_base');
  const strength = question.maybe(`${side}_sp`);
  if (ruling === 'manual' || /^\d+$/.test(ruling)) {
    const stated = question.maybe(`${side}_loss_base`);
    return stated ?? (ruling === 'manual' ? strength : Number(ruling));
  }
  if (strength !== null && ruling === 'all_sp') return strength + question.num(`${side}_artillery_sp`);
  return strength;
}
