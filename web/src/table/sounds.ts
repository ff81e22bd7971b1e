/** Optional sounds, made by the browser itself: a bell for my turn; a card, a battle, fate. None until it is wanted. */
import { isWanted, type Wish } from './wishes.svelte';

export type Sound = 'turn' | 'card' | 'battle' | 'fate';
/** A tone: pitch in hertz, when it begins, how long it lasts (seconds), how loud, and its colour. */
export type Tone = [pitch: number, at: number, lasts: number, loud: number, colour: OscillatorType];

/** Two soft strokes; a tick; two beats of a drum; a low chord that falls. */
export const TONES: Record<Sound, Tone[]> = {
  turn: [
    [523.25, 0, 0.9, 0.18, 'sine'],
    [659.25, 0.22, 0.9, 0.18, 'sine'],
  ],
  card: [
    [880, 0, 0.06, 0.08, 'triangle'],
    [440, 0.03, 0.09, 0.08, 'triangle'],
  ],
  battle: [
    [98, 0, 0.28, 0.3, 'sine'],
    [82, 0.26, 0.5, 0.3, 'sine'],
  ],
  fate: [
    [220, 0, 1.4, 0.1, 'sine'],
    [261.63, 0.12, 1.3, 0.1, 'sine'],
    [164.81, 0.5, 1.4, 0.12, 'sine'],
  ],
};
const WISH: Record<Sound, Wish> = { turn: 'bell', card: 'sounds', battle: 'sounds', fate: 'sounds' };
const HEARD: Record<string, Sound> = { fate_card: 'fate', combat_begins: 'battle', card_played: 'card' };

/** What an order sounds like: fate before a battle before a card. */
export function soundOf(events: { key: string }[]): Sound | null {
  const keys = new Set(events.map((e) => e.key));
  const first = Object.keys(HEARD).find((key) => keys.has(key));
  return first ? (HEARD[first] ?? null) : null;
}

export function play(sound: Sound): void {
  if (!isWanted(WISH[sound]) || typeof AudioContext === 'undefined') return;
  try {
    const context = new AudioContext();
    let end = 0;
    for (const [pitch, later, lasts, volume, colour] of TONES[sound]) {
      const at = context.currentTime + later;
      const tone = context.createOscillator();
      const loud = context.createGain();
      tone.type = colour;
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.0001, at);
      loud.gain.exponentialRampToValueAtTime(volume, at + Math.min(0.02, lasts / 3));
      loud.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
      tone.connect(loud).connect(context.destination);
      tone.start(at);
      tone.stop(at + lasts + 0.1);
      end = Math.max(end, later + lasts);
    }
    setTimeout(() => void context.close(), 1000 * (end + 0.5));
  } catch {
    /* no sound here */
  }
}
