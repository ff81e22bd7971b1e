/** Terrain effects (3.1): the cost of one step, and what the ground does to an attack. */

import { effective, refuseNoCombat, survey } from '../ground';
import { say, value, type Answer, type Question } from '../question';
import { Refusal } from '../words';

export function terrain(question: Question): Answer {
  const answer = question.begin();
  answer.place.row = Object.keys(question.sheet.terrain.hexes).indexOf(question.word('terrain'));
  if (question.word('use') === 'move') movement(question, answer);
  else attack(question, answer);
  return answer;
}

/** The lines of the printed chart that count beside that of the hex. */
function marked(question: Question, answer: Answer, hexside: string, ...others: (string | undefined)[]): void {
  const { hexes, hexsides } = question.sheet.terrain;
  for (const one of others) answer.mark(0, Object.keys(hexes).indexOf(one ?? ''));
  answer.mark(1, Object.keys(hexsides).indexOf(hexside));
}

/** MP of one step: hex or road, then the hexside, then leaving a city (notes d, e, f). */
function movement(question: Question, answer: Answer): void {
  const chart = question.sheet.terrain;
  const hex = question.word('terrain');
  const road = question.word('road');
  let hexside = question.word('hexside');
  if (chart.hexes[hex]!.mp === null) throw new Refusal('refuse.lake_move', '3.1');
  if (hexside === 'river2' && road !== 'none') {
    hexside = 'bridge2';
    answer.notes.push(say('note.road_bridge'));
  }
  if (hexside !== 'none' && chart.hexsides[hexside]!.mp === null) throw new Refusal('refuse.river1_move', '3.1');
  const fortress = ['fort_city', 'fort_town'].find((one) => question.list('features').includes(one));
  marked(question, answer, hexside, road, fortress);
  const own = Number(chart.hexes[fortress ?? hex]!.mp);
  answer.consider('TER-HEX', own, road === 'none', null, { terrain: value(fortress ?? hex) });
  if (road !== 'none') {
    const along = Number(chart.hexes[road]!.mp);
    const through = fortress !== undefined || question.yes('through_fortress');
    answer.consider('TER-ROAD', along, !through, null, { road: value(road) });
    answer.consider('TER-FORTRESS', Math.max(along, chart.through_fortress_mp), through);
  }
  if (hexside !== 'none') {
    const wet = question.word('weather') === 'rain';
    const across = Number(chart.hexsides[hexside]![wet ? 'mp_rain' : 'mp']);
    answer.consider('TER-HEXSIDE', across, true, wet ? 'rain' : null, { hexside: value(hexside) });
  }
  answer.consider('TER-LEAVE', chart.leaving_city_mp, question.yes('starts_in_city'));
  const mp = answer.total;
  const allowance = question.weather('allowance');
  answer.cell = String(mp);
  Object.assign(answer.values, { mp, allowance });
  answer.effect('move', say('effect.move', { mp }), { mp });
  if (allowance) {
    answer.effect('allowance', say('effect.allowance', { weather: value(question.word('weather')) }), { mp: -1 });
  }
}

function attack(question: Question, answer: Answer): void {
  refuseNoCombat(question, question.word('use') === 'major_battle');
  const { hexes, hexsides } = question.sheet.terrain;
  const features = question.list('features');
  let fortress = 'none';
  for (const one of ['fort_town', 'fort_city']) if (features.includes(one)) fortress = one;
  if (question.yes('inside') && fortress === 'none') throw new Refusal('refuse.inside', '3.1');
  const inside = question.yes('inside') ? fortress : 'none';
  const works = features.includes('earthworks');
  const ground = survey(question, inside, works, false);
  const hexside = question.word('hexside');
  marked(question, answer, hexside, inside, works ? 'earthworks' : undefined);
  const hex = hexes[question.word('terrain')]!;
  const unfavourable = ground.causes.length > 0;
  const values: Record<string, unknown> = {
    unfavourable,
    causes: [...ground.causes],
    heavy_halved: ground.heavyHalved,
    doubled_sp: ground.doubled,
    artillery:
      (inside === 'fort_city' ? Number(hexes['fort_city']!.artillery) : 0) +
      (works ? Number(hexes['earthworks']!.artillery) : 0) +
      (hexside !== 'none' ? Number(hexsides[hexside]!.artillery) : 0),
    mb_allowed: Boolean(hex.mb) && hexside !== 'ferry',
  };
  if (values['mb_allowed']) {
    values['mb_artillery'] = battlePips(question, works, 'mb_artillery');
    values['charge_allowed'] = hex.mb_charge !== 'forbidden';
    if (values['charge_allowed']) values['mb_charge'] = battlePips(question, works, 'mb_charge');
  }
  const defender = question.maybe('defender_sp');
  if (defender !== null) {
    const heavy = question.num('defender_heavy_sp');
    if (heavy > defender) throw new Refusal('refuse.heavy_part', '3.8', { heavy, sp: defender });
    values['defender_effective'] = effective(defender - heavy, heavy, ground, true);
  }
  Object.assign(answer.values, values);
  answer.cell = unfavourable ? 'unfavourable' : 'not unfavourable';
  attackEffects(answer, values, ground.causes, ground.doubled);
}

/** Column B: heath or hill, and cover once for a charge, each for artillery (3.14 iii). */
function battlePips(question: Question, works: boolean, what: 'mb_artillery' | 'mb_charge'): number {
  const { hexes, hexsides } = question.sheet.terrain;
  const own = Number(hexes[question.word('terrain')]![what]);
  const worksPips = works ? Number(hexes['earthworks']![what]) : 0;
  const side = question.word('hexside');
  const sidePips = side !== 'none' ? Number(hexsides[side]![what]) : 0;
  return own + (what === 'mb_charge' ? Math.min(worksPips, sidePips) : worksPips + sidePips);
}

function attackEffects(answer: Answer, values: Record<string, unknown>, causes: string[], doubled: number): void {
  if (causes.length) {
    answer.effect('unfavourable', say('effect.unfavourable', { causes: causes.map((one) => value(one)) }), { causes });
  } else answer.effect('favourable', say('effect.favourable'));
  if (values['heavy_halved']) answer.effect('heavy_halved', say('effect.heavy_halved'));
  if (doubled) answer.effect('doubled', say('effect.doubled', { sp: doubled }), { sp: doubled });
  if ('defender_effective' in values) {
    answer.effect('effective', say('effect.effective', { sp: values['defender_effective'] as never }));
  }
  if (!values['mb_allowed']) answer.effect('no_mb', say('effect.no_mb'));
  else if (!values['charge_allowed']) answer.effect('no_charge', say('effect.no_charge'));
}
