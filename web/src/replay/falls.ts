/** Where a game turned: the largest falls of anybody's chances from one turn to the next. */
import type { Role } from '../lib/nations';

/** The chances at the beginning of a turn, after `n` orders. */
export interface Point {
  n: number;
  turn: number;
  chances: Partial<Record<Role, number>>;
}
export interface Fall {
  from: Point;
  to: Point;
  role: Role;
  fall: number;
}

/** What would read as no change at all is no fall. */
const LEAST = 0.01;

/** The largest falls, at most one for each turn, in the order of the game. */
export function falls(points: Point[], count = 3): Fall[] {
  const found = points.flatMap((to, i): Fall[] => {
    const from = points[i - 1];
    if (!from) return [];
    const all = (Object.keys(from.chances) as Role[]).map((role) => ({
      from,
      to,
      role,
      fall: (from.chances[role] ?? 0) - (to.chances[role] ?? 0),
    }));
    return all.sort((a, b) => b.fall - a.fall).slice(0, 1);
  });
  return found
    .filter((f) => f.fall >= LEAST)
    .sort((a, b) => b.fall - a.fall)
    .slice(0, count)
    .sort((a, b) => a.to.n - b.to.n);
}
