/** The walks of a group, composed from its menu and the roads of the map (docs/view.md): nothing need be asked. */
import { roadsFrom } from '../map/board';
import type { Choice, MoveGroup, Walk } from './types';

/** Nodes are `city/steps used/m` while every road was a main road, `/-` after that. */
export function walkOf(group: MoveGroup): Walk {
  const open = new Set([...Object.keys(group.ends).filter((c) => !group.stops.includes(c)), ...group.passes]);
  const onward = new Map<string, string[]>();
  const start = `${group.city}/0/m`;
  const line: [string, number, boolean][] = [[group.city, 0, true]];
  const reached = new Set([start]);
  for (let i = 0; i < line.length; i++) {
    const [at, used, main] = line[i] ?? ['', 0, true];
    const found: string[] = [];
    for (const road of roadsFrom(at)) {
      const still = main && road.main;
      const walkable = used + 1 <= (still ? group.main_steps : group.steps);
      if (!walkable || (!open.has(road.to) && !(road.to in group.ends))) continue;
      const node = `${road.to}/${used + 1}/${still ? 'm' : '-'}`;
      found.push(node);
      if (reached.has(node)) continue;
      reached.add(node);
      if (open.has(road.to)) line.push([road.to, used + 1, still]);
    }
    onward.set(`${at}/${used}/${main ? 'm' : '-'}`, found);
  }
  const ends = [...reached].filter((node) => node !== start && cityOf(node) in group.ends);
  // A step that leads to no legal end is not offered; the line runs from near to far.
  const useful = new Set(ends);
  for (const node of [...onward.keys()].reverse())
    if (onward.get(node)?.some((next) => useful.has(next))) useful.add(node);
  const steps: Record<string, string[]> = {};
  for (const [node, next] of onward) {
    const kept = next.filter((one) => useful.has(one));
    if (kept.length) steps[node] = kept;
  }
  return { start, steps, ends };
}

const cityOf = (node: string): string => node.slice(0, node.indexOf('/'));

/** An order of the menu with its gaps filled. */
export const filled = (choice: Pick<Choice, 'order'>, gaps: Record<string, string | number>): string =>
  choice.order.replace(/\{(\w+)\}/g, (gap, name: string) => String(gaps[name] ?? gap));
