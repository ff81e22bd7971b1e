/** An order to recruit, read back into the form it is written from. */
export interface Purchase {
  troops: number;
  trains: string[];
  /** The depot of each general that comes back. */
  generals: Record<string, string>;
  cards: string[];
  doubled: string | null;
  give: Record<string, number>;
}

const HEADS = new Set(['troops', 'train', 'general', 'pay', 'give']);

/** `recruit troops 2 train prag general karl bruenn pay 13S/1 5H/1 double give karl=2`; null if it is nothing such. */
export function purchaseOf(order: string): Purchase | null {
  const [verb, ...words] = order.split(' ');
  if (verb !== 'recruit') return null;
  const found: Purchase = { troops: 0, trains: [], generals: {}, cards: [], doubled: null, give: {} };
  let head = '';
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (HEADS.has(word)) head = word;
    else if (head === 'troops') found.troops = Number(word);
    else if (head === 'train') found.trains.push(word);
    else if (head === 'general') found.generals[word] = words[++i] ?? '';
    else if (head === 'pay' && word === 'double') found.doubled = found.cards.at(-1) ?? null;
    else if (head === 'pay') found.cards.push(word);
    else if (head === 'give') {
      const [general = '', count] = word.split('=');
      found.give[general] = Number(count);
    }
  }
  return found;
}
