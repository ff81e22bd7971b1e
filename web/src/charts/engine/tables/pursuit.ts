/** Pursuit (3.5): losses, and how the pursued Force pays them. */

import { Frac } from '../frac';
import { addExtras, roll, rounded, say, type Answer, type Question } from '../question';
import { bandLabel, bandNumber, bandOf } from '../sheet';
import { Refusal } from '../words';

const KINDS = ['artillery', 'demoralised', 'good'] as const;
type Kind = (typeof KINDS)[number];
type Purse = Record<Kind, number>;

export function pursuit(question: Question): Answer {
  if (question.num('cavalry_sp') + question.num('infantry_sp') === 0) throw new Refusal('refuse.no_pursuers', '3.5');
  const answer = question.begin();
  const { modifiers: pips, rows, cells } = question.sheet.pursuit;
  answer.consider('PUR-STAR', pips['PUR-STAR']!, question.yes('star'));
  answer.consider('PUR-STRAD', pips['PUR-STRAD']!, question.yes('stradioti'));
  const mp = Math.floor(question.num('mp_spent'));
  const leaving = question.word('cause') === 'zoc';
  answer.consider('PUR-ZOC', pips['PUR-ZOC']! * mp, leaving && mp > 0, leaving ? null : 'battle', { mp });
  addExtras(question, answer);
  const modified = roll(question, answer);
  if (modified === null) return answer;
  const row = bandOf(rows, modified);
  answer.place.row = row;
  answer.row = bandNumber(rows[row]!);
  answer.rowLabel = bandLabel(rows[row]!);
  if (modified > answer.row) answer.restsOn('L8');
  const [cavalry, infantry, mark] = cells[row]!.map(String) as [string, string, string];
  answer.cell = [cavalry, infantry, mark].join(' ');
  losses(question, answer, { cavalry, infantry });
  captains(question, answer, mark);
  return answer;
}

function losses(question: Question, answer: Answer, cells: Record<'cavalry' | 'infantry', string>): void {
  let total = 0;
  for (const arm of ['cavalry', 'infantry'] as const) {
    const share = cells[arm] === '--' ? 0 : Number(cells[arm].slice(1));
    if (!share) continue;
    const sp = question.num(`${arm}_sp`);
    const exact = new Frac(sp * share, 100);
    const lost = rounded(question, exact);
    total += lost;
    const text = say(`effect.pursuit_${arm}`, { share, sp, exact, losses: lost });
    answer.effect(`${arm}_losses`, text, { losses: lost });
  }
  answer.values['losses'] = total;
  answer.effect('pursuit_losses', say('effect.pursuit_losses', { losses: total }), { losses: total });
  answer.counts['pursuit_losses'] = total;
  if (question.maybe('good_sp') !== null || question.num('artillery_sp') || question.num('demoralised_sp')) {
    settle(question, answer, total);
  }
}

/** Turn pursuit losses into SP of the pursued, by the order of payment in force. */
function settle(question: Question, answer: Answer, owed: number): void {
  const have = Object.fromEntries(KINDS.map((kind) => [kind, question.num(`${kind}_sp`)])) as Purse;
  const total = have.artillery + have.demoralised + have.good;
  const worth = total + have.good;
  if (total === 0) throw new Refusal('refuse.nobody_pursued', '3.5');
  const { paid, leftOver } = pay(question, have, owed);
  const sp = paid.artillery + paid.demoralised + paid.good;
  Object.assign(answer.values, {
    sp_lost: sp,
    artillery_lost: paid.artillery,
    demoralised_lost: paid.demoralised,
    good_lost: paid.good,
    left_over: leftOver,
    sp_left: total - sp,
  });
  answer.counts['pursued_sp'] = sp;
  answer.effect('payment', say('effect.payment', { ...paid, sp }), { sp });
  if (leftOver && sp < total) {
    answer.effect('left_over', say('effect.left_over', { losses: leftOver }), { losses: leftOver });
  }
  if (sp === total) {
    answer.effect('force_eliminated', say('effect.force_eliminated', { losses: owed, worth }));
    answer.events.add('force_eliminated');
  }
  answer.result = `${answer.cell}: ${sp} SP`;
}

function pay(question: Question, have: Purse, losses: number): { paid: Purse; leftOver: number } {
  const paid: Purse = { artillery: 0, demoralised: 0, good: 0 };
  if (losses === 0) return { paid, leftOver: 0 };
  const order = question.options.get('pursuit.payment');
  if (order === 'manual' && KINDS.some((kind) => question.maybe(`pay_${kind}`) !== null)) {
    return manual(question, have, losses);
  }
  let owed = losses;
  const turns: Kind[] =
    order === 'good_first' ? ['good', 'artillery', 'demoralised'] : ['artillery', 'demoralised', 'good'];
  for (const kind of turns) {
    const price = kind === 'good' ? 2 : 1;
    paid[kind] = Math.min(have[kind], Math.floor(owed / price));
    owed -= paid[kind] * price;
  }
  if (owed === 1 && paid.good < have.good && question.options.get('pursuit.leftover') === 'costs_one_good_sp') {
    paid.good += 1;
    owed = 0;
  }
  return { paid, leftOver: owed };
}

/** The payment the owner states: it must cover the losses, or all there is, and not overpay. */
function manual(question: Question, have: Purse, losses: number): { paid: Purse; leftOver: number } {
  const paid = Object.fromEntries(KINDS.map((kind) => [kind, question.num(`pay_${kind}`)])) as Purse;
  for (const kind of KINDS) {
    if (paid[kind] > have[kind]) {
      throw new Refusal('refuse.pay_too_much', '3.5', {
        kind: say(`kind.${kind}`),
        paid: paid[kind],
        have: have[kind],
      });
    }
  }
  const worth = paid.artillery + paid.demoralised + 2 * paid.good;
  const everything = KINDS.every((kind) => paid[kind] === have[kind]);
  const refused = new Refusal('refuse.pay_sum', '3.5', { worth, losses });
  if (worth > losses + (paid.good ? 1 : 0) || (worth < losses - 1 && !everything)) throw refused;
  const owed = Math.max(0, losses - worth);
  if (owed === 1 && !everything) {
    const single = paid.artillery < have.artillery || paid.demoralised < have.demoralised;
    if (single || question.options.get('pursuit.leftover') === 'costs_one_good_sp') throw refused;
  }
  return { paid, leftOver: owed };
}

function captains(question: Question, answer: Answer, mark: string): void {
  if (answer.natural === 1) {
    if (mark === '*' || question.options.get('pursuit.natural_one') === 'any_row') {
      answer.follow('captain', say('follow.captain_pursuer'), { who: 'one pursuing captain' });
      answer.events.add('pursuer_check');
    }
  } else if (mark === '*') answer.notes.push(say('note.natural_one'));
  if (mark === '§') {
    answer.follow('captain', say('follow.captains_pursued'), { who: 'all pursued captains' });
    answer.events.add('captain_check');
  }
}
