/** R1.10: the first allotment, which touches nothing on the map. */
import { Deciding } from './deciding';

export class Allot extends Deciding {
  static readonly state = 'ALLOT';
}
