/** From the view to what the map draws. */
import { NATIONS, type Nation } from '../lib/nations';
import type { StackView, View } from '../lib/types';
import type { City, Piece } from '../map/board';
import raw from '../map/data/board.json';

/** So many troops a general leads at most. */
const MOST = 8;

interface Known {
  nation: Nation;
  kind: 'general' | 'train';
  rank: number;
}
const KNOWN = new Map<string, Known>();
for (const nation of NATIONS) {
  const set = raw.setup[nation];
  for (const [printed, rank] of set.generals as [string, number, string][]) {
    const id = printed.toLowerCase().replace('ä', 'ae').replace('ö', 'oe').replace('ü', 'ue');
    KNOWN.set(id, { nation, kind: 'general', rank });
  }
  set.trains.forEach((_, i) => KNOWN.set(`${nation}-train-${i + 1}`, { nation, kind: 'train', rank: 9 + i }));
}

export const nationOf = (piece: string): Nation => KNOWN.get(piece)?.nation ?? 'prussia';
export const rankOf = (piece: string): number => KNOWN.get(piece)?.rank ?? 0;
export const isTrain = (piece: string): boolean => KNOWN.get(piece)?.kind === 'train';

/** What is known of a stack's strength, if that is more than nothing: one to eight for each general. */
function strengthOf(stack: StackView): [number, number] | null {
  const [low, high] = stack.strength;
  const heads = stack.generals.length;
  return high > 0 && (low > heads || high < MOST * heads) ? [low, high] : null;
}

/** The pieces on the map, with the troops the viewer may know; `deduced`: and what can be deduced of others'. */
export function piecesOf(view: View, deduced = false): Piece[] {
  const strengths = new Map(deduced ? view.stacks.map((s) => [s.city, strengthOf(s)]) : []);
  const troops = new Map(view.stacks.map((s) => [s.city, s.troops || null]));
  const out: Piece[] = [];
  for (const [id, p] of Object.entries(view.pieces)) {
    const known = KNOWN.get(id);
    if (!known || !p.city) continue;
    out.push({
      id,
      nation: known.nation,
      kind: known.kind,
      rank: known.rank,
      city: p.city,
      faceDown: p.face_down ?? false,
      troops: known.kind === 'general' ? (troops.get(p.city) ?? null) : null,
      strength: known.kind === 'general' ? (strengths.get(p.city) ?? null) : null,
    });
  }
  return out;
}

/** Does the objective in a city count in this game, as it stands now? */
export function counts(view: View, city: City): boolean {
  const wanting = city.objective ? view.nations[city.objective.nation] : undefined;
  return !!city.objective && !!wanting?.needed && !wanting.out && (!wanting.eased || city.objective.order === 1);
}

/** Who stands in a city. */
export const piecesAt = (view: View, city: string): string[] =>
  Object.entries(view.pieces)
    .filter(([, p]) => p.city === city)
    .map(([id]) => id)
    .sort((a, b) => rankOf(a) - rankOf(b));

/** Where a combat is fought: the cities of both stacks, as far as they still stand in one. */
export function clashOf(view: View | null): string[] {
  const now = view?.combat?.current;
  return now ? [now.attacker.city, now.defender.city].filter((city) => city !== null) : [];
}
