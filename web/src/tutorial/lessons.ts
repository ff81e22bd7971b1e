/** The lessons of the guided first game: prepared positions with a goal, all of them data. */
import type { Entry } from '../lib/types';
import type { Role } from '../lib/nations';

/** Something that must have happened: an event with at least these arguments, or an order of the learner. */
export interface Condition {
  event?: string;
  args?: Record<string, unknown>;
  order?: string;
}

export interface Lesson {
  /** Its texts are `learn.ID.title`, `.text`, `.task`, `.wrong` and `.done`. */
  id: string;
  /** Whom the learner plays; the page answers for everybody else. */
  role: Role;
  /** The city the map is brought to. */
  focus: string;
  /** The cities that the task names: they are ringed until it is done. */
  marks: string[];
  goal: Condition[];
  /** What ends the attempt. */
  fail: Condition[];
  /** Orders that lead to the goal without reaching it at once. */
  way: string[];
  /** What the others answer, by state: the first order that is legal. */
  answers: Record<string, string[]>;
  position: Record<string, unknown>;
}

const files = import.meta.glob<Lesson>('./lessons/*.json', { eager: true, import: 'default' });
export const LESSONS: Lesson[] = Object.keys(files)
  .sort()
  .map((file) => files[file])
  .filter((l): l is Lesson => l !== undefined);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function met(c: Condition, log: Entry[], role: Role): boolean {
  if (c.order !== undefined) {
    const wanted = new RegExp(c.order);
    return log.some((e) => e.role === role && e.order !== null && wanted.test(e.order));
  }
  return log.some((e) =>
    e.events.some((v) => v.key === c.event && Object.entries(c.args ?? {}).every(([k, x]) => same(v.args[k], x))),
  );
}

export type Verdict = 'open' | 'done' | 'failed' | 'stray';

/** Where an attempt stands, judged by its whole log. */
export function judge(lesson: Lesson, log: Entry[]): Verdict {
  if (lesson.goal.every((c) => met(c, log, lesson.role))) return 'done';
  if (lesson.fail.some((c) => met(c, log, lesson.role))) return 'failed';
  const last = log.filter((e) => e.role === lesson.role).at(-1);
  if (last?.order && !lesson.way.some((w) => new RegExp(w).test(last.order ?? ''))) return 'stray';
  return 'open';
}
