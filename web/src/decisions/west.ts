/** OP-69: a way of two cities, named one after the other. */
import { Deciding } from './deciding';

export class West extends Deciding {
  static readonly state = 'WEST';

  override name(city: string): void {
    this.action.named = [...this.action.named, city];
  }
}
