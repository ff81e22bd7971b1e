/** Exact odds over the die: every roll with its weight, in fractions; loops of rerolls solved, not simulated. */

import { Frac, ONE, ZERO } from './frac';
import { refuseNoCombat } from './ground';
import type { Answer, Question } from './question';
import { optional, placed, settle, SIDES, signedRow } from './tables/optional';
import { Refusal, say, type Text } from './words';

export interface Outcome {
  result: string;
  probability: Frac;
  texts: Text[];
  loser: string | null;
  counts: Record<string, number>;
  events: string[];
  label: Text | null;
}

type Rows = Map<number | null, Frac>;
const add = <K>(map: Map<K, Frac>, key: K, chance: Frac): void => {
  map.set(key, (map.get(key) ?? ZERO).plus(chance));
};

/** How often each natural roll comes: six faces, or the sums of two dice. */
export function weights(dice: readonly number[]): [number, Frac][] {
  const two = dice[0] === 2;
  return dice.map((face) => [face, two ? new Frac(6 - Math.abs(7 - face), 36) : new Frac(1, dice.length)]);
}

export function outcomeOf(answer: Answer, probability: Frac): Outcome {
  return {
    result: answer.outcome,
    probability,
    texts: answer.effects.map((one) => one.text),
    loser: answer.loser,
    counts: { ...answer.counts },
    events: [...answer.events].sort(),
    label: label(answer),
  };
}

/** A short name of an answer: the cell, who loses, what it comes to. */
function label(answer: Answer): Text {
  const cell = String(answer.cell);
  const number = (name: string): number => Number(answer.values[name]);
  if (answer.table === 'loc') return say('label.loc', { cell, ap: number('received') });
  if (answer.table === 'pursuit' && 'sp_lost' in answer.values) {
    return say('label.pursuit', { cell, sp: number('sp_lost') });
  }
  if (answer.table === 'attrition') return say('label.attrition', { sp: number('sp_lost') });
  if (answer.table === 'captain') return say(`captain.${cell}`);
  const shown = answer.table === 'optional' ? say('label.row', { row: String(answer.result), cell }) : cell;
  if (answer.loser || answer.events.has('nobody_loses')) {
    return say('label.loser', { cell: shown, who: say(`who.${answer.loser ?? 'nobody'}`) });
  }
  if (answer.table === 'discipline' || answer.table === 'recovery') {
    return say('label.effect', { cell: shown, effect: answer.effects[0]!.text });
  }
  return say('label.cell', { cell: shown });
}

/** The same result from several rolls counts once, with the probabilities added. */
export function gather(outcomes: Outcome[]): Outcome[] {
  const found = new Map<string, Outcome>();
  for (const one of outcomes) {
    const key = JSON.stringify([one.result, one.loser, one.events, Object.entries(one.counts).sort()]);
    const before = found.get(key)?.probability ?? ZERO;
    found.set(key, { ...one, probability: one.probability.plus(before) });
  }
  return [...found.values()];
}

function thrown(question: Question, modifier: number, loop: (row: number) => Rows | undefined): Rows {
  const found: Rows = new Map();
  const face = new Frac(1, 6);
  for (let die = 1; die <= 6; die++) {
    let row: number | null;
    try {
      row = placed(question, die + modifier);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      row = null;
    }
    const ends = row === null ? undefined : loop(row);
    if (ends) for (const [end, chance] of ends) add(found, end, chance.times(face));
    else add(found, row, face);
  }
  return found;
}

