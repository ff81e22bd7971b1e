/** The next moment something may be drawn; outside a page, where nothing is drawn, a moment as long as a frame. */
const LENGTH = 16;

export const nextFrame = (draw: (now: number) => void): number =>
  typeof requestAnimationFrame === 'function'
    ? requestAnimationFrame(draw)
    : Number(setTimeout(() => draw(performance.now()), LENGTH));

export function cancelFrame(frame: number): void {
  if (typeof cancelAnimationFrame === 'function') cancelAnimationFrame(frame);
  else clearTimeout(frame);
}

/** Whether motion is unwanted. */
export const isStill = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
