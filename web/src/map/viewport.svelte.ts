/** Pan and zoom: one scale and one offset, changed by wheel, drag, pinch and keys. */
import { HEIGHT, WIDTH } from './board';
import labels from './data/labels.json';

const MAX_SCALE = 5;
const MARGIN = 60;

/** Which set of labels belongs to a scale. */
export const zoomLevel = (scale: number): number => {
  const level = labels.zooms.findIndex((z) => scale < z.below);
  return level < 0 ? labels.zooms.length - 1 : level;
};

export class Viewport {
  width = $state(800);
  height = $state(600);
  scale = $state(0.6);
  x = $state(0);
  y = $state(0);
  level = $derived(zoomLevel(this.scale));
  /** Pieces and marks keep a readable size on the screen: drawn larger on the board when far away. */
  pieceScale = $derived(Math.round(Math.min(3.2, Math.max(0.42, 1.2 / Math.pow(this.scale, 0.78))) * 20) / 20);
  transform = $derived(`translate(${this.x.toFixed(2)} ${this.y.toFixed(2)}) scale(${this.scale.toFixed(4)})`);
  /** The first look has been taken. */
  started = false;
  #glide = 0;

  get minScale(): number {
    return Math.min(this.width / (WIDTH + 2 * MARGIN), this.height / (HEIGHT + 2 * MARGIN));
  }

  resize(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    const centre = this.toBoard(this.width / 2, this.height / 2);
    this.width = width;
    this.height = height;
    this.scale = Math.max(this.scale, this.minScale);
    this.centre(centre.x, centre.y);
  }

  toBoard(x: number, y: number): { x: number; y: number } {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale };
  }

  toScreen(x: number, y: number): { x: number; y: number } {
    return { x: x * this.scale + this.x, y: y * this.scale + this.y };
  }

  centre(x: number, y: number): void {
    this.x = this.width / 2 - x * this.scale;
    this.y = this.height / 2 - y * this.scale;
    this.#clamp();
  }

  pan(dx: number, dy: number): void {
    cancelAnimationFrame(this.#glide);
    this.x += dx;
    this.y += dy;
    this.#clamp();
  }

  /** Zooms so that the board point under (x, y) stays there. */
  zoomAt(x: number, y: number, factor: number): void {
    cancelAnimationFrame(this.#glide);
    const scale = Math.min(MAX_SCALE, Math.max(this.minScale, this.scale * factor));
    const real = scale / this.scale;
    this.x = x - (x - this.x) * real;
    this.y = y - (y - this.y) * real;
    this.scale = scale;
    this.#clamp();
  }

  zoom(factor: number): void {
    this.zoomAt(this.width / 2, this.height / 2, factor);
  }

  /** Shows a rectangle of the board as large as it fits. */
  fit(x0: number, y0: number, x1: number, y1: number): void {
    this.scale = Math.min(MAX_SCALE, Math.max(this.minScale, Math.min(this.width / (x1 - x0), this.height / (y1 - y0))));
    this.centre((x0 + x1) / 2, (y0 + y1) / 2);
  }

  /** The first look: the whole board where there is room, else as much as is readable. */
  home(): void {
    this.fit(-MARGIN / 2, -MARGIN / 2, WIDTH + MARGIN / 2, HEIGHT + MARGIN / 2);
    if (this.scale < 0.3) { this.scale = Math.max(this.minScale, Math.min(0.42, this.height / (HEIGHT + MARGIN))); this.centre(1100, HEIGHT / 2); }
  }

  /** Moves smoothly to a place; at once where motion is unwanted. */
  glideTo(x: number, y: number, scale = Math.max(this.scale, 1.1)): void {
    cancelAnimationFrame(this.#glide);
    const still = typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
    const from = { ...this.toBoard(this.width / 2, this.height / 2), scale: this.scale };
    const target = Math.min(MAX_SCALE, Math.max(this.minScale, scale));
    if (still) { this.scale = target; this.centre(x, y); return; }
    const begin = performance.now();
    const step = (now: number): void => {
      const p = Math.min(1, (now - begin) / 320);
      const e = p * p * (3 - 2 * p);
      this.scale = from.scale * Math.pow(target / from.scale, e);
      this.centre(from.x + (x - from.x) * e, from.y + (y - from.y) * e);
      if (p < 1) this.#glide = requestAnimationFrame(step);
    };
    this.#glide = requestAnimationFrame(step);
  }

  /** Brings a point into sight if it is not, without changing the scale. */
  reveal(x: number, y: number): void {
    const p = this.toScreen(x, y);
    const edge = Math.min(90, this.width / 4);
    if (p.x < edge || p.y < edge || p.x > this.width - edge || p.y > this.height - edge) this.glideTo(x, y, this.scale);
  }

  #clamp(): void {
    const bound = (offset: number, size: number, board: number): number => {
      const length = (board + 2 * MARGIN) * this.scale;
      const low = size - (board + MARGIN) * this.scale;
      const high = MARGIN * this.scale;
      return length <= size ? (size - board * this.scale) / 2 : Math.min(high, Math.max(low, offset));
    };
    this.x = bound(this.x, this.width, WIDTH);
    this.y = bound(this.y, this.height, HEIGHT);
  }
}
