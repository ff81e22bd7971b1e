/** R7.7: a card, or the end of the combat: the battle shows it. */
import { Deciding } from './deciding';

export class Play extends Deciding {
  static readonly state = 'CARD';
  override readonly elsewhere = true;

  override pieces(): readonly string[] {
    return [];
  }
}
