/** The decisions that work in a way of their own, found among the modules of this folder by the state they answer. */
import type { Action } from '../table/action.svelte';
import { Deciding } from './deciding';

interface Kind {
  readonly state: string;
  readonly prototype: Deciding;
  new (action: Action): Deciding;
}
const isKind = (found: unknown): found is Kind =>
  typeof found === 'function' && found.prototype instanceof Deciding && 'state' in found;

const modules = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./panels.ts'], { eager: true });
const kinds = new Map(
  Object.entries(modules).flatMap(([path, module]) =>
    Object.values(module)
      .filter(isKind)
      .map((kind) => [kind.state, { module: path.slice(2, -3), kind }]),
  ),
);

/** How the decision asked in a state works. */
export const decidingOf = (state: string, action: Action): Deciding => new (kinds.get(state)?.kind ?? Deciding)(action);

/** The module it is in, null if it works like most. */
export const moduleOf = (state: string): string | null => kinds.get(state)?.module ?? null;
