/** From two Forces to the inputs of a table: nothing of a roster is left to be counted by hand. */

import type { Captain, Force, Inputs, Unit } from '../types';
import type { Sheet } from './sheet';
import { Refusal } from './words';

const RANKS = ['captain_general', 'first_captain', 'captain'];
type Side = 'attacker' | 'defender';

/** What the charts ask about a Force. */
class Roster {
  constructor(
    readonly force: Force,
    private readonly sheet: Sheet,
  ) {}

  trait(unit: Unit, name: string): unknown {
    return this.sheet.units.types[unit.type]?.[name];
  }

  get alive(): Unit[] {
    return this.force.units.filter((unit) => unit.sp > 0);
  }

  /** Strength of these arms, only good or demoralised if asked. */
  sp(arms: string[] = ['infantry', 'cavalry'], good?: boolean, trait?: string): number {
    return this.alive
      .filter((unit) => arms.includes(String(this.trait(unit, 'arm'))))
      .filter((unit) => good === undefined || Boolean(unit.demoralised) !== good)
      .filter((unit) => trait === undefined || this.trait(unit, trait))
      .reduce((sum, unit) => sum + unit.sp, 0);
  }

  has(trait: string, good?: boolean): boolean {
    return this.alive.some(
      (unit) => this.trait(unit, trait) && (good === undefined || Boolean(unit.demoralised) !== good),
    );
  }

  get firearms(): Unit[] {
    const armed = (unit: Unit): boolean => unit.firearms ?? Boolean(this.trait(unit, 'firearms'));
    return this.alive.filter((unit) => armed(unit) && this.trait(unit, 'arm') === 'infantry');
  }

  /** Captains not eliminated, the first in command first. */
  get chiefs(): Captain[] {
    const rank = (one: Captain): number => RANKS.indexOf(one.rank);
    return this.force.captains.filter((one) => !one.eliminated).sort((a, b) => rank(a) - rank(b));
  }

  get star(): boolean {
    return (this.chiefs[0]?.stars ?? 0) > 0;
  }

  /** The Force's Quality: stated, or the one all its units share. */
  get quality(): number {
    if (this.force.quality !== undefined) return this.force.quality;
    const fighting = this.alive.filter((unit) => this.trait(unit, 'arm') !== 'artillery');
    const [only, ...others] = new Set(fighting.map((unit) => unit.quality));
    if (only === undefined || others.length) throw new Refusal('refuse.force_quality', '6', { force: this.force.name });
    return only;
  }

  eliteTypes(quality: number, least: number): number {
    const strength = new Map<string, number>();
    for (const unit of this.alive) {
      if (unit.quality !== quality || this.trait(unit, 'arm') === 'artillery') continue;
      strength.set(unit.type, (strength.get(unit.type) ?? 0) + unit.sp);
    }
    return [...strength.values()].filter((sp) => sp >= least).length;
  }

  mostlyGendarmes(): boolean {
    const cavalry = this.alive.filter((unit) => this.trait(unit, 'arm') === 'cavalry');
    return 2 * cavalry.filter((unit) => this.trait(unit, 'gendarmes')).length > cavalry.length;
  }
}

/** The inputs of `table` that the Forces decide (the pursuers and the besiegers count as attacker). */
export function muster(table: string, sheet: Sheet, first: Force, second: Force | undefined): Inputs {
  const attacker = new Roster(first, sheet);
  if (table === 'attrition') return { sp: attacker.sp(['infantry', 'cavalry', 'artillery']), star: attacker.star };
  if (!second) throw new Refusal('bad.two_forces', null, { table });
  const defender = new Roster(second, sheet);
  if (table === 'artillery') {
    return {
      sp: attacker.sp(['artillery']),
      siege_captain: attacker.chiefs.some((chief) => chief.siege),
      siege_artillery: attacker.has('siege'),
      besieged_artillery_sp: defender.sp(['artillery']),
    };
  }
  if (table === 'pursuit') {
    return {
      cavalry_sp: attacker.sp(['cavalry'], true),
      infantry_sp: attacker.sp(['infantry'], true),
      star: attacker.star,
      stradioti: attacker.has('stradioti', true),
      artillery_sp: defender.sp(['artillery']),
      demoralised_sp: defender.sp(undefined, false),
      good_sp: defender.sp(undefined, true),
    };
  }
  if (table === 'assault') {
    return {
      ...assault('attacker', attacker),
      ...assault('defender', defender),
      defender_firearm_sp: defender.firearms.reduce((sum, unit) => sum + unit.sp, 0),
      defender_admin_march: second.admin_march ?? false,
    };
  }
  return { ...optional('attacker', attacker, sheet), ...optional('defender', defender, sheet) };
}

function assault(side: Side, roster: Roster): Inputs {
  return {
    [`${side}_sp`]: roster.sp(),
    [`${side}_quality`]: roster.quality,
    [`${side}_heavy_sp`]: roster.sp(undefined, undefined, 'heavy'),
    [`${side}_artillery_sp`]: roster.sp(['artillery']),
    [`${side}_star`]: roster.star,
    [`${side}_sl`]: roster.has('swiss_landsknechts'),
    [`${side}_disorganised`]: roster.force.disorganised ?? false,
  };
}

function optional(side: Side, roster: Roster, sheet: Sheet): Inputs {
  const initiative = roster.chiefs[0]?.initiative;
  if (initiative === undefined) throw new Refusal('refuse.no_general', '3.9', { force: roster.force.name });
  const { quality, sp } = sheet.optional.elite;
  return {
    [`${side}_sp`]: roster.sp(),
    [`${side}_initiative`]: initiative,
    [`${side}_stars`]: roster.chiefs.reduce((sum, chief) => sum + (chief.stars ?? 0), 0),
    [`${side}_cavalry_sp`]: roster.sp(['cavalry']),
    [`${side}_gendarmes`]: roster.mostlyGendarmes(),
    [`${side}_artillery_sp`]: roster.sp(['artillery']),
    [`${side}_firearm_units`]: roster.firearms.length,
    [`${side}_firearm_sp`]: roster.firearms.reduce((sum, unit) => sum + unit.sp, 0),
    [`${side}_elite_types`]: roster.eliteTypes(quality, sp),
    [`${side}_quality`]: roster.quality,
  };
}

/** A Force with SP lost as the desk does by default: demoralised units first, low Quality, the largest; no guns. */
export function reduced(sheet: Sheet, force: Force, lost: number): Force {
  const units = force.units.map((unit) => ({ ...unit }));
  const able = units.filter((unit) => sheet.units.types[unit.type]?.['arm'] !== 'artillery');
  const rank = (unit: Unit): number[] => [unit.demoralised ? 0 : 1, unit.quality ?? -1, -unit.sp];
  for (let left = lost; left > 0; left--) {
    const [first] = able
      .filter((unit) => unit.sp > 0)
      .sort((a, b) => rank(a).reduce((order, value, index) => order || value - rank(b)[index]!, 0));
    if (first) first.sp -= 1;
  }
  return { ...force, units };
}

/** The units of a Force that make a Discipline Check, and what is known of it; guns without a Quality make none. */
export function checks(sheet: Sheet, force: Force): { unit: Unit; inputs: Inputs }[] {
  const roster = new Roster(force, sheet);
  return roster.alive
    .filter((unit) => unit.quality !== undefined)
    .map((unit) => {
      const { quality, reliability, sp, demoralised = false } = unit;
      const known = { quality, sp, demoralised, star: roster.star };
      return { unit, inputs: { phase: 'combat', ...known, ...(reliability === undefined ? {} : { reliability }) } };
    });
}
