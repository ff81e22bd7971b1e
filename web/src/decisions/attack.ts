/** R7.3: which combat comes next. A touch decides where it can only mean one of them. */
import type { View } from '../lib/types';
import { piecesAt } from '../table/pieces';
import { Deciding } from './deciding';

export class Attack extends Deciding {
  static readonly state = 'COMBAT_PICK';

  override pieces(): readonly string[] {
    return (this.menu.pairs ?? []).flat();
  }

  override touch(city: string, view: View): boolean {
    const here = piecesAt(view, city);
    const [only, more] = (this.menu.pairs ?? []).filter((p) => here.includes(p[0]) || here.includes(p[1]));
    if (!only || more) return false;
    void this.action.attack(...only);
    return true;
  }
}
