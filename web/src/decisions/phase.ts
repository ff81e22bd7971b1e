/** The movement phase: pieces are taken up where they stand, or a purchase asks for the cities where it arrives. */
import { Deciding } from './deciding';

export class Phase extends Deciding {
  static readonly state = 'MOVE_MENU';

  override pieces(): readonly string[] {
    return this.action.recruiting ? [] : this.action.groups.flatMap((g) => g.pieces);
  }

  override cities(): readonly string[] {
    const { recruit } = this.menu;
    if (!this.action.recruiting || !recruit) return [];
    return [...Object.values(recruit.generals).flat(), ...recruit.trains.cities];
  }

  override name(city: string): void {
    this.action.depot = city;
  }

  override touch(city: string): boolean {
    if (!this.action.recruiting) return this.action.pickAt(city);
    if (!this.cities().includes(city)) return false;
    this.name(city);
    return true;
  }
}
