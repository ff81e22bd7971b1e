/** What the ground does to an attack (3.1): one reading of the terrain chart for all who call it. */

import { Frac } from './frac';
import { value, type Question } from './question';
import { Refusal } from './words';

export interface Ground {
  causes: string[];
  openCauses: string[];
  heavyHalved: boolean;
  doubled: number;
}

/** No combat on a lake or over a primary river; no Major Battle where the chart has none. */
export function refuseNoCombat(question: Question, majorBattle: boolean): void {
  const { hexes, hexsides } = question.sheet.terrain;
  const terrain = question.word('terrain');
  const hexside = question.word('hexside', 'none');
  if (hexes[terrain]?.mb === null) throw new Refusal('refuse.lake', '3.1');
  if (hexside !== 'none' && hexsides[hexside]?.unfavourable === null) throw new Refusal('refuse.river1', '3.1');
  if (!majorBattle) return;
  if (hexes[terrain]?.mb === false) throw new Refusal('refuse.no_mb', '3.1', { terrain: value(terrain) });
  if (hexside !== 'none' && hexsides[hexside]?.mb_artillery === null) throw new Refusal('refuse.ferry_mb', '3.1');
}

export function survey(question: Question, fortress: string, earthworks: boolean, majorBattle: boolean): Ground {
  const { hexes, hexsides } = question.sheet.terrain;
  const terrain = question.word('terrain');
  let hexside = question.word('hexside', 'none');
  if (majorBattle && hexside === 'none' && question.yes('river_chit')) hexside = 'river2';
  const causes: string[] = hexes[terrain]?.unfavourable ? [terrain] : [];
  if (hexside !== 'none' && hexsides[hexside]?.unfavourable) causes.push(hexside);
  const openCauses = [...causes];
  if (fortress !== 'none' && hexes[fortress]?.unfavourable) causes.push(fortress);
  if (earthworks && hexes['earthworks']?.unfavourable) causes.push('earthworks');
  let heavyHalved = Boolean(hexes[terrain]?.heavy_halved);
  if (heavyHalved && majorBattle && (question.num('attacker_heavy_sp') || question.num('defender_heavy_sp'))) {
    heavyHalved = question.options.isTrue('terrain.heavy_half_in_mb');
  }
  let doubled = fortress !== 'none' ? Number(hexes[fortress]?.doubled) : 0;
  if (earthworks) {
    const more = Number(hexes['earthworks']?.doubled);
    if (doubled === 0 || question.options.get('terrain.earthworks_double') === 'adds_4') doubled += more;
    else doubled = Math.max(doubled, more);
  }
  return { causes, openCauses, heavyHalved, doubled };
}

/** Effective SP for a ratio: heavy cavalry halved where the chart says so, then the first SP doubled. */
export function effective(light: number, heavy: number, ground: Ground, doubled: boolean): Frac {
  const weight = ground.heavyHalved ? new Frac(1, 2) : new Frac(1);
  let strength = new Frac(light).plus(new Frac(heavy).times(weight));
  if (doubled) {
    const plain = Math.min(light, ground.doubled);
    strength = strength.plus(new Frac(plain)).plus(new Frac(Math.min(heavy, ground.doubled - plain)).times(weight));
  }
  return strength;
}
