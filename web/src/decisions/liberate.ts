/** R13.2: several cities are named, in any order; the one named first gives way to one too many. */
import { Deciding } from './deciding';

export class Liberate extends Deciding {
  static readonly state = 'EAST_PRUSSIA';

  override name(city: string): void {
    const { named } = this.action;
    this.action.named = named.includes(city)
      ? named.filter((c) => c !== city)
      : [...named, city].slice(-(this.menu.choose ?? 2));
  }
}
