/** The shortest way along the roads, whoever stands on it: to ask the referee why it cannot be walked. */
import { city as cityOf, neighbours } from './board';

export function roadTo(from: string, to: string): string[] {
  const came = new Map<string, string | null>([[from, null]]);
  const line = [from];
  for (const at of line) {
    if (at === to) break;
    const c = cityOf(at);
    for (const next of c ? neighbours(c) : []) {
      if (came.has(next.id)) continue;
      came.set(next.id, at);
      line.push(next.id);
    }
  }
  const way: string[] = [];
  for (let at: string | null = to; at !== null && at !== from; at = came.get(at) ?? null) way.unshift(at);
  return came.has(to) ? way : [];
}