/** The final distribution behind every reroll cell: cells may lead to each other, so solve them together. */
function solveLoops(question: Question): Map<number, Rows> {
  const loops = new Map<number, number>();
  for (const [row, cell] of Object.entries(question.sheet.optional.results)) {
    if (cell.startsWith('reroll')) loops.set(Number(row), Number(cell.split(' ')[1]));
  }
  const cells = [...loops.keys()].sort((a, b) => a - b);
  const direct = new Map<number, Rows>();
  const to = new Map<number, Map<number, Frac>>();
  for (const cell of cells) {
    const landing = thrown(question, loops.get(cell)!, () => undefined);
    const loose = [...landing].filter(([row]) => row === null || !loops.has(row));
    direct.set(cell, new Map(loose));
    to.set(cell, new Map([...landing].filter(([row]) => row !== null && loops.has(row)) as [number, Frac][]));
  }
  for (const cell of cells) {
    const mine = to.get(cell)!;
    const stay = mine.get(cell) ?? ZERO;
    mine.delete(cell);
    if (stay.same(ONE)) throw new Refusal('refuse.endless_reroll', '3.9', { row: cell });
    const scale = ONE.over(ONE.minus(stay));
    const ends = direct.get(cell)!;
    for (const [row, chance] of ends) ends.set(row, chance.times(scale));
    for (const [row, chance] of mine) mine.set(row, chance.times(scale));
    for (const other of cells) {
      const share = other === cell ? undefined : to.get(other)!.get(cell);
      if (!share) continue;
      to.get(other)!.delete(cell);
      for (const [row, chance] of ends) add(direct.get(other)!, row, share.times(chance));
      for (const [row, chance] of mine) add(to.get(other)!, row, share.times(chance));
    }
  }
  return direct;
}

/** The total modifier of O3 with its odds: over the generals' dice where these are not thrown yet. */
function battleModifiers(question: Question): Map<number, Frac> {
  const found = new Map<number, Frac>();
  const total = (changed: Record<string, unknown>): number => optional(question.but({ ...changed, die: [] })).total;
  if (question.maybe('modifier') !== null) {
    found.set(total({}), ONE);
    return found;
  }
  const [ours, theirs] = SIDES.map((side) => {
    const die = question.maybe(`${side}_die`);
    return die === null ? [1, 2, 3, 4, 5, 6] : [die];
  }) as [number[], number[]];
  const weight = new Frac(1, ours.length * theirs.length);
  for (const attacker_die of ours) {
    for (const defender_die of theirs) add(found, total({ attacker_die, defender_die }), weight);
  }
  return found;
}

/** The optional battle: all final lines with their odds, generals' dice and rerolls included. */
export function optionalOutcomes(asked: Question): Outcome[] {
  const question = asked.but({ die: [] });
  refuseNoCombat(question, true);
  const ends: Rows = new Map();
  const modifiers = battleModifiers(question);
  const solved = solveLoops(question);
  for (const [modifier, chance] of modifiers) {
    for (const [row, share] of thrown(question, modifier, (row) => solved.get(row))) {
      add(ends, row, chance.times(share));
    }
  }
  const sorted = [...ends].sort(([a], [b]) => (a === null ? 1 : b === null ? -1 : a - b));
  return gather(
    sorted.map(([row, chance]) => (row === null ? offTable(chance) : outcomeOf(settled(question, row), chance))),
  );
}

function offTable(probability: Frac): Outcome {
  const texts = [say('outcome.off_table')];
  return { result: 'off the table', probability, texts, loser: null, counts: {}, events: [], label: null };
}

/** What a final line of O4 means, however it was reached. */
function settled(question: Question, row: number): Answer {
  const answer = question.begin();
  answer.row = row;
  answer.cell = question.sheet.optional.results[String(row)]!;
  answer.values['result'] = row;
  answer.result = signedRow(row);
  settle(question, answer, row);
  return answer;
}

/** The probability of every event some outcome has, in the order of the outcomes. */
export function chancesOf(outcomes: Outcome[]): Map<string, Frac> {
  const found = new Map<string, Frac>();
  for (const one of outcomes) for (const event of one.events) add(found, event, one.probability);
  return found;
}

/** The mean of everything outcomes count. */
export function meansOf(outcomes: Outcome[]): Map<string, Frac> {
  const found = new Map<string, Frac>();
  for (const one of outcomes) {
    for (const [name, value] of Object.entries(one.counts)) add(found, name, one.probability.times(new Frac(value)));
  }
  return found;
}
