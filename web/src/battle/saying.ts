/** A play of a combat in words: a card, a Reserve for its value, or stopping. */
import { say } from '../i18n/index.svelte';

export function sayingOf(order: string): string {
  const [verb, what = '', twice] = order.split(' ');
  if (verb !== 'play') return say(verb === 'pass' ? 'say.pass' : 'name.nobody');
  const [card, value] = what.split('=');
  if (value) return say('say.play_as', { card, value: Number(value) });
  return say('say.play', { card }) + (twice ? ' ×2' : '');
}
