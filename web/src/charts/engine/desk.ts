/** The desk in the browser: the same questions and answers as the server's, for every single table. */

import type { Answer as AnswerJson, Field, Force, Inputs, Odds, Refused, TableInfo } from '../types';
import { chancesOf, gather, meansOf, optionalOutcomes, outcomeOf, weights } from './chances';
import { Frac, ONE } from './frac';
import { checks, muster, reduced } from './muster';
import { Answer, Options, Question, value, type Fact, type Place } from './question';
import { bandLabel, type Sheet } from './sheet';
import { artillery } from './tables/artillery';
import { assault, isTie, loserOf } from './tables/assault';
import { attrition } from './tables/attrition';
import { charge } from './tables/charge';
import { discipline, recovery } from './tables/discipline';
import { captain, chits, loc, orders, units, weather, zoc } from './tables/lines';
import { loserOfRow, lowest, optional } from './tables/optional';
import { pursuit } from './tables/pursuit';
import { terrain } from './tables/terrain';
import type { LanguageData } from '../../voice/rules';
import type { Words } from '../../voice/speaker';
import { Refusal, say, Voice, type Text } from './words';

const RESOLVERS: Record<string, (question: Question) => Answer> = {
  terrain,
  artillery,
  charge,
  discipline,
  recovery,
  pursuit,
  zoc,
  assault,
  optional,
  loc,
  orders,
  attrition,
  chits,
  captain,
  units,
  weather,
};

/** What one throw of the die would give. */
export interface Reached extends Place {
  die: number;
  cell: string | null;
  loser: string | null;
  text: string;
  refused: boolean;
}

export interface DeskData {
  rules: LanguageData;
  texts: Words;
  sheet: Sheet;
  tables: TableInfo[];
}

type Chosen = Record<string, unknown>;

/** Of `DeskData`: a page of tables that answers without asking anybody. */
export class Desk {
  readonly voice: Voice;

  constructor(readonly data: DeskData) {
    this.voice = new Voice(data.rules, data.texts);
  }

  /** Whether this table can be resolved here; procedures need the server. */
  knows(name: string): boolean {
    return name in RESOLVERS;
  }

  ask(name: string, inputs: Inputs, chosen: Chosen = {}): AnswerJson | Refused {
    return this.tried(() => {
      const question = this.question(name, inputs, chosen);
      return this.answerJson(RESOLVERS[name]!(question), question.options);
    });
  }

  odds(name: string, inputs: Inputs, chosen: Chosen = {}): Odds | Refused {
    return this.tried(() => {
      const question = this.question(name, { ...inputs, die: undefined }, chosen);
      const dice = this.table(name).dice;
      const resolve = RESOLVERS[name]!;
      const outcomes =
        name === 'optional'
          ? optionalOutcomes(question)
          : dice.length
            ? gather(weights(dice).map(([die, chance]) => outcomeOf(resolve(question.but({ die })), chance)))
            : [outcomeOf(resolve(question), ONE)];
      const { voice } = this;
      return {
        ok: true,
        outcomes: outcomes.map((one) => ({
          result: one.result,
          label: one.label
            ? voice.render(one.label)
            : one.texts.length === 1
              ? voice.render(one.texts[0]!)
              : one.result,
          probability: one.probability.toString(),
          percent: voice.percent(one.probability),
          loser: one.loser,
          counts: one.counts,
          events: one.events,
          text: one.texts.map((text) => voice.render(text)).join('; '),
        })),
        chances: [...chancesOf(outcomes)].map(([event, chance]) => ({
          event,
          text: voice.say(`event.${event}`),
          probability: chance.toString(),
          percent: voice.percent(chance),
        })),
        means: [...meansOf(outcomes)].map(([count, mean]) => ({
          count,
          text: voice.say(`count.${count}`),
          mean: mean.toString(),
          decimal: voice.decimal(Number(mean).toFixed(3)),
        })),
      };
    });
  }

  /** Which choices the charts forbid beside the other inputs, with the reason. */
  menu(name: string, inputs: Inputs, chosen: Chosen = {}): Record<string, Record<string, string>> {
    const forbidden: Record<string, Record<string, string>> = {};
    const asked = this.tried(() => this.question(name, { ...inputs, die: undefined }, chosen));
    if (!(asked instanceof Question)) return forbidden;
    for (const field of this.table(name).fields) {
      if (field.type !== 'choice' && field.type !== 'boolean') continue;
      for (const other of field.type === 'boolean' ? [true, false] : (field.values ?? [])) {
        if (other === asked.given[field.name]) continue;
        const refused = this.tried(() => RESOLVERS[name]!(asked.but({ [field.name]: other })));
        // what only another input is missing for is not forbidden
        if (refused instanceof Answer || (refused.field ?? field.name) !== field.name) continue;
        (forbidden[field.name] ??= {})[String(other)] = this.voice.render(refused.why);
      }
    }
    return forbidden;
  }

