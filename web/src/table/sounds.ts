/**
 * Optional sounds, made by the browser itself: a bell for my turn; a card, a battle and its end, fate, a word of
 * somebody. None until it is wanted.
 */
import { isWanted, volume, type Wish } from './wishes.svelte';

export type Sound = 'turn' | 'card' | 'battle' | 'defeat' | 'fate' | 'word';
/** A tone: pitch in hertz, when it begins, how long it lasts (seconds), how loud, and its colour. */
export type Tone = [pitch: number, at: number, lasts: number, loud: number, colour: OscillatorType];

/** Two soft strokes; a tick; two beats of a drum; three that fall; a low chord that falls; a drop. */
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
  defeat: [
    [123.47, 0, 0.3, 0.28, 'sine'],
    [98, 0.24, 0.3, 0.28, 'sine'],
    [73.42, 0.48, 0.7, 0.3, 'sine'],
  ],
  word: [
    [783.99, 0, 0.12, 0.07, 'sine'],
    [1046.5, 0.07, 0.18, 0.06, 'sine'],
  ],
  fate: [
    [220, 0, 1.4, 0.1, 'sine'],
    [261.63, 0.12, 1.3, 0.1, 'sine'],
    [164.81, 0.5, 1.4, 0.12, 'sine'],
  ],
};
const WISH: Record<Sound, Wish> = {
  turn: 'bell',
  card: 'sounds',
  battle: 'sounds',
  defeat: 'sounds',
  fate: 'sounds',
  word: 'sounds',
};
const HEARD: Record<string, Sound> = {
  fate_card: 'fate',
  defeat: 'defeat',
  combat_begins: 'battle',
  card_played: 'card',
};

/** What an order sounds like: fate before a defeat before a battle before a card. */
export function soundOf(events: { key: string }[]): Sound | null {
  const keys = new Set(events.map((e) => e.key));
  const first = Object.keys(HEARD).find((key) => keys.has(key));
  return first ? (HEARD[first] ?? null) : null;
}

export function play(sound: Sound): void {
  if (!isWanted(WISH[sound]) || volume() <= 0 || typeof AudioContext === 'undefined') return;
  try {
    const context = new AudioContext();
    let end = 0;
    for (const [pitch, later, lasts, loudness, colour] of TONES[sound]) {
      const at = context.currentTime + later;
      const tone = context.createOscillator();
      const loud = context.createGain();
      tone.type = colour;
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.0001, at);
      loud.gain.exponentialRampToValueAtTime((loudness * volume()) / 100, at + Math.min(0.02, lasts / 3));
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
