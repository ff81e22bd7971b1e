/** An optional sound when it is my turn: two soft strokes, made by the browser itself. */
import { isWanted } from './wishes.svelte';

export function ring(): void {
  if (!isWanted('bell') || typeof AudioContext === 'undefined') return;
  try {
    const context = new AudioContext();
    [523.25, 659.25].forEach((pitch, i) => {
      const at = context.currentTime + i * 0.22;
      const tone = context.createOscillator();
      const loud = context.createGain();
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.0001, at);
      loud.gain.exponentialRampToValueAtTime(0.18, at + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.9);
      tone.connect(loud).connect(context.destination);
      tone.start(at);
      tone.stop(at + 1);
    });
    setTimeout(() => void context.close(), 1600);
  } catch {
    /* no sound here */
  }
}