  /** What every face of the die would give: the cells that can still be reached. */
  reach(name: string, inputs: Inputs, chosen: Chosen = {}): Reached[] {
    const before = name === 'optional' ? this.rerolls(inputs, chosen) : [];
    return this.table(name).dice.map((die) => {
      const thrown = name === 'optional' ? [...before, die] : die;
      const found = this.tried(() => RESOLVERS[name]!(this.question(name, { ...inputs, die: thrown }, chosen)));
      if (!(found instanceof Answer)) {
        return { die, row: null, column: null, cell: null, loser: null, text: found.error, refused: true };
      }
      const text = [...found.effects, ...found.followUps].map((one) => this.voice.render(one.text)).join(' ');
      return { die, ...found.place, cell: this.cellText(found), loser: found.loser, text, refused: false };
    });
  }

  /** The dice of the optional battle that led to a reroll: the next one is thrown after them. */
  rerolls(inputs: Inputs, chosen: Chosen): number[] {
    const dice = (inputs['die'] as number[] | undefined) ?? [];
    const open = (thrown: number[]): boolean => {
      const found = this.tried(() => optional(this.question('optional', { ...inputs, die: thrown }, chosen)));
      return found instanceof Answer && String(found.cell).startsWith('reroll');
    };
    return dice.length && open(dice) ? dice : dice.slice(0, -1);
  }

  /** The inputs of `name` that two Forces decide. */
  muster(name: string, attacker: Force, defender?: Force): { ok: true; inputs: Inputs } | Refused {
    return this.tried(() => ({ ok: true, inputs: muster(name, this.data.sheet, attacker, defender) }));
  }

  /** A Force as it stands after so many SP lost. */
  reduced(force: Force, lost: number): Force {
    return reduced(this.data.sheet, force, lost);
  }

  /** A Discipline Check of each unit of a Force, with all that is known of it. */
  checks(force: Force): { text: string; inputs: Inputs }[] {
    return checks(this.data.sheet, force).map(({ unit, inputs }) => ({
      text: this.voice.say('unit.name', { id: unit.id, sp: unit.sp }),
      inputs,
    }));
  }

  /** The row labels of a printed grid as players write them (`0-`, `4`, `8+`). */
  rowLabels(name: string): string[] | null {
    const file = this.data.sheet[(name === 'recovery' ? 'discipline' : name) as keyof Sheet] as { rows?: string[] };
    return file?.rows?.map((written) => bandLabel(written)) ?? null;
  }

  /** Who loses each cell of the Assault table or each line of the optional battle, to shade the grid. */
  losers(name: string, chosen: Chosen = {}): { loser: string | null; tie: boolean }[][] {
    const sheet = this.data.sheet;
    const options = new Options(sheet.options.options, chosen);
    if (name === 'assault') {
      return sheet.assault.cells.map((row, r) =>
        row.map((_, c) => ({ loser: loserOf(sheet, options, r, c), tie: isTie(sheet, r, c) })),
      );
    }
    if (name !== 'optional') return [];
    const low = lowest(sheet);
    return Object.keys(sheet.optional.results).map((_, index) => {
      const row = low + index;
      const reroll = sheet.optional.results[String(row)]!.startsWith('reroll');
      const tie = sheet.optional.ties.includes(row);
      return [{ loser: reroll ? null : loserOfRow(sheet, options, row), tie }];
    });
  }

  private table(name: string): TableInfo {
    const found = this.data.tables.find((one) => one.name === name);
    if (!found) throw new Error(name);
    return found;
  }

  private tried<T>(work: () => T): T | (Refused & { why: Text }) {
    try {
      return work();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      const about = problem.field === null ? {} : { field: problem.field };
      return { ok: false, error: this.voice.refusal(problem), key: problem.key, ...about, why: problem.text };
    }
  }

  private question(name: string, inputs: Inputs, chosen: Chosen): Question {
    const options = new Options(this.data.sheet.options.options, chosen);
    const given = Object.fromEntries(this.table(name).fields.map((field) => [field.name, accepted(field, inputs)]));
    return new Question(name, given, options, this.data.sheet);
  }

  private answerJson(answer: Answer, options: Options): AnswerJson {
    const { voice } = this;
    const told = (facts: Fact, head: Record<string, string>): AnswerJson['effects'][number] => ({
      ...head,
      ...(this.plain(facts.facts) as object),
      text: voice.render(facts.text),
    });
    const used = options.register.filter(({ id }) => options.used.has(id));
    for (const { lost } of used) if (lost) answer.restsOn(lost);
    return {
      ok: true,
      table: answer.table,
      modifiers: answer.modifiers.map((one) => ({ ...one, why: voice.render(one.why) })),
      total: answer.total,
      natural: answer.natural,
      modified: answer.modified,
      row: answer.row,
      row_label: this.rowText(answer),
      column_before: answer.columnBefore,
      column_shift: answer.columnShift,
      column: answer.column,
      column_text: this.columnText(answer),
      cell: answer.cell,
      cell_text: this.cellText(answer),
      loser: answer.loser,
      reconstructed: answer.reconstructed,
      effects: answer.effects.map((one) => told(one, { kind: one.kind })),
      follow_ups: answer.followUps.map((one) => told(one, { table: one.table })),
      values: this.plain(answer.values) as Record<string, unknown>,
      notes: answer.notes.map((one) => voice.render(one)),
      readings: answer.readings.map((id) => ({ id, text: voice.say(`lost.${id}`) })),
      rulings: used.map(({ id, lost }) => ({
        id,
        value: options.peek(id),
        lost: lost ?? null,
        text: voice.say(`option.${id}`),
      })),
      options: options.changed(),
      nearest: [],
      would_change: [],
      place: answer.place,
      marks: answer.marks,
    };
  }

  /** A value as JSON can hold it: exact fractions that do not end stay text. */
  private plain(given: unknown): unknown {
    if (given instanceof Frac) {
      if (given.whole) return Number(given);
      return [2, 4, 5, 10, 20, 25, 50, 100].includes(Number(given.d)) ? Number(given) : given.toString();
    }
    if (Array.isArray(given)) return given.map((one) => this.plain(one));
    if (given && typeof given === 'object') {
      if ('key' in given && 'args' in given) return this.voice.render(given as Text);
      return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, this.plain(one)]));
    }
    return given;
  }

  /** An open row in words: `0-` is "0 or less", `6+` is "6 or more". */
  private bandText(label: string): string {
    const found = /^(\d+)([+-])$/.exec(label);
    if (!found) return label;
    return this.voice.say(found[2] === '+' ? 'band.more' : 'band.less', { number: Number(found[1]) });
  }

  private rowText(answer: Answer): string | null {
    if (['orders', 'weather', 'units'].includes(answer.table) && typeof answer.row === 'string') {
      const own = answer.table === 'units' ? `value.type.${answer.row}` : `value.${answer.row}`;
      return this.voice.render(this.voice.has(own) ? say(own) : value(answer.row));
    }
    const label = answer.rowLabel ?? answer.row;
    return label === null ? null : this.bandText(String(label));
  }

  private columnText(answer: Answer): string | null {
    if (answer.table === 'orders' && typeof answer.column === 'string') {
      return this.voice.say(`grid.${answer.column.replace(' ', '_')}`);
    }
    // the column of a die is kept as its number, and printed with an open end
    const label = answer.table === 'attrition' ? answer.columnBefore : answer.column;
    return label === null ? null : this.bandText(String(label));
  }

  private cellText(answer: Answer): string | null {
    const { cell } = answer;
    if (cell === null) return null;
    if (cell.startsWith('reroll ')) return this.voice.say('cell.reroll', { value: cell.split(' ')[1]! });
    if (answer.table === 'weather' || answer.table === 'units') return this.rowText(answer);
    if (/^\d+\.\d+$/.test(cell)) return this.voice.number(Number(cell));
    return this.voice.has(`cell.${cell}`) ? this.voice.say(`cell.${cell}`) : cell;
  }
}

/** One input, complete: what was given if it fits, the default otherwise. */
function accepted(field: Field, inputs: Inputs): unknown {
  const given = inputs[field.name];
  if (given === undefined || given === null) {
    if (field.required) throw new Refusal('bad.missing', null, { name: field.meaning });
    return field.default;
  }
  const name = field.meaning;
  if (field.type === 'integer' || field.type === 'number') {
    const number = Number(given);
    const { min: low = 0, max: high = 999 } = field;
    if (!Number.isFinite(number) || (field.type === 'integer' && !Number.isInteger(number))) {
      throw new Refusal('bad.whole', null, { name, value: String(given) });
    }
    if (!Number.isInteger(number * 2)) throw new Refusal('bad.half', null, { name, value: String(given) });
    if (number < low || number > high) throw new Refusal('bad.range', null, { name, value: number, low, high });
    return number;
  }
  if (field.type === 'choice' && !field.values?.includes(String(given))) {
    throw new Refusal('bad.choice', null, { name, value: String(given), values: field.values?.join(', ') ?? '' });
  }
  return given;
}
